/** Which days the page is about: presets as links, and two date fields; works without scripts. */
import { addDays, formatDay, parseDay } from '../../../core/days.js';
import { html, type Html } from '../html.js';
import { link, type Look } from './look.js';

const presets = [10, 30, 90, 365] as const;

/** @param from, to, today each `YYYY-MM-DD`, today by the service's own zone */
export function rangePicker({ query, words }: Look, from: string, to: string, today: string): Html {
  const chosen = parseDay(to) - parseDay(from) + 1;
  const { sort: _sort, start_date: _start, end_date: _end, ...kept } = { ...query, output_format: 'html' };
  const hidden = Object.entries(kept).flatMap(([name, value]) =>
    value === undefined ? [] : html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form class="range" action="/statistic" method="get" aria-label="${words.daysShown}">
    <div class="presets">
      ${presets.map((days) => {
        const start = formatDay(addDays(parseDay(today), 1 - days));
        const isChosen = to === today && days === chosen;
        const address = link(query, { start_date: start, end_date: today });
        return html`<a href="${address}" ${isChosen && html`aria-current="true"`}>${words.presets[days]}</a>`;
      })}
    </div>
    <div class="dates">
      <label
        >${words.from} <input type="date" name="start_date" value="${from}" max="${today}" required
      /></label>
      <label>${words.to} <input type="date" name="end_date" value="${to}" max="${today}" required /></label>
      ${hidden}
      <button type="submit">${words.show}</button>
    </div>
  </form>`;
}
