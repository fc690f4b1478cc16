import type { HealthStore } from '../../core/ports/job-store.js';
import { createProcessNotes, writeBeat } from '../work/processes.js';
import { ofPostgres, OUTBOX } from '../work/statement.js';
import { requireCurrentOver } from './migrate.js';
import type { CommitSignals } from './commit-signals.js';
import type { Parts } from './parts.js';

/** Slots are those of the whole server. */
const size = ofPostgres<[], { bytes: number; held_bytes: number | null }>(
  `SELECT pg_database_size(current_database()) AS bytes,
    (SELECT max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::bigint FROM pg_replication_slots) AS held_bytes`,
);

/** Of many signals, those who wait are woken once in this time. */
const WAKE_APART_MS = 10;
/** So long after it began to wait, a caller that heard nothing looks by itself. */
const LOOK_ANYWAY_MS = 1_000;

export function createHealthStore(parts: Parts, signals: CommitSignals): HealthStore & { stop(): void } {
  const { commands, db, clock } = parts;

  /** How many changes were heard of, or made by ourselves where they left something to claim. */
  let changes = 0;
  /** What each caller has seen, by the signal it comes with. */
  const seen = new WeakMap<AbortSignal, number>();
  const waiting = new Set<() => void>();
  let wokenAtMs = 0;
  let waking: NodeJS.Timeout | undefined;
  let isStopped = false;

  const wake = () => {
    clearTimeout(waking);
    waking = undefined;
    wokenAtMs = performance.now();
    changes += 1;
    for (const check of [...waiting]) check();
  };
  signals.onSignal(() => {
    const pauseMs = wokenAtMs + WAKE_APART_MS - performance.now();
    if (pauseMs <= 0) wake();
    else waking ??= setTimeout(wake, pauseMs).unref();
  });
  commands.afterCommit((topics) => {
    const isUrgent = topics.has(OUTBOX);
    signals.signal(isUrgent);
    if (isUrgent) wake();
  });

  const changed = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const before = seen.get(signal) ?? changes;
      const letGo = () => {
        clearTimeout(looking);
        seen.set(signal, changes);
        waiting.delete(check);
        signal.removeEventListener('abort', check);
        resolve();
      };
      const check = () => {
        if (changes !== before || signal.aborted || isStopped) letGo();
      };
      const looking = setTimeout(letGo, LOOK_ANYWAY_MS).unref();
      waiting.add(check);
      signal.addEventListener('abort', check);
      check();
    });

  return {
    ...createProcessNotes(parts),
    check: async () => {
      await commands.askOnce(({ client }) => requireCurrentOver(client, { isRunning: true }));
      await db.run('health.check', writeBeat.run({ process: 'check', beatAtMs: clock.now() }));
    },
    sizes: async () => {
      const row = await db.read(size.get());
      return { dataBytes: row?.bytes ?? 0, logBytes: null, heldLogBytes: row?.held_bytes ?? null };
    },
    replica: () => parts.replicaState?.() ?? null,
    changed,
    stop: () => {
      isStopped = true;
      clearTimeout(waking);
      for (const check of [...waiting]) check();
    },
  };
}
