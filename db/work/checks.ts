import type { CheckStore } from '../../core/ports/check-store.js';
import type { Parts } from './database.js';
import { checkOutcomes } from './stored-json.js';
import { statement } from './statement.js';

const KEPT_DAYS = 400;

interface CheckRow {
  day: number;
  ended_at_ms: number;
  took_ms: number;
  outcome: string;
}

const claim = statement<[day: number, untilMs: number, nowMs: number]>(
  `INSERT INTO daily_checks (day, lease_until_ms) VALUES ($1, $2)
   ON CONFLICT (day) DO UPDATE SET lease_until_ms = excluded.lease_until_ms
     WHERE daily_checks.ended_at_ms IS NULL AND daily_checks.lease_until_ms <= $3`,
);
const save = statement<[day: number, endedAtMs: number, tookMs: number, outcome: string]>(
  `INSERT INTO daily_checks (day, lease_until_ms, ended_at_ms, took_ms, outcome) VALUES ($1, 0, $2, $3, $4)
   ON CONFLICT (day) DO UPDATE SET ended_at_ms = excluded.ended_at_ms, took_ms = excluded.took_ms,
     outcome = excluded.outcome`,
);
const forget = statement<[beforeDay: number]>('DELETE FROM daily_checks WHERE day < $1');
const last = statement<[], CheckRow>(
  'SELECT day, ended_at_ms, took_ms, outcome FROM daily_checks WHERE ended_at_ms IS NOT NULL ORDER BY day DESC LIMIT 1',
);

/** @param compare walks through the whole database */
export function createCheckStore({ db }: Pick<Parts, 'db'>, compare: CheckStore['compare']): CheckStore {
  return {
    compare,
    claim: async (day, nowMs, leaseMs) =>
      (await db.run('checks.claim', claim.run(day, nowMs + leaseMs, nowMs))) > 0,
    save: ({ day, endedAtMs, tookMs, outcome }) =>
      db.run('checks.save', function* () {
        yield* save.run(day, endedAtMs, tookMs, checkOutcomes.write(outcome));
        yield* forget.run(day - KEPT_DAYS);
      }),
    last: async () => {
      const row = await db.read(last.get());
      if (row === undefined) return null;
      const { day, ended_at_ms: endedAtMs, took_ms: tookMs, outcome } = row;
      return { day, endedAtMs, tookMs, outcome: checkOutcomes.read(outcome) };
    },
  };
}
