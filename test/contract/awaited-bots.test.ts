import { expect, test } from 'vitest';
import { createBotPictures } from '../../core/bots/index.js';
import { parseSettings } from '../../core/config.js';
import { addBot, ADVERTISER, BOT, openAccount, PUBLISHER } from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const LEASE_MS = 60_000;

contract('awaited bots', (stage) => {
  const queued = async () => {
    const { store } = stage();
    const notifications = await store.notifications.claim('test', 10, LEASE_MS, START_MS + 1);
    return notifications.map(({ accountId, kind, facts }) => ({ accountId, kind, facts }));
  };
  /** Another connection sees what is written only: counts are gathered first. */
  const counted = async () => {
    const { store, open } = stage();
    await store.close();
    Object.assign(stage(), { store: await open() });
  };

  test('the first request queues one notification, for the latest message', async () => {
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

  test('who waited for a bot hears no more of it once it is the bot of another', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await openAccount(store, ADVERTISER);
    const { settings } = await addBot(store, BOT, PUBLISHER, { tokenCipher: null });
    await store.awaitedBots.wait({ botId: BOT, accountId: PUBLISHER, messageId: 5 }, START_MS);
    const wanted = { botId: BOT, accountId: ADVERTISER, name: 'Mine', nickname: 'mine_bot', settings };
    await store.bots.takeOver({ ...wanted, tokenCipher: 'token' }, { hash: 'h', cipher: 'c' }, START_MS);
    store.statistics.countRequest(BOT, START_DAY, 'sponsors');
    await counted();
    expect((await queued()).map(({ kind }) => kind)).toEqual(['bot_claimed']);
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

  test('a picture is found by its secret alone', async () => {
    const { store } = stage();
    await store.pictures.put(BOT, { secret: 'one', jpeg }, START_MS);
    expect(Buffer.from((await store.pictures.find(BOT, 'one')) ?? [])).toEqual(Buffer.from(jpeg));
    await store.pictures.put(BOT, { secret: 'two', jpeg: jpeg.subarray(0, 4) }, START_MS);
    expect((await store.pictures.find(BOT, 'one'))?.length).toBe(jpeg.length);
    expect(await store.pictures.find(BOT + 1, 'two')).toBeNull();
    expect((await store.pictures.find(BOT, 'two'))?.length).toBe(4);
    await store.pictures.remove(BOT, 'two');
    expect(await store.pictures.find(BOT, 'two')).toBeNull();
    expect(await store.pictures.find(BOT, 'one')).not.toBeNull();
  });

  test('those that a bot shows are kept, and one that comes at this moment', async () => {
    const { store } = stage();
    const secrets = ['one', 'two', 'three', 'four'];
    for (const [at, secret] of secrets.entries())
      await store.pictures.put(BOT, { secret, jpeg }, START_MS + at);
    await store.pictures.put(BOT + 1, { secret: 'one', jpeg }, START_MS);
    const left = async () => {
      const found = await Promise.all(secrets.map((secret) => store.pictures.find(BOT, secret)));
      return secrets.filter((_, at) => found[at] !== null);
    };
    await store.pictures.keep(BOT, ['one', 'three']);
    expect(await left()).toEqual(['one', 'three', 'four']);
    await store.pictures.keep(BOT, ['four']);
    expect(await left()).toEqual(['four']);
    await store.pictures.keep(BOT, []);
    expect(await left()).toEqual([]);
    expect(await store.pictures.find(BOT + 1, 'one')).not.toBeNull();
  });

  test('one that the bot did not take is not kept', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    const settings = parseSettings({
      BOT_TOKEN: '1234567:operator-token',
      SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    });
    const bytes = Buffer.alloc(18, 7);
    const ports = {
      store,
      settings,
      clock: { now: () => START_MS },
      random: { bytes: () => bytes },
      webhookSender: { pictureFault: () => Promise.resolve(null) },
    } as unknown as Parameters<typeof createBotPictures>[0];
    const pictures = createBotPictures(ports, { update: () => Promise.reject(new Error('no')) });
    await expect(pictures.set(PUBLISHER, BOT, jpeg, 'b')).rejects.toThrow('no');
    expect(await store.pictures.find(BOT, bytes.toString('base64url'))).toBeNull();
  });
});
