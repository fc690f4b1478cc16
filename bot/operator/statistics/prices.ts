/** What impressions and subscribers of a bot bring, and what left its lists short, as lines of a screen. */
import { formatMoney, type Micros } from '../../../core/money.js';
import { type NoFill, type Prices } from '../../../core/statistics/index.js';
import type { Words } from '../../words.js';
import { sayNoFill } from '../../../words/reasons.js';

/** An impression may bring less than the smallest coin. */
const DECIMALS = 4;

/** @returns HTML; `""` where no list was asked for and nothing was shown */
export function priceLines(
  words: Words,
  { perImpressionMicros, perSubscriberMicros, filled }: Prices,
  noFill: NoFill,
  { currency, days }: { currency: string; days: number },
): string {
  if (filled === null && perImpressionMicros === null && noFill.lists === 0) return '';
  const price = (micros: Micros | null) =>
    micros === null ? '—' : formatMoney(micros, currency, words.language, DECIMALS);
  const lines = words.html('stats-prices', {
    days,
    impression: price(perImpressionMicros),
    subscriber: price(perSubscriberMicros),
    filled: filled === null ? '—' : percent(filled, words),
  });
  return [lines, ...noFillLines(words, noFill)].join('\n');
}

function noFillLines(words: Words, { lists, partlyFilled, unfilled, reasons }: NoFill): string[] {
  if (lists === 0) return [];
  const count = new Intl.NumberFormat(words.language);
  const short = count.format(partlyFilled + unfilled);
  const line = words.html('stats-no-fill', { short, lists: count.format(lists) });
  const [most] = reasons;
  if (most === undefined) return [line];
  const reason = sayNoFill(most.reason, words.language);
  return [line, words.html('stats-no-fill-most', { reason, share: percent(most.share, words) })];
}

function percent(share: number, { language }: Words): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}
