import { expect, test } from 'vitest';
import type { Claims } from '../../core/ports/audience-store.js';
import { addBot, addOrder, BOT, openAccount, populate, PUBLISHER, requestRecord } from './makers.js';
import { contract, START_MS } from './run.js';

const UNTIL_MS = START_MS + 86_400_000;

contract('the audience', (stage) => {
  test('a fact changes only what it says, and makes the user if need be', async () => {
    const { store } = stage();
    await store.audience.learn(
      1,
      { gender: 'male', country: 'Latvia', countryId: 5, suspiciousUntilMs: START_MS + 9 },
      START_MS,
    );
    await store.audience.learn(1, { gender: 'female', hasPhoto: false, traitsAtMs: START_MS }, START_MS + 1);
    expect(await store.audience.find(1)).toMatchObject({
      userId: 1,
      firstName: '',
      gender: 'female',
      age: null,
      country: 'Latvia',
      countryId: 5,
      hasPhoto: false,
      hasBio: null,
      suspiciousUntilMs: START_MS + 9,
      traitsAtMs: START_MS,
    });
    expect(await store.audience.find(2)).toBeNull();
  });

  test('only a bot that has asked about a user knows them', async () => {
    const { store } = stage();
    const userId = 6_123_456_789;
    await store.sponsors.record(userId, requestRecord({ notesUser: true, isFirstForBot: true }));
    const visit = await store.sponsors.requestContext(BOT, userId, 0, START_MS);
    expect(visit).toMatchObject({ isKnownToBot: true, user: { userId } });
    expect(await store.sponsors.requestContext(BOT + 1, userId, 0, START_MS)).toMatchObject({
      isKnownToBot: false,
    });
  });

  test('a claim is kept for its bot alone, field by field, and changes nothing that is known', async () => {
    const { store } = stage();
    await store.audience.learn(1, { gender: 'male' }, START_MS);
    await store.audience.claim(BOT, 1, { gender: 'female', age: 5 }, START_MS);
    await store.audience.claim(BOT, 1, { gender: 'male', isPremium: false }, START_MS + 1);
    await store.audience.claim(BOT + 1, 1, { firstName: 'Eve' }, START_MS + 1);
    const claimsOf = async (botId: number) =>
      (await store.sponsors.requestContext(botId, 1, 0, START_MS)).claims;
    expect(await claimsOf(BOT)).toEqual({ gender: 'male', age: 5, isPremium: false });
    expect(await claimsOf(BOT + 1)).toEqual({ firstName: 'Eve' });
    expect(await claimsOf(BOT + 2)).toEqual({});
    expect(await store.audience.find(1)).toMatchObject({ gender: 'male', age: null, firstName: '' });
  });

  test('the last page is kept of each bot through which one was opened, and of no other', async () => {
    const { store } = stage();
    const unknown = {
      countryId: null,
      cityId: null,
      country: '',
      city: '',
      deviceType: null,
      deviceOs: null,
    };
    const first = { ...unknown, ipAddress: '203.0.113.7', country: 'Латвия', countryId: 7 };
    const second = { ...unknown, ipAddress: '2001:db8::1', deviceType: 'mobile', deviceOs: 'iOS' };
    await store.audience.notePage(BOT, 1, first);
    await store.audience.notePage(BOT + 1, 1, second);
    expect(await store.audience.pageOf(BOT, 1)).toEqual(first);
    await store.audience.notePage(BOT, 1, second);
    expect(await store.audience.pageOf(BOT, 1)).toEqual(second);
    expect(await store.audience.pageOf(BOT + 1, 1)).toEqual(second);
    expect(await store.audience.pageOf(BOT + 2, 1)).toBeNull();
    expect(await store.audience.pageOf(BOT, 2)).toBeNull();
  });

  test('a fingerprint and an address are shared by those seen with them of late', async () => {
    const { store } = stage();
    const visit = (userId: number, fingerprint: string, address: string, nowMs: number, sinceMs = START_MS) =>
      store.audience.noteVisit({ userId, fingerprint, address }, sinceMs, nowMs);
    expect(await visit(1, 'f', 'a', START_MS)).toEqual({ sameFingerprint: 1, sameAddress: 1 });
    expect(await visit(1, 'f', 'a', START_MS + 1)).toEqual({ sameFingerprint: 1, sameAddress: 1 });
    expect(await visit(2, 'f', 'b', START_MS + 2)).toEqual({ sameFingerprint: 2, sameAddress: 1 });
    expect(await visit(3, 'g', 'a', START_MS + 3)).toEqual({ sameFingerprint: 1, sameAddress: 2 });
    expect(await visit(4, 'f', 'a', START_MS + 4, START_MS + 2)).toEqual({
      sameFingerprint: 2,
      sameAddress: 2,
    });
  });

  test('suspicion lasts until its end, and ends sooner only by a moderator, which is logged', async () => {
    const { store } = stage();
    await store.audience.learn(1, {}, START_MS);
    await store.audience.noteVisit({ userId: 1, fingerprint: 'f', address: 'a' }, START_MS, START_MS);
    const mark = (untilMs: number) =>
      store.audience.markSuspicious({ fingerprint: 'f', address: null }, START_MS, untilMs);
    const until = async () => (await store.audience.find(1))?.suspiciousUntilMs;
    expect([await mark(UNTIL_MS), await mark(UNTIL_MS - 1)]).toEqual([1, 0]);
    await store.audience.learn(1, { country: 'Latvia' }, START_MS + 1);
    expect(await until()).toBe(UNTIL_MS);
    expect(await mark(UNTIL_MS + 5)).toBe(1);
    expect(await until()).toBe(UNTIL_MS + 5);
    expect(await store.audience.clearSuspicion(1, 7, START_MS + 2)).toBe(true);
    expect(await until()).toBeNull();
    expect(await store.audience.clearSuspicion(1, 7, START_MS + 3)).toBe(false);
    const log = await store.moderationLog.page({ beforeId: null, limit: 9 });
    expect(log).toMatchObject([{ action: 'suspicion_cleared', moderatorId: 7, userId: 1 }]);
  });

  test('those who share what too many do are marked in one step, up to a thousand', async () => {
    const { store, commits, sql } = stage();
    const visit = (userId: number, fingerprint: string, address: string, nowMs = START_MS) =>
      store.audience.noteVisit({ userId, fingerprint, address }, START_MS, nowMs);
    for (const userId of [1, 2, 3, 4, 5]) await store.audience.learn(userId, {}, START_MS);
    await visit(1, 'f', 'a');
    await visit(2, 'f', 'b');
    await visit(3, 'g', 'a');
    await visit(4, 'f', 'a', START_MS - 1);
    const marked = async () => {
      const rows = await sql<{ user_id: number }>(
        'SELECT user_id FROM users WHERE suspicious_until_ms IS NOT NULL ORDER BY user_id',
      );
      return rows.map((row) => row.user_id);
    };
    expect(
      await store.audience.markSuspicious({ fingerprint: null, address: null }, START_MS, UNTIL_MS),
    ).toBe(0);
    expect(await marked()).toEqual([]);
    const before = commits.length;
    // User 4 was seen too long ago; user 9 of another mark, and not known as a user at all.
    await visit(9, 'f', 'c');
    expect(await store.audience.markSuspicious({ fingerprint: 'f', address: null }, START_MS, UNTIL_MS)).toBe(
      2,
    );
    expect(commits.length - before).toBe(2);
    expect(await marked()).toEqual([1, 2]);
    expect(await store.audience.markSuspicious({ fingerprint: 'f', address: 'a' }, START_MS, UNTIL_MS)).toBe(
      1,
    );
    expect(await marked()).toEqual([1, 2, 3]);
    const crowd = Array.from({ length: 1_005 }, (_, at) => 10_000 + at);
    await Promise.all(
      crowd.flatMap((userId) => [store.audience.learn(userId, {}, START_MS), visit(userId, 'crowd', 'd')]),
    );
    expect(
      await store.audience.markSuspicious({ fingerprint: 'crowd', address: null }, START_MS, UNTIL_MS),
    ).toBe(1_000);
  });

  test('users whose traits are unknown come before those whose are old, with a bot that knows them', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store, BOT, PUBLISHER, { tokenCipher: null });
    await addBot(store, BOT + 1, PUBLISHER);
    const know = (userId: number, botId: number, nowMs: number) =>
      store.sponsors.record(userId, requestRecord({ botId, nowMs, notesUser: true, isFirstForBot: true }));
    await know(1, BOT, START_MS);
    await know(1, BOT + 1, START_MS);
    await know(2, BOT, START_MS + 1);
    await know(3, BOT + 1, START_MS + 2);
    await store.audience.learn(3, { traitsAtMs: START_MS }, START_MS + 3);
    await store.audience.learn(4, {}, START_MS + 3);
    const staleTraits = (olderThanMs: number, limit: number) =>
      store.audience.staleTraits(olderThanMs, 0, limit);
    expect(await staleTraits(START_MS, 10)).toEqual([
      { userId: 2, botId: BOT },
      { userId: 1, botId: BOT + 1 },
    ]);
    expect(await staleTraits(START_MS + 1, 10)).toHaveLength(3);
    // The platform tells only those bots of a user which the user uses.
    await addBot(store, BOT - 1, PUBLISHER);
    await know(1, BOT - 1, START_MS);
    await store.contacts.answer({ userId: 1, botId: BOT + 1, chatId: 1 }, 'yes', START_MS);
    expect(await staleTraits(START_MS, 10)).toContainEqual({ userId: 1, botId: BOT + 1 });
    // User 4, seen last, is known to no bot: nobody could be asked, and the place is another's.
    expect(await staleTraits(START_MS, 1)).toEqual([{ userId: 2, botId: BOT }]);
  });

  test('of users who were not seen lately no traits are asked for, until they are seen again', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store, BOT, PUBLISHER);
    const see = (userId: number, nowMs: number) =>
      store.sponsors.record(
        userId,
        requestRecord({ botId: BOT, nowMs, notesUser: true, isFirstForBot: true }),
      );
    for (const userId of [1, 2, 3]) await see(userId, START_MS + userId);
    // What the background asks of them is no sign of life.
    await store.audience.learnTraits(2, { hasBio: true }, START_MS + 10);
    await store.audience.learnTraits(3, {}, START_MS + 11);
    const stale = async (activeSinceMs: number) =>
      (await store.audience.staleTraits(START_MS + 20, activeSinceMs, 10)).map(({ userId }) => userId);
    expect(await stale(START_MS + 3)).toEqual([3]);
    expect(await stale(START_MS + 12)).toEqual([]);
    // It is noted once in ten minutes.
    await see(2, START_MS + 600_001);
    expect(await stale(START_MS + 12)).toEqual([]);
    await see(2, START_MS + 600_002);
    expect(await stale(START_MS + 12)).toEqual([2]);
    expect(await store.audience.find(2)).toMatchObject({ hasBio: true, traitsAtMs: null });
    await store.audience.learnTraits(2, {}, START_MS + 600_003);
    expect(await stale(START_MS + 12)).toEqual([]);
  });

  test('a sample has those asked about the latest, and as many never asked about, seen last', async () => {
    const { store } = stage();
    for (const id of [1, 2, 3]) await store.audience.learn(id, { traitsAtMs: START_MS - id }, START_MS + id);
    for (const id of [11, 12, 13]) await store.audience.learn(id, { firstName: 'Eve' }, START_MS + id);
    const ids = async (limit: number) =>
      (await store.audience.sample(limit)).map(({ userId }) => userId).sort((a, b) => a - b);
    expect(await ids(1)).toEqual([1, 13]);
    expect(await ids(2)).toEqual([1, 2, 12, 13]);
    expect(await ids(1_000_000)).toEqual([1, 2, 3, 11, 12, 13]);
    expect(await ids(0)).toEqual([]);
    const thirteenth = (await store.audience.sample(1)).find(({ userId }) => userId === 13);
    expect(thirteenth).toEqual(await store.audience.find(13));
  });

  test('shares are counted as users change', async () => {
    const { store, open } = stage();
    await store.audience.learn(
      1,
      { languageCode: 'ru', countryId: 7, age: 5, deviceType: 'mobile' },
      START_MS,
    );
    await store.audience.learn(2, { languageCode: 'ru', cityId: 3, deviceOs: 'iOS' }, START_MS);
    await store.audience.learn(2, { languageCode: 'uz', gender: 'male' }, START_MS);
    await store.audience.learn(1, { age: null }, START_MS);
    await store.audience.learn(5, { cityId: 20_500, city: 'Umeå' }, START_MS);
    const expected = {
      languages: new Map([
        ['ru', 1],
        ['uz', 1],
      ]),
      countries: new Map([[7, 1]]),
      cities: new Map([
        [3, 1],
        [20_500, 1],
      ]),
      ages: new Map(),
      deviceTypes: new Map([['mobile', 1]]),
      deviceSystems: new Map([['iOS', 1]]),
      cityNames: new Map([[20_500, 'Umeå']]),
      botThemes: new Map(),
      adThemes: new Map(),
    };
    expect(await store.audience.sharesOf(100)).toEqual(expected);
    // What comes later on that day is the next day's, in whatever process.
    await store.audience.learn(6, { languageCode: 'ru', cityId: 20_500, city: 'Umeå' }, START_MS);
    const other = await open();
    expect(await other.audience.sharesOf(100)).toEqual(expected);
    expect(await store.audience.sharesOf(100)).toEqual(expected);
    const next = await other.audience.sharesOf(101);
    expect(next.cities.get(20_500)).toBe(2);
    expect(next.languages.get('ru')).toBe(2);
  });

  test('of users of whom nobody knows better, what a bot in contact or a trusted one says counts once', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    await addBot(store, BOT + 1);
    await addBot(store, BOT + 2, PUBLISHER, { tokenCipher: null });
    await addBot(store, BOT + 3, PUBLISHER, { tokenCipher: null });
    await store.bots.update(BOT + 2, { trust: 'trusted' }, START_MS);
    const say = async (userId: number, botId: number, claims: Claims) => {
      await store.sponsors.record(userId, requestRecord({ botId, notesUser: true, claims }));
    };
    const answer = (userId: number, botId: number, word: 'yes' | 'no') =>
      store.contacts.answer({ userId, botId, chatId: userId }, word, START_MS);
    await say(1, BOT, { languageCode: 'ru', age: 5 });
    await say(1, BOT + 1, { languageCode: 'ru' });
    await answer(1, BOT, 'yes');
    await answer(1, BOT + 1, 'yes');
    await say(2, BOT, { languageCode: 'ru' });
    await answer(2, BOT, 'no');
    await say(3, BOT, { languageCode: 'ru' });
    await say(4, BOT + 2, { languageCode: 'ru', age: 6 });
    await say(5, BOT + 3, { languageCode: 'ru', age: 6 });
    await say(6, BOT, { languageCode: 'ru', age: 6 });
    await answer(6, BOT, 'yes');
    await store.audience.learn(6, { languageCode: 'uz', age: 4 }, START_MS);
    const { languages, ages } = await store.audience.sharesOf(100);
    expect(Object.fromEntries(languages)).toEqual({ ru: 2, uz: 1 });
    expect(Object.fromEntries(ages)).toEqual({ 4: 1, 5: 1, 6: 1 });
  });

  test('who told a value is kept with its time, and the last one stands', async () => {
    const { store } = stage();
    const names = { firstName: 'Eve', lastName: '', username: 'eve' };
    await store.audience.learn(1, { ...names, reportedAtMs: START_MS }, START_MS, { names: 'getChat' });
    await store.audience.learn(1, { languageCode: 'ru' }, START_MS + 1, { language: 'getChatMember' });
    await store.audience.learn(1, { languageCode: 'uk' }, START_MS + 2, { language: 'update' });
    await store.audience.learn(1, { suspiciousUntilMs: START_MS + 9 }, START_MS + 3);
    expect(await store.audience.knowledgeOf(1)).toEqual([
      { value: 'language', source: 'update', atMs: START_MS + 2 },
      { value: 'names', source: 'getChat', atMs: START_MS },
    ]);
    expect(await store.audience.find(1)).toMatchObject({
      ...names,
      languageCode: 'uk',
      reportedAtMs: START_MS,
    });
    expect(await store.audience.knowledgeOf(2)).toEqual([]);
  });

  test('the languages of a bot are those of users it may know of', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    await addBot(store, BOT + 1, PUBLISHER, { tokenCipher: null });
    const meet = async (
      userId: number,
      botId: number,
      known: string,
      claimed: string,
      word?: 'yes' | 'no',
    ) => {
      if (known !== '') await store.audience.learn(userId, { languageCode: known }, START_MS);
      const claims = claimed === '' ? null : { languageCode: claimed };
      await store.sponsors.record(userId, requestRecord({ botId, claims, isFirstForBot: true }));
      if (word !== undefined) await store.contacts.answer({ userId, botId, chatId: userId }, word, START_MS);
    };
    await meet(1, BOT, 'ru', 'en', 'yes');
    await meet(2, BOT, 'ru-RU', '', 'yes');
    // Of strangers another bot may have reported it.
    await meet(8, BOT, 'uk', '');
    await meet(3, BOT, 'uz', '', 'no');
    await meet(4, BOT, '', 'pt-BR', 'yes');
    await meet(5, BOT, '', 'kk');
    await meet(6, BOT, '', '', 'yes');
    await meet(7, BOT + 1, 'be', 'be');
    const languagesOf = async (botId: number) => Object.fromEntries(await store.audience.languagesOf(botId));
    expect(await languagesOf(BOT)).toEqual({ ru: 2, pt: 1 });
    // Nobody vouches for a bot without a token until a moderator trusts it.
    expect(await languagesOf(BOT + 1)).toEqual({});
    await store.bots.update(BOT + 1, { trust: 'trusted' }, START_MS);
    expect(await languagesOf(BOT + 1)).toEqual({ be: 1 });
  });

  test('themes are counted by the bots and the approved orders that have them', async () => {
    const { store } = stage();
    await populate(store);
    const before = await store.audience.sharesOf(1);
    const count = (themes: ReadonlyMap<string, number>) => themes.get('crypto') ?? 0;
    await addOrder(store, { theme: 'crypto', linkKey: 'theme-1' });
    await addOrder(store, { theme: 'crypto', linkKey: 'theme-2', inArchive: true });
    await addOrder(store, { theme: 'crypto', linkKey: 'theme-3', decision: 'waiting' });
    await store.bots.moderate(
      BOT,
      { theme: 'crypto' },
      { moderatorId: 9, notifications: () => [] },
      START_MS,
    );
    const after = await store.audience.sharesOf(2);
    expect(count(after.adThemes) - count(before.adThemes)).toBe(1);
    expect(count(after.botThemes) - count(before.botThemes)).toBe(1);
  });
});
