/** The parts that the statistics page is made of. */
import { addDays, formatDay, parseDay } from '../../core/days.js';
import { type Micros, toDecimal, toNumber } from '../../core/money.js';
import type { Settings } from '../../core/config.js';
import type { DayPoint, Sum } from '../../core/statistics/index.js';
import type { StatisticQuery } from '../routes/statistic-query.js';
import { chart } from './chart.js';
import { html, type Content, type Html } from './html.js';

/** Digits grouped for English eyes; the page speaks the service's message language. */
const numbers = new Intl.NumberFormat('en');

export function count(value: number): string {
  return numbers.format(value);
}

/** Money as a page shows it: to the hundredth, and small prices to what tells them apart. JSON has every digit. */
export function amount(micros: Micros, { CURRENCY: currency }: Pick<Settings, 'CURRENCY'>): string {
  const isSmall = micros !== 0n && micros < 1_000_000n && micros > -1_000_000n;
  const maximumFractionDigits = isSmall ? 4 : 2;
  const options = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits,
  } as const;
  return new Intl.NumberFormat('en', options).format(toDecimal(micros) as Intl.StringNumericLiteral);
}

/** The address of a statistic: what is given changes, what is undefined leaves the query. */
export function link(
  query: StatisticQuery,
  change: Partial<Record<keyof StatisticQuery, string | number | undefined>>,
): string {
  const entries = Object.entries({ ...query, output_format: 'html', ...change });
  const fields = entries.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `/statistic?${new URLSearchParams(fields).toString()}`;
}

