import type { CheckStore } from '../../core/ports.js';
import { createCheckWalk } from '../check/index.js';
import { openConnection } from '../connection.js';
import type { Parts } from '../parts.js';
import { type CheckRow, KEPT_DAYS, storedOutcome, toRecord } from './check-row.js';

/** @param path of the database, which is walked through over a connection of its own */
export function createCheckStore({ connection, executor, dayOf }: Parts, path: string): CheckStore {
  const claim = connection.prepare<[number, number, number]>(
    `INSERT INTO daily_checks (day, lease_until_ms) VALUES (?, ?)
     ON CONFLICT (day) DO UPDATE SET lease_until_ms = excluded.lease_until_ms
       WHERE ended_at_ms IS NULL AND lease_until_ms <= ?`,
  );
  const save = connection.prepare<[number, number, number, string]>(
    `INSERT INTO daily_checks (day, lease_until_ms, ended_at_ms, took_ms, outcome) VALUES (?, 0, ?, ?, ?)
     ON CONFLICT (day) DO UPDATE SET ended_at_ms = excluded.ended_at_ms, took_ms = excluded.took_ms,
       outcome = excluded.outcome`,
  );
  const forget = connection.prepare<[number]>('DELETE FROM daily_checks WHERE day < ?');
  const last = connection.prepare<[], CheckRow>(
    'SELECT day, ended_at_ms, took_ms, outcome FROM daily_checks WHERE ended_at_ms IS NOT NULL ORDER BY day DESC LIMIT 1',
  );

  return {
    compare: async () => {
      const snapshot = openConnection(path);
      try {
        const walk = createCheckWalk(snapshot, dayOf);
        // Readers see the database as it was when they first read, until they end.
        snapshot.prepare('BEGIN').run();
        return await walk();
      } finally {
        snapshot.close();
      }
    },
    claim: (day, nowMs, leaseMs) =>
      executor.run('checks.claim', () => claim.run(day, nowMs + leaseMs, nowMs).changes > 0),
    save: ({ day, endedAtMs, tookMs, outcome }) =>
      executor.run('checks.save', () => {
        save.run(day, endedAtMs, tookMs, storedOutcome(outcome));
        forget.run(day - KEPT_DAYS);
      }),
    last: async () => {
      const row = await executor.ask(() => last.get());
      return row === undefined ? null : toRecord(row);
    },
  };
}
