/** POST /forecast: what an order would cost and bring, before it is made; and what a link leads to. Nothing is stored. */
import { z } from 'zod';
import { isChat, kindNames } from '../../core/kinds/index.js';
import type { LinkTarget } from '../../core/orders/index.js';
import type { Service } from '../../core/service.js';
import { ServiceError } from '../../core/errors.js';
import * as field from '../fields.js';
import { madeOf, named } from '../encode.js';
import { cabinetActions, resultHandler } from '../route.js';
import { createFields, toOrderInput } from './orders/order-fields.js';
import { money, whole } from './wire.js';
import { problemSchema, warningsSchema } from './orders/order-wire.js';

const linkFields = z.object({
  link: field.text({ max: 2_048, description: 'As somebody types it.', example: 'https://t.me/example' }),
});

/** Figures of an estimate need no more digits than a reader believes. */
const toRounded = (value: number) => Math.round(value * 100) / 100;
const rounded = madeOf(z.number(), '', toRounded);
/** Of a part of one. */
const ofHundred = madeOf(z.number(), '', (part: number) => toRounded(100 * part));

const forecastError = z
  .strictObject({
    forecasts: whole.describe('That were measured, of the last four weeks.'),
    days: whole.describe('Days that they were of.'),
    joins: named(
      'joinsError',
      ofHundred.describe('Half of them were off by at most so many of a hundred joins that were forecast.'),
    ),
    impressions: named('impressionsError', ofHundred.describe('The same of impressions.')),
    within_quarter: ofHundred.describe('So many of a hundred were off by at most a quarter.'),
    came: named('cameShare', ofHundred.describe('Joins that came for each hundred that were forecast.')),
  })
  .nullable();

export const route = cabinetActions('/forecast', {
  summary: 'Estimate an order',
  tag: 'Advertisers',
  actions: {
    order: resultHandler({
      summary: 'Estimate an order',
      description:
        'Fields as `create` of `/orders` takes them. An estimate: lists of the last seven days, the share of users that the order suits, how many running orders pay more. `error` is how far such forecasts were off: each day the next one is forecast of running orders, and compared with what came where an order ran all day and was not changed.',
      fields: createFields.extend({
        order_id: field.optional(
          field.id({
            description:
              'One of yours, as it would be with these fields: sums and days are of what it still lacks.',
          }),
        ),
      }),
      result: z.strictObject({
        old_price: named('basePriceMicros', money),
        real_price: money,
        coefficients: z.record(z.string(), z.number()),
        total: money.describe('What all of it costs, or what is still lacking.'),
        missing: money.describe('What the wallet lacks for it.'),
        reach: rounded.describe('Of a hundred users, those that the order suits.'),
        demands: z.array(
          z.strictObject({
            field: z.string(),
            coefficient: z.number(),
            adds: money.describe('To the price of a subscriber.'),
            reach_without: rounded,
          }),
        ),
        lists_per_day: rounded,
        suiting_per_day: rounded,
        impressions_per_day: rounded.describe(
          'Of the suiting lists, those that reach down to its rank by price.',
        ),
        joins_per_day: rounded
          .nullable()
          .describe(
            'The middle of what may be expected of a day on which it is shown; null: no list was asked for yet.',
          ),
        joins_between: z
          .strictObject({ least: whole, most: whole })
          .nullable()
          .describe(
            'Eight of ten orders like this one get a number a day between these two: the least and the most of the nine running orders of the nearest prices. Null: too few run.',
          ),
        days_to_fill: rounded.nullable().describe('Null: not within ten years.'),
        running_orders: named('running', whole),
        dearer_orders: named('dearer', whole),
        first_place_price: named('firstPlaceMicros', money.nullable()).describe(
          'The least `price` that it may have from which no running order pays more; null: none runs.',
        ),
        error: z.strictObject({
          all: forecastError.describe('Of all orders; null: too few were measured yet.'),
          alike: forecastError.describe(
            'Of orders of the same size: fewer than 1, 10, 100 joins a day were forecast, or more. Null: too few were measured yet.',
          ),
        }),
        warnings: warningsSchema,
      }),
      answered: { message: 'An estimate.' },
      errors: { 400: '`price_too_low`, `invalid_parameter`.' },
      handle: async (service, input, { accountId }) => {
        const asked = toOrderInput(input, service.settings.SERVICE_TIMEZONE);
        const forecast = await service.forecasts.of(accountId, asked, input.order_id);
        const { order } = forecast;
        return { ...order, ...forecast, warnings: service.orders.warnings(order.targeting) };
      },
    }),
    link: resultHandler({
      summary: 'Look at a link',
      fields: linkFields,
      result: z.strictObject({
        link: z.string(),
        ads_type: z.enum(kindNames).nullable(),
        name: z.string(),
        problems: z.array(problemSchema),
        operator_bot: z.string(),
      }),
      answered: { message: 'What the link leads to.' },
      handle: async (service, { link }, { accountId }) => {
        const target = await service.orders.lookUp(accountId, link);
        if (target === null)
          throw new ServiceError('invalid', 'link: must be a link to a channel, a bot or a page.', {
            topic: 'link_unknown',
          });
        const { kind, name } = target;
        const problems = await problemsOf(service, accountId, target);
        const bots = await service.checkers.named(null);
        return { link: target.link, adsType: kind, name, problems, operatorBot: bots?.username ?? '' };
      },
    }),
  },
});

async function problemsOf(service: Service, accountId: number, { link, kind, isAbsent }: LinkTarget) {
  if (kind === null) return [isAbsent === true ? ('not_found' as const) : ('not_checked' as const)];
  if (!isChat({ adsType: kind })) return [];
  return service.orders.problems(accountId, { link, adsType: kind, quantityAll: 100 });
}
