/** When money on hold is released, and how much of it soon. What waits for a moderator has no date. */
import type { Releases, TrustStore } from '../../core/ports/trust-store.js';
import type { Reader } from './database.js';
import { statement, together } from './statement.js';

const BOTS_MAX = 100;
/** Subscribers whose money is added up for one answer, shared among the bots: 15 ms over SQLite. */
const ADDED_MAX = 5_000;

interface SumsRow {
  subscribers: number;
  day_micros: string | null;
  week_micros: string | null;
}

const nextOfBots = statement<[accountId: number], { bot_id: number; next_ms: number }>(
  `SELECT bot_id, next_ms FROM (SELECT bot_id, (SELECT min(hold_until_ms) FROM subscriptions
       WHERE subscriptions.bot_id = bots.bot_id AND hold_until_ms IS NOT NULL) AS next_ms
     FROM bots WHERE account_id = $1) AS of_bot
   WHERE next_ms IS NOT NULL ORDER BY next_ms, bot_id LIMIT ${String(BOTS_MAX)}`,
);
const sumsOf = statement<[botId: number, dayEndMs: number, weekEndMs: number, limit: number], SumsRow>(
  `SELECT count(*) AS subscribers, CAST(sum(amount_micros) AS TEXT) AS week_micros,
     CAST(sum(CASE WHEN hold_until_ms <= $2 THEN amount_micros ELSE 0 END) AS TEXT) AS day_micros
   FROM (SELECT entry_id, hold_until_ms FROM subscriptions
     WHERE bot_id = $1 AND hold_until_ms IS NOT NULL AND hold_until_ms <= $3
     ORDER BY hold_until_ms LIMIT $4) AS due
   JOIN postings ON postings.entry_id = due.entry_id
   JOIN ledger_accounts ON ledger_accounts.ledger_account_id = postings.ledger_account_id AND kind = 'hold'`,
);

export function createReleases(replica: Reader): Pick<TrustStore, 'releasesOf'> {
  return {
    releasesOf: (accountId, { dayEndMs, weekEndMs }) =>
      replica.read(function* () {
        const bots = yield* nextOfBots.all(accountId);
        const due = bots.filter(({ next_ms }) => next_ms <= weekEndMs);
        const limit = Math.floor(ADDED_MAX / Math.max(1, due.length));
        const sums = yield* together(
          ...due.map(({ bot_id }) => sumsOf.get(bot_id, dayEndMs, weekEndMs, limit)),
        );
        const sum = (of: (row: SumsRow) => string | null) =>
          sums.reduce((total, row) => total + BigInt(row === undefined ? 0 : (of(row) ?? 0)), 0n);
        return {
          nextAtMs: bots[0]?.next_ms ?? null,
          dayMicros: sum((row) => row.day_micros),
          weekMicros: sum((row) => row.week_micros),
          isPartial: bots.length === BOTS_MAX || sums.some((row) => (row?.subscribers ?? 0) >= limit),
        } satisfies Releases;
      }),
  };
}
