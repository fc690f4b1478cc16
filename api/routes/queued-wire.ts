/** A line of what a figure of the status counts, on the wire. */
import { z } from 'zod';
import type { QueuedLine } from '../../core/ports/job-store.js';
import { isoTime, moment, whole } from './wire.js';

const id = whole.nullable();

export const queuedSchema = z.strictObject({
  ...{ at: moment, account_id: id, bot_id: id, user_id: id, order_id: id },
  kind: z.string().describe('The kind of a notification, or the name of an order.'),
  reason: z.string().describe('Why it failed, or what differs.'),
});

export function toWireQueued({ atMs, kind, reason, ...ids }: QueuedLine) {
  const { accountId, botId, userId, orderId } = ids;
  return {
    at: isoTime(atMs),
    ...{ account_id: accountId, bot_id: botId, user_id: userId, order_id: orderId },
    ...{ kind, reason },
  };
}
