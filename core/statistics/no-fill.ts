/** Lists that found no sponsors or too few, and why, by the language of the user. */
import { languages } from '../data/index.js';
import type { FillFigures } from '../ports/statistics-store.js';
import type { NoFillReason } from '../terms/index.js';

export type NoFill = ReturnType<typeof noFillOf>;

const codes: ReadonlyMap<number, string> = new Map(languages.map(({ id, code }) => [id, code]));

/**
 * Returns the figures of all languages, and of each, the one with the most lists first. A list that is kept for its user counts
 * once. A language is two letters, `""` where it is unknown or has no such code.
 */
export function noFillOf(figures: readonly FillFigures[]) {
  const sum = (of: (each: FillFigures) => number) => figures.reduce((all, each) => all + of(each), 0);
  const together = new Map<NoFillReason, number>();
  for (const { reasons } of figures)
    for (const [reason, thousandths] of reasons)
      together.set(reason, (together.get(reason) ?? 0) + thousandths);
  return {
    lists: sum(({ lists }) => lists),
    partlyFilled: sum(({ partlyFilled }) => partlyFilled),
    unfilled: sum(({ unfilled }) => unfilled),
    reasons: sharesOf(together),
    languages: figures.map(({ languageId, lists, partlyFilled, unfilled, reasons }) => ({
      language: codes.get(languageId) ?? '',
      lists,
      partlyFilled,
      unfilled,
      reasons: sharesOf(reasons),
    })),
  };
}

/** What left lists short: a part of all that was looked into, between 0 and 1; the greatest first. */
function sharesOf(reasons: ReadonlyMap<NoFillReason, number>) {
  const all = [...reasons.values()].reduce((sum, thousandths) => sum + thousandths, 0);
  return [...reasons]
    .filter(([, thousandths]) => thousandths > 0)
    .map(([reason, thousandths]) => ({ reason, share: thousandths / all }))
    .sort((a, b) => b.share - a.share || (a.reason < b.reason ? -1 : 1));
}
