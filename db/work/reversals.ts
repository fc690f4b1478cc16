/** Takes charges back that were found to be fraud: some subscribers of one order in one bot at a time. */
import {
  type FoundCharge,
  fraudBookings,
  type Funds,
  givenBack,
  reversalOfReference,
  SERVICE,
} from '../../core/ledger/index.js';
import type { FoundJoin, ReversalMade, ReversalStore } from '../../core/ports/reversal-store.js';
import { durableCommands, type Parts } from './database.js';
import { holdAccount } from './accounts.js';
import { lockOrder } from './order-writes.js';
import { countFigures } from './figures.js';
import type { LedgerWrites } from './ledger-writes.js';
import { noteModeration } from './moderation-log.js';
import { queueNotifications } from './notifications.js';
import { lockBots, toWithdrawing, withdrawing } from './settlement-facts.js';
import { takeOf } from './settling.js';
import { exactStatement, statement, together, type Work } from './statement.js';
import { CHARGE } from './subscription-row.js';
import { boundedLimit, present } from './values.js';

interface FoundJoinRow {
  user_id: bigint;
  bot_id: bigint;
  at_ms: bigint;
  charge: bigint;
  price_micros: bigint;
  /** Null: there was nothing to charge. */
  entry_id: bigint | null;
  hold_until_ms: bigint | null;
  held_for_trust: bigint;
  /** Of the entry that took it back as fraud. */
  reference: string | null;
  fee_micros: bigint | null;
  payee_id: bigint;
}

/** Those of the bot that cost something and were not taken back when they left. */
function toFoundJoins(rows: readonly FoundJoinRow[], botId: number): FoundJoin[] {
  return rows.flatMap((row) => {
    const reversalId = reversalOfReference(row.reference);
    const stands = row.charge === BigInt(CHARGE.counted);
    if (row.bot_id !== BigInt(botId) || row.entry_id === null || (!stands && reversalId === null)) return [];
    const isHeld = row.hold_until_ms !== null || row.held_for_trust === 1n;
    const state = reversalId === null ? (isHeld ? 'held' : 'paid') : 'fraud';
    return {
      userId: Number(row.user_id),
      priceMicros: row.price_micros,
      feeMicros: row.fee_micros ?? 0n,
      payeeId: Number(row.payee_id),
      state,
      reversalId,
    };
  });
}

const MAX_ORDERS = 500;
/** Subscribers of an order in one read, whichever bot brought them. */
const JOINS_PAGE = 500;

const orders = statement<
  [botId: number, afterOrderId: number, fromDay: number, toDay: number, limit: number],
  { order_id: number }
>(
  `SELECT DISTINCT order_id FROM pair_days
   WHERE bot_id = $1 AND order_id > $2 AND day >= $3 AND day <= $4 AND subscribers > 0 ORDER BY order_id LIMIT $5`,
);
/** The page is cut out first, as that of reports; entries are looked up for the bot's own subscribers. */
const joins = exactStatement<
  [orderId: number, afterMs: number, afterUserId: number, fromMs: number, toMs: number, botId: number],
  FoundJoinRow
>(
  `WITH page AS MATERIALIZED (SELECT user_id, bot_id, at_ms, charge, price_micros, entry_id, hold_until_ms, held_for_trust
     FROM subscriptions WHERE order_id = $1 AND charge > 0 AND (at_ms, user_id) > ($2, $3) AND at_ms >= $4 AND at_ms < $5
     ORDER BY at_ms, user_id LIMIT ${String(JOINS_PAGE)})
   SELECT page.user_id, page.bot_id, page.at_ms, page.charge, page.price_micros, page.entry_id, page.hold_until_ms,
     page.held_for_trust, taken.reference,
     (SELECT CAST(sum(amount_micros) AS bigint) FROM postings
        JOIN ledger_accounts ON ledger_accounts.ledger_account_id = postings.ledger_account_id AND kind = 'fee'
        WHERE postings.entry_id = page.entry_id AND page.bot_id = $6) AS fee_micros,
     coalesce((SELECT owner_id FROM postings
        JOIN ledger_accounts ON ledger_accounts.ledger_account_id = postings.ledger_account_id AND kind IN ('hold', 'wallet')
        WHERE postings.entry_id = page.entry_id AND page.bot_id = $6 AND amount_micros > 0), orders.account_id) AS payee_id
   FROM page JOIN orders ON orders.order_id = $1
   LEFT JOIN ledger_entries AS paid ON page.bot_id = $6 AND paid.about_entry_id = page.entry_id AND paid.kind = 'release'
   LEFT JOIN ledger_entries AS taken ON page.bot_id = $6 AND taken.about_entry_id = coalesce(paid.entry_id, page.entry_id)
     AND taken.kind = 'fraud_reversal'
   ORDER BY page.at_ms, page.user_id`,
);
const lockCharges = statement<
  [orderId: number, botId: number, userIds: readonly number[]],
  { user_id: number; price_micros: number; entry_id: number }
