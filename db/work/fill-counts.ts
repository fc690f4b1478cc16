/** How many sponsors the lists of each bot and day found, by language of the user, and what left them short. */
import type { DayRange, Fill, FillFigures, StatisticsStore } from '../../core/ports/statistics-store.js';
import { createClosedSpans, prepareBotsKey } from './closed-spans.js';
import type { Parts } from './database.js';
import { exactStatement } from './statement.js';
import { sumsOf } from './sums.js';
import { type NoFillReason, noFillReasons } from '../../core/terms/index.js';

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

/** Figures of days: a bot's are written once for many lists. */
const WRITE_BEHIND_MS = 30_000;

export interface FillCounts extends Pick<StatisticsStore, 'countFill' | 'countNoFill' | 'fills'> {
  flush(): Promise<void>;
}

const daySums = sumsOf('fill_days', FILL_COLUMNS);

type Range = [ownerId: number, fromDay: number, toDay: number];

const ofBot = exactStatement<Range, FillRow>(
  `SELECT language_id, ${FILL_SUMS} FROM fill_days WHERE bot_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY language_id`,
);
const ofPublisher = exactStatement<Range, FillRow>(
  `SELECT language_id, ${FILL_SUMS} FROM bots JOIN fill_days ON fill_days.bot_id = bots.bot_id
   WHERE account_id = $1 AND day BETWEEN $2 AND $3 GROUP BY language_id`,
);

const columnOf: Readonly<Record<Exclude<Fill, 'full'>, FillColumn>> = {
  partly: 'partly_filled',
  none: 'unfilled',
};

export function createFillCounts(
  parts: Pick<Parts, 'replica' | 'createCounters' | 'clock' | 'dayOf'>,
): FillCounts {
  const { replica, createCounters } = parts;
  const botsKey = prepareBotsKey(parts);
  const spans = createClosedSpans<FillFigures[]>(parts, (fills) => fills.length);
  const writeBehind = daySums.behind(createCounters, {
    name: 'statistics.fills',
    restMs: WRITE_BEHIND_MS,
    latestMs: WRITE_BEHIND_MS,
  });

  const read = async (of: { botId: number } | { publisherId: number }, { fromDay, toDay }: DayRange) => {
    const rows =
      'botId' in of
        ? await replica.read(ofBot.all(of.botId, fromDay, toDay))
        : await replica.read(ofPublisher.all(of.publisherId, fromDay, toDay));
    return rows.map(toFill);
  };

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
      if ('botId' in of) return joinFills(await read(of, range));
      const parts = await spans.gather(
        () => botsKey(of.publisherId),
        range,
        (part) => read(of, part),
      );
      return joinFills(parts.flat());
    },
    flush: writeBehind.flush,
  };
}
