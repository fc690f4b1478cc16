import { isLost } from '../../core/subscriptions/index.js';
import { releaseBooking } from '../../core/ledger/index.js';
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import type {
  Leaving,
  LeavingFacts,
  SubscriberTotals,
  SubscriptionStore,
} from '../../core/ports/subscription-store.js';
import {
  CHARGE,
  lockSubscriptionStatus,
  ownOrderOf,
  type SubscriberPageRow,
  subscriberTraits,
  subscriptionStatusColumns,
  type SubscriptionStatusRow,
  toLeavingFacts,
  toStateNumber,
  toSubscriber,
  toSubscriptionStatus,
  toTotals,
} from './subscription-row.js';
import { boundedLimit, listsOf, orNull, present, type ResourceKey, toResourceKey } from './values.js';
import { durably, type Parts, type Reader } from './database.js';
import { lockOrder } from './order-writes.js';
import { toKind } from './impressions.js';
import { statement, touchUser } from './statement.js';
import { queueEvent } from './event-queue.js';
import type { LedgerWrites } from './ledger-writes.js';
import { createRejoin } from './returns.js';
import type { RowOf } from './rows.js';
import type { SettlementWrites } from './settling.js';

const MAX_PAGE = 10_000;

/** The page is cut out first, and its users looked up: whatever the planner knows of the tables, no more rows are read than that. */
const page = statement<
  [orderId: number, afterMs: number, afterUserId: number, fromMs: number, toMs: number, limit: number],
  SubscriberPageRow
>(
  `WITH page AS MATERIALIZED (SELECT * FROM subscriptions
       WHERE order_id = $1 AND charge > 0 AND (at_ms, user_id) > ($2, $3) AND at_ms >= $4 AND at_ms < $5
       ORDER BY at_ms, user_id LIMIT $6),
     person AS MATERIALIZED (SELECT users.user_id, users.is_premium, users.language_code
       FROM page JOIN users ON users.user_id = page.user_id),
     said AS MATERIALIZED (SELECT user_bots.user_id, user_bots.is_premium, user_bots.language_code
       FROM page JOIN user_bots ON user_bots.user_id = page.user_id AND user_bots.bot_id = page.bot_id)
   SELECT page.user_id, page.bot_id, bots.nickname, page.state, page.charge, page.price_micros, page.at_ms,
     ${subscriberTraits}
   FROM page LEFT JOIN bots ON bots.bot_id = page.bot_id
   LEFT JOIN person ON person.user_id = page.user_id LEFT JOIN said ON said.user_id = page.user_id
   ORDER BY page.at_ms, page.user_id`,
);
const totals = statement<[orderId: number, fromMs: number, toMs: number], RowOf<SubscriberTotals>>(
  `SELECT count(*) AS subscribers, count(*) FILTER (WHERE state = 1) AS "left",
     count(*) FILTER (WHERE state = 2) AS came_back,
     CAST(coalesce(sum(price_micros) FILTER (WHERE charge = ${String(CHARGE.counted)}), 0) AS text) AS charged_micros
   FROM subscriptions WHERE order_id = $1 AND charge > 0 AND at_ms >= $2 AND at_ms < $3`,
);

function createSubscriberPages(replica: Reader): Pick<SubscriptionStore, 'page' | 'totals'> {
  return {
    totals: async (orderId, { fromMs, toMs }) =>
      toTotals(present(await replica.read(totals.get(orderId, fromMs, toMs)), 'the sums')),
    page: async (orderId, { fromMs, toMs }, cursor, limit) => {
      const { atMs, userId } = cursor ?? { atMs: fromMs - 1, userId: Number.MAX_SAFE_INTEGER };
      const place = [atMs, userId, fromMs, toMs, boundedLimit(limit, MAX_PAGE)] as const;
      const rows = await replica.read(page.all(orderId, ...place));
      return rows.map(toSubscriber);
    },
  };
}

const MAX_CONCERNED = 100;
/** Releases at once: so long those wait who settle subscribers of the same publishers. */
const RELEASED_AT_ONCE = 50;

type HeldRow = Record<'user_id' | 'order_id' | 'bot_id' | 'entry_id', number>;

type Key = [userId: number, orderId: number];

