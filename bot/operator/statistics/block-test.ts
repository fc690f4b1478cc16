/** What is known of the test of a bot's block, as lines of a screen. */
import { escapeHtml } from '../../../core/html-text.js';
import type { BlockTestFigures, Share } from '../../../core/statistics/index.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { moment } from '../figures.js';
import { sayBlockTest } from '../../../words/reasons.js';

/** @returns HTML; `""` where no test runs */
export function blockTestLines(ctx: OperatorContext, figures: BlockTestFigures | null): string {
  if (figures === null) return '';
  const { words } = ctx.visitor;
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
  const between =
    difference === null
      ? []
      : [words.html('test-difference', { difference: shareText(difference, words, true) })];
  return [
    words.html('test-since', { at: moment(ctx, sinceMs) }),
    ...halves,
    ...between,
    `<b>${escapeHtml(sayBlockTest(verdict, words.language))}</b>`,
  ].join('\n');
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
