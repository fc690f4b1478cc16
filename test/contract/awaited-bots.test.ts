import { expect, test } from 'vitest';
import { addBot, BOT, openAccount, PUBLISHER } from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const LEASE_MS = 60_000;

contract('awaited bots', (stage) => {
  const queued = async () => {
    const { store } = stage();
    const notices = await store.notices.claim('test', 10, LEASE_MS, START_MS + 1);
    return notices.map(({ accountId, kind, facts }) => ({ accountId, kind, facts }));
  };
  /** Another connection sees what is written only: counts are gathered first. */
  const counted = async () => {
    const { store, open } = stage();
    await store.close();
    Object.assign(stage(), { store: await open() });
  };

  test('the first request queues one notice, for the latest message', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    await store.awaitedBots.wait({ botId: BOT, accountId: PUBLISHER, messageId: 5 }, START_MS);
    await store.awaitedBots.wait({ botId: BOT, accountId: PUBLISHER, messageId: 6 }, START_MS);
    store.statistics.countRequest(BOT + 1, START_DAY, 'sponsors');
    store.statistics.countRequest(BOT, START_DAY, 'error');
    store.statistics.countRequest(BOT, START_DAY, 'no_sponsors');
    await counted();
    stage().store.statistics.countRequest(BOT, START_DAY, 'sponsors');
    await counted();
    const facts = { botId: BOT, messageId: 6, outcome: 'no_sponsors' };
    expect(await queued()).toEqual([{ accountId: PUBLISHER, kind: 'bot_seen', facts }]);
  });

  test('a bot that was seen already is told of at once', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    store.statistics.countRequest(BOT, START_DAY, 'passed');
    await counted();
    await stage().store.awaitedBots.wait({ botId: BOT, accountId: PUBLISHER, messageId: null }, START_MS);
    const facts = { botId: BOT, messageId: null, outcome: null };
    expect(await queued()).toEqual([{ accountId: PUBLISHER, kind: 'bot_seen', facts }]);
  });

  test('requests of bots that nobody waits for tell nobody', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    store.statistics.countRequest(BOT, START_DAY, 'passed');
    await counted();
    expect(await queued()).toEqual([]);
  });
});

contract('pictures', (stage) => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0, 1, 2, 250]);

  test('a picture is found by its secret alone, and by the latest', async () => {
    const { store } = stage();
    await store.pictures.put(BOT, { secret: 'one', jpeg }, START_MS);
    expect(Buffer.from((await store.pictures.find(BOT, 'one')) ?? [])).toEqual(Buffer.from(jpeg));
    await store.pictures.put(BOT, { secret: 'two', jpeg: jpeg.subarray(0, 4) }, START_MS);
    expect(await store.pictures.find(BOT, 'one')).toBeNull();
    expect(await store.pictures.find(BOT + 1, 'two')).toBeNull();
    expect((await store.pictures.find(BOT, 'two'))?.length).toBe(4);
    await store.pictures.remove(BOT);
    expect(await store.pictures.find(BOT, 'two')).toBeNull();
  });
});
