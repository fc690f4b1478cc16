/** How requests of each bot and day were answered. */
import type { RequestOutcome } from '../../core/ports/statistics-store.js';
import type { AwaitedBotWrites } from './awaited-bots.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

/** Requests of a busy bot come one after the other. */
const REST_MS = 100;

interface Counts extends Record<RequestOutcome, number> {
  botId: number;
  day: number;
}

export interface RequestCounts {
  count(botId: number, day: number, outcome: RequestOutcome): void;
  /** Answers with sponsors that are not written yet. */
  listsWriteBehind(botId: number, day: number): number;
  flush(): Promise<void>;
}

type Numbers = readonly number[];

const add = statement<[Numbers, Numbers, Numbers, Numbers, Numbers, Numbers]>(
  `INSERT INTO bot_days AS known (bot_id, day, requests_sponsors, requests_no_sponsors, requests_passed, requests_errors)
   SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
     AS counted (bot_id, day, sponsors, no_sponsors, passed, errors) ORDER BY bot_id, day
   ON CONFLICT (bot_id, day) DO UPDATE SET requests_sponsors = known.requests_sponsors + excluded.requests_sponsors,
     requests_no_sponsors = known.requests_no_sponsors + excluded.requests_no_sponsors,
     requests_passed = known.requests_passed + excluded.requests_passed,
     requests_errors = known.requests_errors + excluded.requests_errors`,
);

export function createRequestCounts(
  { createCounters }: Pick<Parts, 'createCounters'>,
  awaited: AwaitedBotWrites,
): RequestCounts {
  const writeBehind = createCounters<Counts>({
    name: 'statistics.requests',
    restMs: REST_MS,
    make: (key) => {
      const [botId = 0, day = 0] = key.split(':').map(Number);
      return { botId, day, sponsors: 0, no_sponsors: 0, passed: 0, error: 0 };
    },
    *write(counts) {
      const of = (name: 'botId' | 'day' | RequestOutcome) => counts.map((count) => count[name]);
      yield* add.run(of('botId'), of('day'), of('sponsors'), of('no_sponsors'), of('passed'), of('error'));
      yield* awaited.seen(counts);
    },
  });
  return {
    count: (botId, day, outcome) => {
      writeBehind.of(`${String(botId)}:${String(day)}`)[outcome] += 1;
    },
    listsWriteBehind: (botId, day) =>
      writeBehind.peek(`${String(botId)}:${String(day)}`).reduce((sum, { sponsors }) => sum + sponsors, 0),
    flush: () => writeBehind.flush(),
  };
}
