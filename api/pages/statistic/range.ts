/** Which days the page is about: presets as links, and two date fields; works without scripts. */
import { addDays, formatDay, parseDay } from '../../../core/days.js';
import type { RangeFault } from '../../../core/statistics/index.js';
import { html, type Html } from '../html.js';
import { hiddenFields, link, type Look } from './look.js';

const presets = [10, 30, 90, 365] as const;

interface Days {
  /** Each `YYYY-MM-DD`, by the service's own zone. */
  from: string;
  to: string;
  today: string;
}

/** @param wrong what was asked for, and why it is no range: shown next to the fields, which keep it */
export function rangePicker(
  { query, words }: Look,
  { from, to, today }: Days,
  wrong: {
    fault: RangeFault;
    asked: { start_date?: string | undefined; end_date?: string | undefined };
  } | null,
): Html {
  const chosen = parseDay(to) - parseDay(from) + 1;
  const field = (name: 'start_date' | 'end_date', label: string, value: string) =>
    html`<label
      >${label}
      <input
        type="date"
        name="${name}"
        value="${wrong?.asked[name] ?? value}"
        max="${today}"
        required
        ${wrong && html`aria-invalid="true" aria-describedby="range-fault"`}
    /></label>`;
  return html`<form class="range" action="/statistic" method="get" aria-label="${words.daysShown}">
    <div class="presets">
      ${presets.map((days) => {
        const start = formatDay(addDays(parseDay(today), 1 - days));
        const isChosen = wrong === null && to === today && days === chosen;
        const address = link(query, { page: undefined, start_date: start, end_date: today });
        return html`<a href="${address}" ${isChosen && html`aria-current="true"`}>${words.presets[days]}</a>`;
      })}
    </div>
    <div class="dates">
      ${field('start_date', words.from, from)} ${field('end_date', words.to, to)}
      ${hiddenFields(query, { sort: undefined, page: undefined, start_date: undefined, end_date: undefined })}
      <button type="submit">${words.show}</button>
    </div>
    ${wrong && html`<p class="failure" id="range-fault" role="alert">${words.rangeFaults[wrong.fault]}</p>`}
  </form>`;
}
