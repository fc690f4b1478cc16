import { released } from '../../core/ledger/index.js';
import type {
  Leaving,
  LeavingFacts,
  NewNotice,
  Settlement,
  SettlementFacts,
  Standing,
  SubscriptionStore,
} from '../../core/ports.js';
import { CHARGE, type StandingRow, standingColumns, toState, toStateNumber } from './standing-row.js';
import { ownOrderOf, standingOf, toLeavingFacts } from './subscriber-row.js';
import { present } from './values.js';
import type { Parts } from './database.js';
import { lock, statement, touchUser } from './statement.js';
import { areAwaited, awaitContacts } from './awaited-contacts.js';
import type { EventQueueWrites } from './event-queue.js';
import type { LedgerWrites } from './ledger-writes.js';
import type { NoticeQueue } from './notice-queue.js';
import { createFactsReader } from './settlement-facts.js';
import type { ChargedRow, SettlementWrites } from './settlement-writes.js';
import { createSubscriberPages } from './subscribers.js';

const MAX_CONCERNED = 100;
/** Releases at once: so long those wait who settle subscribers of the same publishers. */
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
const lockOrder = lock<[orderId: number]>('SELECT 1 FROM orders WHERE order_id = $1 FOR UPDATE');
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
  { db, replica }: Parts,
  ledger: LedgerWrites,
  { writes, notices, events }: { writes: SettlementWrites; notices: NoticeQueue; events: EventQueueWrites },
): SubscriptionStore {
  const facts = createFactsReader(ledger);

  function* settle(
    orderId: number,
    userId: number,
    at: SettleAt,
    decide: (facts: SettlementFacts) => Settlement,
    tell: (facts: SettlementFacts, settlement: Settlement) => NewNotice[],
  ) {
    const read = yield* facts.lock(orderId, userId, at);
    const settlement: Settlement = read === null ? { kind: 'none' } : decide(read);
    if (read === null || settlement.kind === 'none') return { settlement, standing: read?.standing ?? null };
    if (settlement.kind === 'waits') {
      yield* awaitContacts(userId, settlement, at.nowMs);
      return { settlement, standing: null };
    }
    const moment = { userId, day: at.day, nowMs: at.nowMs };
    const { standing: after, movesCatalog } = yield* writes.settle(read, settlement, moment);
    yield* notices.queue(tell(read, settlement), at.nowMs);
    yield* events.queue(userId, after, at.nowMs, at.nowMs);
    if (movesCatalog) yield* writes.moveCatalog(orderId);
    return { settlement, standing: standingOf(after) };
  }

  /** Changes a standing that was settled before, and tells the publisher. */
  function* move(row: StandingRow, userId: number, state: Standing['state'], nowMs: number) {
    yield* touchUser(userId);
    const after = yield* setState.get(toStateNumber(state), nowMs, userId, row.order_id);
    yield* events.queue(userId, after, row.at_ms, nowMs);
    return standingOf(after);
  }

  function* leave(
    orderId: number,
    userId: number,
    { day, nowMs }: { day: number; nowMs: number },
    decide: (standing: LeavingFacts) => Leaving,
  ) {
    // Before the standing, as settling does it: a reversal frees a place.
    yield* lockOrder.run(orderId);
    const row = yield* lockStanding.get(userId, orderId);
    const leaving = row === undefined ? { kind: 'none' as const } : decide(toLeavingFacts(row));
    if (row === undefined || leaving.kind === 'none') return { leaving, standing: standingOf(row) };
    const moment = { userId, day, nowMs };
    const { movesCatalog } = leaving.reverse ? yield* writes.reverse(row, moment) : { movesCatalog: false };
    const isLost = row.charge === CHARGE.counted && toState(row.state) === 'subscribed';
    if (isLost) yield* writes.noteLost(row, moment);
    const after = yield* move(row, userId, 'unsubscribed', nowMs);
    if (movesCatalog) yield* writes.moveCatalog(orderId);
    return { leaving, standing: after };
  }

  function* rejoin(orderId: number, userId: number, nowMs: number) {
    const row = yield* lockStanding.get(userId, orderId);
    if (row === undefined || toState(row.state) !== 'unsubscribed') return standingOf(row);
    return yield* move(row, userId, 'notgetted', nowMs);
  }

  function* releaseSome(nowMs: number, limit: number) {
    const rows = yield* lockDue.all(nowMs, limit);
    if (rows.length === 0) return 0;
    const charges = yield* ledger.postingsOf(rows.map((row) => row.entry_id));
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
    yield* ledger.bookAll(bookings);
    yield* endHolds.run(
      rows.map((row) => row.user_id),
      rows.map((row) => row.order_id),
    );
    return rows.length;
  }

  return {
    ...createSubscriberPages(replica),
    settle: async (orderId, userId, at, decide, tell) => {
      // Most that are looked at are settled already: then there is nothing to commit, nor to lock.
      const read = await db.read(() => facts.read(orderId, userId, at), { apart: true });
      if (read === null) return { settlement: { kind: 'none' }, standing: null };
      const foreseen = decide(read);
      if (foreseen.kind === 'none') return { settlement: foreseen, standing: read.standing };
      if (foreseen.kind === 'waits' && (await db.read(() => areAwaited(userId, foreseen))))
        return { settlement: foreseen, standing: null };
      return db.run('subscriptions.settle', () => settle(orderId, userId, at, decide, tell), {
        durable: true,
      });
    },
    leave: async (orderId, userId, at, decide) => {
      const row = await db.read(standing.get(userId, orderId));
      if (row === undefined || decide(toLeavingFacts(row)).kind === 'none') {
        return { leaving: { kind: 'none' }, standing: standingOf(row) };
      }
      return db.run('subscriptions.leave', () => leave(orderId, userId, at, decide), { durable: true });
    },
    noteRemoved: (orderId, userId, nowMs, window) =>
      db.run(
        'subscriptions.noteRemoved',
        function* () {
          // Those removed at the same moment are counted one after the other.
          yield* lockOrder.run(orderId);
          if ((yield* noteRemoved.run(nowMs, userId, orderId)) === 0) return null;
          return (yield* removed.get(orderId, window))?.removed ?? 0;
        },
        { durable: true },
      ),
    rejoin: (orderId, userId, nowMs) =>
      db.run('subscriptions.rejoin', () => rejoin(orderId, userId, nowMs), {
        durable: true,
      }),
    concerned: async (userId, resourceId, sinceMs) => {
      const rows = await db.read(concerned.all(userId, resourceId, ownOrderOf(resourceId), sinceMs));
      return rows.map((row) => row.order_id);
    },
    releaseHolds: async (nowMs, limit) => {
      let count = 0;
      while (count < limit && (await db.read(isDue.get(nowMs))) !== undefined) {
        const most = Math.min(RELEASED_AT_ONCE, limit - count);
        const some = await db.run('subscriptions.releaseHolds', () => releaseSome(nowMs, most), {
          durable: true,
        });
        if (some === 0) break;
        count += some;
      }
      return count;
    },
  };
}
