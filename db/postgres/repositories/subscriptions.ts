import type {
  Leaving,
  LeavingFacts,
  NewNotice,
  Settlement,
  SettlementFacts,
  Standing,
  SubscriptionStore,
} from '../../../core/ports.js';
import type { ChargedRow } from '../../repositories/charge.js';
import { released } from '../../repositories/ledger-entry.js';
import {
  CHARGE,
  type StandingRow,
  standingColumns,
  toState,
  toStateNumber,
} from '../../repositories/standing-row.js';
import { ownOrderOf, standingOf, toLeavingFacts } from '../../repositories/subscriber-row.js';
import { createSubscriberPages } from '../../work/subscribers.js';
import { present } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import { awaitContacts, isAwaited } from './contact-writes.js';
import type { EventQueueWrites } from './event-queue.js';
import type { LedgerWrites } from './ledger-writes.js';
import type { NoticeQueue } from './notice-queue.js';
import { createFactsReader } from './settlement-facts.js';
import { createSettlementWrites } from './settlement-writes.js';

const MAX_CONCERNED = 100;
/** Releases in one deed: so long those wait who settle subscribers of the same publishers. */
const RELEASED_AT_ONCE = 50;

interface HeldRow {
  user_id: number;
  order_id: number;
  bot_id: number;
  entry_id: number;
}

type Key = [userId: number, orderId: number];
type StandingAndCharge = StandingRow & ChargedRow;

const standing = statement<Key, StandingRow>(
  `SELECT ${standingColumns} FROM subscriptions WHERE user_id = $1 AND order_id = $2`,
);
const lockOrder = statement<[orderId: number]>('SELECT 1 FROM orders WHERE order_id = $1 FOR UPDATE');
const lockStanding = statement<Key, StandingAndCharge>(
  `SELECT ${standingColumns}, bot_id, charge, price_micros, entry_id FROM subscriptions
   WHERE user_id = $1 AND order_id = $2 FOR UPDATE`,
);
const setState = statement<[state: number, changedAtMs: number, ...Key], StandingRow>(
  `UPDATE subscriptions SET state = $1, changed_at_ms = $2 WHERE user_id = $3 AND order_id = $4
   RETURNING ${standingColumns}`,
);
const isDue = statement<[nowMs: number]>(
  'SELECT 1 FROM subscriptions WHERE hold_until_ms IS NOT NULL AND hold_until_ms <= $1 LIMIT 1',
);
/** Those that nobody else releases, or takes back, just now. */
const lockDue = statement<[nowMs: number, limit: number], HeldRow>(
  `SELECT user_id, order_id, bot_id, entry_id FROM subscriptions
   WHERE hold_until_ms IS NOT NULL AND hold_until_ms <= $1 ORDER BY hold_until_ms LIMIT $2 FOR UPDATE SKIP LOCKED`,
);
const endHolds = statement<[userIds: number[], orderIds: number[]]>(
  `UPDATE subscriptions SET hold_until_ms = NULL FROM unnest($1::bigint[], $2::bigint[]) AS ended (user_id, order_id)
   WHERE subscriptions.user_id = ended.user_id AND subscriptions.order_id = ended.order_id`,
);
const concerned = statement<
  [userId: number, resourceId: string, ownOrderId: number, sinceMs: number],
  { order_id: number }
>(
  `SELECT order_id FROM (SELECT order_id FROM orders WHERE resource_id = $2 AND resource_id <> ''
     UNION SELECT $3::bigint AS order_id) AS candidate
   WHERE EXISTS (SELECT 1 FROM shows WHERE shows.user_id = $1 AND shows.order_id = candidate.order_id
       AND seen_at_ms >= $4)
     OR EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.user_id = $1
       AND subscriptions.order_id = candidate.order_id)
   LIMIT ${String(MAX_CONCERNED)}`,
);

const noteRemoved = statement<[nowMs: number, ...Key]>(
  `UPDATE subscriptions SET removed_at_ms = $1
   WHERE user_id = $2 AND order_id = $3 AND charge > 0 AND removed_at_ms IS NULL`,
);
const removed = statement<[orderId: number, window: number], { removed: number }>(
  `SELECT count(removed_at_ms) AS removed FROM
     (SELECT removed_at_ms FROM subscriptions WHERE order_id = $1 AND charge > 0 ORDER BY at_ms DESC LIMIT $2) AS last`,
);

type SettleAt = Parameters<SubscriptionStore['settle']>[2];

