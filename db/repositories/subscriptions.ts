import type {
  Leaving,
  LeavingFacts,
  NewNotice,
  Settlement,
  SettlementFacts,
  Standing,
  SubscriptionStore,
} from '../../core/ports.js';
import type { Parts } from '../parts.js';
import type { VisitMarks } from '../visit-marks.js';
import type { ChargedRow } from './charge.js';
import type { ContactWrites } from './contact-writes.js';
import type { EventQueueWrites } from './event-queue.js';
import { released } from './ledger-entry.js';
import { type LedgerWrites } from './ledger-writes.js';
import type { NoticeQueue } from './notice-queue.js';
import { createFactsReader } from './settlement-facts.js';
import { createSettlementWrites } from './settlement-writes.js';
import { CHARGE, type StandingRow, toState, toStateNumber } from './standing-row.js';
import { ownOrderOf, standingOf, toLeavingFacts } from './subscriber-row.js';
import { createSubscriberPages } from '../work/subscribers.js';

const MAX_CONCERNED = 100;
/** Releases in one deed: about 5 ms of the write lock. */
const RELEASED_AT_ONCE = 100;

interface HeldRow {
  user_id: number;
  order_id: number;
  bot_id: number;
  entry_id: number;
}

type SettleAt = Parameters<SubscriptionStore['settle']>[2];

