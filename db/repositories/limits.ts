import type { LimitStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';

/** A limit remembers each of its takes, so that it holds in any window, wherever that begins. */
export function createLimitStore({ connection, executor }: Parts): LimitStore {
  const takes = connection.prepare<[string, number], { count: number; oldest_ms: number | null }>(
    'SELECT count(*) AS count, min(at_ms) AS oldest_ms FROM limit_takes WHERE key = ? AND at_ms > ?',
  );
  const forget = connection.prepare<[string, number]>('DELETE FROM limit_takes WHERE key = ? AND at_ms <= ?');
  const insert = connection.prepare<[string, number, number]>(
    'INSERT INTO limit_takes (key, at_ms, ends_at_ms) VALUES (?, ?, ?)',
  );
  return {
    take: (key, max, windowMs, nowMs) =>
      executor.run('limits.take', () => {
        forget.run(key, nowMs - windowMs);
        const there = takes.get(key, nowMs - windowMs);
        if ((there?.count ?? 0) >= max) {
          // A clock that was set back must not shut anybody out for longer than a window.
          const waitMs = (there?.oldest_ms ?? nowMs) + windowMs - nowMs;
          return { allowed: false, retryAfterMs: Math.min(Math.max(waitMs, 1), windowMs) };
        }
        insert.run(key, nowMs, nowMs + windowMs);
        return { allowed: true, retryAfterMs: 0 };
      }),
  };
}
