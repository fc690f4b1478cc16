/** `min_price` of a bot: what a subscriber has to bring its owner at least. */
import { beforeEach, expect, it } from 'vitest';
import { useSceneStage } from '../cases/scene-stage.js';

const at = useSceneStage();

beforeEach(async () => {
  await at.scene.happen({ balance: '1000', of: 'advertiser' });
  await at.scene.happen({ publisher_bot: 'recipes_bot' });
  for (const [name, price] of [
    ['cheap', 2],
    ['dear', 5],
  ] as const) {
    await at.scene.happen({ channel: name });
    const create = {
      link: `https://t.me/${name}`,
      quantity_all: 10,
      price,
      user_parameters: { languages: null },
    };
    await at.scene.happen({ order: name, create, then: 'approves' });
  }
});

async function setLeast(min_price: unknown, more: object = {}) {
  const { accountId } = await at.stage.service.accounts
    .list({ search: '', offset: 0, limit: 100 })
    .then(({ accounts }) => accounts.find(({ firstName }) => firstName.toLowerCase().includes('publisher'))!);
  const key = await at.stage.service.accounts.revealKey(accountId, 'access');
  const bot_id = Number(at.scene.names.get('recipes_bot', 'id'));
  return at.post('/bots', key, { action: 'update', bot_id, min_price, ...more });
}

async function shownTo(userId: number): Promise<string[]> {
  const asked = { user_id: userId, chat_id: userId, get_links: 1, max_sponsors: 10 };
  const { body } = await at.post('/get-sponsors', String(at.scene.names.get('recipes_bot', 'key')), asked);
  const { sponsors = [] } = (body['result'] ?? body['additional'] ?? {}) as { sponsors?: { link: string }[] };
  return sponsors.map(({ link }) => link);
}

it('keeps out what brings less, from the next list on, and 0 lets all in again', async () => {
  expect(await shownTo(80_001)).toHaveLength(2);
  // Of 5 a publisher gets 3.5, of 2 they get 1.4.
  const { http, body } = await setLeast(1.41);
  expect([http, (body['result'] as { min_price: number }).min_price]).toEqual([200, 1.41]);
  expect(await shownTo(80_002)).toEqual(['https://t.me/dear']);
  await setLeast(3.500001);
  expect(await shownTo(80_003)).toEqual([]);
  await setLeast(0);
  expect(await shownTo(80_004)).toHaveLength(2);
});

it('is an amount that is not negative', async () => {
  for (const wrong of [-0.01, 'much', 1.0000001]) {
    const { http, body } = await setLeast(wrong);
    expect(http).toBeGreaterThanOrEqual(400);
    expect(String(body['message'])).toContain('min_price');
  }
});

it('is told to be wrong together with what else is', async () => {
  const { http, body } = await setLeast(-1, { get_links: 7 });
  expect([http, body['message']]).toEqual([
    422,
    'get_links: must be 0 or 1; min_price: must be a number from 0 to 8000000000 with at most 6 decimals.',
  ]);
});
