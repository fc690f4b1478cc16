import { insertInto } from './inserts.js';
import { dailyChecks } from '../schema/maintenance.js';
import type { CheckRecord, CheckStore } from '../../core/ports/check-store.js';
import type { Parts } from './database.js';
import { type RowOf, rowsOf } from './rows.js';
import { checkOutcomes, checkPasses } from './stored-json.js';
import { statement } from './statement.js';
import { orNull } from './values.js';

const KEPT_DAYS = 400;
/** The row of the full pass that is under way, next to those of days. */
const FULL_PASS = -1;

const toRecord = rowsOf<CheckRecord>()('day, ended_at_ms, took_ms, outcome', { outcome: checkOutcomes.read });

const claim = statement<[day: number, untilMs: number, nowMs: number]>(
  `INSERT INTO daily_checks (day, lease_until_ms) VALUES ($1, $2)
   ON CONFLICT (day) DO UPDATE SET lease_until_ms = excluded.lease_until_ms
     WHERE daily_checks.ended_at_ms IS NULL AND daily_checks.lease_until_ms <= $3`,
);
const save = insertInto(dailyChecks, 'day, leaseUntilMs, endedAtMs, tookMs, outcome', {
  there: {
    sets: 'ended_at_ms = excluded.ended_at_ms, took_ms = excluded.took_ms, outcome = excluded.outcome',
  },
});
/** Days to come are those of a clock that was ahead: the latest of them would stand for the last check. */
const forget = statement<[beforeDay: number, today: number]>(
  `DELETE FROM daily_checks WHERE (day < $1 OR day > $2) AND day <> ${String(FULL_PASS)}`,
);
const endFull = statement(`DELETE FROM daily_checks WHERE day = ${String(FULL_PASS)}`);
const keepFull = insertInto(dailyChecks, 'day, leaseUntilMs, outcome', { there: 'replaced' });
const full = statement<[], { outcome: string | null }>(
  `SELECT outcome FROM daily_checks WHERE day = ${String(FULL_PASS)}`,
);
const last = statement<[], RowOf<CheckRecord>>(
  'SELECT day, ended_at_ms, took_ms, outcome FROM daily_checks WHERE ended_at_ms IS NOT NULL ORDER BY day DESC LIMIT 1',
);

/** Going through a pass. */
export type CheckPasses = Pick<CheckStore, 'compare' | 'begin' | 'advance'>;

export function createCheckStore({ db }: Pick<Parts, 'db'>, passes: CheckPasses): CheckStore {
  const take = async (day: number, nowMs: number, leaseMs: number): Promise<boolean> =>
    (await db.run('checks.claim', claim.run(day, nowMs + leaseMs, nowMs))) > 0;
  return {
    ...passes,
    claim: take,
    save: (record) =>
      db.run('checks.save', function* () {
        const { day, outcome } = record;
        yield* save.run({ ...record, leaseUntilMs: 0, outcome: checkOutcomes.write(outcome) });
        if (outcome.fullDay === day) yield* endFull.run();
        yield* forget.run(day - KEPT_DAYS, day);
      }),
    last: async () => orNull(await db.read(last.get()), toRecord),
    claimFull: (nowMs, leaseMs) => take(FULL_PASS, nowMs, leaseMs),
    full: async () => {
      const kept = (await db.read(full.get()))?.outcome ?? null;
      return kept === null ? null : checkPasses.read(kept);
    },
    keepFull: (pass, untilMs) => {
      const row = { day: FULL_PASS, leaseUntilMs: untilMs, outcome: checkPasses.write(pass) };
      return db.run('checks.keepFull', keepFull.do(row));
    },
  };
}
