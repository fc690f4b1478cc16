/** What waits for a moderator's word, between rows and the domain; and the statements that both databases share. */
import type { Account } from '../../core/ports/account-store.js';
import type { Bot } from '../../core/ports/bot-store.js';
import type { HeldForTrust, TakenOver } from '../../core/ports/trust-store.js';
import { type AccountRow, toAccount } from './account-row.js';
import { type BotRow, toBot } from './bot-row.js';
import type { ChargedRow } from './settlement-writes.js';

/** Sums of money come exact, as text. */
export interface HeldRow {
  subscribers: number;
  micros: string | null;
}

export type WaitingBotRow = BotRow & HeldRow & { total: number };
export type WaitingAccountRow = AccountRow & { held_micros: string; total: number };
export type HeldChargeRow = ChargedRow & { user_id: number };

/**
 * Bots with subscribers held for trust, one after the other: each step finds the next bot by the index of what is held,
 * so the walk costs as many steps as there are bots, however many subscribers they brought.
 */
export const HELD_BOTS = `RECURSIVE held (bot_id) AS (
    SELECT min(bot_id) FROM subscriptions WHERE held_for_trust = 1
    UNION ALL
    SELECT (SELECT min(bot_id) FROM subscriptions WHERE held_for_trust = 1 AND bot_id > held.bot_id)
    FROM held WHERE held.bot_id IS NOT NULL)`;

/** Of the bot that `botId` names: how many subscribers are held, and the publisher's part of what they cost. */
export const heldSums = (botId: string): string => `
    (SELECT count(*) FROM subscriptions WHERE subscriptions.bot_id = ${botId} AND held_for_trust = 1) AS subscribers,
    (SELECT CAST(sum(postings.amount_micros) AS TEXT) FROM subscriptions
       JOIN postings ON postings.entry_id = subscriptions.entry_id
       JOIN ledger_accounts ON ledger_accounts.ledger_account_id = postings.ledger_account_id AND kind = 'hold'
       WHERE subscriptions.bot_id = ${botId} AND held_for_trust = 1) AS micros`;

export function toHeld(row: HeldRow | undefined): HeldForTrust {
  return { subscribers: row?.subscribers ?? 0, micros: BigInt(row?.micros ?? 0) };
}

export function toHeldBot(row: BotRow & HeldRow): { bot: Bot } & HeldForTrust {
  return { bot: toBot(row), ...toHeld(row) };
}

export function toWaitingAccount(row: WaitingAccountRow): { account: Account; heldMicros: bigint } {
  return { account: toAccount(row), heldMicros: BigInt(row.held_micros) };
}

export interface TakenOverRow {
  paid_joins: number | null;
  joins_taken_over: number | null;
}

export const TAKEN_OVER_SUMS = 'sum(subscribers) AS paid_joins, sum(taken_over) AS joins_taken_over';

export function toTakenOver(row: TakenOverRow | undefined): TakenOver {
  return { subscribers: row?.paid_joins ?? 0, takenOver: row?.joins_taken_over ?? 0 };
}
