/** What the store knows of a user and an order at the moment of settling. */
import type { SettlementFacts } from '../../../core/ports.js';
import { type MembershipRow, toMembership } from '../../repositories/membership-row.js';
import {
  type OwnedShowRow,
  type SettledColumns,
  settledColumns,
  toMembershipKey,
  toOwnedShow,
  toSettledOrder,
} from '../../repositories/settled-row.js';
import { type StandingRow, toStanding } from '../../repositories/standing-row.js';
import { statement, type Transaction } from '../statement.js';
import type { LedgerWrites } from './ledger-writes.js';

/** Bots that showed one order to one user; more would be a fault of ours. */
const MAX_SHOWS = 100;

interface Moment {
  showsSinceMs: number;
  day: number;
}

export interface FactsReader {
  /** As they are just now: enough to foresee that nothing is to be done. Null when there is no such order. */
  read(
    transaction: Transaction,
    orderId: number,
    userId: number,
    at: Moment,
  ): Promise<SettlementFacts | null>;
  /**
   * As they stay until the deed ends. The order is locked before anything of it is read: its place, its day and who
   * stands how with it change under that lock only. Then what the advertiser and those who may be paid have.
   */
  lock(
    transaction: Transaction,
    orderId: number,
    userId: number,
    at: Moment,
  ): Promise<SettlementFacts | null>;
}

const orderOf = statement<[orderId: number], SettledColumns>(
  `SELECT ${settledColumns} FROM orders WHERE order_id = $1`,
);
const lockOrder = statement<[orderId: number], SettledColumns>(
  `SELECT ${settledColumns} FROM orders WHERE order_id = $1 FOR UPDATE`,
);

/** The same in every row; the columns of what is not there are null. */
type KnownColumns = {
  [Column in keyof Omit<StandingRow, 'order_id'>]: StandingRow[Column] | null;
} & { [Column in keyof Omit<MembershipRow, 'state'>]: MembershipRow[Column] | null } & {
  member_state: number | null;
  today: number | null;
  wallet: string | null;
  user_language: string | null;
};
type ShownColumns = { [Column in keyof Omit<OwnedShowRow, 'order_id'>]: OwnedShowRow[Column] | null };

/** A row for each show, latest first, and one where there is none. */
const known = statement<
  [
    orderId: number,
    userId: number,
    showsSinceMs: number,
    day: number,
    membershipKey: string,
    advertiserId: number,
  ],
  KnownColumns & ShownColumns
>(
  `SELECT today.subscribers AS today, users.language_code AS user_language, wallet.balance_micros::text AS wallet,
     standing.bot_id AS standing_bot_id, standing.state, standing.price_micros AS paid_micros, standing.at_ms,
     standing.changed_at_ms, standing.hold_until_ms,
     member.resource_id, member.state AS member_state, member.had_left, member.since_ms, member.checked_at_ms,
     member.update_id,
     shown.bot_id, shown.account_id, shown.first_shown_at_ms, shown.shown_at_ms, shown.price_micros
   FROM (VALUES (1)) AS one (row)
   LEFT JOIN order_days AS today ON today.order_id = $1 AND today.day = $4
   LEFT JOIN subscriptions AS standing ON standing.user_id = $2 AND standing.order_id = $1
   LEFT JOIN memberships AS member ON member.user_id = $2 AND member.resource_id = $5
   LEFT JOIN users ON users.user_id = $2
   LEFT JOIN ledger_accounts AS wallet ON wallet.owner_id = $6 AND wallet.kind = 'wallet'
   LEFT JOIN LATERAL (
     SELECT shows.bot_id, bots.account_id, first_shown_at_ms, shown_at_ms, price_micros
     FROM shows JOIN bots ON bots.bot_id = shows.bot_id
     WHERE user_id = $2 AND order_id = $1 AND shown_at_ms >= $3
     ORDER BY shown_at_ms DESC LIMIT ${String(MAX_SHOWS)}) AS shown ON true
   ORDER BY shown.shown_at_ms DESC`,
);

export function createFactsReader(ledger: LedgerWrites): FactsReader {
  const readOf = async (
    transaction: Transaction,
    orderId: number,
    userId: number,
    { showsSinceMs, day }: Moment,
    order: SettledColumns,
  ): Promise<SettlementFacts> => {
    const key = toMembershipKey(orderId, order);
    const rows = await known.all(transaction, orderId, userId, showsSinceMs, day, key, order.account_id);
    const [first] = rows;
    return {
      order: toSettledOrder(orderId, order, first?.today ?? 0),
      shows: rows.flatMap((row) => (hasShow(row) ? toOwnedShow({ ...row, order_id: orderId }) : [])),
      standing:
        first !== undefined && hasStanding(first) ? toStanding({ ...first, order_id: orderId }) : null,
      membership:
        first !== undefined && hasMembership(first)
          ? toMembership({ ...first, state: first.member_state })
          : null,
      walletMicros: BigInt(first?.wallet ?? 0),
      userLanguage: first?.user_language ?? '',
    };
  };

  return {
    read: async (transaction, orderId, userId, at) => {
      const order = await orderOf.get(transaction, orderId);
      return order === undefined ? null : readOf(transaction, orderId, userId, at, order);
    },
    lock: async (transaction, orderId, userId, at) => {
      const order = await lockOrder.get(transaction, orderId);
      if (order === undefined) return null;
      const facts = await readOf(transaction, orderId, userId, at, order);
      const payees = facts.shows.map((show) => show.botAccountId);
      const balanceOf = await ledger.lock(transaction, [order.account_id, ...payees]);
      return { ...facts, walletMicros: balanceOf(order.account_id).availableMicros };
    },
  };
}

type There<Row, Columns> = Row & { [Column in keyof Columns]: NonNullable<Columns[Column]> };

function hasShow(row: ShownColumns): row is There<ShownColumns, ShownColumns> {
  return row.bot_id !== null;
}

function hasStanding(row: KnownColumns): row is KnownColumns & Omit<StandingRow, 'order_id'> {
  return row.standing_bot_id !== null;
}

function hasMembership(
  row: KnownColumns,
): row is KnownColumns & Omit<MembershipRow, 'state'> & { member_state: number } {
  return row.resource_id !== null;
}
