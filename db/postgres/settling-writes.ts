/**
 * Writes what was decided of many subscribers: each kind of row by one statement, in the order of its keys. It is what
 * `work/settling.ts` and `work/figures.ts` write of one.
 */
import { chargeBooking, closedImpression } from '../../core/ledger/index.js';
import type { Counted, SettlementFacts } from '../../core/ports/subscription-store.js';
import { paidJoins, subscriptions } from '../schema/subscriptions.js';
import { wokenSql } from '../work/event-queue.js';
import { insertAll } from '../work/inserts.js';
import type { LedgerWrites } from '../work/ledger-writes.js';
import { ADD_PENDING_IMPRESSIONS_SQL } from '../work/impressions.js';
import { lockBots } from '../work/settlement-facts.js';
import type { SettleAsk } from '../work/settling.js';
import { CHARGE, toStateNumber } from '../work/subscription-row.js';
import { type Item, mark, OUTBOX, together, touchOrders, touchUser } from '../work/statement.js';
import { toFlag } from '../work/values.js';
import { askedRows, type ListColumns, listValues } from './list-columns.js';
import { hotStatement } from './statement.js';

/** A subscriber who is paid for, and the facts as they were when that was decided. */
export interface Paid {
  ask: SettleAsk;
  facts: SettlementFacts;
  settlement: Counted;
  /** The user's, as far as it was read with the facts; `''` if it was not. */
  language: string;
}

type Numbers = readonly number[];

/** In the order of their keys, as everybody locks them. */
const putJoins = insertAll(paidJoins, 'userId, target, orderId');
const putSubscribers = insertAll(
  subscriptions,
  'userId, orderId, botId, state, charge, priceMicros, atMs, entryId, holdUntilMs, holdMs, heldForTrust',
);

type Lists = readonly (readonly Item[])[];

const figures: ListColumns<Paid> = {
  order_id: ['bigint', ({ ask }) => ask.shown.orderId],
  day: ['bigint', ({ ask }) => ask.at.day],
  bot_id: ['bigint', ({ settlement }) => settlement.botId],
  payee_id: ['bigint', ({ settlement }) => settlement.botAccountId],
  paid: ['bigint', ({ settlement }) => settlement.priceMicros],
  earned: ['bigint', ({ settlement }) => settlement.publisherMicros],
  own: ['bigint', ({ settlement }) => toFlag(settlement.isOwn)],
  taken_over: ['bigint', ({ settlement }) => toFlag(settlement.isTakenOver)],
  closed_shows: [
    'double precision',
    ({ ask, facts, settlement }) => closedImpression(facts, settlement.botId, ask.at.nowMs),
  ],
  now_ms: ['bigint', ({ ask }) => ask.at.nowMs],
  user_id: ['bigint', ({ ask }) => ask.userId],
  language: ['text', ({ language }) => language],
};
const FIGURES = askedRows(figures);

const orderDays = hotStatement<Lists, { order_id: number; day: number; subscribers: number }>(
  `INSERT INTO order_days (order_id, day, subscribers, lost, value_micros, pending_impressions, pending_at_ms)
   SELECT order_id, day, count(*), 0, sum(paid)::bigint, -sum(closed_shows), max(now_ms) FROM ${FIGURES}
   GROUP BY order_id, day ORDER BY order_id, day
   ON CONFLICT (order_id, day) DO UPDATE SET subscribers = order_days.subscribers + excluded.subscribers,
     value_micros = order_days.value_micros + excluded.value_micros, ${ADD_PENDING_IMPRESSIONS_SQL}
   RETURNING order_id, day, subscribers`,
);
const places = hotStatement<
  [orderIds: Numbers],
  { order_id: number; quantity_now: number; quantity_all: number }
