/** A subscriber who left comes back: reads the facts, has core decide, and writes the outcome, in one piece of durable work. */
import { chargeBooking } from '../../core/ledger/index.js';
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import type { Return, ReturnFacts, SubscriptionStore } from '../../core/ports/subscription-store.js';
import { queueEvent } from './event-queue.js';
import type { Parts } from './database.js';
import { countFigures } from './figures.js';
import type { LedgerWrites } from './ledger-writes.js';
import { queueNotifications } from './notifications.js';
import { flag, type RowOf, rowsOf } from './rows.js';
import { lockBots, lockOrder, toChargedOrder, toWithdrawing, withdrawing } from './settlement-facts.js';
import { COUNT_UNPAID_SQL, type SettlementMoment, type SettlementWrites, takeOf } from './settling.js';
import { statement, together, touchUser, type Work } from './statement.js';
import {
  CHARGE,
  lockSubscriptionStatus,
  subscriptionStatusColumns,
  type SubscriptionStatusRow,
  toState,
  toStateNumber,
  toSubscriptionStatus,
} from './subscription-row.js';
import { orNull, present, toFlag } from './values.js';

type Key = [userId: number, orderId: number];
type Rejoin = Parameters<SubscriptionStore['rejoin']>;

type BotFacts = Omit<NonNullable<ReturnFacts['charged']>['bot'], 'botId'>;
const toBotFacts = rowsOf<BotFacts>()('account_id, has_token, trust, is_account_trusted', {
  hasToken: flag,
  isAccountTrusted: flag,
});

const botOf = statement<[botId: number], RowOf<BotFacts>>(
  `SELECT bots.account_id, CASE WHEN bots.token_cipher IS NULL THEN 0 ELSE 1 END AS has_token, bots.trust,
     accounts.is_trusted AS is_account_trusted
   FROM bots JOIN accounts ON accounts.account_id = bots.account_id WHERE bots.bot_id = $1`,
);
const suspicion = statement<[userId: number], { suspicious_until_ms: number | null }>(
  'SELECT suspicious_until_ms FROM users WHERE user_id = $1',
);
const reversalOf = statement<[chargeEntryId: number], { entry_id: number }>(
  "SELECT entry_id FROM ledger_entries WHERE about_entry_id = $1 AND kind = 'reversal'",
);
const countUnpaid =
  statement<[orderId: number, day: number, botId: number, reason: string]>(COUNT_UNPAID_SQL);
const setReturned = statement<[reason: string | null, nowMs: number, ...Key], SubscriptionStatusRow>(
  `UPDATE subscriptions SET state = ${String(toStateNumber('notgetted'))}, reason = coalesce($1, reason), changed_at_ms = $2
   WHERE user_id = $3 AND order_id = $4 RETURNING ${subscriptionStatusColumns}`,
);
const setCharged = statement<
  [
    entryId: number | null,
    holdUntilMs: number | null,
    holdMs: number | null,
    heldForTrust: number,
    nowMs: number,
    ...Key,
  ],
  SubscriptionStatusRow
>(
  `UPDATE subscriptions SET state = ${String(toStateNumber('subscribed'))}, charge = ${String(CHARGE.counted)},
     entry_id = $1, hold_until_ms = $2, hold_ms = $3, held_for_trust = $4, reason = NULL, changed_at_ms = $5
   WHERE user_id = $6 AND order_id = $7 RETURNING ${subscriptionStatusColumns}`,
);

