/** Figures as lines of a screen: the test of a bot's block, what a bot brings, and which joins are unpaid. */
import { escapeHtml } from '../../../core/html-text.js';
import type { BlockTestFigures, NoFill, Prices, Share, UnpaidJoins } from '../../../core/statistics/index.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { moment } from '../figures.js';
import { inLines } from '../screen.js';
import { sayBlockTest, sayNoFill, sayUnpaid } from '../../../words/reasons.js';
import { formatMoney, type Micros } from '../../../core/money.js';

/** What is known of the test. @returns HTML; `""` where no test runs */
export function blockTestLines(ctx: OperatorContext, figures: BlockTestFigures | null): string {
  if (figures === null) return '';
  const { words } = ctx;
  const { sinceMs, variants, difference, verdict } = figures;
  const count = new Intl.NumberFormat(words.language);
  const halves = variants.map(({ variant, shown, passed, subscribers, rate }) =>
    words.html('test-half', {
      variant: variant.toUpperCase(),
      shown: count.format(shown),
      passed: count.format(passed),
      rate: rate === null ? '—' : shareText(rate, words),
      subscribers: count.format(subscribers),
    }),
  );
  return inLines([
    words.html('test-since', { at: moment(ctx, sinceMs) }),
    ...halves,
    difference !== null && words.html('test-difference', { difference: shareText(difference, words, true) }),
    `<b>${escapeHtml(sayBlockTest(verdict, words.language))}</b>`,
  ]);
}

/** Such as `50% (46.9% … 53.1%)`; what is signed has its sign at each. */
function shareText({ value, from, to }: Share, { language }: Words, isSigned = false): string {
  const format = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: isSigned ? 'exceptZero' : 'auto',
  });
  return `${format.format(value)} (${format.format(from)} … ${format.format(to)})`;
}

/** An impression may bring less than the smallest coin. */
const DECIMALS = 4;

/** What impressions and subscribers of a bot bring, and what left its lists short. @returns HTML; `""` where no list was asked for and nothing was shown */
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

/** The unpaid joins, by reason (`evidence.md`, What both sides see). @returns HTML, the reason with the most joins first; `""` where every join is paid for */
export function unpaidLines(words: Words, { reasons, total }: UnpaidJoins, days: number): string {
  if (reasons.length === 0) return '';
  const count = new Intl.NumberFormat(words.language);
  return [
    words.html('stats-unpaid', { total: count.format(total), days }),
    ...reasons.map(
      ({ reason, joins }) => `• ${count.format(joins)} — ${escapeHtml(sayUnpaid(reason, words.language))}`,
    ),
  ].join('\n');
}
