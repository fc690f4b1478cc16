/** What each action's page shows (`interface.md`, GET /statistic). */
import type { OrderInfo } from '../../../core/orders/index.js';
import type { Service } from '../../../core/service.js';
import type { Listed, SourceRow, SponsorRow } from '../../../core/statistics/index.js';
import { rangeOfQuery } from '../../routes/statistic-query.js';
import { html, type Content, type Html } from '../html.js';
import { advertiserFigures, emptyState, languageBars, publisherFigures } from './figures.js';
import { link, type Look } from './look.js';
import { type Column, exclusionSwitch, sortedTable } from './table.js';
import { unpaidTable } from './unpaid.js';

/** How many orders or bots the overviews list. */
const LISTED = 100;

interface View {
  title: string;
  about: Content;
  sections: Content;
}

export interface Question {
  service: Service;
  accountId: number;
  look: Look;
}

export function viewOf(question: Question): Promise<View> {
  switch (question.look.query.action) {
    case 'allads':
      return allOrders(question);
    case 'ads':
    case 'source':
      return oneOrder(question);
    case 'allbots':
      return allBots(question);
    case 'bots':
      return oneBot(question);
    case 'sponsor':
      return sponsors(question);
  }
}

async function allOrders({ service, accountId, look }: Question): Promise<View> {
  const { query, words, format } = look;
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: LISTED };
  const [figures, { orders, total }] = await Promise.all([
    service.statistics.ofAdvertiser(accountId, null, rangeOfQuery(query)),
    service.orders.list(accountId, page),
  ]);
  const name = (order: OrderInfo) =>
    html`<a href="${link(query, { action: 'ads', ads_id: order.orderId, sort: undefined })}"
      >${order.name}</a
    >`;
  const columns: Column<OrderInfo>[] = [
    { key: 'name', title: words.order, order: (order) => order.name, cell: name },
    {
      key: 'status',
      title: words.status,
      order: (order) => words.statuses[order.status],
      cell: (order) => words.statuses[order.status],
    },
    {
      key: 'subscribers',
      title: words.subscribersSoFar,
      isNumber: true,
      order: (order) => order.quantityNow,
      cell: (order) => words.ofQuantity(format.count(order.quantityNow), format.count(order.quantityAll)),
    },
    {
      key: 'price',
      title: words.price,
      isNumber: true,
      order: (order) => order.realPriceMicros,
      cell: (order) => format.amount(order.realPriceMicros),
    },
  ];
  return {
    title: words.allOrders,
    about: null,
    sections: [
      advertiserFigures(look, figures),
      unpaidTable(look, figures.unpaid),
      orders.length > 0 && sortedTable(words.orders, orders, columns, look),
      notAll(look, orders.length, total),
    ],
  };
}

async function oneOrder({ service, accountId, look }: Question): Promise<View> {
  const { query, words } = look;
  const { ads_id: orderId = 0 } = query;
  const range = rangeOfQuery(query);
  const [figures, sources] = await Promise.all([
    service.statistics.ofAdvertiser(accountId, orderId, range),
    service.statistics.sources(accountId, orderId, range),
  ]);
  const columns: Column<SourceRow>[] = [
    { key: 'bot', title: words.source, order: (row) => row.nickname, cell: (row) => `@${row.nickname}` },
    ...sumColumns(look, words.spent),
  ];
  const switches = {
    title: words.showsYourOrder,
    cell: (row: SourceRow) =>
      exclusionSwitch(look, row.isExcluded, `@${row.nickname}`, {
        context: 'advertiser',
        orderId,
        botId: row.botId,
      }),
  };
  return {
    title: figures.order?.name ?? `${words.order} ${String(orderId)}`,
    about: html`<p class="about">${figures.order?.link ?? ''}</p>`,
    sections: [
      advertiserFigures(look, figures),
      unpaidTable(look, figures.unpaid),
      languageBars(look, figures.languages),
      sources.rows.length > 0 && sortedTable(words.sources, sources.rows, columns, look, switches),
      mostOnly(look, sources),
    ],
  };
}

