/** What is counted of requests: their answers, how well lists were filled, and why orders were not shown. */
import { HOUR_MS } from '../../core/days.js';
import type {
  Fill,
  FillFigures,
  RequestOutcome,
  StatisticsStore,
} from '../../core/ports/statistics-store.js';
import { noteSeenBots } from './awaited-bots.js';
import { exactStatement, statement } from './statement.js';
import { createRowReader, ofBots, ownedIn, type Range } from './owners.js';
import type { Parts } from './database.js';
import { sumsOf } from './sums.js';
import { type NoFillReason, noFillReasons } from '../../core/terms/index.js';

/** Requests of a busy bot come one after the other. */
const REST_MS = 100;

const requestSums = sumsOf('bot_days', [
  'requests_sponsors',
  'requests_no_sponsors',
  'requests_passed',
  'requests_errors',
]);

const sumOf = {
  sponsors: 'requests_sponsors',
  no_sponsors: 'requests_no_sponsors',
  passed: 'requests_passed',
  error: 'requests_errors',
} as const satisfies Record<RequestOutcome, string>;

/** How requests of each bot and day were answered. */
export function createRequestCounts({ createCounters, clock }: Pick<Parts, 'createCounters' | 'clock'>) {
  const sums = requestSums.behind(createCounters, {
    name: 'statistics.requests',
    restMs: REST_MS,
    also: (rows) => noteSeenBots(rows, clock.now()),
  });
  return {
    countRequest: (botId: number, day: number, outcome: RequestOutcome) => {
      sums.of(botId, day)[sumOf[outcome]] += 1;
    },
    /** Answers with sponsors that are not written yet. */
    listsWriteBehind: (botId: number, day: number): number =>
      sums.peek(botId, day).reduce((all, { requests_sponsors: lists }) => all + lists, 0),
    flush: sums.flush,
  };
}

const HOURS = 24;
/** There are about sixty reasons. */
const MAX_REASONS = 200;

const hourSums = sumsOf('no_fill_hours', ['times']);
const reasonsOf = statement<
  [orderId: number, firstHour: number, lastHour: number],
  { reason: string; times: number }
>(
  `SELECT reason, sum(times) AS times FROM no_fill_hours WHERE order_id = $1 AND hour BETWEEN $2 AND $3
   GROUP BY reason LIMIT ${String(MAX_REASONS)}`,
);

/** For which reasons orders were not shown, by the hour. */
export function createIneligibilityCounts({
  db,
  createCounters,
}: Pick<Parts, 'db' | 'createCounters'>): Pick<
  StatisticsStore,
  'countIneligibility' | 'ineligibilityCounts'
> {
  const hours = hourSums.behind(createCounters, { name: 'statistics.ineligibility' });
  return {
    countIneligibility: (orderId, atMs, reason, times) => {
      hours.of(orderId, Math.floor(atMs / HOUR_MS), reason).times += times;
    },
    ineligibilityCounts: async (orderId, nowMs) => {
      await hours.flush();
      const lastHour = Math.floor(nowMs / HOUR_MS);
      const rows = await db.read(reasonsOf.all(orderId, lastHour - HOURS + 1, lastHour));
      return new Map(rows.map(({ reason, times }) => [reason, times]));
    },
  };
}

/** The columns that are added up, in their order. */
const FILL_COLUMNS = [
  'lists',
  'partly_filled',
  'unfilled',
  ...noFillReasons.map((reason) => `no_fill_${reason}` as const),
] as const;

type FillColumn = (typeof FILL_COLUMNS)[number];

/** Their sums are null where there are no rows. */
type FillRow = { language_id: bigint } & Record<FillColumn, bigint>;

const FILL_SUMS = FILL_COLUMNS.map((column) => `sum(${column}) AS ${column}`).join(', ');

function toFill(row: FillRow): FillFigures {
  const reasons = noFillReasons
    .map((reason): [NoFillReason, number] => [reason, Number(row[`no_fill_${reason}`])])
    .filter(([, thousandths]) => thousandths > 0);
  return {
    languageId: Number(row.language_id),
    lists: Number(row.lists),
    partlyFilled: Number(row.partly_filled),
    unfilled: Number(row.unfilled),
    reasons: new Map(reasons),
  };
}

/** Adds up the parts of a range: one row a language, the one with the most lists first. */
function joinFills(parts: readonly FillFigures[]): FillFigures[] {
  const sums = new Map<number, FillFigures>();
  for (const part of parts) {
    const sum = sums.get(part.languageId);
    sums.set(part.languageId, sum === undefined ? part : addFills(sum, part));
  }
  return [...sums.values()].sort((a, b) => b.lists - a.lists || a.languageId - b.languageId);
}

function addFills(sum: FillFigures, part: FillFigures): FillFigures {
  const reasons = new Map(sum.reasons);
  for (const [reason, thousandths] of part.reasons)
    reasons.set(reason, (reasons.get(reason) ?? 0) + thousandths);
  return {
    languageId: sum.languageId,
    lists: sum.lists + part.lists,
    partlyFilled: sum.partlyFilled + part.partlyFilled,
    unfilled: sum.unfilled + part.unfilled,
    reasons,
  };
}

const fillSums = sumsOf('fill_days', FILL_COLUMNS);

const fillsOf = ofBots((kind) => {
  const { from, owner } = ownedIn(kind, 'fill_days');
  return exactStatement<Range, FillRow>(
    `SELECT language_id, ${FILL_SUMS} FROM ${from} WHERE ${owner} = $1 AND day BETWEEN $2 AND $3 GROUP BY language_id`,
  );
});

const columnOf: Readonly<Record<Exclude<Fill, 'full'>, FillColumn>> = {
  partly: 'partly_filled',
  none: 'unfilled',
};

/** How many sponsors the lists of each bot and day found, by language of the user, and what left them short. */
export function createFillCounts(
  parts: Pick<Parts, 'replica' | 'createCounters' | 'clock' | 'dayOf'>,
): Pick<StatisticsStore, 'countFill' | 'countNoFill' | 'fills'> {
  const writeBehind = fillSums.behind(parts.createCounters, { name: 'statistics.fills' });
  const read = createRowReader(parts, (kind) => fillsOf[kind === 'bot' ? 'bot' : 'publisher'], toFill);

  return {
    countFill: ({ botId, day, languageId }, fill) => {
      const sums = writeBehind.of(botId, day, languageId);
      sums.lists += 1;
      if (fill !== 'full') sums[columnOf[fill]] += 1;
    },
    countNoFill: ({ botId, day, languageId }, reasons) => {
      const sums = writeBehind.of(botId, day, languageId);
      for (const [reason, thousandths] of reasons) sums[`no_fill_${reason}`] += thousandths;
    },
    fills: async (of, range) => {
      await writeBehind.flush();
      return joinFills((await read(of, range)).flat());
    },
  };
}
