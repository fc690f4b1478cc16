/** What a new user costs in calls of the publisher's own token (`evidence.md`, Contact): at most one to learn of the contact. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';

/** Who a user is, where the bot does not say: asked before the rule, too. */
const profileMethods = ['getChat', 'getChatMember'];
const bots = ['recipes_bot', 'weather_bot'] as const;

let emulator: Emulator;
let stage: Stage;
let scene: Scene;
let lastUserId = 85_000;

beforeAll(async () => {
  emulator = await openEmulator();
  stage = await openStage(emulator, {});
  scene = new Scene(stage);
  await scene.open();
  for (const happening of [
    { balance: '1000', of: 'advertiser' },
    ...bots.map((publisher_bot) => ({ publisher_bot })),
    { channel: 'garden' },
    { order: 'for_all', create: { link: 'https://t.me/garden', price: 5 }, then: 'approves' as const },
  ])
    await scene.happen(happening);
});
afterAll(async () => {
  await stage.close();
  await emulator.close();
});

const botIdOf = (bot: string) => Number(scene.names.get(bot, 'id'));

interface Request {
  bot: (typeof bots)[number];
  /** Whether the bot says who the user is, or the id alone. */
  isNamed: boolean;
  action: 'subscribe' | 'newtask' | 'task';
  getLinks: 0 | 1;
}

/** Requests that come at once, one batch after the other. */
const batches = fc.array(
  fc.array(
    fc.record<Request>({
      bot: fc.constantFrom(...bots),
      isNamed: fc.boolean(),
      action: fc.constantFrom('subscribe', 'newtask', 'task'),
      getLinks: fc.constantFrom(0, 1),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  { minLength: 1, maxLength: 4 },
);

async function ask(userId: number, { bot, isNamed, action, getLinks }: Request): Promise<void> {
  const profile = isNamed ? { first_name: 'Ivan', language_code: 'en', is_premium: false } : {};
  const response = await fetch(`${stage.url}/get-sponsors`, {
    method: 'POST',
    headers: { Auth: String(scene.names.get(bot, 'key')) },
    body: JSON.stringify({ user_id: userId, chat_id: userId, action, get_links: getLinks, ...profile }),
  });
  // 404: what the wallet pays for has been shown to others.
  expect([200, 404]).toContain(response.status);
  await response.arrayBuffer();
}

/** The methods called with the token of a bot about a user. */
async function callsAbout(userId: number, bot: string): Promise<string[]> {
  const calls = await stage.platform.calls({ bot });
  return calls
    .filter(({ payload }) => [payload['chat_id'], payload['user_id']].map(Number).includes(userId))
    .map(({ method }) => method);
}

/** Plays the batches for a new user of both bots; returns what each bot's token was used for. */
async function play(schedule: Request[][], isHeld: boolean): Promise<string[][]> {
  lastUserId += 1;
  const userId = lastUserId;
  await stage.platform.users({ id: userId, first_name: 'Ivan' });
  for (const bot of bots) {
    await stage.platform.say(userId, bot, '/start');
    const where = { botId: botIdOf(bot), userId, chatId: userId };
    if (isHeld) await stage.store.contacts.answer(where, 'yes', stage.clock.now());
  }
  for (const batch of schedule) {
    await Promise.all(batch.map((request) => ask(userId, request)));
    await stage.service.contacts.idle();
    stage.clock.pass(20_000);
  }
  return Promise.all(bots.map((bot) => callsAbout(userId, bot)));
}

it('a new user of a bot costs one call of its token, and the profile where no bot says it, however it is asked for', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (schedule) => {
      const called = await play(schedule, false);
      const asked = bots.map((bot) => schedule.flat().some((request) => request.bot === bot));
      expect(called.map((methods) => methods.filter((method) => method === 'sendChatAction').length)).toEqual(
        asked.map(Number),
      );
      for (const methods of called) expect(methods).toHaveLength(new Set(methods).size);
      const others = called.flat().filter((method) => method !== 'sendChatAction');
      const isSaid = schedule.flat().every(({ isNamed }) => isNamed);
      expect(isSaid ? [] : profileMethods).toEqual(expect.arrayContaining(others));
    }),
    { numRuns: 25 },
  );
}, 60_000);

it('a user whose contact is known costs none but for the profile', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (schedule) => {
      const called = (await play(schedule, true)).flat();
      expect(profileMethods).toEqual(expect.arrayContaining(called));
    }),
    { numRuns: 15 },
  );
}, 60_000);
