/** POST /figures: everything that a page shows of orders or bots over some days, in one answer (/statistic has the days alone); and the quality of a bot. */
import { z } from 'zod';
import { toNumber } from '../../core/money.js';
import { type Paying, type QualityCause, sayQuality } from '../../core/quality/index.js';
import type { Service } from '../../core/service.js';
import {
  type BlockTestFigures,
  type Comparison,
  type DayPoint,
  type NoFill,
  type NoFillLanguage,
  type Prices,
  pricesOf,
  sayNoFill,
  sayVerdict,
  type Share,
  type Sum,
  type UnpaidJoins,
} from '../../core/statistics/index.js';
import * as field from '../fields.js';
import { type ActionRoute, handler } from '../route.js';
import { isoTime } from './moments.js';

const rangeFields = {
  start_date: field.optional(field.date({ description: 'First day; 9 days ago where it is absent.' })),
  end_date: field.optional(field.date({ description: 'Last day; today where it is absent.' })),
};
const orderFields = z.object({
  order_id: field.optional(field.id({ description: 'Your order; absent: all of yours.', example: 1 })),
  ...rangeFields,
});
const botFields = z.object({
  bot_id: field.optional(field.id({ description: 'Your bot; absent: all of yours.', example: 7000000002 })),
  ...rangeFields,
});

const qualityFields = z.object({ bot_id: field.id({ description: 'Your bot.', example: 7000000002 }) });

type Range = { start_date?: string | undefined; end_date?: string | undefined };
const rangeOf = ({ start_date, end_date }: Range) => ({
  ...(start_date === undefined ? {} : { startDate: start_date }),
  ...(end_date === undefined ? {} : { endDate: end_date }),
});

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/figures',
  access: ['access', 'statistics'],
  weight: 4,
  summary: 'Figures of orders and bots.',
  actions: {
    orders: handler(orderFields, async (service, input, { accountId }) => {
      const [range, orderId] = [rangeOf(input), input.order_id ?? null];
      const { statistics } = service;
      const [figures, beside, sources] = await Promise.all([
        statistics.ofAdvertiser(accountId, orderId, range),
        statistics.besideOrders(accountId, orderId, range),
        orderId === null ? null : statistics.sources(accountId, orderId, range),
      ]);
      const result = {
        ...toWireFigures(figures, beside),
        languages: figures.languages.map(({ language, percentage }) => ({ language, percentage })),
        sources: (sources?.rows ?? []).map((row) => ({
          bot_id: row.botId,
          bot_nickname: row.nickname,
          ...toWireSum(row),
          is_excluded: row.isExcluded,
        })),
      };
      return { message: 'Figures of orders.', payload: { result } };
    }),
    bots: handler(botFields, async (service, input, { accountId }) => {
      const [range, botId] = [rangeOf(input), input.bot_id ?? null];
      const { statistics } = service;
      const [figures, beside, noFill, blockTest, sponsors] = await Promise.all([
        statistics.ofPublisher(accountId, botId, range),
        statistics.besideBots(accountId, botId, range),
        statistics.noFill(accountId, botId, range),
        botId === null ? null : statistics.blockTest(accountId, botId),
        statistics.sponsors(accountId, botId, range),
      ]);
      const { requests } = figures;
      const result = {
        ...toWireFigures(figures, beside),
        prices: toWirePrices(pricesOf(figures.total, beside.way.shown, requests)),
        no_fill: toWireNoFill(noFill),
        block_test: blockTest === null ? null : toWireBlockTest(blockTest),
        requests: {
          total: requests.total,
          sponsors: requests.sponsors,
          no_sponsors: requests.noSponsors,
          passed: requests.passed,
          errors: requests.errors,
          unproven: requests.unproven,
        },
        sponsors: sponsors.rows.map((row) => ({
          ads_id: row.orderId,
          title: row.title,
          link: row.link,
          ...toWireSum(row),
          is_excluded: row.isExcluded,
        })),
      };
      return { message: 'Figures of bots.', payload: { result } };
    }),
    quality: handler(qualityFields, async (service, { bot_id }, { accountId }) => {
      const found = await service.quality.of(accountId, bot_id);
      const paying = await service.quality.paying(accountId, bot_id);
      const result = { ...toWireQuality(found), ...toWirePaying(paying) };
      return { message: 'The quality of the bot.', payload: { result } };
    }),
  },
};

