/** The statistics page (`decisions.md`, Statistics): one page for each action, and ways from each to the others. */
import { formatDay } from '../../core/days.js';
import type { Service } from '../../core/service.js';
import { average, type AdvertiserFigures, type PublisherFigures } from '../../core/statistics/index.js';
import type { Reply } from '../envelope.js';
import { rangeOfQuery, type StatisticQuery } from '../routes/statistic-query.js';
import { html, type Content, type Html } from './html.js';
import { pageReply } from './page.js';
import * as part from './statistic-parts.js';

/** How many orders or bots the overviews list. */
const LISTED = 100;

interface View {
  title: string;
  about: Content;
  sections: Content;
}

interface Question {
  service: Service;
  accountId: number;
  query: StatisticQuery;
}

export async function statisticPage(
  service: Service,
  accountId: number,
  query: StatisticQuery,
): Promise<Reply> {
  const { settings, statistics } = service;
  const { fromDay, toDay } = statistics.range(rangeOfQuery(query));
  const today = formatDay(statistics.range({}).toDay);
  const view = await viewOf({ service, accountId, query });
  const body = html`<header class="top">
      <span class="brand">Sponsorgate</span>
      ${navigation(query)}
    </header>
    <main>
      <h1>${view.title}</h1>
      ${view.about} ${part.rangePicker(query, formatDay(fromDay), formatDay(toDay), today)} ${view.sections}
    </main>
    <footer>
      Days are counted in ${settings.SERVICE_TIMEZONE}. Figures are as of
      ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC.
    </footer>`;
  return pageReply({
    title: `${view.title} · Sponsorgate`,
    kind: 'statistic',
    scripts: ['statistic.js'],
    body,
  });
}

function navigation(query: StatisticQuery): Html {
  const isPublisher = query.action === 'allbots' || query.action === 'bots' || query.action === 'sponsor';
  const plain = { ads_id: undefined, bot_id: undefined, sort: undefined };
  const entries = [
    { action: 'allads', words: 'Orders', isHere: !isPublisher },
    { action: 'allbots', words: 'Bots', isHere: isPublisher && query.action !== 'sponsor' },
    { action: 'sponsor', words: 'Sponsors', isHere: query.action === 'sponsor' },
  ];
  return html`<nav aria-label="Statistics">
    ${entries.map(
      ({ action, words, isHere }) =>
        html`<a href="${part.link(query, { ...plain, action })}" ${isHere && html`aria-current="page"`}
          >${words}</a
        >`,
    )}
  </nav>`;
}

