/** Who was shown a block in its bot's test, and what came of each half of the users. */
import type { ClaimedBlock } from '../../core/ports/block-store.js';
import type {
  BlockTestStore,
  BlockVariant,
  TestedBlock,
  VariantFigures,
} from '../../core/ports/block-test-store.js';
import { tableNamed } from '../schema/index.js';
import type { Parts } from './database.js';
import { insertAll } from './inserts.js';
import { statement, type Step } from './statement.js';
import { listsOf } from './values.js';

/** Figures of days: a user's pass and subscribers are mostly written together. */
const WRITE_BEHIND_MS = 30_000;

const SUMS = ['a_shown', 'a_passed', 'a_subscribers', 'b_shown', 'b_passed', 'b_subscribers'] as const;

type Sum = (typeof SUMS)[number];
type Numbers = readonly number[];

type ViewerRow = Record<'bot_id' | 'test' | 'variant', number>;

/** A row comes back for a user who was not shown the block in this test before. */
const see = statement<
  [botId: number, userId: number, test: number, variant: number, nowMs: number],
  ViewerRow
>(
  `INSERT INTO block_viewers AS known (bot_id, user_id, test, variant, passed, seen_at_ms) VALUES ($1, $2, $3, $4, 0, $5)
   ON CONFLICT (bot_id, user_id) DO UPDATE SET test = excluded.test, variant = excluded.variant, passed = 0,
     seen_at_ms = excluded.seen_at_ms WHERE known.test < excluded.test RETURNING bot_id, test, variant`,
);
/** Waits for users that another process counts, in the same order everywhere. */
const pass = statement<[botIds: Numbers, userIds: Numbers, tests: Numbers], ViewerRow>(
  `WITH passing AS MATERIALIZED (SELECT known.bot_id, known.user_id
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS noted (bot_id, user_id, test)
     JOIN block_viewers AS known ON known.bot_id = noted.bot_id AND known.user_id = noted.user_id
     WHERE known.test = noted.test AND known.passed = 0
     ORDER BY known.bot_id, known.user_id FOR UPDATE OF known)
   UPDATE block_viewers SET passed = 1 FROM passing
   WHERE block_viewers.bot_id = passing.bot_id AND block_viewers.user_id = passing.user_id
   RETURNING block_viewers.bot_id, block_viewers.test, block_viewers.variant`,
);
const viewersOf = statement<
  [botIds: Numbers, userIds: Numbers, subscribers: Numbers],
  ViewerRow & { subscribers: number }
>(
  `SELECT known.bot_id, known.test, known.variant, noted.subscribers
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS noted (bot_id, user_id, subscribers)
   JOIN block_viewers AS known ON known.bot_id = noted.bot_id AND known.user_id = noted.user_id`,
);
const add = insertAll(tableNamed('block_tests'), ['bot_id', 'test', 'at_ms', ...SUMS].join(', '), {
  there: {
    sets: `at_ms = GREATEST(block_tests.at_ms, excluded.at_ms),
      ${SUMS.map((column) => `${column} = block_tests.${column} + excluded.${column}`).join(', ')}`,
  },
});
const figuresOf = statement<[botId: number, test: number], Record<Sum, number>>(
  `SELECT ${SUMS.join(', ')} FROM block_tests WHERE bot_id = $1 AND test = $2`,
);

/** What was counted of tests, until it is written. */
class Counted {
  readonly #tests = new Map<string, Record<'bot_id' | 'test' | Sum, number>>();

  add({ bot_id, test, variant }: ViewerRow, what: keyof VariantFigures, times: number): void {
    const key = `${String(bot_id)}:${String(test)}`;
    const counted = this.#tests.get(key) ?? { bot_id, test, ...noSums() };
    counted[`${variant === 0 ? 'a' : 'b'}_${what}`] += times;
    this.#tests.set(key, counted);
  }

  *write(nowMs: number): Generator<Step, void> {
    const rows = [...this.#tests.values()].map((row) => ({ ...row, at_ms: nowMs }));
    if (rows.length > 0) yield* add.run(rows);
  }
}

/** Counts a user as shown, in the work that ends their block; those who were shown it in this test before are counted. */
export function* noteTested(
  { botId, userId }: ClaimedBlock,
  { test, variant }: TestedBlock,
  nowMs: number,
): Generator<Step, void> {
  const seen = yield* see.get(botId, userId, test, variant === 'a' ? 0 : 1, nowMs);
  if (seen === undefined) return;
  const counted = new Counted();
  counted.add(seen, 'shown', 1);
  yield* counted.write(nowMs);
}

interface Waiting {
  botId: number;
  userId: number;
  /** Of the test in which the user passed; 0: they did not. */
  passedTest: number;
  subscribers: number;
}

export function createBlockTestStore({
  replica,
  createCounters,
  clock,
}: Pick<Parts, 'replica' | 'createCounters' | 'clock'>): BlockTestStore {
  const writeBehind = createCounters<Waiting>({
    name: 'blocks.tests',
    restMs: WRITE_BEHIND_MS,
    latestMs: WRITE_BEHIND_MS,
    make: (key) => {
      const [botId = 0, userId = 0] = key.split(':').map(Number);
      return { botId, userId, passedTest: 0, subscribers: 0 };
    },
    *write(waiting) {
      const counted = new Counted();
      const passed = waiting.filter(({ passedTest }) => passedTest > 0);
      const brought = waiting.filter(({ subscribers }) => subscribers > 0);
      const passing =
        passed.length === 0 ? [] : yield* pass.all(...listsOf(passed, 'botId', 'userId', 'passedTest'));
      const bringing =
        brought.length === 0
          ? []
          : yield* viewersOf.all(...listsOf(brought, 'botId', 'userId', 'subscribers'));
      for (const row of passing) counted.add(row, 'passed', 1);
      for (const row of bringing) counted.add(row, 'subscribers', row.subscribers);
      yield* counted.write(clock.now());
    },
  });
  const waiting = (botId: number, userId: number) => writeBehind.of(`${String(botId)}:${String(userId)}`);

  return {
    countPassed: ({ botId, userId, test }) => {
      waiting(botId, userId).passedTest = test;
    },
    countSubscriber: ({ botId, userId }) => {
      waiting(botId, userId).subscribers += 1;
    },
    figures: async (botId, test) => {
      await writeBehind.flush();
      const sums = (await replica.read(figuresOf.get(botId, test))) ?? noSums();
      const of = (variant: BlockVariant): VariantFigures => ({
        shown: sums[`${variant}_shown`],
        passed: sums[`${variant}_passed`],
        subscribers: sums[`${variant}_subscribers`],
      });
      return { a: of('a'), b: of('b') };
    },
  };
}

const noSums = () => Object.fromEntries(SUMS.map((column) => [column, 0])) as Record<Sum, number>;
