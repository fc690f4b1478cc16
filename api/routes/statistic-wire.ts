/** Statistics on the wire (`interface.md`, GET /statistic, JSON response). */
import { toNumber } from '../../core/money.js';
import type { RequestFigures } from '../../core/ports.js';
import type { Service } from '../../core/service.js';
import type { DayPoint, SplitDay, Sum } from '../../core/statistics/index.js';
import { rangeOfQuery, type StatisticQuery } from './statistic-query.js';

export async function toWireFigures(
  { statistics }: Service,
  accountId: number,
  query: StatisticQuery,
): Promise<Record<string, unknown>> {
  const range = rangeOfQuery(query);
  const { action, ads_id: orderId = 0, bot_id: botId = null } = query;
  switch (action) {
    case 'allads':
      return byDay(await statistics.ofAdvertiser(accountId, null, range));
    case 'ads': {
      const figures = await statistics.ofAdvertiser(accountId, orderId, range);
      return { ...byDay(figures), language_stats: figures.languages.map(toWireLanguage) };
    }
    case 'source':
      return { table_data: (await statistics.sources(accountId, orderId, range)).rows.map(toWireSource) };
    case 'allbots':
    case 'bots': {
      const figures = await statistics.ofPublisher(accountId, action === 'bots' ? botId : null, range);
      return {
        ...byDay(figures),
        show_extended_table: figures.split !== null,
        table_data: (figures.split ?? []).map(toWireSplit),
        requests_stats: toWireRequests(figures.requests),
      };
    }
    case 'sponsor':
      return { table_data: (await statistics.sponsors(accountId, botId, range)).rows.map(toWireSponsorRow) };
  }
}

function byDay({ days, total }: { days: readonly DayPoint[]; total: Sum }) {
  return {
    labels: days.map((day) => day.date),
    subscribers_data: days.map((day) => day.subscribers),
    value_data: days.map((day) => toNumber(day.valueMicros)),
    avg_price_data: days.map((day) => toNumber(day.averageMicros)),
    total_subscribers: total.subscribers,
    total_value: toNumber(total.valueMicros),
  };
}

function toWireLanguage({ language, percentage }: { language: string; percentage: number }) {
  return { lang: language === '' ? 'unknown' : language, percentage: `${percentage.toFixed(1)}%` };
}

type SourceRows = Awaited<ReturnType<Service['statistics']['sources']>>;
type SponsorRows = Awaited<ReturnType<Service['statistics']['sponsors']>>;

function toWireSource({ botId, nickname, subscribers, valueMicros, isExcluded }: SourceRows['rows'][number]) {
  return {
    bot_id: botId,
    bot_nickname: nickname,
    subscribers,
    value: toNumber(valueMicros),
    is_excluded: isExcluded,
  };
}

function toWireSponsorRow({
  orderId,
  link,
  subscribers,
  valueMicros,
  isExcluded,
}: SponsorRows['rows'][number]) {
  return { link, ads_id: orderId, subscribers, value: toNumber(valueMicros), is_excluded: isExcluded };
}

function toWireSplit({ date, service, own, total, averageMicros }: SplitDay) {
  return {
    date,
    service_subs: service.subscribers,
    service_value: toNumber(service.valueMicros),
    own_subs: own.subscribers,
    own_value: toNumber(own.valueMicros),
    total_subs: total.subscribers,
    total_value: toNumber(total.valueMicros),
    avg_price: toNumber(averageMicros),
  };
}

function toWireRequests({ total, sponsors, noSponsors, passed, errors }: RequestFigures) {
  return {
    total_requests: total,
    successful_requests: sponsors,
    no_sponsors: noSponsors,
    passed,
    errors,
  };
}