async function allBots({ service, accountId, look }: Question): Promise<View> {
  const { query, words, format } = look;
  const page = { search: '', inArchive: false, offset: 0, limit: LISTED };
  const [figures, { bots, total }] = await Promise.all([
    service.statistics.ofPublisher(accountId, null, rangeOfQuery(query)),
    service.bots.list(accountId, page),
  ]);
  const address = (botId: number) => link(query, { action: 'bots', bot_id: botId, sort: undefined });
  const columns: Column<(typeof bots)[number]>[] = [
    {
      key: 'bot',
      title: words.bot,
      order: (bot) => bot.nickname,
      cell: (bot) => html`<a href="${address(bot.botId)}">@${bot.nickname}</a>`,
    },
    {
      key: 'followers',
      title: words.subscribersSoFar,
      isNumber: true,
      order: (bot) => bot.followers,
      cell: (bot) => format.count(bot.followers),
    },
    {
      key: 'profit',
      title: words.earnedSoFar,
      isNumber: true,
      order: (bot) => bot.profitMicros,
      cell: (bot) => format.amount(bot.profitMicros),
    },
  ];
  return {
    title: words.allBots,
    about: null,
    sections: [
      publisherFigures(look, figures),
      unpaidTable(look, figures.unpaid),
      bots.length > 0 && sortedTable(words.bots, bots, columns, look),
      notAll(look, bots.length, total),
    ],
  };
}

async function oneBot(question: Question): Promise<View> {
  const { service, accountId, look } = question;
  const { query, words } = look;
  const { bot_id: botId = 0 } = query;
  const figures = await service.statistics.ofPublisher(accountId, botId, rangeOfQuery(query));
  return {
    title: figures.bot?.name ?? `${words.bot} ${String(botId)}`,
    about: html`<p class="about">@${figures.bot?.nickname ?? ''}</p>`,
    sections: [
      publisherFigures(look, figures),
      unpaidTable(look, figures.unpaid),
      await sponsorTable(question),
    ],
  };
}

async function sponsors(question: Question): Promise<View> {
  const { query, words } = question.look;
  const table = await sponsorTable(question);
  return {
    title: words.sponsors,
    about: html`<p class="about">
      ${query.bot_id === undefined ? words.sponsorsOfAll : words.sponsorsOfOne}
    </p>`,
    sections: table ?? emptyState(words.noSponsors),
  };
}

/** Null where there is no sponsor to list. */
async function sponsorTable({ service, accountId, look }: Question): Promise<Html | null> {
  const { query, words } = look;
  const botId = query.bot_id ?? null;
  const listed = await service.statistics.sponsors(accountId, botId, rangeOfQuery(query));
  const columns: Column<SponsorRow>[] = [
    { key: 'link', title: words.sponsor, order: (row) => row.link, cell: (row) => row.link },
    ...sumColumns(look, words.earned),
  ];
  const switches = {
    title: botId === null ? words.shownInAll : words.shownInOne,
    cell: (row: SponsorRow) =>
      exclusionSwitch(look, row.isExcluded, row.link, { context: 'publisher', orderId: row.orderId, botId }),
  };
  if (listed.rows.length === 0) return null;
  const table = sortedTable(words.sponsors, listed.rows, columns, look, switches);
  return html`${table}${mostOnly(look, listed)}`;
}

/** Says so where the table stops before the end of the list. */
function notAll({ words, format }: Look, listed: number, total: number): Html | null {
  return listed < total
    ? html`<p class="about">${words.listed(format.count(listed), format.count(total))}</p>`
    : null;
}

/** The same of a table of those that brought most. */
function mostOnly({ words, format }: Look, { rows, hasMore }: Listed<unknown>): Html | null {
  return hasMore ? html`<p class="about">${words.mostOnly(format.count(rows.length))}</p>` : null;
}

function sumColumns({ words, format }: Look, value: string): Column<SourceRow | SponsorRow>[] {
  return [
    {
      key: 'subscribers',
      title: words.subscribers,
      isNumber: true,
      order: (row) => row.subscribers,
      cell: (row) => format.count(row.subscribers),
    },
    {
      key: 'value',
      title: value,
      isNumber: true,
      order: (row) => row.valueMicros,
      cell: (row) => format.amount(row.valueMicros),
    },
  ];
}