export function createRejoin(
  ledger: LedgerWrites,
  writes: SettlementWrites,
  { dayOf }: Pick<Parts, 'dayOf'>,
) {
  /** The charge that was taken back when they left, with the bot as it is now. What was found to be fraud is not booked again. */
  function* chargedBefore({
    charge,
    entry_id: entryId,
    standing_bot_id: botId,
    ...row
  }: SubscriptionStatusRow) {
    if (charge !== CHARGE.reversed || entryId === null) return null;
    if ((yield* reversalOf.get(entryId)) === undefined) return null;
    yield* lockBots.run([botId]);
    const [bot, lines] = yield* together(botOf.get(botId), ledger.postingsOf([entryId]));
    // What was taken back had been on hold.
    const held = present(
      lines.get(entryId)?.find(({ kind }) => kind === 'hold'),
      'the line on hold',
    );
    return {
      bot: { botId, ...toBotFacts(present(bot, 'the bot')) },
      botAccountId: held.ownerId,
      priceMicros: BigInt(row.paid_micros),
      publisherMicros: held.amountMicros,
      holdMs: row.hold_ms,
    };
  }

  function* factsOf(row: SubscriptionStatusRow, order: ReturnFacts['order'], userId: number) {
    const charged = yield* chargedBefore(row);
    const payees = charged === null ? [] : [charged.botAccountId];
    const [found, balanceOf, waiting] = yield* together(
      suspicion.get(userId),
      ledger.lock([order.accountId, ...payees]),
      withdrawing.all(order.accountId),
    );
    return {
      order,
      charged,
      suspiciousUntilMs: found?.suspicious_until_ms ?? null,
      walletMicros: balanceOf(order.accountId).availableMicros,
      withdrawing: waiting.map(toWithdrawing),
    } satisfies ReturnFacts;
  }

  function* charge(
    facts: ReturnFacts,
    outcome: Return & { kind: 'counted' },
    chargeEntryId: number,
    { userId, day, nowMs }: SettlementMoment,
  ) {
    const { orderId, quantityNow, quantityAll } = facts.order;
    const { botId, botAccountId, isOwn, priceMicros, publisherMicros } = outcome;
    const { holdUntilMs, holdMs, isHeldForTrust } = outcome;
    const undone = present(yield* reversalOf.get(chargeEntryId), 'the reversal');
    const booking = chargeBooking(facts, outcome, userId, nowMs, undone.entry_id);
    const entryId = booking === null ? null : yield* ledger.book(booking);
    const held = [holdUntilMs, holdMs, toFlag(isHeldForTrust)] as const;
    const after = yield* setCharged.get(entryId, ...held, nowMs, userId, orderId);
    yield* takeOf(outcome.takenFrom, nowMs);
    // The subscriber was counted on the day of the first charge.
    yield* countFigures({
      orderId,
      botId,
      day,
      nowMs,
      isOwn,
      paidMicros: priceMicros,
      earnedMicros: publisherMicros,
      payeeId: botAccountId,
      places: 1,
    });
    return { after, movesCatalog: quantityNow + 1 === quantityAll };
  }

  function* free(
    reason: Exclude<Return, { kind: 'counted' }>['reason'],
    row: SubscriptionStatusRow,
    { userId, day, nowMs }: SettlementMoment,
  ) {
    const { order_id: orderId, standing_bot_id: botId } = row;
    if (reason !== null) yield* countUnpaid.run(orderId, day, botId, reason);
    return { after: yield* setReturned.get(reason, nowMs, userId, orderId), movesCatalog: false };
  }

  return function* rejoin(
    ...[orderId, userId, { day, nowMs }, decide, notificationsOf]: Rejoin
  ): Work<SubscriptionStatus | null> {
    const order = yield* lockOrder.get(orderId);
    const row = yield* lockSubscriptionStatus.get(userId, orderId);
    if (order === undefined || row === undefined || toState(row.state) !== 'unsubscribed')
      return orNull(row, toSubscriptionStatus);
    const facts = yield* factsOf(row, toChargedOrder(orderId, order), userId);
    const outcome = decide(facts);
    yield* touchUser(userId);
    const moment = { userId, day, nowMs };
    const { after, movesCatalog } =
      outcome.kind === 'counted'
        ? yield* charge(facts, outcome, present(row.entry_id, 'the charge'), moment)
        : yield* free(outcome.reason, row, moment);
    yield* queueNotifications(notificationsOf(facts, outcome), nowMs);
    yield* queueEvent(userId, after, dayOf(row.at_ms), nowMs);
    if (movesCatalog) yield* writes.moveCatalog(orderId);
    return orNull(after, toSubscriptionStatus);
  };
}
