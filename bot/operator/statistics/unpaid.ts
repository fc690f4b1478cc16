/** The unpaid joins, by reason, as lines of a screen (`evidence.md`, What both sides see). */
import { escapeHtml } from '../../../core/html-text.js';
import type { UnpaidJoins } from '../../../core/statistics/index.js';
import type { Words } from '../../words.js';
import { sayUnpaid } from '../../../words/reasons.js';

/** @returns HTML, the reason with the most joins first; `""` where every join is paid for */
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
