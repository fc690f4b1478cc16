import type { HealthStore, Trouble } from '../../../core/ports.js';
import { requireCurrentOver } from '../migrate.js';
import type { Notifications } from '../notifications.js';
import { OUTBOX, type Parts } from '../parts.js';
import { statement } from '../statement.js';
import { createBacklogs } from './backlogs.js';

/** Of many notifications, those who wait are woken once in this time. */
const WAKE_APART_MS = 10;
/** So long after it began to wait, whoever heard nothing looks by themselves. */
const LOOK_ANYWAY_MS = 1_000;

const beat = statement<[process: string, atMs: number]>(
  `INSERT INTO processes (process, beat_at_ms) VALUES ($1, $2)
   ON CONFLICT (process) DO UPDATE SET beat_at_ms = excluded.beat_at_ms`,
);
const lastBeat = statement<[process: string], { beat_at_ms: number }>(
  'SELECT beat_at_ms FROM processes WHERE process = $1',
);
const tell = statement<[process: string, sinceMs: number, words: string | null]>(
  `INSERT INTO processes (process, beat_at_ms, trouble) VALUES ($1, $2, $3)
   ON CONFLICT (process) DO UPDATE SET beat_at_ms = excluded.beat_at_ms, trouble = excluded.trouble`,
);
const told = statement<[process: string], Trouble>(
  'SELECT trouble AS words, beat_at_ms AS "sinceMs" FROM processes WHERE process = $1',
);

export function createHealthStore(
  parts: Parts,
  notifications: Notifications,
): HealthStore & { stop(): void } {
  const { deeds, clock } = parts;
  const backlogs = createBacklogs();

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
  notifications.onTold(() => {
    const pauseMs = wokenAtMs + WAKE_APART_MS - performance.now();
    if (pauseMs <= 0) wake();
    else waking ??= setTimeout(wake, pauseMs).unref();
  });
  deeds.afterCommit((topics) => {
    const isUrgent = topics.has(OUTBOX);
    notifications.tell(isUrgent);
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
    check: async () => {
      await deeds.askOnce(({ client }) => requireCurrentOver(client));
      await deeds.run('health.check', (transaction) => beat.run(transaction, 'check', clock.now()));
    },
    beat: async (process, nowMs) => {
      await deeds.runOnce('health.beat', (transaction) => beat.run(transaction, process, nowMs));
    },
    tellPlatform: async ({ words, sinceMs }) => {
      await deeds.run('health.tellPlatform', (transaction) =>
        tell.run(transaction, 'platform', sinceMs, words),
      );
    },
    platform: async () => (await deeds.askOnce((transaction) => told.get(transaction, 'platform'))) ?? null,
    lastBeatMs: async (process) => {
      const row = await deeds.askOnce((transaction) => lastBeat.get(transaction, process));
      return row?.beat_at_ms ?? null;
    },
    backlogs: (nowMs) => deeds.ask((transaction) => backlogs(transaction, nowMs)),
    changed,
    stop: () => {
      isStopped = true;
      clearTimeout(waking);
      for (const check of [...waiting]) check();
    },
  };
}
