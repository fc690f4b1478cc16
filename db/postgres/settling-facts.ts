/** The facts of many settlements at once: of their orders, then all that is known of each subscriber. */
import type { SettlementFacts } from '../../core/ports/subscription-store.js';
import { membershipKeyAt } from '../../core/subscriptions/index.js';
import { impressionColumns, impressionOrder, type ImpressionFactsRow } from '../work/impressions.js';
import {
  knownColumns,
  type KnownColumns,
  knownJoins,
  linkTargetOf,
  MAX_IMPRESSIONS,
  MAX_WITHDRAWING,
  type SettledColumns,
  settledColumns,
  toFacts,
  type WithdrawingRow,
} from '../work/settlement-facts.js';
import type { SettleAsk } from '../work/settling.js';
import { type Item, together, type Work } from '../work/statement.js';
import { present } from '../work/values.js';
import { askedRows, type ListColumns, listValues } from './list-columns.js';
import { hotStatement } from './statement.js';

type Numbers = readonly number[];
export type OrderRow = SettledColumns & { order_id: number };

const ordersOf = hotStatement<[orderIds: Numbers], OrderRow>(
  `SELECT order_id, ${settledColumns} FROM orders WHERE order_id = ANY($1::bigint[])`,
);
/** In the order of their ids, as everybody locks them. */
const lockOrders = hotStatement<[orderIds: Numbers], OrderRow>(
  `SELECT order_id, ${settledColumns} FROM orders WHERE order_id = ANY($1::bigint[]) ORDER BY order_id FOR UPDATE`,
);

interface FoundRow extends KnownColumns {
  place: number;
  shown: ImpressionFactsRow[] | null;
}

/** What is to be settled, and the order, which is there. */
export interface Asked {
  ask: SettleAsk;
  order: OrderRow;
}

export const membershipKeyOf = ({ ask }: Asked): string => membershipKeyAt(ask.shown);
export const targetOf = ({ ask }: Asked): string => ask.shown.target;
export const linkTargetAt = ({ ask, order }: Asked): string => linkTargetOf(ask.shown, order);

/** The columns of what is asked about. */
export const askedNames = {
  orderId: 'asked.order_id',
  userId: 'asked.user_id',
  day: 'asked.day',
  membershipKey: 'asked.membership_key',
  advertiserId: 'asked.advertiser_id',
  target: 'asked.target',
};

const askedColumns: ListColumns<Asked> = {
  order_id: ['bigint', ({ ask }) => ask.shown.orderId],
  user_id: ['bigint', ({ ask }) => ask.userId],
  day: ['bigint', ({ ask }) => ask.at.day],
  membership_key: ['text', membershipKeyOf],
  advertiser_id: ['bigint', ({ order }) => order.account_id],
  target: ['text', targetOf],
  impressions_since_ms: ['bigint', ({ ask }) => ask.at.impressionsSinceMs],
  link_target: ['text', linkTargetAt],
};

/** Impressions come as JSON: every number in them is exact as a double. */
const found = hotStatement<readonly (readonly Item[])[], FoundRow>(
  `SELECT asked.place::int AS place, ${knownColumns}, impressions.shown FROM ${askedRows(askedColumns)}
   ${knownJoins(askedNames)}
   LEFT JOIN LATERAL (SELECT json_agg(impression) AS shown FROM (SELECT ${impressionColumns}
     FROM impressions JOIN bots ON bots.bot_id = impressions.bot_id JOIN accounts ON accounts.account_id = bots.account_id
     LEFT JOIN bot_days AS bot_day ON bot_day.bot_id = impressions.bot_id AND bot_day.day = asked.day
     LEFT JOIN contacts ON contacts.user_id = impressions.user_id AND contacts.bot_id = impressions.bot_id
     LEFT JOIN subscriptions AS settled ON settled.user_id = impressions.user_id AND settled.order_id = impressions.order_id
     WHERE impressions.user_id = asked.user_id AND impressions.target IN (asked.target, asked.link_target)
       AND impressions.seen_at_ms >= asked.impressions_since_ms
     ORDER BY ${impressionOrder} LIMIT ${String(MAX_IMPRESSIONS)}) AS impression) AS impressions ON true`,
);
type WithdrawingOf = WithdrawingRow & { account_id: number };

export const withdrawingOf = hotStatement<[accountIds: Numbers], WithdrawingOf>(
  `SELECT asked.account_id, withdrawal_id, amount FROM unnest($1::bigint[]) AS asked (account_id)
   CROSS JOIN LATERAL (SELECT withdrawal_id, amount_micros::text AS amount FROM withdrawals
     WHERE withdrawals.account_id = asked.account_id AND state = 'waiting'
     ORDER BY withdrawal_id DESC LIMIT ${String(MAX_WITHDRAWING)}) AS waiting`,
);

/** What was read for one settlement; null where there is no such order. */
export type Found = { order: OrderRow; facts: SettlementFacts; said: Said } | null;

/** The language of the user that each bot says; empty where that is looked up when it is needed. */
type Said = ReadonlyMap<number, string>;

/** What is known of each subscriber, and where the user was shown the order; in the order of what is asked. */
export type ReadKnown = (
  there: readonly Asked[],
) => Work<readonly { known: KnownColumns; shown: readonly ImpressionFactsRow[]; said: Said }[]>;

const NOTHING_SAID: Said = new Map();

const readWhole: ReadKnown = function* (there) {
  const rows = yield* found.all(...listValues(askedColumns, there));
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return there.map((_, index) => {
    const known = present(byPlace.get(index + 1), 'the row');
    return { known, shown: known.shown ?? [], said: NOTHING_SAID };
  });
};

/**
 * @param locks whether the orders stay as they are until the work ends
 * @param readKnown where users are not stored with everything else
 */
export function* readMany(asks: readonly SettleAsk[], locks: boolean, readKnown = readWhole) {
  const orderIds = [...new Set(asks.map(({ shown }) => shown.orderId))];
  const rows = yield* (locks ? lockOrders : ordersOf).all(orderIds);
  const orders = new Map(rows.map((row) => [row.order_id, row]));
  const there = asks.flatMap((ask) => {
    const order = orders.get(ask.shown.orderId);
    return order === undefined ? [] : [{ ask, order }];
  });
  const accountIds = [...new Set(rows.map((row) => row.account_id))];
  const [known, withdrawing] = yield* together(readKnown(there), withdrawingOf.all(accountIds));
  const byAsk = new Map(
    there.map(({ ask, order }, index): [SettleAsk, Found] => {
      const { known: row, shown, said } = present(known[index], 'the row');
      const waiting = withdrawing.filter(({ account_id }) => account_id === order.account_id);
      return [ask, { order, said, facts: toFacts(ask.shown, order, row, { shown, waiting }) }];
    }),
  );
  return asks.map((ask) => byAsk.get(ask) ?? null);
}
