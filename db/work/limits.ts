import { createHash } from 'node:crypto';
import type { LimitStore } from '../../core/ports.js';
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
const forget = statement<[key: string, untilMs: number]>(
  'DELETE FROM limit_takes WHERE key = $1 AND at_ms <= $2',
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
        yield* forget.run(key, nowMs - windowMs);
        const there = yield* takes.get(key, nowMs - windowMs);
        if ((there?.count ?? 0) >= max) {
          // A clock that was set back must not shut anybody out for longer than a window.
          const waitMs = (there?.oldest_ms ?? nowMs) + windowMs - nowMs;
          return { allowed: false, retryAfterMs: Math.min(Math.max(waitMs, 1), windowMs) };
        }
        yield* insert.run(key, nowMs, nowMs + windowMs);
        return { allowed: true, retryAfterMs: 0 };
      }),
  };
}

function gateOf(key: string): bigint {
  const hash = createHash('sha256').update(key).digest().readBigUInt64BE();
  return -1n - (hash >> 11n);
}
