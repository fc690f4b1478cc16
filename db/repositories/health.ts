import type { HealthStore, Trouble } from '../../core/ports.js';
import { ServiceError } from '../../core/errors.js';
import { lookForDamage } from '../damage.js';
import { requireCurrent } from '../migrate.js';
import { OUTBOX, type Parts } from '../parts.js';
import { createBacklogs } from './backlogs.js';

/** How soon another process's commit is noticed; looking costs 3 µs. This one poll is meant: SQLite tells nobody. */
const POLL_MS = 25;

interface Change {
  dataVersion: number;
  own: number;
}

export function createHealthStore(parts: Parts, path: string): HealthStore & { stop(): void } {
  const { connection, executor, clock } = parts;
  const beat = connection.prepare<[string, number]>(
    `INSERT INTO processes (process, beat_at_ms) VALUES (?, ?)
     ON CONFLICT (process) DO UPDATE SET beat_at_ms = excluded.beat_at_ms`,
  );
  const lastBeat = connection.prepare<[string], { beat_at_ms: number }>(
    'SELECT beat_at_ms FROM processes WHERE process = ?',
  );
  const tell = connection.prepare<[string, number, string | null]>(
    `INSERT INTO processes (process, beat_at_ms, trouble) VALUES (?, ?, ?)
     ON CONFLICT (process) DO UPDATE SET beat_at_ms = excluded.beat_at_ms, trouble = excluded.trouble`,
  );
  const told = connection.prepare<[string], Trouble>(
    'SELECT trouble AS words, beat_at_ms AS sinceMs FROM processes WHERE process = ?',
  );
  const backlogs = createBacklogs(connection);

  /** How many of our own commits left something to claim. */
  let own = 0;
  /** What each caller has seen, by the signal it comes with. */
  const seen = new WeakMap<AbortSignal, Change>();
  const waiting = new Set<() => void>();
  let poll: NodeJS.Timeout | undefined;
  let isStopped = false;

  const state = (): Change => ({ dataVersion: connection.dataVersion(), own });

  const look = () => {
    for (const check of [...waiting]) check();
    if (waiting.size === 0) stop();
  };
  const stop = () => {
    clearInterval(poll);
    poll = undefined;
  };
  executor.afterCommit((topics) => {
    if (!topics.has(OUTBOX)) return;
    own += 1;
    look();
  });

  const changed = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const before = seen.get(signal) ?? state();
      const check = () => {
        // Whoever still waits when the store closes is let go, without another look at it.
        const isOver = signal.aborted || isStopped;
        const now = isOver ? before : state();
        const hasChanged = now.dataVersion !== before.dataVersion || now.own !== before.own;
        if (!hasChanged && !isOver) return;
        seen.set(signal, now);
        waiting.delete(check);
        signal.removeEventListener('abort', check);
        resolve();
      };
      waiting.add(check);
      check();
      if (!waiting.has(check)) return;
      signal.addEventListener('abort', check);
      poll ??= setInterval(look, POLL_MS);
    });

  return {
    check: async () => {
      lookForDamage(path, executor);
      await executor.run('health.check', () => void beat.run('check', clock.now()));
      requireCurrent(path);
      const fault = executor.fault();
      if (fault !== null) throw new ServiceError('unavailable', fault);
    },
    beat: (process, nowMs) => executor.run('health.beat', () => void beat.run(process, nowMs)),
    tellPlatform: ({ words, sinceMs }) =>
      executor.run('health.tellPlatform', () => void tell.run('platform', sinceMs, words)),
    platform: async () => (await executor.ask(() => told.get('platform'))) ?? null,
    lastBeatMs: (process) => executor.ask(() => lastBeat.get(process)?.beat_at_ms ?? null),
    backlogs: (nowMs) => executor.ask(() => backlogs(nowMs)),
    changed,
    stop: () => {
      isStopped = true;
      look();
    },
  };
}