>(
  `SELECT user_id, price_micros, entry_id FROM subscriptions
   WHERE order_id = $1 AND bot_id = $2 AND user_id = ANY($3::bigint[])
     AND charge = ${String(CHARGE.counted)} AND entry_id IS NOT NULL
   ORDER BY user_id FOR UPDATE`,
);
const releases = statement<[entryIds: readonly number[]], { entry_id: number; about_entry_id: number }>(
  `SELECT entry_id, about_entry_id FROM ledger_entries
   WHERE about_entry_id = ANY($1::bigint[]) AND kind = 'release'`,
);
// Once the charge is taken back, no money of it is on hold.
const takeBack = statement<[orderId: number, userIds: readonly number[]]>(
  `UPDATE subscriptions SET charge = ${String(CHARGE.reversed)}, hold_until_ms = NULL, held_for_trust = 0
   WHERE order_id = $1 AND user_id = ANY($2::bigint[])`,
);
/** Months later its owner may want no more of it: no places are sold again until they say so. */
const stopFull = statement<[orderId: number]>(
  `UPDATE orders SET is_on = 0, stopped_by_block = 0, revision = revision + 1
   WHERE order_id = $1 AND quantity_now >= quantity_all AND (is_on = 1 OR stopped_by_block = 1)`,
);
const lastStep = statement<
  [beforeId: number, botId: number | null, accountId: number | null, orderId: number | null, reason: string],
  { moderation_id: number; action: string }
>(
  `SELECT moderation_id, action FROM moderation_log
   WHERE moderation_id < $1 AND action IN ('reversal_begun', 'charges_reversed')
     AND coalesce(bot_id, 0) = coalesce($2::bigint, 0) AND coalesce(account_id, 0) = coalesce($3::bigint, 0)
     AND coalesce(order_id, 0) = coalesce($4::bigint, 0) AND reason = $5
   ORDER BY moderation_id DESC LIMIT 1`,
);

function* lastStepOf({ botId, accountId, orderId, reason }: ReversalMade) {
  return yield* lastStep.get(Number.MAX_SAFE_INTEGER, botId, accountId, orderId, reason);
}

function* unfinished(made: ReversalMade): Work<number | null> {
  const last = yield* lastStepOf(made);
  return last?.action === 'reversal_begun' ? last.moderation_id : null;
}

