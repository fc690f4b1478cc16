import { MAX_MICROS } from '../../core/money.js';
import { expect, test } from 'vitest';
import { botSettings, defaultBotSettings, settingNames } from '../../core/terms/index.js';
import { otherThanDefault } from '../support/bot-settings.js';
import { addBot, BOT, openAccount, PUBLISHER } from './makers.js';
import { contract, START_MS } from './run.js';

const OTHER = 503;
const key = (hash: string) => ({ hash, cipher: `sealed ${hash}` });

contract('bots', (stage) => {
  test('a bot is kept as it was added, with its key', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    const bot = await addBot(store);
    expect(bot).toEqual({
      botId: BOT,
      accountId: PUBLISHER,
      name: 'A bot',
      nickname: 'bot7001',
      hasToken: true,
      hasNetworks: false,
      isOn: true,
      inArchive: false,
      isBlocked: false,
      isTokenInvalid: false,
      trust: 'unknown',
      note: null,
      theme: null,
      settings: defaultBotSettings,
      blockTest: { number: 0, sinceMs: null },
      profitMicros: 0n,
      profitOwnOrdersMicros: 0n,
      profitBeforeMicros: 0n,
      followers: 0,
      createdAtMs: START_MS,
    });
    expect(await store.bots.find(BOT)).toEqual(bot);
    expect(await store.bots.tokenCipher(BOT)).toBe('sealed token');
    expect(await store.keys.find('bot-7001')).toMatchObject({ botId: BOT });
  });

  test.each(settingNames)('its %s is kept as it was set, and nothing else changes', async (name) => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    const settings = { ...defaultBotSettings, [name]: otherThanDefault(botSettings[name]) };
    const changed = await store.bots.update(BOT, { settings: { [name]: settings[name] } }, START_MS);
    expect(changed?.settings).toEqual(settings);
    expect((await store.bots.find(BOT))?.settings).toEqual(settings);
  });

  test('a bot that is there already is left alone', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await openAccount(store, OTHER);
    await addBot(store);
    const wanted = {
      botId: BOT,
      accountId: OTHER,
      name: 'Stolen',
      nickname: 'stolen',
      tokenCipher: null,
      settings: defaultBotSettings,
    };
    const addition = await store.bots.add(wanted, key('thief'), START_MS);
    expect(addition).toMatchObject({ kind: 'taken', bot: { accountId: PUBLISHER, name: 'A bot' } });
    expect(await store.keys.find('thief')).toBeNull();
    await expect(store.bots.takeOver(wanted, key('thief'), START_MS)).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await store.bots.find(BOT)).toMatchObject({ accountId: PUBLISHER });
  });

  test('a bot without a token is taken over by who proves to own it; the old key is dead', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await openAccount(store, OTHER);
    await addBot(store, BOT, PUBLISHER, { tokenCipher: null });
    const settings = { ...defaultBotSettings, maxSponsors: 9 };
    const wanted = {
      botId: BOT,
      accountId: OTHER,
      name: 'Mine',
      nickname: 'mine',
      tokenCipher: 'token',
      settings,
    };
    const made = { moderatorId: 9, notifications: () => [] };
    await store.bots.moderate(BOT, { isBlocked: true, theme: 'games' }, made, START_MS);
    const taken = await store.bots.takeOver(wanted, key('owner'), START_MS);
    expect(taken).toMatchObject({
      kind: 'added',
      bot: { accountId: OTHER, name: 'Mine', hasToken: true, settings, isBlocked: true, theme: 'games' },
    });
    expect(await store.keys.find('bot-7001')).toBeNull();
    expect(await store.keys.find('owner')).toMatchObject({ accountId: OTHER, botId: BOT });
    // The former owner hears of it, under the name that they know.
    expect(await store.notifications.claim('w', 10, 60_000, START_MS)).toMatchObject([
      { accountId: PUBLISHER, kind: 'bot_claimed', facts: { botId: BOT, nickname: 'bot7001' } },
    ]);
  });

  test('a bot is taken over from a token only while it is the one that the platform refused', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await openAccount(store, OTHER);
    await addBot(store, BOT, PUBLISHER, { tokenCipher: 'old' });
    const wanted = {
      botId: BOT,
      accountId: OTHER,
      name: 'Mine',
      nickname: 'mine',
      tokenCipher: 'new',
      settings: defaultBotSettings,
    };
    const take = (refused: string | null) =>
      store.bots.takeOver(wanted, key(`after-${String(refused)}`), START_MS, undefined, refused);
    for (const refused of [null, 'another'])
      await expect(take(refused)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await store.bots.find(BOT)).toMatchObject({ accountId: PUBLISHER });
    expect(await take('old')).toMatchObject({ kind: 'added', bot: { accountId: OTHER } });
    expect(await store.bots.tokenCipher(BOT)).toBe('new');
    expect(await store.keys.find('bot-7001')).toBeNull();
  });

  test('each former owner hears of a claim, also of two within a millisecond', async () => {
    const { store } = stage();
    for (const accountId of [PUBLISHER, OTHER]) await openAccount(store, accountId);
    await addBot(store, BOT, PUBLISHER, { tokenCipher: null });
    const name = { name: 'Mine', nickname: 'mine', settings: defaultBotSettings };
    const take = (accountId: number, tokenCipher: string, refused: string | null) => {
      const wanted = { botId: BOT, accountId, tokenCipher, ...name };
      return store.bots.takeOver(wanted, key(tokenCipher), START_MS, undefined, refused);
    };
    await take(OTHER, 'first', null);
    await take(PUBLISHER, 'second', 'first');
    const sent = await store.notifications.claim('w', 10, 60_000, START_MS);
    expect(sent.map(({ accountId }) => accountId)).toEqual([PUBLISHER, OTHER]);
  });

  test('an account has at most so many bots, archived ones too, however many processes add them at once', async () => {
    const { store, open } = stage();
    const other = await open();
    await openAccount(store, PUBLISHER);
    await openAccount(store, OTHER);
    const wanted = (botId: number, accountId: number, tokenCipher: string | null = null) => {
      const bot = {
        botId,
        accountId,
        name: 'A',
        nickname: 'a_bot',
        tokenCipher,
        settings: defaultBotSettings,
      };
      return [bot, key(`${String(accountId)}-${String(botId)}`), START_MS, 3] as const;
    };
    const ids = [1, 2, 3, 4, 5, 6, 7, 8];
    const made = await Promise.all(
      ids.map((botId) => (botId % 2 === 0 ? store : other).bots.add(...wanted(botId, PUBLISHER))),
    );
    const added = made.flatMap((one) => (one.kind === 'added' ? [one.bot.botId] : []));
    expect(added).toHaveLength(3);
    expect(made.filter(({ kind }) => kind === 'full')).toHaveLength(5);
    for (const botId of ids)
      expect((await store.keys.find(`502-${String(botId)}`)) !== null).toBe(added.includes(botId));
    const [first = 0] = added;
    await store.bots.update(first, { inArchive: true }, START_MS);
    expect(await store.bots.add(...wanted(9, PUBLISHER))).toEqual({ kind: 'full' });
    expect(await store.bots.add(...wanted(first, PUBLISHER))).toMatchObject({ kind: 'taken' });
    expect(await store.bots.add(...wanted(10, OTHER))).toMatchObject({ kind: 'added' });
    expect(await store.bots.takeOver(...wanted(10, PUBLISHER, 'token'))).toEqual({ kind: 'full' });
    expect(await store.bots.find(10)).toMatchObject({ accountId: OTHER, hasToken: false });
    expect(await store.keys.find('502-10')).toBeNull();
    expect(await store.bots.takeOver(...wanted(first, OTHER, 'token'))).toMatchObject({ kind: 'added' });
    expect(await store.bots.add(...wanted(9, PUBLISHER)), 'one has gone').toMatchObject({ kind: 'added' });
  });

  test('an update changes only what it names, and moves the version everywhere', async () => {
    const { store, open } = stage();
    await openAccount(store, PUBLISHER);
    const bot = await addBot(store);
    const other = await open();
    const before = await other.bots.version();
    const patch = {
      isTokenInvalid: true,
      settings: { text: 'Hello', forbiddenThemes: ['casino'], minPriceMicros: MAX_MICROS },
    };
    const updated = await store.bots.update(BOT, patch, START_MS);
    expect(updated).toEqual({
      ...bot,
      isTokenInvalid: true,
      settings: { ...bot.settings, text: 'Hello', forbiddenThemes: ['casino'], minPriceMicros: MAX_MICROS },
    });
    expect(await other.bots.find(BOT)).toEqual(updated);
    expect(await other.bots.version()).toBeGreaterThan(before);
    const cleared = await store.bots.update(BOT, { tokenCipher: null, settings: { text: null } }, START_MS);
    expect(cleared).toMatchObject({ hasToken: false, settings: { text: null, forbiddenThemes: ['casino'] } });
    expect(await store.bots.update(1, {}, START_MS)).toBeNull();
  });

  test('a change for one owner leaves the bot of another alone', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    const bot = await addBot(store);
    const rename = (ownerId: number) =>
      store.bots.update(BOT, { name: 'Renamed' }, START_MS, undefined, ownerId);
    expect(await rename(OTHER)).toBeNull();
    expect(await store.bots.find(BOT)).toEqual(bot);
    expect(await rename(PUBLISHER)).toMatchObject({ name: 'Renamed' });
  });

  test('a list holds one account and one side of the archive, newest first, with search and pages', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await openAccount(store, OTHER);
    await addBot(store, 1, PUBLISHER, { name: 'Кино', nickname: 'films', nowMs: START_MS });
    await addBot(store, 2, PUBLISHER, { name: 'Music', nickname: 'songs', nowMs: START_MS + 1 });
    await addBot(store, 3, PUBLISHER, { name: 'Old', nickname: 'old', nowMs: START_MS + 2 });
    await addBot(store, 4, OTHER);
    await store.bots.update(3, { inArchive: true }, START_MS);
    const list = async (search: string, inArchive = false, offset = 0, limit = 10) => {
      const { bots, total } = await store.bots.list(PUBLISHER, { search, inArchive, offset, limit });
      return [bots.map((bot) => bot.botId), total];
    };
    expect(await list('')).toEqual([[2, 1], 2]);
    expect(await list('', false, 1, 1)).toEqual([[1], 2]);
    expect(await list('КИНО')).toEqual([[1], 1]);
    expect(await list('SONGS')).toEqual([[2], 1]);
    expect(await list('%')).toEqual([[], 0]);
    expect(await list('', true)).toEqual([[3], 1]);
    expect((await store.bots.ofAccount(PUBLISHER, 10)).map((bot) => bot.botId)).toEqual([1, 2, 3]);
    expect(await store.bots.ofAccount(PUBLISHER, 2)).toHaveLength(2);
  });
});
