/** Notes entries that make a fee final or take a charge back, in the work that books them: `referrals.ts` books the shares later. */
import { type Booking, SERVICE, settlesFee } from '../../core/ledger/index.js';
import { statement, type Work } from './statement.js';

/** Of accounts that were brought alone: without referrals it writes nothing. */
const insert = statement<[entryIds: number[], ownerIds: number[], orderIds: number[]]>(
  `INSERT INTO referral_dues (entry_id)
   SELECT DISTINCT booked.entry_id FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS booked (entry_id, owner_id, order_id)
   WHERE EXISTS (SELECT 1 FROM referrals WHERE referrals.account_id = booked.owner_id)
     OR EXISTS (SELECT 1 FROM orders JOIN referrals ON referrals.account_id = orders.account_id
       WHERE orders.order_id = booked.order_id)`,
);

/** @param entryIds of the bookings, in their order */
export function* noteReferralDues(bookings: readonly Booking[], entryIds: readonly number[]): Work<void> {
  // A release has no line of the advertiser, who is found by the order.
  const rows = bookings.flatMap((booking, index) => {
    const entryId = entryIds[index];
    if (entryId === undefined || !settlesFee(booking)) return [];
    const ownerIds = new Set(booking.lines.map(({ ownerId }) => ownerId));
    ownerIds.delete(SERVICE);
    return [...ownerIds].map((ownerId) => ({ entryId, ownerId, orderId: booking.entry.orderId ?? 0 }));
  });
  if (rows.length === 0) return;
  yield* insert.run(
    rows.map(({ entryId }) => entryId),
    rows.map(({ ownerId }) => ownerId),
    rows.map(({ orderId }) => orderId),
  );
}