export function createSubscriptionStore(
  { connection, executor, replica, versions }: Parts,
  ledger: LedgerWrites,
  {
    notices,
    events,
    marks,
    contacts,
  }: { notices: NoticeQueue; events: EventQueueWrites; marks: VisitMarks; contacts: ContactWrites },
): SubscriptionStore {
  const facts = createFactsReader(connection, ledger);
  const writes = createSettlementWrites(connection, ledger, versions, marks);
  const charged = connection.prepare<[number, number], ChargedRow>(
    `SELECT order_id, bot_id, charge, price_micros, entry_id FROM subscriptions
     WHERE user_id = ? AND order_id = ?`,
  );
  const setState = connection.prepare<[number, number, number, number]>(
    'UPDATE subscriptions SET state = ?, changed_at_ms = ? WHERE user_id = ? AND order_id = ?',
  );
  const endHold = connection.prepare<[number, number]>(
    'UPDATE subscriptions SET hold_until_ms = NULL WHERE user_id = ? AND order_id = ?',
  );
  const due = connection.prepare<[number, number], HeldRow>(
    `SELECT user_id, order_id, bot_id, entry_id FROM subscriptions
     WHERE hold_until_ms IS NOT NULL AND hold_until_ms <= ? ORDER BY hold_until_ms LIMIT ?`,
  );
  const concerned = connection.prepare<
    { userId: number; resourceId: string; ownOrderId: number; sinceMs: number }[],
    { order_id: number }
  >(
    `SELECT order_id FROM (SELECT order_id FROM orders WHERE resource_id = @resourceId AND resource_id <> ''
       UNION SELECT @ownOrderId AS order_id) AS candidate
     WHERE EXISTS (SELECT 1 FROM shows WHERE shows.user_id = @userId AND shows.order_id = candidate.order_id
         AND seen_at_ms >= @sinceMs)
       OR EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.user_id = @userId
         AND subscriptions.order_id = candidate.order_id)
     LIMIT ${String(MAX_CONCERNED)}`,
  );
  const noteRemoved = connection.prepare<[number, number, number]>(
    `UPDATE subscriptions SET removed_at_ms = ?
     WHERE user_id = ? AND order_id = ? AND charge > 0 AND removed_at_ms IS NULL`,
  );
  const removed = connection.prepare<[number, number], { removed: number }>(
    `SELECT count(removed_at_ms) AS removed FROM
       (SELECT removed_at_ms FROM subscriptions WHERE order_id = ? AND charge > 0 ORDER BY at_ms DESC LIMIT ?)`,
  );
  const settle = (
    orderId: number,
    userId: number,
    at: SettleAt,
    decide: (facts: SettlementFacts) => Settlement,
    tell: (facts: SettlementFacts, settlement: Settlement) => NewNotice[],
  ): { settlement: Settlement; standing: Standing | null } => {
    const read = facts.read(orderId, userId, at);
    const settlement: Settlement = read === null ? { kind: 'none' } : decide(read);
    if (read === null || settlement.kind === 'none') return { settlement, standing: read?.standing ?? null };
    if (settlement.kind === 'waits') {
      contacts.await(userId, settlement, at.nowMs);
      return { settlement, standing: null };
    }
    writes.settle(read, settlement, { userId, day: at.day, nowMs: at.nowMs });
    marks.note(userId);
    notices.queue(tell(read, settlement), at.nowMs);
    const after = facts.standing(orderId, userId);
    events.queue(userId, after, at.nowMs, at.nowMs);
    return { settlement, standing: standingOf(after) };
  };

  /** Changes a standing that was settled before, and tells the publisher. */
  const move = (
    row: StandingRow,
    userId: number,
    state: Standing['state'],
    nowMs: number,
  ): Standing | null => {
    setState.run(toStateNumber(state), nowMs, userId, row.order_id);
    marks.note(userId);
    const after = facts.standing(row.order_id, userId);
    events.queue(userId, after, row.at_ms, nowMs);
    return standingOf(after);
  };

  const leave = (
    orderId: number,
    userId: number,
    { day, nowMs }: { day: number; nowMs: number },
    decide: (standing: LeavingFacts) => Leaving,
  ): { leaving: Leaving; standing: Standing | null } => {
    const row = facts.standing(orderId, userId);
    const leaving = row === undefined ? { kind: 'none' as const } : decide(toLeavingFacts(row));
    const subscription = charged.get(userId, orderId);
    if (row === undefined || subscription === undefined || leaving.kind === 'none') {
      return { leaving, standing: standingOf(row) };
    }
    const isLost = subscription.charge === CHARGE.counted && toState(row.state) === 'subscribed';
    if (isLost) writes.noteLost(subscription, { userId, day, nowMs });
    if (leaving.reverse) writes.reverse(subscription, { userId, day, nowMs });
    return { leaving, standing: move(row, userId, 'unsubscribed', nowMs) };
  };

  const rejoin = (orderId: number, userId: number, nowMs: number): Standing | null => {
    const row = facts.standing(orderId, userId);
    if (row === undefined || toState(row.state) !== 'unsubscribed') return standingOf(row);
    return move(row, userId, 'notgetted', nowMs);
  };

  const release = (
    { user_id: userId, order_id: orderId, bot_id: botId, entry_id: entryId }: HeldRow,
    nowMs: number,
  ) => {
    const lines = released(ledger.postingsOf(entryId));
    ledger.book({ kind: 'release', atMs: nowMs, orderId, botId, userId, aboutEntryId: entryId }, lines);
    endHold.run(userId, orderId);
  };

  const releaseSome = (nowMs: number, limit: number): Promise<number> =>
    executor.run(
      'subscriptions.releaseHolds',
      () => {
        const rows = due.all(nowMs, limit);
        for (const row of rows) release(row, nowMs);
        return rows.length;
      },
      { durable: true },
    );

  return {
    settle: async (orderId, userId, at, decide, tell) => {
      // Most that are looked at are settled already: then there is nothing to commit.
      const read = await executor.ask(() => facts.read(orderId, userId, at));
      if (read === null) return { settlement: { kind: 'none' }, standing: null };
      const foreseen = decide(read);
      if (foreseen.kind === 'none') return { settlement: foreseen, standing: read.standing };
      if (foreseen.kind === 'waits' && (await executor.ask(() => contacts.isAwaited(userId, foreseen))))
        return { settlement: foreseen, standing: null };
      return executor.run('subscriptions.settle', () => settle(orderId, userId, at, decide, tell), {
        durable: true,
      });
    },
    leave: async (orderId, userId, at, decide) => {
      const row = await executor.ask(() => facts.standing(orderId, userId));
      if (row === undefined || decide(toLeavingFacts(row)).kind === 'none') {
        return { leaving: { kind: 'none' }, standing: standingOf(row) };
      }
      return executor.run('subscriptions.leave', () => leave(orderId, userId, at, decide), { durable: true });
    },
    noteRemoved: (orderId, userId, nowMs, window) =>
      executor.run(
        'subscriptions.noteRemoved',
        () => {
          if (noteRemoved.run(nowMs, userId, orderId).changes === 0) return null;
          return removed.get(orderId, window)?.removed ?? 0;
        },
        { durable: true },
      ),
    rejoin: (orderId, userId, nowMs) =>
      executor.run('subscriptions.rejoin', () => rejoin(orderId, userId, nowMs), { durable: true }),
    concerned: async (userId, resourceId, sinceMs) => {
      const ownOrderId = ownOrderOf(resourceId);
      const rows = await executor.ask(() => concerned.all({ userId, resourceId, ownOrderId, sinceMs }));
      return rows.map((row) => row.order_id);
    },
    releaseHolds: async (nowMs, limit) => {
      let released = 0;
      while (released < limit && (await executor.ask(() => due.get(nowMs, 1))) !== undefined) {
        const some = await releaseSome(nowMs, Math.min(RELEASED_AT_ONCE, limit - released));
        if (some === 0) break;
        released += some;
      }
      return released;
    },
    ...createSubscriberPages({ replica }),
  };
}