>(
  `UPDATE orders SET quantity_now = quantity_now + taken.places
   FROM (SELECT order_id, count(*) AS places FROM unnest($1::bigint[]) AS counted (order_id) GROUP BY order_id) AS taken
   WHERE orders.order_id = taken.order_id RETURNING orders.order_id, quantity_now, quantity_all`,
);
function addLanguages(spoken: string): string {
  return `INSERT INTO language_days (order_id, day, language, subscribers)
   SELECT order_id, day, spoken, count(*) FROM (SELECT order_id, day, ${spoken} AS spoken FROM ${FIGURES}) AS each
   GROUP BY order_id, day, spoken ORDER BY order_id, day, spoken
   ON CONFLICT (order_id, day, language) DO UPDATE SET subscribers = language_days.subscribers + excluded.subscribers`;
}
/** Without a known language, the one counts that the paid bot claims for the user. */
const languageDays = hotStatement<Lists>(
  addLanguages(`coalesce(nullif(language, ''),
    (SELECT language_code FROM user_bots WHERE user_bots.user_id = asked.user_id AND user_bots.bot_id = asked.bot_id), '')`),
  // There it was read with the facts (`spread/settling-facts.ts`).
  addLanguages('language'),
);
const pairDays = hotStatement<Lists>(
  `INSERT INTO pair_days (order_id, day, bot_id, subscribers, lost, paid_micros, earned_micros)
   SELECT order_id, day, bot_id, count(*), 0, sum(paid)::bigint, sum(earned)::bigint FROM ${FIGURES}
   GROUP BY order_id, day, bot_id ORDER BY order_id, day, bot_id
   ON CONFLICT (order_id, day, bot_id) DO UPDATE SET subscribers = pair_days.subscribers + excluded.subscribers,
     paid_micros = pair_days.paid_micros + excluded.paid_micros,
     earned_micros = pair_days.earned_micros + excluded.earned_micros`,
);
const botDays = hotStatement<Lists>(
  `INSERT INTO bot_days (bot_id, day, subscribers, lost, value_micros, own_subscribers, own_value_micros, taken_over)
   SELECT bot_id, day, count(*), 0, sum(earned)::bigint, sum(own)::bigint, sum(own * earned)::bigint, sum(taken_over)::bigint
   FROM ${FIGURES} GROUP BY bot_id, day ORDER BY bot_id, day
   ON CONFLICT (bot_id, day) DO UPDATE SET subscribers = bot_days.subscribers + excluded.subscribers,
     value_micros = bot_days.value_micros + excluded.value_micros,
     own_subscribers = bot_days.own_subscribers + excluded.own_subscribers,
     own_value_micros = bot_days.own_value_micros + excluded.own_value_micros,
     taken_over = bot_days.taken_over + excluded.taken_over`,
);
/** The facts of a batch are of one moment, so each bot has one payee. */
const bots = hotStatement<Lists>(
  `UPDATE bots SET followers = followers + moved.subscribers, profit_micros = profit_micros + moved.earned,
     profit_own_orders_micros = profit_own_orders_micros + moved.own,
     profit_before_micros = profit_before_micros
       + CASE WHEN account_id = moved.payee_id THEN 0 ELSE moved.earned - moved.own END
   FROM (SELECT bot_id, min(payee_id) AS payee_id, count(*) AS subscribers, sum(earned)::bigint AS earned,
       sum(own * earned)::bigint AS own
     FROM ${FIGURES} GROUP BY bot_id) AS moved WHERE bots.bot_id = moved.bot_id`,
);
const events: ListColumns<Paid & { subscribeDay: number }> = {
  bot_id: ['bigint', ({ settlement }) => settlement.botId],
  user_id: ['bigint', ({ ask }) => ask.userId],
  order_id: ['bigint', ({ ask }) => ask.shown.orderId],
  status: ['bigint', () => toStateNumber('subscribed')],
  subscribe_day: ['bigint', ({ subscribeDay }) => subscribeDay],
  at_ms: ['bigint', ({ ask }) => ask.at.nowMs],
};
/** The queue of each bot is locked before an event of it gets its number, and woken where somebody set an address. */
const queueEvents = hotStatement<Lists>(
  `WITH asked AS MATERIALIZED (SELECT * FROM ${askedRows(events)}),
     woken AS (INSERT INTO webhook_queues (bot_id, account_id, due_at_ms)
       SELECT bot_id, account_id, (SELECT max(at_ms) FROM asked) FROM bots
       WHERE bot_id = ANY ($1::bigint[]) AND EXISTS (SELECT 1 FROM webhooks
         WHERE webhooks.account_id = bots.account_id AND webhooks.bot_id IN (0, bots.bot_id)) ORDER BY bot_id
       ON CONFLICT (bot_id) DO UPDATE SET account_id = excluded.account_id, due_at_ms = ${wokenSql}
       RETURNING bot_id, account_id)
   INSERT INTO webhook_events (account_id, bot_id, user_id, order_id, status, subscribe_day, at_ms, since_ms)
   SELECT account_id, bot_id, user_id, order_id, status, subscribe_day, at_ms, at_ms FROM asked JOIN woken USING (bot_id)
   ORDER BY place`,
);

