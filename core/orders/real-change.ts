/**
 * What an update really changes. A caller may send a record back as `info` gave it: what it says of a field that stays as
 * it is changes nothing, and is not held against rules that have moved since (`decisions.md`, Orders).
 */
import { differing } from '../collections.js';
import { formatDateTime } from '../days.js';
import type { Order } from '../ports/order-store.js';
import type { OrderChange, Schedule, SchedulePatch, TargetingPatch } from '../terms/index.js';

/** @param zone the service's, in which times are written */
export function realChange(order: Order, change: OrderChange, zone: string): OrderChange {
  const { targeting = {}, schedule = {}, quantityDay, ...rest } = change;
  const ofDay = isSameDayLimit(order, change) ? {} : { quantityDay };
  const ofTargeting = differing(order.targeting, targeting) as TargetingPatch;
  const ofSchedule = differing(order.schedule, withoutSameStart(order.schedule, schedule, zone));
  return {
    ...differing(order, rest),
    ...saidOfNewKind(order, change),
    ...differing(order, ofDay),
    ...(isEmpty(ofTargeting) ? {} : { targeting: ofTargeting }),
    ...(isEmpty(ofSchedule) ? {} : { schedule: ofSchedule }),
  };
}

/** A channel is watched where nothing is said of it, so for what becomes one the word counts though it stays the same. */
function saidOfNewKind(order: Order, { adsType, trackUnsubscriptions }: OrderChange): OrderChange {
  const isOther = adsType !== undefined && adsType !== order.adsType;
  return isOther && trackUnsubscriptions !== undefined ? { trackUnsubscriptions } : {};
}

export function isEmpty(change: object): boolean {
  return Object.keys(change).length === 0;
}

/** An order without a daily limit shows its total as one. */
function isSameDayLimit(
  order: Order,
  { quantityDay, quantityAll = order.quantityAll }: OrderChange,
): boolean {
  return order.quantityDay === null && quantityDay === order.quantityAll && quantityAll === order.quantityAll;
}

/** Where clocks are set back, two moments are written as one time. */
function withoutSameStart(schedule: Schedule, patch: SchedulePatch, zone: string): SchedulePatch {
  const { startAtMs, ...rest } = patch;
  const isSame =
    typeof startAtMs === 'number' &&
    schedule.startAtMs !== null &&
    formatDateTime(startAtMs, zone) === formatDateTime(schedule.startAtMs, zone);
  return isSame ? rest : patch;
}