const subscriptionStatus = statement<Key, SubscriptionStatusRow>(
  `SELECT ${subscriptionStatusColumns} FROM subscriptions WHERE user_id = $1 AND order_id = $2`,
);
const setState = statement<[state: number, changedAtMs: number, ...Key], SubscriptionStatusRow>(
  `UPDATE subscriptions SET state = $1, changed_at_ms = $2 WHERE user_id = $3 AND order_id = $4
   RETURNING ${subscriptionStatusColumns}`,
);
const isDue = statement<[nowMs: number]>(
  'SELECT 1 FROM subscriptions WHERE hold_until_ms IS NOT NULL AND hold_until_ms <= $1 LIMIT 1',
);
/** Those that no other process releases or takes back now. */
const lockDue = statement<[nowMs: number, limit: number], HeldRow>(
  `SELECT user_id, order_id, bot_id, entry_id FROM subscriptions
   WHERE hold_until_ms IS NOT NULL AND hold_until_ms <= $1 ORDER BY hold_until_ms LIMIT $2 FOR UPDATE SKIP LOCKED`,
);
const endHolds = statement<[userIds: number[], orderIds: number[]]>(
  `UPDATE subscriptions SET hold_until_ms = NULL FROM unnest($1::bigint[], $2::bigint[]) AS ended (user_id, order_id)
   WHERE subscriptions.user_id = ended.user_id AND subscriptions.order_id = ended.order_id`,
);
const refusedAmong = statement<[botIds: readonly number[]], { bot_id: number }>(
  "SELECT bot_id FROM bots WHERE bot_id = ANY($1::bigint[]) AND trust = 'refused'",
);
const holdForTrust = statement<[userIds: number[], orderIds: number[]]>(
  `UPDATE subscriptions SET held_for_trust = 1, hold_until_ms = NULL
   FROM unnest($1::bigint[], $2::bigint[]) AS refused (user_id, order_id)
   WHERE subscriptions.user_id = refused.user_id AND subscriptions.order_id = refused.order_id`,
);
/**
 * By what was shown to the user, of which their server knows where it led; by what they were paid for there; and by orders that
 * lead there now, which may have been shown before their chat was known. A user whose join was charged in another chat does not concern it.
 */
const concerned = statement<
  [userId: number, target: string, ownOrderId: number, sinceMs: number, key: ResourceKey],
  { order_id: number; kind: number | null }
>(
  `WITH shown AS MATERIALIZED (SELECT order_id, target, kind FROM impressions WHERE user_id = $1 AND seen_at_ms >= $4),
     lead AS (SELECT order_id, link_key FROM orders WHERE resource_id = $2 AND resource_id <> ''
       UNION SELECT order_id, link_key FROM orders WHERE order_id = $3),
     found AS (SELECT order_id, kind FROM shown WHERE target = $5
       UNION ALL SELECT order_id, CAST(NULL AS bigint) FROM paid_joins WHERE user_id = $1 AND target = $2
       UNION ALL SELECT order_id, CAST(NULL AS bigint) FROM lead
         WHERE EXISTS (SELECT 1 FROM shown WHERE shown.order_id = lead.order_id
             AND (shown.target = 'link:' || lead.link_key OR lead.order_id = $3))
           OR EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.user_id = $1
             AND subscriptions.order_id = lead.order_id))
   SELECT order_id, max(kind) AS kind FROM found WHERE order_id = $3 OR NOT EXISTS (SELECT 1 FROM paid_joins
     WHERE paid_joins.user_id = $1 AND paid_joins.order_id = found.order_id AND paid_joins.target <> $2)
   GROUP BY order_id LIMIT ${String(MAX_CONCERNED)}`,
);

const noteRemoved = statement<[nowMs: number, ...Key]>(
  `UPDATE subscriptions SET removed_at_ms = $1
   WHERE user_id = $2 AND order_id = $3 AND charge > 0 AND removed_at_ms IS NULL`,
);
const removed = statement<[orderId: number, window: number], { removed: number }>(
  `SELECT count(removed_at_ms) AS removed FROM
     (SELECT removed_at_ms FROM subscriptions WHERE order_id = $1 AND charge > 0 ORDER BY at_ms DESC LIMIT $2) AS last`,
);

