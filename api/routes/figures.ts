/** POST /figures: everything that a page shows of orders or bots over some days, in one answer (/statistic has the days alone); and the quality of a bot. */
import { z } from 'zod';
import { orderStatuses } from '../../core/orders/index.js';
import {
  type Comparison,
  type DayPoint,
  pricesOf,
  SILENT_DAYS,
  type Sum,
  sumOf,
  type UnpaidJoins,
} from '../../core/statistics/index.js';
import * as field from '../fields.js';
import { named } from '../encode.js';
import { cabinetActions, resultHandler } from '../route.js';
import { rangeOfQuery } from './statistic-wire.js';
import { date, moment, money, notYours, part, unpaidReason, whole } from './wire.js';
import {
  blockTestSchema,
  importedSchema,
  noFillSchema,
  qualitySchema,
  wordedQuality,
} from './figures-wire.js';

/** Of an account's orders, and of its bots. */
const LISTED = 1_000;

const rangeFields = {
  start_date: field.optional(field.date({ description: 'First day; 9 days ago where it is absent.' })),
  end_date: field.optional(field.date({ description: 'Last day; today where it is absent.' })),
  days: field.optional(
    field.integer({ min: 1, max: 366, description: 'In the place of a first day: how many days.' }),
  ),
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

const sum = { subscribers: whole, value: money };
const day = z.strictObject({ date, ...sum });

const shared = {
  days: z.array(day),
  total: z.strictObject(sum),
  before: z.strictObject({ days: z.array(day), ...sum }).describe('As many days right before these.'),
  way: z
    .strictObject({ shown: whole, joined: whole, paid: whole, left: whole })
    .describe('How far users came.'),
  hours: z
    .array(z.strictObject({ at: named('startMs', moment), subscribers: whole }))
    .describe('Of today, hour by hour; empty where the range ends before today.'),
  unpaid: z.array(z.strictObject({ reason: unpaidReason, joins: whole })),
  imported: importedSchema,
};

export const route = cabinetActions('/figures', {
  access: ['access', 'statistics'],
  weight: 4,
  summary: 'Figures',
  tag: 'Both',
  errors: notYours,
  actions: {
    orders: resultHandler({
      summary: 'Get figures of one order, or of all',
      fields: orderFields,
      result: z.strictObject({
        order: z
          .strictObject({ name: z.string(), link: z.string() })
          .nullable()
          .describe('The one that was asked for.'),
        ...shared,
        languages: z.array(z.strictObject({ language: z.string(), percentage: z.number() })),
        sources: z.array(
          z.strictObject({
            bot_id: whole,
            bot_nickname: named('nickname', z.string()),
            ...sum,
            is_excluded: z.boolean(),
          }),
        ),
        has_more_sources: z.boolean().describe('Only those that brought most are listed.'),
      }),
      answered: { message: 'Figures of orders.' },
      handle: async (service, input, { accountId }) => {
        const [range, orderId] = [rangeOf(input), input.order_id ?? null];
        const { statistics } = service;
        const [figures, imported, comparison, sources] = await Promise.all([
          statistics.ofAdvertiser(accountId, orderId, range),
          statistics.imported({ accountId, side: 'orders', id: orderId }, range),
          statistics.compareOrders(accountId, orderId, range),
          orderId === null ? null : statistics.sources(accountId, orderId, range),
        ]);
        return {
          ...figures,
          ...compared(figures, comparison),
          imported,
          sources: sources?.rows ?? [],
          hasMoreSources: sources?.hasMore ?? false,
        };
      },
    }),
    bots: resultHandler({
      summary: 'Get figures of one bot, or of all',
      fields: botFields,
      result: z.strictObject({
        bot: z
          .strictObject({ bot_name: named('name', z.string()), bot_nickname: named('nickname', z.string()) })
          .nullable()
          .describe('The one that was asked for.'),
        ...shared,
        own: z.strictObject(sum).describe('Of `total`, what your own orders brought.'),
        prices: z
          .strictObject({
            impression: named('perImpressionMicros', money.nullable()),
            subscriber: named('perSubscriberMicros', money.nullable()),
            filled: part.nullable().describe('Of a hundred lists, those with a sponsor.'),
          })
          .describe('What an impression and a subscriber brought on average; null where there were none.'),
        no_fill: noFillSchema,
        block_test: blockTestSchema,
        requests: z.strictObject({
          total: whole,
          sponsors: whole,
          no_sponsors: whole,
          passed: whole,
          errors: whole,
          unproven: whole,
        }),
        sponsors: z.array(
          z.strictObject({
            ads_id: named('orderId', whole),
            title: z.string(),
            link: z.string(),
            ...sum,
            is_excluded: z.boolean(),
          }),
        ),
        has_more_sponsors: z.boolean().describe('Only those that brought most are listed.'),
      }),
      answered: { message: 'Figures of bots.' },
      handle: async (service, input, { accountId }) => {
        const [range, botId] = [rangeOf(input), input.bot_id ?? null];
        const { statistics } = service;
        const [figures, imported, comparison, noFill, blockTest, sponsors] = await Promise.all([
          statistics.ofPublisher(accountId, botId, range),
          statistics.imported({ accountId, side: 'bots', id: botId }, range),
          statistics.compareBots(accountId, botId, range),
          statistics.noFill(accountId, botId, range),
          botId === null ? null : statistics.blockTest(accountId, botId),
          statistics.sponsors(accountId, botId, range),
        ]);
        return {
          ...figures,
          ...compared(figures, comparison),
          imported,
          own: sumOf(figures.split?.map(({ own }) => own) ?? []),
          prices: pricesOf(figures.total, comparison.way.shown, figures.requests),
          noFill,
          blockTest,
          sponsors: sponsors.rows,
          hasMoreSponsors: sponsors.hasMore,
        };
      },
    }),
    overview: resultHandler({
      summary: 'List orders and bots with what each has brought',
      description: 'The newest thousand of each.',
      result: z.strictObject({
        orders_total: whole,
        orders: z.array(
          z.strictObject({
            order_id: whole,
            name: z.string(),
            status: z.enum(orderStatuses),
            subscribers: named('quantityNow', whole),
            quantity: named('quantityAll', whole),
            price: named('realPriceMicros', money),
          }),
        ),
        bots_total: whole,
        bots: z.array(
          z.strictObject({
            bot_id: whole,
            bot_nickname: named('nickname', z.string()),
            subscribers: named('followers', whole),
            value: named('profitMicros', money),
          }),
        ),
      }),
      answered: { message: 'Orders and bots.' },
      handle: async (service, _input, { accountId }) => {
        const page = { search: '', inArchive: false, offset: 0, limit: LISTED };
        const [{ orders, total: ordersTotal }, { bots, total: botsTotal }] = await Promise.all([
          service.orders.list(accountId, { ...page, status: null }),
          service.bots.list(accountId, page),
        ]);
        return { orders, ordersTotal, bots, botsTotal };
      },
    }),
    silent_bots: resultHandler({
      summary: 'List bots without recent requests',
      result: z.strictObject({
        days: whole.describe('For so many days, today among them.'),
        bots: z.array(
          z.strictObject({
            bot_id: whole,
            bot_name: named('name', z.string()),
            bot_nickname: named('nickname', z.string()),
          }),
        ),
      }),
      answered: { message: 'Bots without requests.' },
      handle: async (service, _input, { accountId }) => {
        return { days: SILENT_DAYS, bots: await service.statistics.silentBots(accountId) };
      },
    }),
    quality: resultHandler({
      summary: 'Get the quality of a bot',
      description:
        'A factor between 0.5 and 1.2, read once a day; 1 without reasons where nothing was read yet. The formula: `docs/quality.md`. Shares are of a hundred.',
      fields: qualityFields,
      result: qualitySchema,
      answered: { message: 'The quality of the bot.' },
      handle: async (service, { bot_id }, { accountId }) => {
        const found = await service.quality.of(accountId, bot_id);
        const paying = await service.quality.paying(accountId, bot_id);
        return wordedQuality(found, paying ?? { factor: null, holdHours: null, announced: null });
      },
    }),
  },
});

/** The service's own today: a browser's clock may be wrong. */
function rangeOf({ days, ...dates }: Parameters<typeof rangeOfQuery>[0] & { days?: number | undefined }) {
  return { ...rangeOfQuery(dates), days };
}

function compared(
  { days, total, unpaid }: { days: readonly DayPoint[]; total: Sum; unpaid: UnpaidJoins },
  { before, way, hours }: Comparison,
) {
  return {
    days,
    total,
    before: { days: before.days, ...before.total },
    way,
    hours: hours ?? [],
    unpaid: unpaid.reasons,
  };
}
