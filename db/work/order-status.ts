/** The status of an order in SQL. */
import type { OrderStatus } from '../../core/ports/order-store.js';

/**
 * `core/orders/status.ts` as conditions; a contract test holds the two equal.
 * @param inArchive the placeholder of whether orders in the archive are asked for, which each condition has once
 */
export function statusConditions(inArchive: string): Readonly<Record<OrderStatus | 'any', string>> {
  const infrastructure = `in_archive = ${inArchive} AND in_archive = 0`;
  const unfinished = `${infrastructure} AND decision = 'approved' AND quantity_now < quantity_all`;
  return {
    any: `in_archive = ${inArchive}`,
    Archived: `in_archive = 1 AND ${inArchive} IS NOT NULL`,
    Rejected: `${infrastructure} AND decision = 'rejected'`,
    Moderation: `${infrastructure} AND decision = 'waiting'`,
    Finished: `${infrastructure} AND decision = 'approved' AND quantity_now >= quantity_all`,
    Processing: `${unfinished} AND is_on = 1`,
    Stopped: `${unfinished} AND is_on = 0`,
  };
}
