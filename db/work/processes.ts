/** What processes say of themselves, and what waits for them. */
import type { HealthStore, Trouble } from '../../core/ports/job-store.js';
import { readBacklogs } from './backlogs.js';
import { queuedIn, toQueuedLine } from './queued.js';
import { boundedLimit } from './values.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

const QUEUED_MAX = 100;

export const writeBeat = statement<[process: string, atMs: number]>(
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
const noted = statement<[process: string], Trouble>(
  'SELECT trouble AS words, beat_at_ms AS "sinceMs" FROM processes WHERE process = $1',
);

export function createProcessNotes({
  db,
}: Pick<Parts, 'db'>): Omit<HealthStore, 'check' | 'changed' | 'sizes' | 'replica'> {
  return {
    beat: (process, nowMs) => db.run('health.beat', writeBeat.do(process, nowMs)),
    tellPlatform: ({ words, sinceMs }) => db.run('health.tellPlatform', tell.do('platform', sinceMs, words)),
    platform: async () => (await db.read(noted.get('platform'))) ?? null,
    lastBeatMs: async (process) => (await db.read(lastBeat.get(process)))?.beat_at_ms ?? null,
    backlogs: (nowMs) => db.read(() => readBacklogs(nowMs)),
    queued: async (name, { offset, limit }) =>
      (await db.read(queuedIn(name, boundedLimit(limit, QUEUED_MAX), Math.max(0, offset)))).map(toQueuedLine),
  };
}
