/** How requests of each bot and day were answered. */
import type { RequestOutcome } from '../../core/ports/statistics-store.js';
import { noteSeenBots } from './awaited-bots.js';
import type { Parts } from './database.js';
import { sumsOf } from './sums.js';

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

const daySums = sumsOf('bot_days', [
  'requests_sponsors',
  'requests_no_sponsors',
  'requests_passed',
  'requests_errors',
]);

const toRow = (count: Counts) => ({
  bot_id: count.botId,
  day: count.day,
  requests_sponsors: count.sponsors,
  requests_no_sponsors: count.no_sponsors,
  requests_passed: count.passed,
  requests_errors: count.error,
});

export function createRequestCounts({
  createCounters,
  clock,
}: Pick<Parts, 'createCounters' | 'clock'>): RequestCounts {
  const writeBehind = createCounters<Counts>({
    name: 'statistics.requests',
    restMs: REST_MS,
    make: (key) => {
      const [botId = 0, day = 0] = key.split(':').map(Number);
      return { botId, day, sponsors: 0, no_sponsors: 0, passed: 0, error: 0 };
    },
    *write(counts) {
      yield* daySums.add(counts.map(toRow));
      yield* noteSeenBots(counts, clock.now());
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
