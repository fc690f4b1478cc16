import type { Account, Bot, TrustStore } from '../../core/ports.js';
import { isUnpaidReason } from '../../core/evidence/index.js';
import type { Parts } from '../parts.js';
import { type AccountRow, toAccount } from './account-row.js';
import { botColumns, type BotRow, toBot } from './bot-row.js';
import type { ModerationWrites } from './moderation-log.js';
import type { NoticeQueue } from './notice-queue.js';
import type { SettlementWrites } from './settlement-writes.js';
import {
  HELD_BOTS,
  type HeldChargeRow,
  type HeldRow,
  heldSums,
  TAKEN_OVER_SUMS,
  type TakenOverRow,
  toHeld,
  toHeldBot,
  toTakenOver,
  toWaitingAccount,
  type WaitingAccountRow,
  type WaitingBotRow,
} from './trust-row.js';
import { boundedLimit, toFlag } from './values.js';

const MAX_PAGE = 100;
/** Charges taken back in one deed: about 10 ms of the write lock. */
const REVERSED_AT_ONCE = 50;
/** Subscribers of a trusted bot in one deed; each is one row. */
const FREED_AT_ONCE = 500;

type Decided = { bot_id: number; trust: 'trusted' | 'refused' };

export function createTrustStore(
  { connection, executor, versions }: Parts,
  writes: Pick<SettlementWrites, 'reverse'>,
  { notices, log }: { notices: NoticeQueue; log: ModerationWrites },
): TrustStore {
  const botById = connection.prepare<[number], BotRow>(`SELECT ${botColumns} FROM bots WHERE bot_id = ?`);
  const setBot = connection.prepare<[string, number]>('UPDATE bots SET trust = ? WHERE bot_id = ?');
  const accountById = connection.prepare<[number], AccountRow>('SELECT * FROM accounts WHERE account_id = ?');
  const setAccount = connection.prepare<[number, number]>(
    'UPDATE accounts SET is_trusted = ? WHERE account_id = ?',
  );
  const decided = connection.prepare<[], Decided>(
    `WITH ${HELD_BOTS} SELECT held.bot_id, trust FROM held JOIN bots ON bots.bot_id = held.bot_id
     WHERE trust <> 'unknown'`,
  );
  const free = connection.prepare<{ botId: number; holdMs: number; newMs: number; limit: number }[]>(
    `UPDATE subscriptions SET held_for_trust = 0, hold_until_ms = at_ms + (SELECT
         CASE accounts.is_trusted WHEN 1 THEN @holdMs ELSE max(@holdMs, @newMs) END
         FROM bots JOIN accounts ON accounts.account_id = bots.account_id WHERE bots.bot_id = @botId)
     WHERE (user_id, order_id) IN
       (SELECT user_id, order_id FROM subscriptions WHERE bot_id = @botId AND held_for_trust = 1 LIMIT @limit)`,
  );
  const holdForTrust = connection.prepare<[number]>(
    `UPDATE subscriptions SET held_for_trust = 1, hold_until_ms = NULL
     WHERE bot_id = ? AND hold_until_ms IS NOT NULL`,
  );
  const charges = connection.prepare<[number, number], HeldChargeRow>(
    `SELECT user_id, order_id, bot_id, charge, price_micros, entry_id FROM subscriptions
     WHERE bot_id = ? AND held_for_trust = 1 LIMIT ?`,
  );
  const heldOf = connection.prepare<{ botId: number }[], HeldRow>(`SELECT ${heldSums('@botId')}`);
  const heldOfAccount = connection.prepare<[number], BotRow & HeldRow>(
    `SELECT ${botColumns}, ${heldSums('bots.bot_id')} FROM bots WHERE account_id = ? AND EXISTS (SELECT 1
       FROM subscriptions WHERE subscriptions.bot_id = bots.bot_id AND held_for_trust = 1)
     ORDER BY bots.bot_id LIMIT ${String(MAX_PAGE)}`,
  );
  const waitingBots = connection.prepare<[number, number, number], WaitingBotRow>(
    `WITH ${HELD_BOTS}, waiting (bot_id) AS (SELECT bot_id FROM held UNION SELECT bot_id FROM bots
       WHERE token_cipher IS NULL AND EXISTS (SELECT 1 FROM bot_days WHERE bot_days.bot_id = bots.bot_id AND day >= ?
         AND requests_sponsors > 0))
     SELECT ${botColumns}, ${heldSums('bots.bot_id')}, count(*) OVER () AS total
     FROM waiting JOIN bots ON bots.bot_id = waiting.bot_id WHERE trust = 'unknown'
     ORDER BY subscribers DESC, bots.bot_id LIMIT ? OFFSET ?`,
  );
  const waitingAccounts = connection.prepare<[number, number], WaitingAccountRow>(
    `SELECT accounts.*, CAST(balance_micros AS TEXT) AS held_micros, count(*) OVER () AS total
     FROM ledger_accounts JOIN accounts ON account_id = owner_id
     WHERE kind = 'hold' AND balance_micros > 0 AND is_trusted = 0
     ORDER BY balance_micros DESC, account_id LIMIT ? OFFSET ?`,
  );
  const unpaid = connection.prepare<[number, number], { reason: string; joins: number }>(
    `SELECT reason, sum(joins) AS joins FROM unpaid_days WHERE bot_id = ? AND day >= ? GROUP BY reason
     ORDER BY sum(joins) DESC, reason`,
  );

  const takenOver = connection.prepare<[number, number], TakenOverRow>(
    `SELECT ${TAKEN_OVER_SUMS} FROM bot_days WHERE bot_id = ? AND day >= ?`,
  );
  const takenOverBots = connection.prepare<[number, number, number, number], BotRow & TakenOverRow>(
    `WITH sums AS (SELECT bot_id, ${TAKEN_OVER_SUMS} FROM bot_days WHERE day >= ? GROUP BY bot_id)
     SELECT ${botColumns}, sums.paid_joins, sums.joins_taken_over FROM sums JOIN bots ON bots.bot_id = sums.bot_id
     WHERE paid_joins >= ? AND joins_taken_over >= ? * paid_joins
     ORDER BY joins_taken_over * 1.0 / paid_joins DESC, bots.bot_id LIMIT ?`,
  );

  const decideBot = (...[botId, trust, made, nowMs]: Parameters<TrustStore['decideBot']>): Bot | null => {
    const row = botById.get(botId);
    if (row === undefined || row.trust === trust) return row === undefined ? null : toBot(row);
    setBot.run(trust, botId);
    // Nothing of a refused bot is released by time any more: what is on hold goes back with the rest.
    if (trust === 'refused') holdForTrust.run(botId);
    versions.bump('bots');
    const bot = toBot({ ...row, trust });
    log.note({ moderatorId: made.moderatorId, action: `bot_${trust}`, botId }, nowMs);
    notices.queue(made.notices(bot), nowMs);
    return bot;
  };

  const decideAccount = (
    ...[accountId, isTrusted, made, nowMs]: Parameters<TrustStore['decideAccount']>
  ): Account | null => {
    const row = accountById.get(accountId);
    if (row === undefined) return null;
    const account = { ...toAccount(row), isTrusted };
    if (toAccount(row).isTrusted === isTrusted) return account;
    setAccount.run(toFlag(isTrusted), accountId);
    const action = isTrusted ? 'account_trusted' : 'account_untrusted';
    log.note({ moderatorId: made.moderatorId, action, accountId }, nowMs);
    if (isTrusted) notices.queue(made.notices(account), nowMs);
    return account;
  };

  const freeSome = (botId: number, holds: Parameters<TrustStore['settleHeld']>[1], limit: number) => {
    const { holdMs, newPublisherHoldMs: newMs } = holds;
    return free.run({ botId, holdMs, newMs, limit: Math.min(limit, FREED_AT_ONCE) }).changes;
  };

  const reverseSome = (botId: number, at: { day: number; nowMs: number }, limit: number): number => {
    const rows = charges.all(botId, Math.min(limit, REVERSED_AT_ONCE));
    for (const row of rows) writes.reverse(row, { userId: row.user_id, ...at });
    return rows.length;
  };

  return {
    decideBot: (...given) => executor.run('trust.bot', () => decideBot(...given), { durable: true }),
    decideAccount: (...given) =>
      executor.run('trust.account', () => decideAccount(...given), { durable: true }),
    settleHeld: async (at, holds, limit) => {
      let done = 0;
      while (done < limit) {
        const next = (await executor.ask(() => decided.all()))[0];
        if (next === undefined) break;
        const { bot_id: botId } = next;
        const step = () => {
          // Read again: a moderator may have changed their mind meanwhile.
          const trust = botById.get(botId)?.trust;
          if (trust === 'trusted') return freeSome(botId, holds, limit - done);
          return trust === 'refused' ? reverseSome(botId, at, limit - done) : 0;
        };
        const some = await executor.run('trust.settleHeld', step, { durable: true });
        if (some === 0) break;
        done += some;
      }
      return done;
    },
    heldOf: (botId) => executor.ask(() => toHeld(heldOf.get({ botId }))),
    heldOfAccount: (accountId) => executor.ask(() => heldOfAccount.all(accountId).map(toHeldBot)),
    waitingBots: (sinceDay, { offset, limit }) =>
      executor.ask(() => {
        const rows = waitingBots.all(sinceDay, boundedLimit(limit, MAX_PAGE), Math.max(0, offset));
        return { bots: rows.map(toHeldBot), total: rows[0]?.total ?? 0 };
      }),
    waitingAccounts: ({ offset, limit }) =>
      executor.ask(() => {
        const rows = waitingAccounts.all(boundedLimit(limit, MAX_PAGE), Math.max(0, offset));
        return { accounts: rows.map(toWaitingAccount), total: rows[0]?.total ?? 0 };
      }),
    unpaid: (botId, sinceDay) =>
      executor.ask(() =>
        unpaid
          .all(botId, sinceDay)
          .flatMap(({ reason, joins }) => (isUnpaidReason(reason) ? [{ reason, joins }] : [])),
      ),
    takenOver: (botId, sinceDay) => executor.ask(() => toTakenOver(takenOver.get(botId, sinceDay))),
    takenOverBots: ({ day, leastJoins, share }, limit) =>
      executor.ask(() =>
        takenOverBots
          .all(day, Math.max(1, leastJoins), share, boundedLimit(limit, MAX_PAGE))
          .map((row) => ({ bot: toBot(row), ...toTakenOver(row) })),
      ),
  };
}
