/** A bot whose token the platform refuses: its owner is notified, and its users are strangers to it (`evidence.md`, Strangers). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';

let emulator: Emulator;
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  emulator = await openEmulator();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  stage = await openStage(emulator);
  scene = new Scene(stage);
  await scene.open();
  for (const happening of [
    { balance: '1000', of: 'advertiser' },
    { publisher_bot: 'recipes_bot' },
    { channel: 'garden' },
    ...['ivan', 'vera', 'olga'].map((user) => ({ user })),
  ])
    await scene.happen(happening);
  const create = { link: 'https://t.me/garden', price: 5, user_parameters: { languages: null } };
  await scene.happen({ order: 'of_garden', create, then: 'approves' });
  for (const name of ['ivan', 'vera', 'olga']) await stage.platform.say(id(name), 'recipes_bot', '/start');
  return () => stage.close();
});

const id = (name: string) => Number(scene.names.get(name, 'id'));

async function answerTo(name: string, getLinks: 0 | 1) {
  const response = await fetch(`${stage.url}/get-sponsors`, {
    method: 'POST',
    headers: { Auth: String(scene.names.get('recipes_bot', 'key')) },
    body: JSON.stringify({ user_id: id(name), chat_id: id(name), get_links: getLinks }),
  });
  const body = (await response.json()) as Record<'status' | 'message' | 'detail', string>;
  await stage.service.contacts.idle();
  await stage.service.audience.idle();
  return { http: response.status, ...body };
}
const ask = async (name: string) => (await answerTo(name, 1)).status;

const isRefused = async () => (await stage.store.bots.find(id('recipes_bot')))?.isTokenInvalid;

/** What waits for the owner, whose token it is. */
async function notifications(): Promise<string[]> {
  const claimed = await stage.store.notifications.claim('test', 100, 1_000, stage.clock.now());
  return claimed.filter(({ kind }) => kind === 'bot_token_invalid').map(({ accountId }) => String(accountId));
}

it('in links mode the owner is notified at once, and once', async () => {
  await ask('ivan');
  expect(await isRefused()).toBe(false);
  await stage.platform.revoke('recipes_bot');
  await Promise.all([ask('vera'), ask('olga')]);
  expect(await isRefused()).toBe(true);
  expect(await notifications()).toEqual([String(id('publisher'))]);
  const before = (await stage.platform.calls({ bot: 'recipes_bot' })).length;
  await ask('vera');
  expect(await stage.platform.calls({ bot: 'recipes_bot' }), 'nothing more is asked').toHaveLength(before);
  expect(await notifications()).toEqual([]);
});

it('a profile that is refreshed in the background notices it, too', async () => {
  await ask('ivan');
  await stage.platform.revoke('recipes_bot');
  await stage.service.maintenance.refreshTraits();
  expect(await isRefused()).toBe(true);
  expect(await notifications()).toHaveLength(1);
});

it('what is said of a token that the owner has replaced meanwhile marks nothing', async () => {
  const botId = id('recipes_bot');
  const cipher = (await stage.store.bots.tokenCipher(botId)) ?? '';
  const refuse = (tokenCipher: string) =>
    stage.store.bots.refuseToken(
      botId,
      tokenCipher,
      ({ accountId }) => ({ accountId, kind: 'bot_token_invalid', facts: { botId }, dedupeKey: tokenCipher }),
      stage.clock.now(),
    );
  await stage.store.bots.update(botId, { tokenCipher: 'another' }, stage.clock.now());
  await refuse(cipher);
  expect(await isRefused()).toBe(false);
  await refuse('another');
  await refuse('another');
  expect(await isRefused()).toBe(true);
  expect(await notifications()).toHaveLength(1);
});

it('its users are strangers to it: a sponsor that they joined before is listed', async () => {
  await scene.happen({ user: 'vera', joins: 'garden' });
  expect(await ask('vera')).toBe('ok');
  expect(await ask('ivan')).toBe('warning');
  await stage.platform.revoke('recipes_bot');
  await ask('olga');
  expect(await ask('vera')).toBe('warning');
});

it('it proves no contact meanwhile, and the platform is not asked for that', async () => {
  await ask('ivan');
  await stage.platform.revoke('recipes_bot');
  await ask('olga');
  const before = (await stage.platform.calls({ bot: 'recipes_bot' })).length;
  expect(await ask('vera')).toBe('warning');
  const contact = await stage.store.contacts.find(id('recipes_bot'), id('vera'));
  expect(contact?.state).toBe('no');
  expect(await stage.platform.calls({ bot: 'recipes_bot' })).toHaveLength(before);
});

it('a block that cannot be shown thanks no user for what they have not done, and its developer reads why', async () => {
  await stage.platform.revoke('recipes_bot');
  await ask('olga');
  const { http, status, message, detail } = await answerTo('vera', 0);
  expect({ http, status }).toEqual({ http: 404, status: 'ok' });
  expect(message).not.toContain('subscribed to all');
  expect(detail).toContain('The platform refuses the token');
  expect(detail).toContain('give the bot its new token by /bots update, bot_token');
});

it('the way that its developer reads works: the new token shows the block again', async () => {
  const botId = id('recipes_bot');
  await stage.platform.revoke('recipes_bot');
  await ask('olga');
  const token = `${String(botId)}:the-token-that-its-owner-had-made-instead`;
  await stage.platform.bots({ token, username: 'recipes_bot', first_name: 'Recipes' });
  const send = async (action: string) => {
    const response = await fetch(`${stage.url}/bots`, {
      method: 'POST',
      headers: { Auth: String(scene.names.get('publisher', 'access')) },
      body: JSON.stringify({ action, bot_id: botId, bot_token: token }),
    });
    return { http: response.status, ...((await response.json()) as { message: string }) };
  };
  const added = await send('add');
  expect(added).toMatchObject({ http: 409, message: expect.stringContaining('by /bots update') as unknown });
  expect(await send('update')).toMatchObject({ http: 200 });
  expect(await answerTo('vera', 0)).toMatchObject({ http: 200, status: 'warning' });
});

it('one that a moderator has refused gets an empty list in links mode, and none where the service shows it', async () => {
  await stage.service.trust.bot(id('recipes_bot'), 'refused', null);
  expect(await answerTo('vera', 1)).toMatchObject({ http: 404, additional: { sponsors: [] }, links: [] });
  expect(await answerTo('vera', 0)).toMatchObject({ http: 404, additional: {} });
});