export function createReversalStore({ db }: Pick<Parts, 'db'>, ledger: LedgerWrites): ReversalStore {
  /** The charges that stand, locked after their order and bot, as those that a refusal takes back. */
  function* lockFound(...[{ orderId, botId }, userIds]: Parameters<ReversalStore['reverse']>) {
    yield* lockOrder.run(orderId);
    yield* lockBots.run([botId]);
    const rows = yield* lockCharges.all(orderId, botId, userIds);
    const entryIds = rows.map((row) => row.entry_id);
    const [lines, released] = yield* together(ledger.postingsOf(entryIds), releases.all(entryIds));
    const releaseOf = new Map(released.map((row) => [row.about_entry_id, row.entry_id]));
    return rows.map(({ user_id: userId, price_micros: price, entry_id: entryId }) => ({
      userId,
      entryId,
      priceMicros: BigInt(price),
      releaseEntryId: releaseOf.get(entryId) ?? null,
      lines: present(lines.get(entryId), 'the charge'),
    }));
  }

  /** Withdrawals are asked for, and decided, under the lock of what their owner has. */
  function* lockFunds(charges: readonly FoundCharge[]) {
    const owners = new Set(charges.flatMap(({ lines }) => lines.map(({ ownerId }) => ownerId)));
    owners.delete(SERVICE);
    const balanceOf = yield* ledger.lock([...owners]);
    const funds = new Map<number, Funds>();
    for (const ownerId of owners)
      funds.set(ownerId, {
        walletMicros: balanceOf(ownerId).availableMicros,
        withdrawing: (yield* withdrawing.all(ownerId)).map(toWithdrawing),
      });
    return (ownerId: number) => present(funds.get(ownerId), 'what they have');
  }

  return {
    orders: async (botId, { fromDay, toDay }, afterOrderId, limit) => {
      const rows = await db.read(
        orders.all(botId, afterOrderId, fromDay, toDay, boundedLimit(limit, MAX_ORDERS)),
      );
      return rows.map((row) => row.order_id);
    },
    joins: async ({ orderId, botId }, { fromMs, toMs }, after) => {
      const { atMs, userId } = after ?? { atMs: fromMs - 1, userId: Number.MAX_SAFE_INTEGER };
      const rows = await db.read(joins.all(orderId, atMs, userId, fromMs, toMs, botId));
      const last = rows.length < JOINS_PAGE ? undefined : rows.at(-1);
      const next = last === undefined ? null : { atMs: Number(last.at_ms), userId: Number(last.user_id) };
      return { joins: toFoundJoins(rows, botId), next };
    },
    unfinished: (made) => db.read(() => unfinished(made)),
    ...durableCommands<ReversalStore>()(db, 'reversals', {
      *begin(made, nowMs) {
        yield* holdAccount.run(made.publisherId);
        const begun = yield* unfinished(made);
        if (begun !== null) return begun;
        yield* noteModeration({ ...made, action: 'reversal_begun' }, nowMs);
        return present(yield* unfinished(made), 'what was begun');
      },
      *reverse(pair, userIds, made) {
        const { day, nowMs, ...found } = made;
        const charges = yield* lockFound(pair, userIds, made);
        if (charges.length === 0) return { joins: 0, micros: 0n };
        const fundsOf = yield* lockFunds(charges);
        const { bookings, takenFrom } = fraudBookings(pair, charges, fundsOf, { ...found, atMs: nowMs });
        const { falls } = yield* ledger.bookAll(bookings);
        yield* takeOf(takenFrom, nowMs);
        yield* takeBack.run(
          pair.orderId,
          charges.map(({ userId }) => userId),
        );
        yield* stopFull.run(pair.orderId);
        const back = charges.map(({ priceMicros, lines }) => givenBack(priceMicros, lines));
        // The bot may have been another account's before.
        for (const payeeId of new Set(back.map((each) => each.payeeId))) {
          const some = back.filter((each) => each.payeeId === payeeId);
          yield* countFigures({
            ...pair,
            day,
            nowMs,
            isOwn: payeeId === undefined,
            payeeId,
            places: -some.length,
            paidMicros: some.reduce((sum, { paidMicros }) => sum + paidMicros, 0n),
            earnedMicros: some.reduce((sum, { earnedMicros }) => sum + earnedMicros, 0n),
          });
        }
        yield* ledger.notifyFalls(falls, nowMs);
        return {
          joins: charges.length,
          micros: charges.reduce((sum, { priceMicros }) => sum + priceMicros, 0n),
        };
      },
      *end(reversalId, made, toQueue, nowMs) {
        yield* holdAccount.run(made.publisherId);
        if ((yield* unfinished(made)) !== reversalId) return;
        yield* noteModeration({ ...made, action: 'charges_reversed' }, nowMs);
        yield* queueNotifications(toQueue, nowMs);
      },
    }),
  };
}
