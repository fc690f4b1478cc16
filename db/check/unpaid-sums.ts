/** Joins that nobody pays for, as the check adds them up. */
import { type Findings, Sums } from './findings.js';

/**
 * Counters that are compared in one pass over the subscribers, who are kept by user and not by order. More counters take
 * another pass.
 */
export const COUNTERS_AT_ONCE = 100_000;
/** Beyond every order's id. */
export const LAST_ORDER = Number.MAX_SAFE_INTEGER;

export interface UnpaidCounterRow {
  order_id: number;
  day: number;
  bot_id: number;
  reason: string;
  joins: number;
}

export interface UnpaidSubscriberRow {
  user_id: number;
  order_id: number;
  bot_id: number;
  at_ms: number;
}

export interface UnpaidSums {
  expected: Sums;
  found: Sums;
}

export const emptyUnpaid = (): UnpaidSums => ({ expected: new Sums(), found: new Sums() });

export function unpaidKey(orderId: number, day: number, botId: number, reason: string): string {
  return `${String(orderId)}:${String(day)}:${String(botId)}:${reason}`;
}

/** Holds the counters to what the subscribers say, under every key that either has. */
export function compareUnpaid(findings: Findings, { expected, found }: UnpaidSums): void {
  findings.expectSums('unpaid_joins', expected, found, (key) => {
    const [orderId = '', day = '', botId = '', reason = ''] = key.split(':');
    return { orderId: Number(orderId), day: Number(day), botId: Number(botId), reason };
  });
}
