/** The log of moderators' decisions, and the daily summaries: what is done once is written once. */
import { expect, test } from 'vitest';
import type { NewNotification } from '../../core/ports/notification-store.js';
import { addBot, addOrder, ADVERTISER, BOT, openAccount, PUBLISHER } from './makers.js';
import { contract, START_MS } from './run.js';

const MODERATOR = 9;

contract('the log of decisions', (stage) => {
  test('has every command with who did it, latest first and in pages', async () => {
    const { store, open } = stage();
    await openAccount(store, ADVERTISER);
    await openAccount(store, PUBLISHER);
    await addBot(store);
    const order = await addOrder(store, { decision: 'waiting' });
    const rejection = { decision: 'rejected', reason: 'spam', moderatorId: MODERATOR, theme: null } as const;
    await store.orders.decide(order.orderId, order.revision, rejection, [], START_MS);
    await store.orders.setLinkBlocked('t.me/channel', true, MODERATOR, START_MS + 1);
    await store.orders.setLinkBlocked('t.me/channel', false, MODERATOR, START_MS + 2);
    const made = { moderatorId: MODERATOR, notifications: () => [] };
    await store.bots.moderate(BOT, { isBlocked: true, theme: 'music' }, made, START_MS + 3);
    await store.accounts.setBlocked(
      PUBLISHER,
      true,
      { moderatorId: MODERATOR, reason: 'Fraud.', notifications: () => [] },
      START_MS + 4,
    );
    const other = await open();
    const all = await other.moderationLog.page({ beforeId: null, limit: 10 });
    expect(all.map(({ action, atMs }) => [action, atMs - START_MS])).toEqual([
      ['account_blocked', 4],
      ['bot_blocked', 3],
      ['bot_theme', 3],
      ['link_unblocked', 2],
      ['link_blocked', 1],
      ['rejected', 0],
    ]);
    expect(all[0]).toMatchObject({ moderatorId: MODERATOR, accountId: PUBLISHER, orderId: null });
    expect(all[2]).toMatchObject({ botId: BOT, reason: 'music' });
    expect(all[5]).toMatchObject({ orderId: order.orderId, linkKey: order.linkKey, reason: 'spam' });
    const page = await other.moderationLog.page({ beforeId: all[1]?.moderationId ?? 0, limit: 2 });
    expect(page).toEqual(all.slice(2, 4));
    const theirs = { ...made, moderatorId: 8 };
    await store.bots.moderate(BOT, { isBlocked: false }, theirs, START_MS + 5);
    const of = (moderatorId: number, beforeId: number | null = null, limit = 10) =>
      other.moderationLog.page({ beforeId, limit, moderatorId });
    expect((await of(8)).map(({ action }) => action)).toEqual(['bot_unblocked']);
    expect(await of(MODERATOR)).toEqual(all);
    expect(await of(MODERATOR, all[1]?.moderationId ?? 0, 2)).toEqual(all.slice(2, 4));
    expect(await of(7)).toEqual([]);
  });

  test('has what was decided and noted about an account, its orders and its bots', async () => {
    const { store, open, commits } = stage();
    for (const accountId of [ADVERTISER, PUBLISHER]) await openAccount(store, accountId);
    await addBot(store);
    const made = { moderatorId: MODERATOR, notifications: () => [] };
    const { orderId, revision } = await addOrder(store, { decision: 'waiting' });
    const decision = { decision: 'approved', reason: null, moderatorId: MODERATOR, theme: null } as const;
    await store.orders.decide(orderId, revision, decision, [], START_MS);
    const pause = { moderatorId: MODERATOR, reason: 'moderator:Weeds.' } as const;
    await store.orderWatch.hold(orderId, pause, () => [], START_MS + 1);
    await store.orderWatch.resume(orderId, MODERATOR, () => [], START_MS + 2);
    for (const isBlocked of [true, false])
      await store.accounts.setBlocked(ADVERTISER, isBlocked, { ...made, reason: 'Fraud.' }, START_MS + 3);
    commits.length = 0;
    const note = { accountId: ADVERTISER, moderatorId: 8, text: 'Asked for documents.' };
    await store.moderationLog.addNote(note, START_MS + 4);
    expect(commits).toEqual([{ names: ['moderationLog.addNote'], isDurable: true }]);
    await store.bots.moderate(BOT, { isBlocked: true }, made, START_MS + 5);
    await store.bots.moderate(BOT, { trust: 'refused' }, made, START_MS + 6);
    const { moderationLog } = await open();
    const of = (accountId: number, more: { moderatorId?: number; beforeId?: number } = {}) =>
      moderationLog.page({ beforeId: null, limit: 10, accountId, ...more });
    const theirs = await of(ADVERTISER);
    expect(theirs.map(({ action, reason }) => [action, reason])).toEqual([
      ['account_noted', 'Asked for documents.'],
      ['account_unblocked', 'Fraud.'],
      ['account_blocked', 'Fraud.'],
      ['order_resumed', 'Weeds.'],
      ['order_paused', 'Weeds.'],
      ['approved', null],
    ]);
    expect(theirs[0]).toMatchObject({ moderatorId: 8, atMs: START_MS + 4 });
    expect(await of(ADVERTISER, { beforeId: theirs[4]?.moderationId ?? 0 })).toEqual(theirs.slice(5));
    expect(await of(ADVERTISER, { moderatorId: 8 })).toEqual(theirs.slice(0, 1));
    expect((await of(PUBLISHER)).map(({ action }) => action)).toEqual(['bot_refused', 'bot_blocked']);
    expect(await moderationLog.lastBlock(ADVERTISER)).toEqual(theirs[2]);
    expect(await moderationLog.lastBlock(PUBLISHER)).toBeNull();
  });

  test('what changes nothing is not logged, and tells nobody', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await addBot(store);
    let told = 0;
    const notification = (): NewNotification[] => {
      told += 1;
      return [{ accountId: PUBLISHER, kind: 'bot_blocked', facts: {}, dedupeKey: String(told) }];
    };
    const made = { moderatorId: MODERATOR, notifications: notification };
    const version = await store.bots.version();
    await store.bots.moderate(BOT, { isBlocked: false }, made, START_MS);
    await store.bots.moderate(BOT, {}, made, START_MS);
    expect(await store.bots.moderate(1, { isBlocked: true }, made, START_MS)).toBeNull();
    expect(await store.orders.setLinkBlocked('t.me/never', false, MODERATOR, START_MS)).toBe(false);
    await store.accounts.setBlocked(
      PUBLISHER,
      false,
      { moderatorId: MODERATOR, reason: 'Fraud.', notifications: () => [] },
      START_MS,
    );
    expect(await store.moderationLog.page({ beforeId: null, limit: 10 })).toEqual([]);
    expect(await store.notifications.claim('w', 10, 1_000, START_MS)).toEqual([]);
    expect(await store.bots.version()).toBe(version);
    await Promise.all([1, 2].map(() => store.bots.moderate(BOT, { isBlocked: true }, made, START_MS)));
    expect(await store.notifications.claim('w', 10, 1_000, START_MS)).toHaveLength(1);
  });
});

