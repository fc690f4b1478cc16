/**
 * Another program holds the lock of the SQLite file, such as a tool of its operator: requests for sponsors are refused within
 * their deadline, and what was refused is not done later. Over PostgreSQL nobody can hold such a lock.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { holdWrites, storeKind } from '../support/database.js';

/** Short of the five seconds for which other writes wait, by far more than a busy machine takes. */
const DEADLINE_MS = 1_000;
const MOST_MS = 3_000;
const [SUBSCRIBER, NEWCOMER] = [80_001, 80_002] as const;

let emulator: Emulator;
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  emulator = await openEmulator();
  stage = await openStage(emulator, { SPONSORS_DEADLINE_MS: String(DEADLINE_MS) });
  scene = new Scene(stage);
  await scene.open();
  const create = {
    link: 'https://t.me/garden',
    quantity_all: 10,
    price: 5,
    user_parameters: { languages: null },
  };
  for (const happening of [
    { balance: '100000', of: 'advertiser' },
    { publisher_bot: 'recipes_bot' },
    { channel: 'garden' },
    { order: 'garden', create, then: 'approves' as const },
  ])
    await scene.happen(happening);
  const botId = Number(scene.names.get('recipes_bot', 'id'));
  for (const userId of [SUBSCRIBER, NEWCOMER])
    await stage.store.contacts.answer({ botId, userId, chatId: userId }, 'yes', stage.clock.now());
});
afterAll(async () => {
  await stage.close();
  await emulator.close();
});

async function ask(userId: number) {
  const begunMs = performance.now();
  const response = await fetch(`${stage.url}/get-sponsors`, {
    method: 'POST',
    headers: { Auth: String(scene.names.get('recipes_bot', 'key')) },
    body: JSON.stringify({
      user_id: userId,
      chat_id: userId,
      get_links: 1,
      first_name: 'Ann',
      language_code: 'en',
    }),
  });
  const { status } = (await response.json()) as { status: string };
  const { headers, status: http } = response;
  return {
    http,
    status,
    isInTime: performance.now() - begunMs < MOST_MS,
    retryAfter: headers.get('Retry-After'),
  };
}

async function join(userId: number): Promise<void> {
  const [order] = await stage.store.orders.findMany([Number(scene.names.get('garden'))]);
  const resourceId = order?.resource.resourceId ?? '';
  await stage.store.memberships.observe([
    { userId, resourceId, state: 'in', updateId: 1, atMs: stage.clock.now() },
  ]);
}

const impressionsOf = async (userId: number) => {
  const botId = Number(scene.names.get('recipes_bot', 'id'));
  const context = await stage.store.sponsors.requestContext(botId, userId, 0, stage.clock.now());
  return (await context.impressions()).length;
};
const quantityNow = async () =>
  (await stage.store.orders.findMany([Number(scene.names.get('garden'))]))[0]?.quantityNow;

// It is skipped over PostgreSQL, which has no such lock.
it.runIf(storeKind === 'sqlite')(
  'a list and a settlement are refused in time, and done when asked for again',
  async () => {
    expect(await ask(SUBSCRIBER)).toMatchObject({ http: 200, status: 'warning' });
    await join(SUBSCRIBER);
    const letGo = await holdWrites(stage.settings.DATABASE_URL);
    const refused = { http: 503, isInTime: true, retryAfter: '5' };
    expect(await Promise.all([ask(SUBSCRIBER), ask(NEWCOMER)])).toMatchObject([refused, refused]);
    await letGo();
    // What comes now is committed after all that waited.
    await stage.store.sessions.write('later', '', stage.clock.now());
    expect(await impressionsOf(NEWCOMER)).toBe(0);
    expect(await quantityNow()).toBe(0);

    expect(await ask(NEWCOMER)).toMatchObject({ http: 200, status: 'warning' });
    expect(await impressionsOf(NEWCOMER)).toBe(1);
    expect(await ask(SUBSCRIBER)).toMatchObject({ http: 200, status: 'ok' });
    expect(await quantityNow()).toBe(1);
  },
);
