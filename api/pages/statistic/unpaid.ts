/** The unpaid joins, by reason, each reason in words (`evidence.md`, What both sides see). */
import type { UnpaidJoins } from '../../../core/statistics/index.js';
import { html, type Html } from '../html.js';
import type { Look } from './look.js';
import { sayUnpaid } from '../../../words/reasons.js';

/** Null where every join of these days is paid for. */
export function unpaidTable({ words, format, language }: Look, { reasons, total }: UnpaidJoins): Html | null {
  if (reasons.length === 0) return null;
  const rows = reasons.map(
    ({ reason, joins }) =>
      html`<tr>
        <td class="words">${sayUnpaid(reason, language)}</td>
        <td>${format.count(joins)}</td>
      </tr>`,
  );
  return html`<section class="unpaid">
    <h2>${words.unpaid}</h2>
    <p class="about">${words.unpaidTotal(format.count(total))}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="${words.unpaid}">
      <table>
        <thead>
          <tr>
            <th scope="col">${words.reason}</th>
            <th scope="col">${words.joins}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}
