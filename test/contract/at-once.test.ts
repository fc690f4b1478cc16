/** What several processes do at once to accounts, keys, bots and orders comes out as if one had done it after the other. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defaultBotSettings as defaults } from '../../core/terms/index.js';
import type { Store } from '../../core/ports.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { Order } from '../../core/ports/order-store.js';
import { addBot, addOrder, ADVERTISER, BOT, openAccount, orderFields, PUBLISHER } from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const TIMES = 20;
const access = { kind: 'access', accountId: PUBLISHER, botId: null } as const;
const LINK_KEY = 't.me/channel';

/** Does something at once through two stores. */
function atOnce<T>([a, b]: readonly [Store, Store], command: (store: Store, index: number) => Promise<T>) {
  return Promise.all(Array.from({ length: TIMES }, (_, index) => command(index % 2 === 0 ? a : b, index)));
}

const kinds = (outcomes: readonly { kind: string }[], kind: string) =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

contract('what happens at once', (stage) => {
  const stores = async () => {
    const { store, open } = stage();
    return [store, await open()] as const;
  };

  test('opens an account once, with one pair of keys', async () => {
    const both = await stores();
    const person = { accountId: 5, firstName: 'Ann', username: 'ann', language: 'en' };
    const opened = await atOnce(both, (store, index) => {
      const key = (kind: string) => ({ hash: `${kind}-${String(index)}`, cipher: String(index) });
      const keys = { access: key('access'), statistics: key('statistics') };
      return store.accounts.open(person, keys, START_MS);
    });
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
    const winner = opened.findIndex(({ isNew }) => isNew);
    const found = await atOnce(both, (store, index) => store.keys.find(`access-${String(index)}`));
    expect(found.flatMap((owner, index) => (owner === null ? [] : [index]))).toEqual([winner]);
  });

  test('leaves one key where several are put in its place', async () => {
    const both = await stores();
    await openAccount(both[0], PUBLISHER);
    const before = await both[0].keys.version();
    await atOnce(both, (store, index) =>
      store.keys.replace(access, { hash: `new-${String(index)}`, cipher: String(index) }, START_MS),
    );
    const found = await atOnce(both, (store, index) => store.keys.find(`new-${String(index)}`));
    const living = found.flatMap((owner, index) => (owner === null ? [] : [index]));
    expect(living).toHaveLength(1);
    expect(await both[1].keys.cipher(access)).toBe(String(living[0]));
    expect(await both[1].keys.version()).toBe(before + TIMES);
  });

  test('gives a bot away with all its keys, whatever its first owner does meanwhile', async () => {
    const both = await stores();
    await openAccount(both[0], PUBLISHER);
    await openAccount(both[0], ADVERTISER);
    const bot = await addBot(both[0], BOT, PUBLISHER, { tokenCipher: null });
    const { name, nickname, settings } = bot;
    const owner = { kind: 'bot', accountId: PUBLISHER, botId: BOT } as const;
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: TIMES }, (_, index) =>
        both[0].keys.replace(owner, { hash: `old-${String(index)}`, cipher: '' }, START_MS),
      ),
      both[1].bots.takeOver(
        { botId: BOT, accountId: ADVERTISER, name, nickname, tokenCipher: 'sealed', settings },
        { hash: 'theirs', cipher: 'theirs' },
        START_MS,
      ),
    ]);
    expect(outcomes.at(-1)).toMatchObject({
      status: 'fulfilled',
      value: { kind: 'added', bot: { accountId: ADVERTISER } },
    });
    expect(await both[0].keys.find('theirs')).toMatchObject({ accountId: ADVERTISER, botId: BOT });
    const old = await atOnce(both, (store, index) => store.keys.find(`old-${String(index)}`));
    expect(old.filter((found) => found !== null)).toEqual([]);
    expect(await both[0].keys.cipher(owner)).toBeNull();
    await expect(
      both[0].keys.replace(owner, { hash: 'late', cipher: 'late' }, START_MS),
    ).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('blocks an account once, and logs it once', async () => {
    const both = await stores();
    await openAccount(both[0], PUBLISHER);
    await atOnce(both, (store) =>
      store.accounts.setBlocked(
        PUBLISHER,
        true,
        { moderatorId: 9, reason: 'Fraud.', notifications: () => [] },
        START_MS,
      ),
    );
    const lines = await both[0].moderationLog.page({ beforeId: null, limit: 100 });
    expect(lines).toMatchObject([{ action: 'account_blocked', accountId: PUBLISHER }]);
  });

  test('queues one summary for each who wants one', async () => {
    const both = await stores();
    for (let accountId = 1; accountId <= 10; accountId++) {
      await openAccount(both[0], accountId);
      await both[0].accounts.setSummary(accountId, START_DAY - 1);
    }
    let number = 0;
    const notification = (accountId: number): NewNotification => {
      number += 1;
      return { accountId, kind: 'daily_summary', facts: {}, dedupeKey: String(number) };
    };
    const queued = await atOnce(both, (store) =>
      store.accounts.queueSummaries(START_DAY, 3, notification, START_MS),
    );
    expect(queued.reduce((sum, count) => sum + count, 0)).toBe(10);
    const notifications = await both[0].notifications.claim('w', 100, 1, START_MS);
    expect(notifications.map(({ accountId }) => accountId).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
  });

  test('adds a bot once, and loses no change of one', async () => {
    const both = await stores();
    await openAccount(both[0], PUBLISHER);
    const added = await atOnce(both, (store, index) => {
      const bot = { botId: BOT, accountId: PUBLISHER, name: 'A', nickname: 'a', tokenCipher: null };
      const settings = { ...defaults };
      return store.bots.add({ ...bot, settings }, { hash: `bot-${String(index)}`, cipher: '' }, START_MS);
    });
    expect(kinds(added, 'added')).toBe(1);
    const before = await both[1].bots.version();
    await Promise.all([
      both[0].bots.update(BOT, { name: 'Renamed' }, START_MS),
      both[1].bots.update(BOT, { note: 'Noted' }, START_MS),
      both[0].bots.update(BOT, { settings: { maxSponsors: 3 } }, START_MS),
      both[1].bots.update(BOT, { settings: { text: 'Hello' } }, START_MS),
      both[0].bots.moderate(BOT, { theme: 'news' }, { moderatorId: 9, notifications: () => [] }, START_MS),
    ]);
    expect(await both[1].bots.find(BOT)).toMatchObject({
      name: 'Renamed',
      note: 'Noted',
      theme: 'news',
      settings: { maxSponsors: 3, text: 'Hello' },
    });
    expect(await both[1].bots.version()).toBe(before + 5);
  });

  test('makes one order of an account on a link', async () => {
    const both = await stores();
    await openAccount(both[0], ADVERTISER);
    const made = await atOnce(both, (store) =>
      store.orders.create(
        ADVERTISER,
        orderFields(),
        { allowSameLink: false, notifications: () => [] },
        START_MS,
      ),
    );
    expect(kinds(made, 'created')).toBe(1);
    expect(kinds(made, 'conflict')).toBe(TIMES - 1);
  });

  test('shows a moderator who blocks a link every order that was made on it', async () => {
    const both = await stores();
    for (let accountId = 1; accountId <= TIMES; accountId++) await openAccount(both[0], accountId);
    const options = { allowSameLink: false, notifications: () => [] };
    const making = atOnce(both, (store, index) =>
      store.orders.create(index + 1, orderFields(), options, START_MS),
    );
    await both[1].orders.setLinkBlocked(LINK_KEY, true, 9, START_MS);
    const seen = new Set((await both[1].orders.ofLinkKey(LINK_KEY)).map(({ orderId }) => orderId));
    for (const creation of await making)
      if (creation.kind === 'created') expect(seen).toContain(creation.order.orderId);
  });

  test('revises and decides an order once at each of its revisions', async () => {
    const both = await stores();
    await openAccount(both[0], ADVERTISER);
    const { orderId } = await addOrder(both[0], { decision: 'waiting' });
    const said = { decision: 'approved', reason: null, moderatorId: 9, theme: null } as const;
    const notification: NewNotification = {
      accountId: ADVERTISER,
      kind: 'moderation',
      facts: {},
      dedupeKey: 'approved',
    };
    const decided = await atOnce(both, (store) =>
      store.orders.decide(orderId, 1, said, [notification], START_MS),
    );
    expect([kinds(decided, 'decided'), kinds(decided, 'already')]).toEqual([1, TIMES - 1]);
    const revised = await atOnce(both, (store, index) =>
      store.orders.revise(orderId, 2, orderFields({ name: String(index) }), [], START_MS),
    );
    expect([kinds(revised, 'revised'), kinds(revised, 'stale')]).toEqual([1, TIMES - 1]);
    expect(await both[0].moderationLog.page({ beforeId: null, limit: 10 })).toHaveLength(1);
    expect(await both[0].orders.find(orderId)).toMatchObject({
      revision: 3,
      name: String(revised.findIndex(({ kind }) => kind === 'revised')),
    });
  });

  test('loses an order with the second error, and says so once', async () => {
    const both = await stores();
    await openAccount(both[0], ADVERTISER);
    const { orderId } = await addOrder(both[0]);
    const tell = ({ accountId, revision }: Order): NewNotification[] => [
      { accountId, kind: 'moderation', facts: {}, dedupeKey: `lost:${String(revision)}` },
    ];
    const states = await atOnce(both, (store) => store.orders.noteCheckError(orderId, tell, START_MS));
    expect(states.filter((state) => state === 'ok')).toHaveLength(1);
    expect(await both[0].notifications.claim('w', 10, 1, START_MS)).toHaveLength(1);
    expect(await both[0].orders.find(orderId)).toMatchObject({ checkState: 'lost', revision: 2 });
  });

  test('delivers every change to a process that follows the catalog', async () => {
    const [store, other] = await stores();
    await openAccount(store, ADVERTISER);
    const orders: Order[] = [];
    for (let number = 0; number < 5; number++)
      orders.push(await addOrder(store, { link: `https://t.me/c${String(number)}` }));
    const follower = new Map<number, string>();
    let followed = 0;
    const follow = async () => {
      const { version, orders: changed } = await other.catalog.changedSince(followed);
      for (const order of changed) follower.set(order.orderId, order.name);
      followed = version;
    };
    await follow();
    let isDone = false;
    const changing = Promise.all(
      orders.map(async ({ orderId, link }, index) => {
        for (let revision = 1; revision <= 8; revision++) {
          const fields = orderFields({ link, name: `${String(index)}:${String(revision)}` });
          await store.orders.revise(orderId, revision, fields, [], START_MS);
        }
      }),
    ).then(() => (isDone = true));
    // A flag that another promise sets, which has its turn between two looks.
    while (!(isDone as boolean)) {
      await follow();
      await turn();
    }
    await changing;
    await follow();
    expect([...follower.values()].sort()).toEqual(orders.map((_, index) => `${String(index)}:8`).sort());
  });
});