function toWireFigures(
  { days, total, unpaid }: { days: readonly DayPoint[]; total: Sum; unpaid: UnpaidJoins },
  { before, way, hours }: Comparison,
) {
  return {
    days: days.map((day) => ({ date: day.date, ...toWireSum(day) })),
    total: toWireSum(total),
    before: {
      days: before.days.map((day) => ({ date: day.date, ...toWireSum(day) })),
      ...toWireSum(before.total),
    },
    way,
    hours: (hours ?? []).map(({ startMs, subscribers }) => ({ at: isoTime(startMs), subscribers })),
    unpaid: unpaid.reasons.map(({ reason, joins }) => ({ reason, joins })),
    unpaid_days: unpaid.days.map(({ date, reason, joins }) => ({ date, reason, joins })),
  };
}

const HOUR_MS = 3_600_000;

function toWireQuality(found: Awaited<ReturnType<Service['quality']['of']>>) {
  return {
    factor: found?.factor ?? 1,
    read_at: isoTime(found?.readAtMs ?? null),
    joins: found?.joins ?? 0,
    reasons: (found?.causes ?? []).map(toWireCause),
    curve: (found?.curve ?? []).map(({ afterMs, followed, stayed, others }) => ({
      after_hours: afterMs / HOUR_MS,
      followed,
      stayed: toPercent(stayed),
      others: toPercent(others),
    })),
  };
}

function toWirePaying(paying: Paying | null) {
  const { factor = null, holdHours = null, announced = null } = paying ?? {};
  return {
    pays: factor,
    hold_hours: holdHours,
    announced:
      announced === null
        ? null
        : { from: announced.from, factor: announced.factor, hold_hours: announced.holdHours },
  };
}

function toWireCause(cause: QualityCause) {
  const { reason, effect, share, others } = cause;
  const words = { en: sayQuality(cause, 'en'), ru: sayQuality(cause, 'ru') };
  return { reason, effect, share: toPercent(share), others: toPercent(others), words };
}

/** With one digit after the point, as people read it. */
function toPercent(part: number): number {
  return Math.round(part * 1_000) / 10;
}

function toWirePrices({ perImpressionMicros, perSubscriberMicros, filled }: Prices) {
  return {
    impression: perImpressionMicros === null ? null : toNumber(perImpressionMicros),
    subscriber: perSubscriberMicros === null ? null : toNumber(perSubscriberMicros),
    filled: filled === null ? null : toPercent(filled),
  };
}

function toWireBlockTest({ sinceMs, variants, difference, verdict }: BlockTestFigures) {
  return {
    since: isoTime(sinceMs),
    variants: variants.map(({ rate, ...figures }) => ({ ...figures, rate: toWireShare(rate) })),
    difference: toWireShare(difference),
    verdict,
    words: { en: sayVerdict(verdict, 'en'), ru: sayVerdict(verdict, 'ru') },
  };
}

function toWireShare(share: Share | null) {
  if (share === null) return null;
  return { value: toPercent(share.value), from: toPercent(share.from), to: toPercent(share.to) };
}

function toWireNoFill({ languages, ...all }: NoFill) {
  const { reasons, ...lists } = toWireLists(all);
  return {
    ...lists,
    reasons: reasons.map(({ reason, share }) => {
      const words = { en: sayNoFill(reason, 'en'), ru: sayNoFill(reason, 'ru') };
      return { reason, share, words };
    }),
    languages: languages.map((each) => ({ language: each.language, ...toWireLists(each) })),
  };
}

function toWireLists({ lists, partlyFilled, unfilled, reasons }: Omit<NoFillLanguage, 'language'>) {
  return {
    lists,
    partly_filled: partlyFilled,
    unfilled,
    reasons: reasons.map(({ reason, share }) => ({ reason, share: toPercent(share) })),
  };
}

function toWireSum({ subscribers, valueMicros }: Sum) {
  return { subscribers, value: toNumber(valueMicros) };
}
