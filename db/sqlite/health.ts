import { statSync } from 'node:fs';
import type { HealthStore, StoreSizes } from '../../core/ports/job-store.js';
import { ServiceError } from '../../core/errors.js';
import { lookForDamage } from './damage.js';
import { requireCurrent } from './migrate.js';
import type { Parts } from './parts.js';
import { createProcessNotes, writeBeat } from '../work/processes.js';
import { OUTBOX } from '../work/statement.js';

/** How soon another process's commit is noticed. A look costs 3 µs; SQLite sends no signal. */
const POLL_MS = 25;

interface Change {
  dataVersion: number;
  own: number;
}

export function createHealthStore(parts: Parts, path: string): HealthStore & { stop(): void } {
  const { connection, executor, db, clock } = parts;
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
  executor.onMark(OUTBOX, () => {
    own += 1;
    look();
  });

  const changed = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const before = seen.get(signal) ?? state();
      const check = () => {
        // A caller that still waits when the store closes is let go, without another look at it.
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
    ...createProcessNotes(parts),
    check: async () => {
      lookForDamage(path, executor);
      await db.run('health.check', writeBeat.run({ process: 'check', beatAtMs: clock.now() }));
      requireCurrent(path, { isRunning: true });
      const fault = executor.fault();
      if (fault !== null) throw new ServiceError('unavailable', fault);
    },
    sizes: () => Promise.resolve(sizesOf(path)),
    replica: () => null,
    changed,
    stop: () => {
      isStopped = true;
      look();
    },
  };
}

function sizesOf(path: string): StoreSizes {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return { dataBytes: sizeOf(path), logBytes: sizeOf(`${path}-wal`), heldLogBytes: null };
}
