/** Which rows each action's table has, and what stands in its columns. */
import { toDecimal } from '../../../core/money.js';
import type { OrderInfo } from '../../../core/orders/index.js';
import type { Service } from '../../../core/service.js';
import type { Listed, SourceRow, SponsorRow } from '../../../core/statistics/index.js';
import { rangeOfQuery } from '../../statistic-query.js';
import { html, type Content } from '../html.js';
import { firstPage, link, type Look } from './look.js';
import { exclusionSwitch } from './switch.js';
import { type Column, type Table, tableOf } from './table.js';

/** How many orders or bots the overviews list, the newest. */
const LISTED = 1_000;

export interface Question {
  service: Service;
  accountId: number;
  look: Look;
}

export function tableFor(question: Question): Promise<Table> {
  switch (question.look.query.action) {
    case 'allads':
      return ordersTable(question);
    case 'ads':
    case 'source':
      return sourcesTable(question);
    case 'allbots':
      return botsTable(question);
    case 'bots':
    case 'sponsor':
      return sponsorsTable(question);
  }
}

async function ordersTable({ service, accountId, look }: Question): Promise<Table> {
  const { query, words, format } = look;
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: LISTED };
  const { orders, total } = await service.orders.list(accountId, page);
  const name = (order: OrderInfo) =>
    html`<a href="${link(query, { action: 'ads', ads_id: order.orderId, ...firstPage })}">${order.name}</a>`;
  const columns: Column<OrderInfo>[] = [
    text('name', words.order, (order) => order.name, name),
    { ...text('link', words.link, (order) => order.link), isFileOnly: true },
    text('status', words.status, (order) => words.statuses[order.status]),
    number(
      'subscribers',
      words.subscribersSoFar,
      (order) => order.quantityNow,
      (order) => words.ofQuantity(format.count(order.quantityNow), format.count(order.quantityAll)),
    ),
    money(look, 'price', words.price, (order) => order.realPriceMicros),
  ];
  return tableOf(
    { title: words.orders, rows: orders, columns, note: notAll(look, orders.length, total) },
    look,
  );
}

async function botsTable({ service, accountId, look }: Question): Promise<Table> {
  const { query, words, format } = look;
  const page = { search: '', inArchive: false, offset: 0, limit: LISTED };
  const { bots, total } = await service.bots.list(accountId, page);
  const address = (botId: number) => link(query, { action: 'bots', bot_id: botId, ...firstPage });
  const columns: Column<(typeof bots)[number]>[] = [
    text(
      'bot',
      words.bot,
      (bot) => bot.nickname,
      (bot) => html`<a href="${address(bot.botId)}">@${bot.nickname}</a>`,
    ),
    number(
      'followers',
      words.subscribersSoFar,
      (bot) => bot.followers,
      (bot) => format.count(bot.followers),
    ),
    money(look, 'profit', words.earnedSoFar, (bot) => bot.profitMicros),
  ];
  return tableOf({ title: words.bots, rows: bots, columns, note: notAll(look, bots.length, total) }, look);
}

async function sourcesTable({ service, accountId, look }: Question): Promise<Table> {
  const { query, words } = look;
  const { ads_id: orderId = 0 } = query;
  const listed = await service.statistics.sources(accountId, orderId, rangeOfQuery(query));
  const columns: Column<SourceRow>[] = [
    text(
      'bot',
      words.source,
      (row) => row.nickname,
      (row) => `@${row.nickname}`,
    ),
    ...sumColumns(look, words.spent),
    shownColumn(look),
  ];
  const action = {
    title: words.showsYourOrder,
    cell: (row: SourceRow) =>
      exclusionSwitch(look, row.isExcluded, `@${row.nickname}`, {
        context: 'advertiser',
        orderId,
        botId: row.botId,
      }),
  };
  return tableOf(
    { title: words.sources, rows: listed.rows, columns, action, note: mostOnly(look, listed) },
    look,
  );
}

async function sponsorsTable({ service, accountId, look }: Question): Promise<Table> {
  const { query, words } = look;
  const botId = query.bot_id ?? null;
  const listed = await service.statistics.sponsors(accountId, botId, rangeOfQuery(query));
  const columns: Column<SponsorRow>[] = [
    text('sponsor', words.sponsor, (row) => row.title || row.link, named),
    { ...text('link', words.link, (row: SponsorRow) => row.link), isFileOnly: true },
    ...sumColumns(look, words.earned),
    shownColumn(look),
  ];
  const action = {
    title: botId === null ? words.shownInAll : words.shownInOne,
    cell: (row: SponsorRow) =>
      exclusionSwitch(look, row.isExcluded, `${row.title} ${row.link}`.trim(), {
        context: 'publisher',
        orderId: row.orderId,
        botId,
      }),
  };
  return tableOf(
    { title: words.sponsors, rows: listed.rows, columns, action, note: mostOnly(look, listed) },
    look,
  );
}

/** By its title where it has one, then its link. */
function named({ title, link: address }: SponsorRow): Content {
  return title === '' ? address : html`${title}<span class="address">${address}</span>`;
}

function text<Row>(
  key: string,
  title: string,
  plain: (row: Row) => string,
  cell: (row: Row) => Content = plain,
): Column<Row> {
  return { key, title, plain, cell, order: plain };
}

function number<Row>(
  key: string,
  title: string,
  order: (row: Row) => number,
  cell: (row: Row) => Content,
): Column<Row> {
  return { key, title, isNumber: true, order, cell, plain: (row) => String(order(row)) };
}

function money<Row>({ format }: Look, key: string, title: string, order: (row: Row) => bigint): Column<Row> {
  return {
    key,
    title,
    isNumber: true,
    order,
    cell: (row) => format.amount(order(row)),
    plain: (row) => toDecimal(order(row)),
  };
}

function sumColumns(look: Look, value: string): Column<SourceRow | SponsorRow>[] {
  const { words, format } = look;
  return [
    number(
      'subscribers',
      words.subscribers,
      (row) => row.subscribers,
      (row) => format.count(row.subscribers),
    ),
    money(look, 'value', value, (row) => row.valueMicros),
  ];
}

/** What the switch says, in the file. */
function shownColumn({ words }: Look): Column<SourceRow | SponsorRow> {
  const said = ({ isExcluded }: { isExcluded: boolean }) => (isExcluded ? words.excluded : words.active);
  return { ...text('shown', words.status, said), isFileOnly: true };
}

/** Says so where the table stops before the end of the list. */
function notAll({ words, format }: Look, listed: number, total: number): Content {
  return (
    listed < total && html`<p class="about">${words.listed(format.count(listed), format.count(total))}</p>`
  );
}

/** The same of a table of those that brought most. */
function mostOnly({ words, format }: Look, { rows, hasMore }: Listed<unknown>): Content {
  return hasMore && html`<p class="about">${words.mostOnly(format.count(rows.length))}</p>`;
}