function viewOf(question: Question): Promise<View> {
  switch (question.query.action) {
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

async function allOrders({ service, accountId, query }: Question): Promise<View> {
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: LISTED };
  const [figures, { orders }] = await Promise.all([
    service.statistics.ofAdvertiser(accountId, null, rangeOfQuery(query)),
    service.orders.list(accountId, page),
  ]);
  const table = part.sortedTable(
    'Orders',
    orders,
    [
      { key: 'name', title: 'Order', order: (order) => order.name, cell: (order) => orderLink(query, order) },
      { key: 'status', title: 'Status', order: (order) => order.status, cell: (order) => order.status },
      {
        key: 'subscribers',
        title: 'Subscribers so far',
        isNumber: true,
        order: (order) => order.quantityNow,
        cell: (order) => `${part.count(order.quantityNow)} of ${part.count(order.quantityAll)}`,
      },
      {
        key: 'price',
        title: 'Price',
        isNumber: true,
        order: (order) => order.realPriceMicros,
        cell: (order) => part.amount(order.realPriceMicros, service.settings),
      },
    ],
    query,
  );
  return {
    title: 'All orders',
    about: null,
    sections: [advertiserFigures(figures, service), orders.length > 0 && table],
  };
}

async function oneOrder({ service, accountId, query }: Question): Promise<View> {
  const { ads_id: orderId = 0 } = query;
  const range = rangeOfQuery(query);
  const [figures, sources] = await Promise.all([
    service.statistics.ofAdvertiser(accountId, orderId, range),
    service.statistics.sources(accountId, orderId, range),
  ]);
  const table = part.sortedTable(
    'Sources',
    sources,
    [
      { key: 'bot', title: 'Bot', order: (row) => row.nickname, cell: (row) => `@${row.nickname}` },
      {
        key: 'subscribers',
        title: 'Subscribers',
        isNumber: true,
        order: (row) => row.subscribers,
        cell: (row) => part.count(row.subscribers),
      },
      {
        key: 'value',
        title: 'Spent',
        isNumber: true,
        order: (row) => row.valueMicros,
        cell: (row) => part.amount(row.valueMicros, service.settings),
      },
    ],
    query,
    {
      title: 'Shows your order',
      cell: (row) =>
        part.exclusionButton(row.isExcluded, `@${row.nickname}`, {
          context: 'advertiser',
          orderId,
          botId: row.botId,
        }),
    },
  );
  return {
    title: figures.order?.name ?? `Order ${String(orderId)}`,
    about: html`<p class="about">${figures.order?.link ?? ''}</p>`,
    sections: [
      advertiserFigures(figures, service),
      part.languageBars(figures.languages),
      sources.length > 0 && table,
    ],
  };
}

async function allBots({ service, accountId, query }: Question): Promise<View> {
  const page = { search: '', inArchive: false, offset: 0, limit: LISTED };
  const [figures, { bots }] = await Promise.all([
    service.statistics.ofPublisher(accountId, null, rangeOfQuery(query)),
    service.bots.list(accountId, page),
  ]);
  const table = part.sortedTable(
    'Bots',
    bots,
    [
      {
        key: 'bot',
        title: 'Bot',
        order: (bot) => bot.nickname,
        cell: (bot) =>
          html`<a href="${part.link(query, { action: 'bots', bot_id: bot.botId, sort: undefined })}"
            >@${bot.nickname}</a
          >`,
      },
      {
        key: 'followers',
        title: 'Subscribers so far',
        isNumber: true,
        order: (bot) => bot.followers,
        cell: (bot) => part.count(bot.followers),
      },
      {
        key: 'profit',
        title: 'Earned so far',
        isNumber: true,
        order: (bot) => bot.profitMicros,
        cell: (bot) => part.amount(bot.profitMicros, service.settings),
      },
    ],
    query,
  );
  return {
    title: 'All bots',
    about: null,
    sections: [publisherFigures(figures, service), bots.length > 0 && table],
  };
}

async function oneBot({ service, accountId, query }: Question): Promise<View> {
  const { bot_id: botId = 0 } = query;
  const figures = await service.statistics.ofPublisher(accountId, botId, rangeOfQuery(query));
  const { sections, count: found } = await sponsorTable({ service, accountId, query });
  return {
    title: figures.bot?.name ?? `Bot ${String(botId)}`,
    about: html`<p class="about">@${figures.bot?.nickname ?? ''}</p>`,
    sections: [publisherFigures(figures, service), found > 0 && sections],
  };
}

async function sponsors(question: Question): Promise<View> {
  const { sections, count: found } = await sponsorTable(question);
  const scope = question.query.bot_id === undefined ? 'in all your bots' : 'in this bot';
  return {
    title: 'Sponsors',
    about: html`<p class="about">
      Whose orders were subscribed to ${scope}. An excluded sponsor is not shown any more.
    </p>`,
    sections: found > 0 ? sections : part.emptyState('No sponsor has brought you subscribers in these days.'),
  };
}

async function sponsorTable({
  service,
  accountId,
  query,
}: Question): Promise<{ sections: Html; count: number }> {
  const botId = query.bot_id ?? null;
  const rows = await service.statistics.sponsors(accountId, botId, rangeOfQuery(query));
  const sections = part.sortedTable(
    'Sponsors',
    rows,
    [
      { key: 'link', title: 'Sponsor', order: (row) => row.link, cell: (row) => row.link },
      {
        key: 'subscribers',
        title: 'Subscribers',
        isNumber: true,
        order: (row) => row.subscribers,
        cell: (row) => part.count(row.subscribers),
      },
      {
        key: 'value',
        title: 'Earned',
        isNumber: true,
        order: (row) => row.valueMicros,
        cell: (row) => part.amount(row.valueMicros, service.settings),
      },
    ],
    query,
    {
      title: botId === null ? 'Shown in your bots' : 'Shown in this bot',
      cell: (row) =>
        part.exclusionButton(row.isExcluded, row.link, { context: 'publisher', orderId: row.orderId, botId }),
    },
  );
  return { sections, count: rows.length };
}

function advertiserFigures({ days, total }: AdvertiserFigures, { settings }: Service): Content {
  if (part.isEmpty(total)) return part.emptyState('No subscribers in these days yet.');
  return [
    html`<dl class="cards">
      ${part.card('Subscribers', part.count(total.subscribers))}
      ${part.card('Spent', part.amount(total.valueMicros, settings))}
      ${part.card('Average price', part.amount(average(total), settings))}
    </dl>`,
    part.dayCharts(days, settings, { value: 'Spent', price: 'Average price of a subscriber' }),
    part.dayTable(days, settings, 'Spent'),
  ];
}

function publisherFigures(
  { days, total, requests, split }: PublisherFigures,
  { settings }: Service,
): Content {
  const shown = requests.total === 0 ? 0 : (100 * requests.sponsors) / requests.total;
  const own = split?.reduce((sum, day) => sum + day.own.subscribers, 0) ?? 0;
  if (part.isEmpty(total) && requests.total === 0) {
    return part.emptyState('No requests and no subscribers in these days yet.');
  }
  const note = own > 0 ? `${part.count(own)} from your own orders` : null;
  return [
    html`<dl class="cards">
      ${part.card('Subscribers', part.count(total.subscribers), note)}
      ${part.card('Earned', part.amount(total.valueMicros, settings))}
      ${part.card('Average price', part.amount(average(total), settings))}
      ${part.card('Requests', part.count(requests.total), `${shown.toFixed(1)}% were shown sponsors`)}
    </dl>`,
    requestBar(requests),
    part.isEmpty(total)
      ? part.emptyState('No subscribers in these days yet.')
      : part.dayCharts(days, settings, { value: 'Earned', price: 'Average income from a subscriber' }),
    part.isEmpty(total) ? null : part.dayTable(days, settings, 'Earned'),
  ];
}

/** What came of the requests, as one bar. */
function requestBar({
  total,
  sponsors: shown,
  passed,
  noSponsors,
  errors,
}: PublisherFigures['requests']): Content {
  if (total === 0) return null;
  const parts = [
    { kind: 'shown', words: 'Sponsors shown', value: shown },
    { kind: 'passed', words: 'Already subscribed', value: passed },
    { kind: 'none', words: 'No sponsors', value: noSponsors },
    { kind: 'errors', words: 'Errors', value: errors },
  ].filter(({ value }) => value > 0);
  let x = 0;
  const marks = parts.map(({ kind, value }) => {
    const width = (100 * value) / total;
    const mark = html`<rect class="${kind}" x="${x.toFixed(3)}" width="${width.toFixed(3)}" height="1" />`;
    x += width;
    return mark;
  });
  return html`<section class="requests">
    <h2>Requests</h2>
    <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${marks}</svg>
    <ul>
      ${parts.map(({ kind, words, value }) => html`<li class="${kind}">${words}: ${part.count(value)}</li>`)}
    </ul>
  </section>`;
}

function orderLink(query: StatisticQuery, order: { orderId: number; name: string }): Html {
  const address = part.link(query, { action: 'ads', ads_id: order.orderId, sort: undefined });
  return html`<a href="${address}">${order.name}</a>`;
}
