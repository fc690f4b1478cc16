import { expect, test } from 'vitest';
import { addBot, openAccount, PUBLISHER } from './makers.js';
import { contract, START_MS } from './run.js';

const access = { kind: 'access', accountId: PUBLISHER, botId: null } as const;

contract('accounts and keys', (stage) => {
  test('an account is opened once, and its first keys stay', async () => {
    const { store } = stage();
    const person = { accountId: 5, firstName: 'Ann', username: 'ann', language: 'en' };
    const keys = (name: string) => ({
      access: { hash: `${name}-access`, cipher: name },
      statistics: { hash: `${name}-statistics`, cipher: name },
    });
    const [first, second] = await Promise.all([
      store.accounts.open(person, keys('first'), START_MS),
      store.accounts.open({ ...person, firstName: 'Anna' }, keys('second'), START_MS + 1),
    ]);
    expect([first.isNew, second.isNew]).toEqual([true, false]);
    expect(second.account).toEqual({
      ...person,
      isBlocked: false,
      timeZone: null,
      isTrusted: false,
      wantsSummary: false,
      createdAtMs: START_MS,
    });
    expect(await store.keys.find('first-access')).toEqual({ kind: 'access', accountId: 5, botId: null });
    expect(await store.keys.find('second-access')).toBeNull();
  });

  test('a person is found by the name that they have now', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await store.accounts.setName(PUBLISHER, { firstName: 'Жанна', username: 'zhanna' });
    expect(await store.accounts.find(PUBLISHER)).toMatchObject({ firstName: 'Жанна', username: 'zhanna' });
    const found = async (search: string) =>
      (await store.accounts.list({ search, offset: 0, limit: 5 })).accounts.map(({ accountId }) => accountId);
    expect(await found('ЖАННА')).toEqual([PUBLISHER]);
    expect(await found(String(PUBLISHER))).toEqual([PUBLISHER]);
    expect(await found('person')).toEqual([]);
  });

  test('a replaced key is dead at once, on every connection, and its version moves', async () => {
    const { store, open } = stage();
    await openAccount(store, PUBLISHER);
    const other = await open();
    const before = await other.keys.version();
    await store.keys.replace(access, { hash: 'new', cipher: 'new cipher' }, START_MS);
    expect(await other.keys.find(`access-${String(PUBLISHER)}`)).toBeNull();
    expect(await other.keys.find('new')).toEqual(access);
    expect(await other.keys.cipher(access)).toBe('new cipher');
    expect(await other.keys.version()).toBeGreaterThan(before);
    expect(await store.keys.version()).toBe(await other.keys.version());
  });

  test('a blocked account has no keys until it is unblocked', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    const before = await store.keys.version();
    await store.accounts.setBlocked(
      PUBLISHER,
      true,
      { moderatorId: 9, reason: 'Fraud.', notifications: () => [] },
      START_MS,
    );
    expect(await store.keys.find('bot-7001')).toBeNull();
    expect(await store.keys.find(`access-${String(PUBLISHER)}`)).toBeNull();
    expect(await store.keys.version()).toBeGreaterThan(before);
    await store.accounts.setBlocked(
      PUBLISHER,
      false,
      { moderatorId: 9, reason: 'Fraud.', notifications: () => [] },
      START_MS,
    );
    expect(await store.keys.find('bot-7001')).toEqual({ kind: 'bot', accountId: PUBLISHER, botId: 7001 });
  });

  test('the last use of a key is noted', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    expect(await store.keys.lastUsedAtMs(access)).toBeNull();
    await store.keys.touch(`access-${String(PUBLISHER)}`, START_MS + 7);
    expect(await store.keys.lastUsedAtMs(access)).toBe(START_MS + 7);
  });

  test('people are found by any part of name, username or id, in any case and alphabet', async () => {
    const { store } = stage();
    await openAccount(store, 11, 'Мария 50%_off');
    await openAccount(store, 12, 'Maria');
    const found = async (search: string) =>
      (await store.accounts.list({ search, offset: 0, limit: 10 })).accounts.map(
        (account) => account.accountId,
      );
    expect(await found('мАРИЯ')).toEqual([11]);
    expect(await found('MARIA')).toEqual([12]);
    expect(await found('person1')).toEqual([12, 11]);
    expect(await found('%_')).toEqual([11]);
    expect(await found('_')).toEqual([11]);
    expect(await found('\\')).toEqual([]);
    expect(await store.accounts.list({ search: '', offset: 1, limit: 1 })).toMatchObject({ total: 2 });
  });

  test('language and time zone can be changed', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await store.accounts.setLanguage(PUBLISHER, 'ru');
    await store.accounts.setTimeZone(PUBLISHER, 'Europe/Riga');
    const found = { language: 'ru', timeZone: 'Europe/Riga' };
    expect(await store.accounts.find(PUBLISHER)).toMatchObject(found);
    expect(await store.accounts.find(1)).toBeNull();
  });
});
