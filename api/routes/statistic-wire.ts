/** Statistics on the wire (`interface.md`, GET /statistic, JSON response). */
import { sayUnpaid } from '../../core/evidence/index.js';
import { toNumber } from '../../core/money.js';
import type { RequestFigures } from '../../core/ports.js';
import type { Service } from '../../core/service.js';
import type { DayPoint, SplitDay, Sum, UnpaidJoins } from '../../core/statistics/index.js';
import { spokenFor } from '../pages/language.js';
import { rangeOfQuery, type StatisticQuery } from './statistic-query.js';

export async function toWireFigures(
  { statistics }: Service,
  accountId: number,
  query: StatisticQuery,
): Promise<Record<string, unknown>> {
  const range = rangeOfQuery(query);
  const { action, ads_id: orderId = 0, bot_id: botId = null, lang = '' } = query;
  switch (action) {
    case 'allads': {
      const figures = await statistics.ofAdvertiser(accountId, null, range);
      return { ...byDay(figures), ...toWireUnpaid(figures.unpaid, lang) };
    }
    case 'ads': {
      const figures = await statistics.ofAdvertiser(accountId, orderId, range);
      return {
        ...byDay(figures),
        language_stats: figures.languages.map(toWireLanguage),
        ...toWireUnpaid(figures.unpaid, lang),
      };
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
        ...toWireUnpaid(figures.unpaid, lang),
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

/** Joins that nobody pays for, by day and reason, and each reason in words (`decisions.md`, Statistics). */
function toWireUnpaid({ days, total }: UnpaidJoins, language: string) {
  return {
    unpaid: days.map(({ date, reason, joins }) => ({
      date,
      reason,
      text: sayUnpaid(reason, spokenFor(language)),
      joins,
    })),
    unpaid_total: total,
  };
}

function toWireRequests({ total, sponsors, noSponsors, passed, errors, unproven }: RequestFigures) {
  return {
    total_requests: total,
    successful_requests: sponsors,
    no_sponsors: noSponsors,
    passed,
    errors,
    unproven_impressions: unproven,
  };
}
