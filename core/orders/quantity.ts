/**
 * How far an order's quantities may be lowered: not below the subscribers that it has, nor so that those who see it now
 * join for nothing. An order that is stopped is shown to no new user, and still pays for them.
 */
import { dayNumberOf } from '../days.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { Order, OrderFields } from '../ports/order-store.js';

type Needs = Pick<Ports, 'store' | 'clock' | 'settings'>;
type Quantities = Pick<OrderFields, 'quantityAll' | 'quantityDay'>;

/** @throws ServiceError `invalid_parameter` with the least that is possible now */
export async function assertQuantity(ports: Needs, order: Order, fields: Quantities): Promise<void> {
  if (fields.quantityAll < order.quantityNow)
    throw refusal(`quantity_all: the order has ${String(order.quantityNow)} subscribers already.`);
  const lowersAll = fields.quantityAll < order.quantityAll;
  const lowersDay = (fields.quantityDay ?? Infinity) < (order.quantityDay ?? Infinity);
  if (!lowersAll && !lowersDay) return;
  const { open, today } = await figuresOf(ports, order);
  const leastAll = Math.min(order.quantityAll, order.quantityNow + open);
  const leastDay = Math.min(order.quantityDay ?? Infinity, leastAll, today + open);
  if (lowersAll && fields.quantityAll < leastAll) throw tooLow('quantity_all', leastAll, open);
  if (lowersDay && (fields.quantityDay ?? Infinity) < leastDay) throw tooLow('quantity_day', leastDay, open);
}

/** How many see the order just now and may still join, and the subscribers of the day. */
async function figuresOf(
  { store, clock, settings }: Needs,
  { orderId }: Order,
): Promise<{ open: number; today: number }> {
  const nowMs = clock.now();
  const day = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
  const counters = (await store.catalog.counters([orderId], day, nowMs)).get(orderId);
  return { open: Math.round(counters?.pendingImpressions ?? 0), today: counters?.today ?? 0 };
}

function tooLow(field: string, least: number, open: number): ServiceError {
  return refusal(
    `${field}: ${String(open)} users see the order now and may still join; ${String(least)} is the least now, less in an hour.`,
  );
}

function refusal(message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { topic: 'quantity_reached' });
}
