/** Lists by bot, day and language of the user, as rows and as they are counted in memory. */
import type { FillFigures } from '../../core/ports/statistics-store.js';
import { type NoFillReason, noFillReasons } from '../../core/terms/index.js';

/** The columns that are added up, in their order. */
export const FILL_COLUMNS = [
  'lists',
  'partly_filled',
  'unfilled',
  ...noFillReasons.map((reason) => `no_fill_${reason}` as const),
] as const;

export type FillColumn = (typeof FILL_COLUMNS)[number];

/** Their sums are null where there are no rows. */
export type FillRow = { language_id: bigint } & Record<FillColumn, bigint>;

export const FILL_SUMS = FILL_COLUMNS.map((column) => `sum(${column}) AS ${column}`).join(', ');

export function toFill(row: FillRow): FillFigures {
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
export function joinFills(parts: readonly FillFigures[]): FillFigures[] {
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