export function createSubscriptionStore(
  { deeds, replica, versions }: Parts,
  ledger: LedgerWrites,
  { notices, events }: { notices: NoticeQueue; events: EventQueueWrites },
): SubscriptionStore {
  const facts = createFactsReader(ledger);
  const writes = createSettlementWrites(ledger, versions);

  const settle = async (
    transaction: Transaction,
    orderId: number,
    userId: number,
    at: SettleAt,
    decide: (facts: SettlementFacts) => Settlement,
    tell: (facts: SettlementFacts, settlement: Settlement) => NewNotice[],
  ): Promise<{ settlement: Settlement; standing: Standing | null }> => {
    const read = await facts.lock(transaction, orderId, userId, at);
    const settlement: Settlement = read === null ? { kind: 'none' } : decide(read);
    if (read === null || settlement.kind === 'none') return { settlement, standing: read?.standing ?? null };
    if (settlement.kind === 'waits') {
      await awaitContacts(transaction, userId, settlement, at.nowMs);
      return { settlement, standing: null };
    }
    const moment = { userId, day: at.day, nowMs: at.nowMs };
    const { standing: after, movesCatalog } = await writes.settle(transaction, read, settlement, moment);
    await notices.queue(transaction, tell(read, settlement), at.nowMs);
    await events.queue(transaction, userId, after, at.nowMs, at.nowMs);
    if (movesCatalog) await writes.moveCatalog(transaction, orderId);
    return { settlement, standing: standingOf(after) };
  };

  /** Changes a standing that was settled before, and tells the publisher. */
  const move = async (
    transaction: Transaction,
    row: StandingRow,
    userId: number,
    state: Standing['state'],
    nowMs: number,
  ): Promise<Standing | null> => {
    const after = await setState.get(transaction, toStateNumber(state), nowMs, userId, row.order_id);
    await events.queue(transaction, userId, after, row.at_ms, nowMs);
    return standingOf(after);
  };

  const leave = async (
    transaction: Transaction,
    orderId: number,
    userId: number,
    { day, nowMs }: { day: number; nowMs: number },
    decide: (standing: LeavingFacts) => Leaving,
  ): Promise<{ leaving: Leaving; standing: Standing | null }> => {
    // Before the standing, as settling does it: a reversal frees a place.
    await lockOrder.run(transaction, orderId);
    const row = await lockStanding.get(transaction, userId, orderId);
    const leaving = row === undefined ? { kind: 'none' as const } : decide(toLeavingFacts(row));
    if (row === undefined || leaving.kind === 'none') return { leaving, standing: standingOf(row) };
    const moment = { userId, day, nowMs };
    const { movesCatalog } = leaving.reverse
      ? await writes.reverse(transaction, row, moment)
      : { movesCatalog: false };
    const isLost = row.charge === CHARGE.counted && toState(row.state) === 'subscribed';
    if (isLost) await writes.noteLost(transaction, row, moment);
    const after = await move(transaction, row, userId, 'unsubscribed', nowMs);
    if (movesCatalog) await writes.moveCatalog(transaction, orderId);
    return { leaving, standing: after };
  };

  const rejoin = async (
    transaction: Transaction,
    orderId: number,
    userId: number,
    nowMs: number,
  ): Promise<Standing | null> => {
    const row = await lockStanding.get(transaction, userId, orderId);
    if (row === undefined || toState(row.state) !== 'unsubscribed') return standingOf(row);
    return move(transaction, row, userId, 'notgetted', nowMs);
  };

  const releaseSome = async (transaction: Transaction, nowMs: number, limit: number): Promise<number> => {
    const rows = await lockDue.all(transaction, nowMs, limit);
    if (rows.length === 0) return 0;
    const charges = await ledger.postingsOf(
      transaction,
      rows.map((row) => row.entry_id),
    );
    const bookings = rows.map(({ user_id, order_id, bot_id, entry_id }) => ({
      entry: {
        kind: 'release' as const,
        atMs: nowMs,
        orderId: order_id,
        botId: bot_id,
        userId: user_id,
        aboutEntryId: entry_id,
      },
      lines: released(present(charges.get(entry_id), 'the charge')),
    }));
    await ledger.bookAll(transaction, bookings);
    await endHolds.run(
      transaction,
      rows.map((row) => row.user_id),
      rows.map((row) => row.order_id),
    );
    return rows.length;
  };

  return {
    ...createSubscriberPages({ replica }),
    settle: async (orderId, userId, at, decide, tell) => {
      // Most that are looked at are settled already: then there is nothing to commit, nor to lock.
      const read = await deeds.askOnce((transaction) => facts.read(transaction, orderId, userId, at));
      if (read === null) return { settlement: { kind: 'none' }, standing: null };
      const foreseen = decide(read);
      if (foreseen.kind === 'none') return { settlement: foreseen, standing: read.standing };
      if (
        foreseen.kind === 'waits' &&
        (await deeds.askOnce((transaction) => isAwaited(transaction, userId, foreseen)))
      )
        return { settlement: foreseen, standing: null };
      return deeds.run(
        'subscriptions.settle',
        (transaction) => settle(transaction, orderId, userId, at, decide, tell),
        { durable: true },
      );
    },
    leave: async (orderId, userId, at, decide) => {
      const row = await deeds.askOnce((transaction) => standing.get(transaction, userId, orderId));
      if (row === undefined || decide(toLeavingFacts(row)).kind === 'none') {
        return { leaving: { kind: 'none' }, standing: standingOf(row) };
      }
      return deeds.run(
        'subscriptions.leave',
        (transaction) => leave(transaction, orderId, userId, at, decide),
        { durable: true },
      );
    },
    noteRemoved: (orderId, userId, nowMs, window) =>
      deeds.run(
        'subscriptions.noteRemoved',
        async (transaction) => {
          // Those removed at the same moment are counted one after the other.
          await lockOrder.run(transaction, orderId);
          if ((await noteRemoved.run(transaction, nowMs, userId, orderId)) === 0) return null;
          return (await removed.get(transaction, orderId, window))?.removed ?? 0;
        },
        { durable: true },
      ),
    rejoin: (orderId, userId, nowMs) =>
      deeds.run('subscriptions.rejoin', (transaction) => rejoin(transaction, orderId, userId, nowMs), {
        durable: true,
      }),
    concerned: async (userId, resourceId, sinceMs) => {
      const rows = await deeds.askOnce((transaction) =>
        concerned.all(transaction, userId, resourceId, ownOrderOf(resourceId), sinceMs),
      );
      return rows.map((row) => row.order_id);
    },
    releaseHolds: async (nowMs, limit) => {
      let count = 0;
      while (
        count < limit &&
        (await deeds.askOnce((transaction) => isDue.get(transaction, nowMs))) !== undefined
      ) {
        const most = Math.min(RELEASED_AT_ONCE, limit - count);
        const some = await deeds.run(
          'subscriptions.releaseHolds',
          (transaction) => releaseSome(transaction, nowMs, most),
          { durable: true },
        );
        if (some === 0) break;
        count += some;
      }
      return count;
    },
  };
}
