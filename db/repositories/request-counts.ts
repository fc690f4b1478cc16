/** Counts of requests, added up in memory and written along with the next commit, so that they cost none of their own. */
import type { RequestOutcome } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Executor } from '../executor.js';

/** When no commit comes along, they are written by themselves after this long. */
const LATEST_MS = 500;

interface Counts {
  botId: number;
  day: number;
  sponsors: number;
  no_sponsors: number;
  passed: number;
  error: number;
}

export interface RequestCounts {
  count(botId: number, day: number, outcome: RequestOutcome): void;
  /** Writes what is gathered. */
  flush(): Promise<void>;
}

export function createRequestCounts(connection: Connection, executor: Executor): RequestCounts {
  const add = connection.prepare<[number, number, number, number, number, number]>(
    `INSERT INTO bot_days (bot_id, day, requests_sponsors, requests_no_sponsors, requests_passed, requests_errors)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (bot_id, day) DO UPDATE SET requests_sponsors = requests_sponsors + excluded.requests_sponsors,
       requests_no_sponsors = requests_no_sponsors + excluded.requests_no_sponsors,
       requests_passed = requests_passed + excluded.requests_passed,
       requests_errors = requests_errors + excluded.requests_errors`,
  );
  let gathered = new Map<string, Counts>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    // An empty deed makes a commit, which takes along what is gathered.
    if (gathered.size > 0) await executor.run('statistics.requests', () => undefined);
  };

  executor.beforeCommit(() => {
    if (gathered.size === 0) return undefined;
    const writing = gathered;
    for (const { botId, day, sponsors, no_sponsors, passed, error } of writing.values()) {
      add.run(botId, day, sponsors, no_sponsors, passed, error);
    }
    // Only once it is committed; nothing is counted meanwhile, since all this happens in one turn.
    return () => {
      gathered = new Map();
    };
  });

  return {
    count: (botId, day, outcome) => {
      const key = `${String(botId)}:${String(day)}`;
      const counts = gathered.get(key) ?? { botId, day, sponsors: 0, no_sponsors: 0, passed: 0, error: 0 };
      counts[outcome] += 1;
      gathered.set(key, counts);
      timer ??= setTimeout(() => {
        // What cannot be written now stays gathered, and goes with a later commit.
        flush().catch(() => undefined);
      }, LATEST_MS).unref();
    },
    flush,
  };
}
