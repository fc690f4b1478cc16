/** GET /statistic/table.csv: a table of orders, bots, sources or sponsors as a file, searched and sorted. */
import { formatDay } from '../../core/days.js';
import * as field from '../fields.js';
import { languageOf, pageWords, type PageWords } from '../pages/words.js';
import { rawRoute } from '../route.js';
import { send } from '../envelope.js';
import { rangeOfQuery, requireIds, statisticFields, type StatisticQuery } from './statistic-wire.js';
import { notYours } from './wire.js';
import { toDecimal } from '../../core/money.js';
import type { Service } from '../../core/service.js';
import type { Sum } from '../../core/statistics/index.js';

export const route = rawRoute('get', '/statistic/table.csv', {
  access: ['statistics'],
  keyIn: 'query',
  weight: 10,
  summary: 'Download statistics as a file',
  tag: 'Both',
  description:
    'Orders, bots, sources or sponsors as a file: all rows that `search` finds, in the order of `sort`.',
  query: statisticFields,
  media: {
    type: 'text/csv',
    description: 'UTF-8 with a byte order mark, titles in the language of `lang`.',
    example:
      'Sponsor,Link,Subscribers,Earned,Status\r\nGardening every day,https://t.me/example,6,18.9,Shown\r\n',
  },
  errors: notYours,
  serve: async ({ service, request, response, caller }) => {
    if (caller === null) throw new Error('A table was asked for without a caller.');
    const query = field.parseFields(statisticFields, request.query);
    requireIds(query);
    const language = languageOf(request, query.lang);
    const body = await statisticTable(service, caller.accountId, query, language);
    const { fromDay, toDay } = service.statistics.range(rangeOfQuery(query));
    const name = `${query.action}-${formatDay(fromDay)}-${formatDay(toDay)}.csv`;
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    };
    send(response, { code: 200, headers, body });
  },
});

/** How many orders or bots are listed, the newest. */
const LISTED = 1_000;
/** By this mark spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

interface Column<Row> {
  /** What `sort` names it; a column without a name sorts nothing. */
  key?: string;
  title: string;
  /** A figure; a text is what a search looks at. */
  isNumber?: true;
  cell: (row: Row) => string;
  /** What rows are ordered by, where that is not the cell. */
  order?: (row: Row) => number | bigint;
}

/** @throws ServiceError of the owner's kind for what is not this account's */
async function statisticTable(
  service: Service,
  accountId: number,
  query: StatisticQuery,
  language: string,
): Promise<string> {
  const { ads_id: orderId = 0, bot_id: botId = null } = query;
  const { statistics, orders, bots } = service;
  const range = rangeOfQuery(query);
  const { words } = pageWords(language);
  const list = { search: '', inArchive: false, offset: 0, limit: LISTED };
  const csv = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string =>
    toCsv(found(rows, columns, query, language), columns);
  switch (query.action) {
    case 'allads':
      return csv((await orders.list(accountId, { ...list, status: null })).orders, [
        { key: 'name', title: words.text('report-order'), cell: ({ name }) => name },
        { title: words.text('report-link'), cell: ({ link }) => link },
        {
          key: 'status',
          title: words.text('report-status'),
          cell: ({ status }) => words.text(`table-status-${status}`),
        },
        count('subscribers', words.text('table-subscribers-so-far'), ({ quantityNow }) => quantityNow),
        money('price', words.text('table-price'), ({ realPriceMicros }) => realPriceMicros),
      ]);
    case 'allbots':
      return csv((await bots.list(accountId, list)).bots, [
        { key: 'bot', title: words.text('report-bot'), cell: ({ nickname }) => nickname },
        count('followers', words.text('table-subscribers-so-far'), ({ followers }) => followers),
        money('profit', words.text('table-earned-so-far'), ({ profitMicros }) => profitMicros),
      ]);
    case 'ads':
    case 'source':
      return csv((await statistics.sources(accountId, orderId, range)).rows, [
        { key: 'bot', title: words.text('report-bot'), cell: ({ nickname }) => nickname },
        ...sums(words, words.text('table-spent')),
      ]);
    case 'bots':
    case 'sponsor':
      return csv((await statistics.sponsors(accountId, botId, range)).rows, [
        { key: 'sponsor', title: words.text('table-sponsor'), cell: ({ title, link }) => title || link },
        { title: words.text('report-link'), cell: ({ link }) => link },
        ...sums(words, words.text('table-earned')),
      ]);
  }
}

function count<Row>(key: string, title: string, order: (row: Row) => number): Column<Row> {
  return { key, title, isNumber: true, order, cell: (row) => String(order(row)) };
}

function money<Row>(key: string, title: string, order: (row: Row) => bigint): Column<Row> {
  return { key, title, isNumber: true, order, cell: (row) => toDecimal(order(row)) };
}

function sums(words: PageWords, value: string): Column<Sum & { isExcluded: boolean }>[] {
  return [
    count('subscribers', words.text('report-subscribers'), ({ subscribers }) => subscribers),
    money('value', value, ({ valueMicros }) => valueMicros),
    {
      title: words.text('report-status'),
      cell: ({ isExcluded }) => (isExcluded ? words.text('table-excluded') : words.text('table-shown')),
    },
  ];
}

/** The rows that hold what is searched for, in order: largest first where nothing else is asked. */
function found<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { search, sort }: StatisticQuery,
  language: string,
): readonly Row[] {
  const wanted = search?.toLocaleLowerCase(language) ?? '';
  const texts = columns.filter(({ isNumber }) => isNumber !== true);
  const fitting = rows.filter((row) =>
    texts.some(({ cell }) => cell(row).toLocaleLowerCase(language).includes(wanted)),
  );
  const asked = sort ?? `-${columns.find(({ isNumber }) => isNumber)?.key ?? ''}`;
  const by = columns.find(({ key }) => key === asked.replace(/^-/, ''));
  if (by === undefined) return fitting;
  const { cell, order = () => 0 } = by;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const compared = by.isNumber
    ? (a: Row, b: Row) => Number(order(a) > order(b)) - Number(order(a) < order(b))
    : (a: Row, b: Row) => compare(cell(a), cell(b));
  const way = asked.startsWith('-') ? -1 : 1;
  return fitting.toSorted((a, b) => way * compared(a, b));
}

/** RFC 4180. */
function toCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = rows.map((row) =>
    columns.map(({ cell, isNumber }) => quoted(isNumber ? cell(row) : harmless(cell(row)))),
  );
  const titles = columns.map(({ title }) => quoted(title));
  return `${BYTE_ORDER_MARK}${[titles, ...lines].map((line) => `${line.join(',')}\r\n`).join('')}`;
}

/** Spreadsheets run what begins like a formula; names come from strangers. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
