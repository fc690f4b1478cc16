/** The tables of orders, bots, sources and sponsors: sorted on the server, with the switches of the blacklist. */
import { html, type Content, type Html } from '../html.js';
import { fieldsOf, link, type Look } from './look.js';

export interface Column<Row> {
  /** What `sort` names it. */
  key: string;
  title: string;
  isNumber?: boolean;
  cell: (row: Row) => Content;
  /** What rows are ordered by. */
  order: (row: Row) => string | number | bigint;
}

/** The headings are links, so that it sorts without scripts. */
export function sortedTable<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { query, language, words }: Look,
  lastColumn?: { title: string; cell: (row: Row) => Content },
): Html {
  const asked = query.sort ?? `-${columns.find((column) => column.isNumber)?.key ?? ''}`;
  const isDown = asked.startsWith('-');
  const by = columns.find((column) => column.key === asked.replace(/^-/, ''));
  const compare = comparing(language);
  const sorted =
    by === undefined ? rows : rows.toSorted((a, b) => (isDown ? -1 : 1) * compare(by.order(a), by.order(b)));
  const head = columns.map(({ key, title: heading, isNumber }) => {
    const isBy = key === by?.key;
    // Numbers are first wanted largest first, words from A.
    const next = isBy ? (isDown ? key : `-${key}`) : isNumber ? `-${key}` : key;
    return html`<th
      scope="col"
      class="${isNumber ? 'number' : 'words'}"
      ${isBy && html`aria-sort="${isDown ? 'descending' : 'ascending'}"`}
    >
      <a href="${link(query, { sort: next })}#table">${heading}</a>
    </th>`;
  });
  const body = sorted.map(
    (row) =>
      html`<tr>
        ${columns.map(
          ({ cell, isNumber, title: heading }) =>
            html`<td class="${isNumber ? 'number' : 'words'}" data-title="${heading}">${cell(row)}</td>`,
        )}
        ${lastColumn && html`<td class="deed">${lastColumn.cell(row)}</td>`}
      </tr>`,
  );
  return html`<section id="table" data-active="${words.active}" data-excluded="${words.excluded}">
    <h2>${title}</h2>
    ${lastColumn && html`<p class="failure" role="status" data-failed="${words.failed}"></p>`}
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

function comparing(language: string) {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (a: string | number | bigint, b: string | number | bigint): number => {
    if (typeof a === 'string' || typeof b === 'string') return compare(String(a), String(b));
    if (a === b) return 0;
    return a < b ? -1 : 1;
  };
}

/** A switch of the blacklist, on while its row is shown: a form, which the script sends without leaving the page. */
export function exclusionSwitch(
  { query, words }: Look,
  isExcluded: boolean,
  name: string,
  about: { context: 'advertiser' | 'publisher'; orderId: number; botId: number | null },
): Html {
  return html`<form class="switch" method="post" action="/statistic/exclusion?${fieldsOf(query)}">
    <input type="hidden" name="context" value="${about.context}" />
    <input type="hidden" name="ads_id" value="${about.orderId}" />
    ${about.botId !== null && html`<input type="hidden" name="bot_id" value="${about.botId}" />`}
    <button
      class="exclusion"
      role="switch"
      name="action"
      value="${isExcluded ? 'activate' : 'exclude'}"
      aria-checked="${String(!isExcluded)}"
    >
      <span class="state">${isExcluded ? words.excluded : words.active}</span
      ><span class="spoken"> ${name}</span>
    </button>
  </form>`;
}
