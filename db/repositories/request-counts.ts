/** How requests of each bot and day were answered. */
import type { RequestOutcome } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Executor } from '../executor.js';
import { createGathered } from '../gathered.js';
import type { AwaitedBotWrites } from './awaited-bots.js';

interface Counts extends Record<RequestOutcome, number> {
  botId: number;
  day: number;
}

export interface RequestCounts {
  count(botId: number, day: number, outcome: RequestOutcome): void;
  /** Answers with sponsors that are not written yet. */
  listsGathered(botId: number, day: number): number;
  flush(): Promise<void>;
}

export function createRequestCounts(
  connection: Connection,
  executor: Executor,
  awaited: AwaitedBotWrites,
): RequestCounts {
  const add = connection.prepare<[number, number, number, number, number, number]>(
    `INSERT INTO bot_days (bot_id, day, requests_sponsors, requests_no_sponsors, requests_passed, requests_errors)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (bot_id, day) DO UPDATE SET requests_sponsors = requests_sponsors + excluded.requests_sponsors,
       requests_no_sponsors = requests_no_sponsors + excluded.requests_no_sponsors,
       requests_passed = requests_passed + excluded.requests_passed,
       requests_errors = requests_errors + excluded.requests_errors`,
  );
  const gathered = createGathered<Counts>(executor, {
    name: 'statistics.requests',
    restMs: 0,
    make: (key) => {
      const [botId = 0, day = 0] = key.split(':').map(Number);
      return { botId, day, sponsors: 0, no_sponsors: 0, passed: 0, error: 0 };
    },
    write: (counts) => {
      const { botId, day, sponsors, no_sponsors, passed, error } = counts;
      add.run(botId, day, sponsors, no_sponsors, passed, error);
      awaited.seen(botId, counts);
    },
  });
  return {
    count: (botId, day, outcome) => {
      gathered.of(`${String(botId)}:${String(day)}`)[outcome] += 1;
    },
    listsGathered: (botId, day) => gathered.peek(`${String(botId)}:${String(day)}`)?.sponsors ?? 0,
    flush: () => gathered.flush(),
  };
}
