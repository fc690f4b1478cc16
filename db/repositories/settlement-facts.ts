/** What the store knows of a user and an order at the moment of settling. */
import type { SettlementFacts } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { LedgerWrites } from './ledger-writes.js';
import { toMembership } from './membership-row.js';
import { membershipStatement } from './memberships.js';
import { toResourceKey } from './resource-key.js';
import {
  type OwnedShowRow,
  type SettledColumns,
  settledColumns,
  toMembershipKey,
  toOwnedShow,
  toSettledOrder,
} from './settled-row.js';
import { type StandingRow, standingColumns, toStanding } from './standing-row.js';

/** Bots that showed one order to one user; more would be a fault of ours. */
const MAX_SHOWS = 100;

export interface FactsReader {
  /** Null when there is no such order. */
  read(orderId: number, userId: number, at: { showsSinceMs: number; day: number }): SettlementFacts | null;
  standing(orderId: number, userId: number): StandingRow | undefined;
}

export function createFactsReader(connection: Connection, ledger: LedgerWrites): FactsReader {
  const order = connection.prepare<[number], SettledColumns>(
    `SELECT ${settledColumns} FROM orders WHERE order_id = ?`,
  );
  const today = connection.prepare<[number, number], { subscribers: number }>(
    'SELECT subscribers FROM order_days WHERE order_id = ? AND day = ?',
  );
  const shows = connection.prepare<[number, number, number], OwnedShowRow>(
    `SELECT order_id, shows.bot_id, first_shown_at_ms, shown_at_ms, price_micros, bots.account_id
     FROM shows JOIN bots ON bots.bot_id = shows.bot_id
     WHERE user_id = ? AND order_id = ? AND shown_at_ms >= ? ORDER BY shown_at_ms DESC LIMIT ${String(MAX_SHOWS)}`,
  );
  const standing = connection.prepare<[number, number], StandingRow>(
    `SELECT ${standingColumns} FROM subscriptions WHERE user_id = ? AND order_id = ?`,
  );
  const membership = membershipStatement(connection);
  const language = connection.prepare<[number], { language_code: string }>(
    'SELECT language_code FROM users WHERE user_id = ?',
  );

  return {
    read: (orderId, userId, { showsSinceMs, day }) => {
      const row = order.get(orderId);
      if (row === undefined) return null;
      const settled = standing.get(userId, orderId);
      const member = membership.get(userId, toResourceKey(toMembershipKey(orderId, row)));
      return {
        order: toSettledOrder(orderId, row, today.get(orderId, day)?.subscribers ?? 0),
        shows: shows.all(userId, orderId, showsSinceMs).map(toOwnedShow),
        standing: settled === undefined ? null : toStanding(settled),
        membership: member === undefined ? null : toMembership(member),
        walletMicros: ledger.balance('wallet', row.account_id),
        userLanguage: language.get(userId)?.language_code ?? '',
      };
    },
    standing: (orderId, userId) => standing.get(userId, orderId),
  };
}
