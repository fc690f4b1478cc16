/** What the store knows of a user and an order at the moment of settling. */
import type { SettlementFacts } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { LedgerWrites } from './ledger-writes.js';
import { membershipColumns, type MembershipRow, toMembership } from './membership-row.js';
import { type ResourceKey, toResourceKey } from './resource-key.js';
import {
  impressionColumns,
  impressionOrder,
  type ImpressionRow,
  type SettledColumns,
  settledColumns,
  toImpression,
  toMembershipKey,
  toSettledOrder,
} from './settled-row.js';
import { type StandingRow, standingColumns, toStanding } from './standing-row.js';

/** Bots that showed one order to one user; more are none of an honest user's. */
const MAX_IMPRESSIONS = 100;
/** An account may have fewer waiting. */
const MAX_WITHDRAWING = 100;

interface Moment {
  showsSinceMs: number;
  day: number;
}

export interface FactsReader {
  /** Null when there is no such order. */
  read(orderId: number, userId: number, at: Moment): SettlementFacts | null;
  standing(orderId: number, userId: number): StandingRow | undefined;
}

export function createFactsReader(connection: Connection, ledger: LedgerWrites): FactsReader {
  const order = connection.prepare<[number], SettledColumns>(
    `SELECT ${settledColumns} FROM orders WHERE order_id = ?`,
  );
  const today = connection.prepare<[number, number], { subscribers: number }>(
    'SELECT subscribers FROM order_days WHERE order_id = ? AND day = ?',
  );
  const impressions = connection.prepare<
    { userId: number; orderId: number; sinceMs: number; day: number }[],
    ImpressionRow
  >(
    `SELECT ${impressionColumns}
     FROM shows JOIN bots ON bots.bot_id = shows.bot_id JOIN accounts ON accounts.account_id = bots.account_id
     LEFT JOIN bot_days AS bot_day ON bot_day.bot_id = shows.bot_id AND bot_day.day = @day
     LEFT JOIN contacts ON contacts.user_id = shows.user_id AND contacts.bot_id = shows.bot_id
     WHERE shows.user_id = @userId AND shows.order_id = @orderId AND shows.seen_at_ms >= @sinceMs
     ORDER BY ${impressionOrder} LIMIT ${String(MAX_IMPRESSIONS)}`,
  );
  const standing = connection.prepare<[number, number], StandingRow>(
    `SELECT ${standingColumns} FROM subscriptions WHERE user_id = ? AND order_id = ?`,
  );
  const membership = connection.prepare<[userId: number, resourceKey: ResourceKey], MembershipRow>(
    `SELECT ${membershipColumns} FROM memberships WHERE user_id = ? AND resource_id = ?`,
  );
  const user = connection.prepare<[number], { language_code: string; is_suspicious: number }>(
    'SELECT language_code, is_suspicious FROM users WHERE user_id = ?',
  );
  const paid = connection.prepare<[number, string]>(
    'SELECT 1 FROM paid_joins WHERE user_id = ? AND target = ?',
  );
  const withdrawing = connection.prepareExact<[number], { withdrawal_id: bigint; amount_micros: bigint }>(
    `SELECT withdrawal_id, amount_micros FROM withdrawals WHERE account_id = ? AND state = 'waiting'
     ORDER BY withdrawal_id DESC LIMIT ${String(MAX_WITHDRAWING)}`,
  );
  const opening = connection.prepare<
    [number, number],
    { bot_id: number; ran_at_ms: number; is_signed: number; address: string }
  >('SELECT bot_id, ran_at_ms, is_signed, address FROM openings WHERE user_id = ? AND order_id = ?');
  const paidFrom = connection.prepare<[number, number, string], { times: number }>(
    'SELECT times FROM paid_addresses WHERE day = ? AND order_id = ? AND address = ?',
  );

  const openingOf = (orderId: number, userId: number, day: number): SettlementFacts['opening'] => {
    const row = opening.get(userId, orderId);
    if (row === undefined) return null;
    const { bot_id: botId, ran_at_ms: ranAtMs, is_signed, address } = row;
    const paidToday = paidFrom.get(day, orderId, address)?.times ?? 0;
    return { botId, ranAtMs, isSigned: is_signed === 1, address, paidToday };
  };

  const membershipOf = (orderId: number, userId: number, row: SettledColumns) => {
    const member = membership.get(userId, toResourceKey(toMembershipKey(orderId, row)));
    return member === undefined ? null : toMembership(member);
  };

  return {
    read: (orderId, userId, { showsSinceMs, day }) => {
      const row = order.get(orderId);
      if (row === undefined) return null;
      const settled = standing.get(userId, orderId);
      const about = toSettledOrder(orderId, row, today.get(orderId, day)?.subscribers ?? 0);
      const known = user.get(userId);
      const shown = { userId, orderId, sinceMs: showsSinceMs, day };
      return {
        order: about,
        impressions: impressions
          .all(shown)
          .map(toImpression)
          .sort((a, b) => b.shownAtMs - a.shownAtMs),
        standing: settled === undefined ? null : toStanding(settled),
        membership: membershipOf(orderId, userId, row),
        opening: row.ads_type === 'resource' ? openingOf(orderId, userId, day) : null,
        isSuspicious: known?.is_suspicious === 1,
        isPaidFor: paid.get(userId, about.target) !== undefined,
        walletMicros: ledger.balance('wallet', row.account_id),
        withdrawing: withdrawing.all(row.account_id).map((each) => ({
          withdrawalId: Number(each.withdrawal_id),
          amountMicros: each.amount_micros,
        })),
        userLanguage: known?.language_code ?? '',
      };
    },
    standing: (orderId, userId) => standing.get(userId, orderId),
  };
}
