/**
 * The tables of orders, bots, sources and sponsors: searched, sorted and cut into pages on the server, the same rows as a
 * file, with the switches of the blacklist.
 */
import { html, type Content, type Html } from '../html.js';
import { toCsv } from './csv.js';
import { fieldsOf, hiddenFields, link, type Look } from './look.js';

export interface Column<Row> {
  /** What `sort` names it. */
  key: string;
  title: string;
  isNumber?: boolean;
  /** Only in the file: the page shows it in another column. */
  isFileOnly?: boolean;
  cell: (row: Row) => Content;
  /** What rows are ordered by. */
  order: (row: Row) => string | number | bigint;
  /** As text without marks and units: what a search looks at, and what stands in the file. */
  plain: (row: Row) => string;
}

export interface TableOf<Row> {
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Says so where the rows are not all that there are. */
  note?: Content;
  /** A last column, for the page alone. */
  action?: { title: string; cell: (row: Row) => Content };
}

export interface Table {
  page: Content;
  csv: () => string;
}

/** Rows of a page. */
const PAGE = 100;
/** Fewer rows are found by looking. */
const SEARCHED_FROM = 10;

export function tableOf<Row>(table: TableOf<Row>, look: Look): Table {
  const columns = table.columns.filter(({ isFileOnly }) => isFileOnly !== true);
  const found = searched(table, look);
  const { rows, by, isDown } = sorted(found, columns, look);
  return {
    page:
      table.rows.length === 0 ? null : page({ ...table, columns, rows }, table.rows.length, by, isDown, look),
    csv: () => {
      const texts = table.columns.filter(({ isNumber }) => isNumber !== true).map(({ title }) => title);
      const titles = table.columns.map(({ title }) => title);
      const lines = rows.map((row) => table.columns.map(({ plain }) => plain(row)));
      return toCsv(titles, lines, new Set(texts));
    },
  };
}

function searched<Row>({ rows, columns }: TableOf<Row>, { query, language }: Look): readonly Row[] {
  const wanted = query.search?.toLocaleLowerCase(language);
  if (wanted === undefined) return rows;
  const words = columns.filter(({ isNumber }) => isNumber !== true);
  return rows.filter((row) =>
    words.some(({ plain }) => plain(row).toLocaleLowerCase(language).includes(wanted)),
  );
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], { query, language }: Look) {
  const asked = query.sort ?? `-${columns.find((column) => column.isNumber)?.key ?? ''}`;
  const isDown = asked.startsWith('-');
  const by = columns.find((column) => column.key === asked.replace(/^-/, ''));
  if (by === undefined) return { rows, by, isDown };
  const compare = comparing(language);
  const way = isDown ? -1 : 1;
  return { rows: rows.toSorted((a, b) => way * compare(by.order(a), by.order(b))), by, isDown };
}

function comparing(language: string) {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (a: string | number | bigint, b: string | number | bigint): number => {
    if (typeof a === 'string' || typeof b === 'string') return compare(String(a), String(b));
    if (a === b) return 0;
    return a < b ? -1 : 1;
  };
}

/** @param all how many rows there are without the search */
function page<Row>(
  { title, rows, columns, note, action }: TableOf<Row>,
  all: number,
  by: Column<Row> | undefined,
  isDown: boolean,
  look: Look,
): Html {
  const { query, words } = look;
  const last = Math.max(1, Math.ceil(rows.length / PAGE));
  const number = Math.min(query.page ?? 1, last);
  const shown = rows.slice((number - 1) * PAGE, number * PAGE);
  const head = columns.map((column) => heading(column, column === by ? isDown : null, look));
  const body = shown.map((row) => line(row, columns, action));
  const empty = query.search !== undefined && html`<p class="about">${words.nothingFound(query.search)}</p>`;
  return html`<section id="table">
    <div class="above">
      <h2>${title}</h2>
      ${(all > SEARCHED_FROM || query.search !== undefined) && searchForm(look)}
      <a class="download" href="/statistic/table.csv?${fieldsOf(query, { page: undefined })}" download
        >${words.download}</a
      >
    </div>
    ${action && html`<p class="failure" role="status" data-failed="${words.failed}"></p>`}
    ${
      rows.length === 0
        ? empty
        : html`<div class="scroll" tabindex="0" role="region" aria-label="${title}">
            <table class="sorted">
              <thead>
                <tr>
                  ${head} ${action && html`<th scope="col" class="action">${action.title}</th>`}
                </tr>
              </thead>
              <tbody>
                ${body}
              </tbody>
            </table>
          </div>`
    }
    ${last > 1 && otherPages(title, number, last, rows.length, look)} ${note}
  </section>`;
}

function otherPages(
  title: string,
  number: number,
  last: number,
  all: number,
  { query, words, format }: Look,
): Html {
  const from = (number - 1) * PAGE + 1;
  const to = Math.min(number * PAGE, all);
  const address = (page: number) => `${link(query, { page })}#table`;
  return html`<nav class="pages" aria-label="${title}">
    ${number > 1 && html`<a rel="prev" href="${address(number - 1)}">${words.previous}</a>`}
    <span>${words.rows(format.count(from), format.count(to), format.count(all))}</span>
    ${number < last && html`<a rel="next" href="${address(number + 1)}">${words.next}</a>`}
  </nav>`;
}

/** The headings are links, so that it sorts without scripts. @param isDown null: not sorted by this one */
function heading<Row>({ key, title, isNumber }: Column<Row>, isDown: boolean | null, { query }: Look): Html {
  // Numbers are first wanted largest first, words from A.
  const first = isNumber === true ? `-${key}` : key;
  const sort = isDown === null ? first : isDown ? key : `-${key}`;
  return html`<th
    scope="col"
    class="${isNumber ? 'number' : 'words'}"
    ${isDown !== null && html`aria-sort="${isDown ? 'descending' : 'ascending'}"`}
  >
    <a href="${link(query, { sort, page: undefined })}#table">${title}</a>
  </th>`;
}

function line<Row>(row: Row, columns: readonly Column<Row>[], action: TableOf<Row>['action']): Html {
  return html`<tr>
    ${columns.map(
      ({ cell, isNumber, title }) =>
        html`<td class="${isNumber ? 'number' : 'words'}" data-title="${title}">${cell(row)}</td>`,
    )}
    ${action && html`<td class="action">${action.cell(row)}</td>`}
  </tr>`;
}

function searchForm({ query, words }: Look): Html {
  return html`<form class="search" role="search" action="/statistic#table" method="get">
    ${hiddenFields(query, { search: undefined, page: undefined })}
    <input
      type="search"
      name="search"
      value="${query.search ?? ''}"
      maxlength="100"
      placeholder="${words.search}"
      aria-label="${words.search}"
    />
    <button type="submit">${words.find}</button>
  </form>`;
}
