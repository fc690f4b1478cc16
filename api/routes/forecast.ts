/** POST /forecast: what an order would cost and bring, before it is made; and what a link leads to. Nothing is stored. */
import { z } from 'zod';
import { toNumber } from '../../core/money.js';
import type { ForecastError } from '../../core/ports.js';
import type { DemandCost } from '../../core/sponsors/index.js';
import { ServiceError } from '../../core/errors.js';
import * as field from '../fields.js';
import { type ActionRoute, handler } from '../route.js';
import { createFields, toOrderInput } from './orders/order-fields.js';

const linkFields = z.object({
  link: field.text({ max: 2_048, description: 'As somebody types it.', example: 'https://t.me/example' }),
});

/** Figures of an estimate need no more digits than a reader believes. */
const rounded = (value: number) => Math.round(value * 100) / 100;

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/forecast',
  access: ['access'],
  summary: 'What an order would cost and bring.',
  actions: {
    order: handler(createFields, async (service, input, { accountId }) => {
      const asked = toOrderInput(input, service.settings.SERVICE_TIMEZONE);
      const forecast = await service.forecasts.of(accountId, asked);
      const { order } = forecast;
      const result = {
        old_price: toNumber(order.basePriceMicros),
        real_price: toNumber(order.realPriceMicros),
        coefficients: order.coefficients,
        total: toNumber(forecast.totalMicros),
        missing: toNumber(forecast.missingMicros),
        reach: rounded(forecast.reach),
        demands: forecast.demands.map(toWireDemand),
        lists_per_day: rounded(forecast.listsPerDay),
        suiting_per_day: rounded(forecast.suitingPerDay),
        impressions_per_day: rounded(forecast.impressionsPerDay),
        joins_per_day: rounded(forecast.joinsPerDay),
        days_to_fill: forecast.daysToFill === null ? null : rounded(forecast.daysToFill),
        running_orders: forecast.running,
        dearer_orders: forecast.dearer,
        error: { all: toWireError(forecast.error.all), alike: toWireError(forecast.error.alike) },
        warnings: service.orders.warnings(order.targeting),
      };
      return { message: 'An estimate.', payload: { result } };
    }),
    link: handler(linkFields, async (service, { link }, { accountId }) => {
      const target = await service.orders.lookUp(link);
      if (target === null)
        throw new ServiceError('invalid', 'link: must be a link to a channel, a bot or a page.');
      const { kind, name } = target;
      const problems =
        kind !== 'channel'
          ? []
          : await service.orders.problems(accountId, {
              link: target.link,
              adsType: 'channel',
              quantityAll: 100,
            });
      const bots = await service.checkers.named(null);
      const result = {
        link: target.link,
        ads_type: kind,
        name,
        problems,
        operator_bot: bots?.username ?? '',
      };
      return { message: 'What the link leads to.', payload: { result } };
    }),
  },
};

function toWireDemand({ field: name, coefficient, addsMicros, reachWithout }: DemandCost) {
  return { field: name, coefficient, adds: toNumber(addsMicros), reach_without: rounded(reachWithout) };
}

/** Parts of a hundred. */
function toWireError(error: ForecastError | null) {
  if (error === null) return null;
  const { forecasts, days, joinsError, impressionsError, withinQuarter, cameShare } = error;
  return {
    forecasts,
    days,
    joins: rounded(100 * joinsError),
    impressions: rounded(100 * impressionsError),
    within_quarter: rounded(100 * withinQuarter),
    came: rounded(100 * cameShare),
  };
}