/** The entry of each that costs something. */
function* book(ledger: LedgerWrites, paid: readonly Paid[]) {
  const charged = paid.flatMap(({ ask, facts, settlement }) => {
    const booking = chargeBooking(facts, settlement, ask.userId, ask.at.nowMs);
    return booking === null ? [] : [{ ask, booking }];
  });
  const { entryIds, falls } = yield* ledger.bookAll(charged.map(({ booking }) => booking));
  return { entryOf: new Map(charged.map(({ ask }, index) => [ask, entryIds[index] ?? null])), falls };
}

function* writeSubscribers(paid: readonly Paid[], entryOf: ReadonlyMap<SettleAsk, number | null>) {
  const rows = paid.map(({ ask, facts, settlement }) => ({
    userId: ask.userId,
    orderId: ask.shown.orderId,
    target: facts.order.target,
    botId: settlement.botId,
    state: toStateNumber('subscribed'),
    charge: CHARGE.counted,
    priceMicros: settlement.priceMicros,
    atMs: ask.at.nowMs,
    entryId: entryOf.get(ask) ?? null,
    holdUntilMs: settlement.holdUntilMs,
    holdMs: settlement.holdMs,
    heldForTrust: settlement.isHeldForTrust,
  }));
  yield* together(putJoins.run(rows), putSubscribers.run(rows));
}

/** @throws RangeError when an order would pass its quantity, or its daily limit */
function* count(paid: readonly Paid[]) {
  const lists = listValues(figures, paid);
  const orderIds = paid.map(({ ask }) => ask.shown.orderId);
  const botIds = paid.map(({ settlement }) => settlement.botId);
  yield* touchOrders();
  // The orders' rows are locked by this work already; the bots' figures are waited for last, and so held shortest.
  const [days, orders] = yield* together(
    orderDays.all(...lists),
    places.all(orderIds),
    languageDays.run(...lists),
    pairDays.run(...lists),
    botDays.run(...lists),
    lockBots.run(botIds),
    bots.run(...lists),
  );
  const limits = new Map(
    paid.map(({ ask, facts }) => [ask.shown.orderId, facts.order.quantityDay ?? Infinity]),
  );
  if (days.some((row) => row.subscribers > (limits.get(row.order_id) ?? 0)))
    throw new RangeError('an order would pass its daily limit');
  if (orders.some((row) => row.quantity_now > row.quantity_all))
    throw new RangeError('an order would pass its quantity');
  return orders.filter((row) => row.quantity_now === row.quantity_all).map((row) => row.order_id);
}

function* notifyPublishers(paid: readonly Paid[], dayOf: (atMs: number) => number) {
  const rows = paid.map((each) => ({ ...each, subscribeDay: dayOf(each.ask.at.nowMs) }));
  const queued = yield* queueEvents.run(...listValues(events, rows));
  if (queued > 0) yield* mark(OUTBOX);
}

/**
 * Inside work that holds the orders and all accounts.
 * @param paid of each user one
 * @returns the orders that became full
 */
export function* writeMany(
  { ledger, dayOf }: { ledger: LedgerWrites; dayOf: (atMs: number) => number },
  paid: readonly Paid[],
) {
  const { entryOf, falls } = yield* book(ledger, paid);
  yield* writeSubscribers(paid, entryOf);
  for (const { ask } of paid) yield* touchUser(ask.userId);
  const full = yield* count(paid);
  yield* ledger.notifyFalls(falls, Math.max(...paid.map(({ ask }) => ask.at.nowMs)));
  yield* notifyPublishers(paid, dayOf);
  return full;
}
