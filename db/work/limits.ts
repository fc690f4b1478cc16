import { createHash } from 'node:crypto';
import type { LimitStore } from '../../core/ports/job-store.js';
import { decideTake } from '../../core/rate-limit.js';
import type { Parts } from './database.js';
import { lock, statement } from './statement.js';

/**
 * A command that takes under a key waits here for the one before: a row of no key, whose number is below zero and
 * follows from the key. Two keys that share a number wait for each other, and are counted apart.
 */
const enter = lock<[gate: bigint, nowMs: number, endsAtMs: number]>(
  `INSERT INTO limit_takes AS gate (take_id, key, at_ms, ends_at_ms) OVERRIDING SYSTEM VALUE VALUES ($1, '', $2, $3)
   ON CONFLICT (take_id) DO UPDATE SET ends_at_ms = GREATEST(gate.ends_at_ms, excluded.ends_at_ms)`,
);
const takes = statement<[key: string, afterMs: number], { count: number; oldest_ms: number | null }>(
  'SELECT count(*) AS count, min(at_ms) AS oldest_ms FROM limit_takes WHERE key = $1 AND at_ms > $2',
);
/** What lies more than a window ahead was taken by a clock that was ahead: it would shut everybody out until then. */
const forget = statement<[key: string, untilMs: number, fromMs: number]>(
  'DELETE FROM limit_takes WHERE key = $1 AND (at_ms <= $2 OR at_ms > $3)',
);
const insert = statement<[key: string, nowMs: number, endsAtMs: number]>(
  'INSERT INTO limit_takes (key, at_ms, ends_at_ms) VALUES ($1, $2, $3)',
);

/** A limit remembers each of its takes, so that it holds in any window, wherever that begins. */
export function createLimitStore({ db }: Parts): LimitStore {
  return {
    take: (key, max, windowMs, nowMs) =>
      db.run('limits.take', function* () {
        yield* enter.run(gateOf(key), nowMs, nowMs + windowMs);
        const startMs = nowMs - windowMs;
        yield* forget.run(key, startMs, nowMs + windowMs);
        const there = yield* takes.get(key, startMs);
        const taken = { count: there?.count ?? 0, oldestMs: there?.oldest_ms ?? null };
        const take = decideTake(taken, max, windowMs, nowMs);
        if (take.allowed) yield* insert.run(key, nowMs, nowMs + windowMs);
        return take;
      }),
  };
}

function gateOf(key: string): bigint {
  const hash = createHash('sha256').update(key).digest().readBigUInt64BE();
  return -1n - (hash >> 11n);
}