contract('daily summaries', (stage) => {
  const queued = (day: number) => (accountId: number) =>
    ({
      accountId,
      kind: 'daily_summary',
      facts: { day },
      dedupeKey: `summary:${String(accountId)}:${String(day)}`,
    }) as const;

  test('are queued once a day for people who want them, also by two processes at once, in bounded steps', async () => {
    const { store, open } = stage();
    for (const accountId of [1, 2, 3, 4, 5]) await openAccount(store, accountId);
    for (const accountId of [1, 2, 3, 4]) await store.accounts.setSummary(accountId, 99);
    await store.accounts.setSummary(4, null);
    await store.accounts.setBlocked(
      3,
      true,
      { moderatorId: MODERATOR, reason: 'Fraud.', notifications: () => [] },
      START_MS,
    );
    expect(await store.accounts.find(1)).toMatchObject({ wantsSummary: true });
    expect(await store.accounts.find(4)).toMatchObject({ wantsSummary: false });
    expect(await store.accounts.queueSummaries(99, 10, queued(99), START_MS)).toBe(0);
    const other = await open();
    const due = await Promise.all(
      [store, other, store, other].map((each) => each.accounts.queueSummaries(100, 2, queued(100), START_MS)),
    );
    expect(due.reduce((sum, count) => sum + count)).toBe(3);
    expect(Math.max(...due)).toBeLessThanOrEqual(2);
    const notifications = await store.notifications.claim('w', 10, 1_000, START_MS);
    expect(notifications.map(({ accountId }) => accountId).sort()).toEqual([1, 2]);
    expect(await other.accounts.queueSummaries(101, 10, queued(101), START_MS)).toBe(3);
  });
});