const presets = [
  { days: 10, label: '10 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'A year' },
];

/** Presets as links and two date fields; works without scripts. */
export function rangePicker(query: StatisticQuery, from: string, to: string, today: string): Html {
  const chosen = parseDay(to) - parseDay(from) + 1;
  const { sort: _sort, start_date: _start, end_date: _end, ...kept } = { ...query, output_format: 'html' };
  const hidden = Object.entries(kept).flatMap(([name, value]) =>
    value === undefined ? [] : html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form class="range" action="/statistic" method="get" aria-label="Days shown">
    <div class="presets">
      ${presets.map(({ days, label }) => {
        const start = formatDay(addDays(parseDay(today), 1 - days));
        const isChosen = to === today && days === chosen;
        const address = link(query, { start_date: start, end_date: today });
        return html`<a href="${address}" ${isChosen ? html`aria-current="true"` : null}>${label}</a>`;
      })}
    </div>
    <div class="dates">
      <label>From <input type="date" name="start_date" value="${from}" max="${today}" required /></label>
      <label>to <input type="date" name="end_date" value="${to}" max="${today}" required /></label>
      ${hidden}
      <button type="submit">Show</button>
    </div>
  </form>`;
}

export function card(label: string, value: string, note: Content = null): Html {
  return html`<div class="card">
    <dt>${label}</dt>
    <dd>${value}</dd>
    ${note !== null && html`<dd class="note">${note}</dd>`}
  </div>`;
}

export function dayCharts(
  days: readonly DayPoint[],
  settings: Settings,
  words: { value: string; price: string },
): Html {
  const scaleMoney = (value: number) => amount(BigInt(Math.round(value * 1e6)), settings);
  return html`<section class="charts" aria-label="By day">
    ${chart({
      title: 'Subscribers by day',
      kind: 'bars',
      points: days.map((day) => ({ date: day.date, value: day.subscribers, text: count(day.subscribers) })),
      scale: (value) => count(value),
    })}
    ${chart({
      title: `${words.value} by day`,
      kind: 'bars',
      points: days.map((day) => ({
        date: day.date,
        value: toNumber(day.valueMicros),
        text: amount(day.valueMicros, settings),
      })),
      scale: scaleMoney,
    })}
    ${chart({
      title: words.price,
      kind: 'line',
      points: days.map((day) => ({
        date: day.date,
        value: toNumber(day.averageMicros),
        text: amount(day.averageMicros, settings),
      })),
      scale: scaleMoney,
    })}
  </section>`;
}

/** The same figures as the charts, for whoever reads or copies figures. */
export function dayTable(days: readonly DayPoint[], settings: Settings, valueWord: string): Html {
  const rows = days.toReversed().map(
    (day) =>
      html`<tr>
        <th scope="row">${day.date}</th>
        <td>${count(day.subscribers)}</td>
        <td>${amount(day.valueMicros, settings)}</td>
        <td>${amount(day.averageMicros, settings)}</td>
      </tr>`,
  );
  return html`<details>
    <summary>Figures by day</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Figures by day">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Subscribers</th>
            <th scope="col">${valueWord}</th>
            <th scope="col">Average price</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </details>`;
}

export interface Column<Row> {
  /** What `sort` names it. */
  key: string;
  title: string;
  isNumber?: boolean;
  cell: (row: Row) => Content;
  /** What rows are ordered by. */
  order: (row: Row) => string | number | bigint;
}

/** A table sorted on the server: its headings are links, so that it works without scripts. */
export function sortedTable<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  query: StatisticQuery,
  lastColumn?: { title: string; cell: (row: Row) => Content },
): Html {
  const asked = query.sort ?? `-${columns.find((column) => column.isNumber)?.key ?? ''}`;
  const isDown = asked.startsWith('-');
  const by = columns.find((column) => column.key === asked.replace(/^-/, ''));
  const sorted =
    by === undefined ? rows : rows.toSorted((a, b) => (isDown ? -1 : 1) * compare(by.order(a), by.order(b)));
  const head = columns.map(({ key, title: words, isNumber }) => {
    const isBy = key === by?.key;
    // Numbers are first wanted largest first, words from A.
    const next = isBy ? (isDown ? key : `-${key}`) : isNumber ? `-${key}` : key;
    return html`<th
      scope="col"
      class="${isNumber ? 'number' : 'words'}"
      ${isBy && html`aria-sort="${isDown ? 'descending' : 'ascending'}"`}
    >
      <a href="${link(query, { sort: next })}#table">${words}</a>
    </th>`;
  });
  const body = sorted.map(
    (row) =>
      html`<tr>
        ${columns.map(
          ({ cell, isNumber, title: words }) =>
            html`<td class="${isNumber ? 'number' : 'words'}" data-title="${words}">${cell(row)}</td>`,
        )}
        ${lastColumn && html`<td class="deed">${lastColumn.cell(row)}</td>`}
      </tr>`,
  );
  return html`<section id="table">
    <h2>${title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table class="sorted">
        <thead>
          <tr>
            ${head} ${lastColumn && html`<th scope="col" class="deed">${lastColumn.title}</th>`}
          </tr>
        </thead>
        <tbody>
          ${body}
        </tbody>
      </table>
    </div>
  </section>`;
}

function compare(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a).localeCompare(String(b), 'en');
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A switch of the blacklist; the script brings it to life. */
export function exclusionButton(
  isExcluded: boolean,
  name: string,
  about: { context: 'advertiser' | 'publisher'; orderId: number; botId: number | null },
): Html {
  return html`<button
    type="button"
    class="exclusion"
    disabled
    aria-pressed="${String(isExcluded)}"
    aria-label="Exclude ${name}"
    data-context="${about.context}"
    data-order="${about.orderId}"
    ${about.botId !== null && html`data-bot="${about.botId}"`}
  >
    ${isExcluded ? 'Excluded' : 'Active'}
  </button>`;
}

export function languageBars(languages: readonly { language: string; percentage: number }[]): Html | null {
  if (languages.length === 0) return null;
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });
  return html`<section class="languages">
    <h2>Languages</h2>
    <ul>
      ${languages.slice(0, 12).map(
        ({ language, percentage }) =>
          html`<li>
            <span>${nameOf(names, language)}</span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect class="track" width="100" height="1" />
              <rect class="mark" width="${percentage.toFixed(2)}" height="1" />
            </svg>
            <span>${percentage.toFixed(1)}%</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

function nameOf(names: Intl.DisplayNames, language: string): string {
  if (language === '') return 'Unknown';
  try {
    return names.of(language) ?? language;
  } catch {
    return language;
  }
}

export function emptyState(text: string): Html {
  return html`<section class="empty">
    <svg viewBox="0 0 48 32" aria-hidden="true"><path d="M2 30h44M8 30V20M18 30V12M28 30V16M38 30V6" /></svg>
    <p>${text}</p>
  </section>`;
}

export function isEmpty({ subscribers, valueMicros }: Sum): boolean {
  return subscribers === 0 && valueMicros === 0n;
}