export function createSubscriptionStore(
  { db, replica, dayOf }: Parts,
  ledger: LedgerWrites,
  writes: SettlementWrites,
  settle: SubscriptionStore['settle'],
): SubscriptionStore {
  const rejoin = createRejoin(ledger, writes, { dayOf });

  /** Changes a settled subscription status, and queues an event for the publisher. */
  function* move(
    row: SubscriptionStatusRow,
    userId: number,
    state: SubscriptionStatus['state'],
    nowMs: number,
  ) {
    yield* touchUser(userId);
    const after = yield* setState.get(toStateNumber(state), nowMs, userId, row.order_id);
    yield* queueEvent(userId, after, dayOf(row.at_ms), nowMs);
    return orNull(after, toSubscriptionStatus);
  }

  function* leave(
    orderId: number,
    userId: number,
    { day, nowMs }: { day: number; nowMs: number },
    decide: (subscriptionStatus: LeavingFacts) => Leaving,
  ) {
    // Before the subscription status, as settling does it: a reversal frees a place.
    yield* lockOrder.run(orderId);
    const row = yield* lockSubscriptionStatus.get(userId, orderId);
    if (row === undefined) return { leaving: { kind: 'none' as const }, subscriptionStatus: null };
    const facts = toLeavingFacts(row);
    const leaving = decide(facts);
    if (leaving.kind === 'none') return { leaving, subscriptionStatus: toSubscriptionStatus(row) };
    const moment = { userId, day, nowMs };
    const { movesCatalog } = leaving.reverse ? yield* writes.reverse(row, moment) : { movesCatalog: false };
    if (isLost(facts)) yield* writes.noteLost(row, moment);
    const after = yield* move(row, userId, 'unsubscribed', nowMs);
    if (movesCatalog) yield* writes.moveCatalog(orderId);
    return { leaving, subscriptionStatus: after };
  }

  /** Those of a refused bot who joined or left as it was refused go back with all others of it that are held. */
  function* withoutRefused(rows: readonly HeldRow[]) {
    const found = yield* refusedAmong.all([...new Set(rows.map((row) => row.bot_id))]);
    const refused = new Set(found.map((row) => row.bot_id));
    if (refused.size === 0) return rows;
    const some = rows.filter((row) => refused.has(row.bot_id));
    yield* holdForTrust.run(...listsOf(some, 'user_id', 'order_id'));
    return rows.filter((row) => !refused.has(row.bot_id));
  }

  function* releaseSome(nowMs: number, limit: number) {
    const due = yield* lockDue.all(nowMs, limit);
    if (due.length === 0) return 0;
    const rows = yield* withoutRefused(due);
    const charges = yield* ledger.postingsOf(rows.map((row) => row.entry_id));
    const bookings = rows.map(({ user_id: userId, order_id: orderId, bot_id: botId, entry_id: entryId }) =>
      releaseBooking({ orderId, botId, userId }, entryId, present(charges.get(entryId), 'the charge'), nowMs),
    );
    const { falls } = yield* ledger.bookAll(bookings);
    yield* ledger.notifyFalls(falls, nowMs);
    yield* endHolds.run(...listsOf(rows, 'user_id', 'order_id'));
    return due.length;
  }

  return {
    ...createSubscriberPages(replica),
    settle,
    leave: async (orderId, userId, at, decide) => {
      const row = await db.read(subscriptionStatus.get(userId, orderId));
      if (row === undefined || decide(toLeavingFacts(row)).kind === 'none') {
        return { leaving: { kind: 'none' }, subscriptionStatus: orNull(row, toSubscriptionStatus) };
      }
      return durably(db, 'subscriptions.leave', () => leave(orderId, userId, at, decide));
    },
    noteRemoved: (orderId, userId, nowMs, window) =>
      durably(db, 'subscriptions.noteRemoved', function* () {
        // Those removed at the same moment are counted one after the other.
        yield* lockOrder.run(orderId);
        if ((yield* noteRemoved.run(nowMs, userId, orderId)) === 0) return null;
        return (yield* removed.get(orderId, window))?.removed ?? 0;
      }),
    rejoin: (...returning) => {
      const [, , { waitsUntil }] = returning;
      return db.run('subscriptions.rejoin', () => rejoin(...returning), { durable: true, waitsUntil });
    },
    concerned: async (userId, resourceId, sinceMs) => {
      const [ownOrderId, key] = [ownOrderOf(resourceId), toResourceKey(resourceId)];
      const rows = await db.read(concerned.all(userId, resourceId, ownOrderId, sinceMs, key));
      return rows.map(({ order_id: orderId, kind }) => ({
        orderId,
        adsType: kind === null ? null : toKind(kind),
      }));
    },
    releaseHolds: async (nowMs, limit) => {
      let count = 0;
      while (count < limit && (await db.read(isDue.get(nowMs))) !== undefined) {
        const most = Math.min(RELEASED_AT_ONCE, limit - count);
        const some = await durably(db, 'subscriptions.releaseHolds', () => releaseSome(nowMs, most));
        if (some === 0) break;
        count += some;
      }
      return count;
    },
  };
}
