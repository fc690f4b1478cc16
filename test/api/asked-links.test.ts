/** What `/get-user-subscriptions` asks the platform (`interface.md`; `decisions.md`, Spending the platform's calls). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, operatorBot, type Stage } from '../cases/stage.js';

let emulator: Emulator;
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  emulator = await openEmulator();
  stage = await openStage(emulator);
  scene = new Scene(stage);
  await scene.open();
  await scene.happen({ balance: '1000', of: 'advertiser' });
  await scene.happen({ publisher_bot: 'recipes_bot' });
  for (const channel of ['garden', 'attic', 'cellar']) {
    await scene.happen({ channel });
    const create = { link: `https://t.me/${channel}`, price: 5, user_parameters: { languages: null } };
    await scene.happen({ order: `of_${channel}`, create, then: 'approves' });
  }
  await scene.happen({ user: 'ivan' });
});
afterAll(async () => {
  await stage.close();
  await emulator.close();
});

async function post(path: string, body: object) {
  const userId = Number(scene.names.get('ivan', 'id'));
  const response = await fetch(stage.url + path, {
    method: 'POST',
    headers: { Auth: String(scene.names.get('recipes_bot', 'key')) },
    body: JSON.stringify({ user_id: userId, ...body }),
  });
  await stage.service.contacts.idle();
  const answer = (await response.json()) as {
    additional: { sponsors: { ads_id: string; status: string }[] };
  };
  return answer.additional.sponsors.map(({ ads_id, status }) => [Number(ads_id), status]);
}

/** Into which chats the operator bot looked for the user so far. */
async function questions(): Promise<number> {
  const calls = await stage.platform.calls({ bot: operatorBot.username, method: 'getChatMember' });
  return calls.filter(({ payload }) => payload['user_id'] === scene.names.get('ivan', 'id')).length;
}

it('is about the links of the request alone, though the user was shown more', async () => {
  await post('/get-sponsors', { chat_id: scene.names.get('ivan', 'id'), get_links: 1, max_sponsors: 10 });
  stage.clock.pass(60_000);
  await scene.happen({ user: 'ivan', joins: 'attic' });
  const before = await questions();
  const garden = Number(scene.names.get('of_garden'));
  expect(await post('/get-user-subscriptions', { links: ['https://t.me/garden'] })).toEqual([
    [garden, 'unsubscribed'],
  ]);
  expect((await questions()) - before).toBe(1);
  expect(await post('/get-user-subscriptions', { links: ['https://t.me/nowhere'] })).toEqual([]);
  expect((await questions()) - before).toBe(1);
  expect(await post('/get-user-subscriptions', {})).toHaveLength(3);
  expect((await questions()) - before).toBeGreaterThan(1);
});
