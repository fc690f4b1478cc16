/** Holds entries that charged for a subscriber, or took that back, to the subscriber. */
import { CHARGE } from '../work/subscription-row.js';
import { exactStatement, type Work } from '../work/statement.js';
import { readMoved } from './booked.js';
import { bookCharge, expectPrice, expectReturn } from './order-sums.js';
import type { Walking } from './walking.js';

export interface ChargeRow {
  entry_id: bigint;
  kind: 'charge' | 'reversal';
  at_ms: bigint;
  about_id: bigint | null;
  order_id: bigint | null;
  user_id: bigint | null;
  reversal_id: bigint | null;
  /** Of the subscriber; null where there is none, or one who was not charged. */
  bot_id: bigint | null;
  charge: bigint | null;
  price: bigint | null;
  charged_id: bigint | null;
}

export const chargesIn = exactStatement<[after: number, to: number], ChargeRow>(
  // What was taken back as fraud is about the charge, or about its release.
  `SELECT entry.entry_id, CASE WHEN entry.kind = 'charge' THEN 'charge' ELSE 'reversal' END AS kind, entry.at_ms,
     coalesce(released.about_entry_id, entry.about_entry_id) AS about_id, entry.order_id, entry.user_id,
     returned.entry_id AS reversal_id, subscriptions.bot_id, charge, price_micros AS price, subscriptions.entry_id AS charged_id
   FROM ledger_entries AS entry
   LEFT JOIN subscriptions ON subscriptions.user_id = entry.user_id AND subscriptions.order_id = entry.order_id AND charge > 0
   LEFT JOIN ledger_entries AS released ON released.entry_id = entry.about_entry_id AND released.kind = 'release'
   LEFT JOIN ledger_entries AS paid ON paid.about_entry_id = entry.entry_id AND paid.kind = 'release'
   LEFT JOIN ledger_entries AS returned ON returned.about_entry_id = coalesce(paid.entry_id, entry.entry_id)
     AND returned.kind IN ('reversal', 'fraud_reversal')
   WHERE entry.entry_id > $1 AND entry.entry_id <= $2 AND entry.kind IN ('charge', 'reversal', 'fraud_reversal')`,
);

export function* checkCharges(walking: Walking, rows: readonly ChargeRow[]): Work<void> {
  const { pass, findings } = walking;
  for (const row of rows) {
    const subject = row.kind === 'charge' ? 'charges' : 'reversals';
    findings.expect(subject, placeOf(row), 1n, isOfSubscriber(row) ? 1n : 0n);
  }
  // A full pass goes through the subscribers for the rest.
  if (pass.since === null) return;
  const ofSubscribers = rows.filter(isOfSubscriber);
  const moved = yield* readMoved(ofSubscribers.flatMap((row) => [row.entry_id, row.about_id]));
  for (const row of ofSubscribers) {
    const isCharge = row.kind === 'charge';
    const charged = moved(isCharge ? row.entry_id : row.about_id);
    const [price, botId] = [row.price ?? 0n, row.bot_id ?? 0n];
    if (isCharge) expectPrice(findings, placeOf(row), price, charged);
    else expectReturn(findings, placeOf(row), charged, moved(row.entry_id));
    expectState(walking, row);
    noteDay(walking, row, { botId, price, fee: charged.fee, sign: isCharge ? 1n : -1n });
  }
}

/** Whether the subscriber is as their last charge is: taken back, or not. */
function expectState({ findings }: Walking, row: ChargeRow): void {
  const isCharge = row.kind === 'charge';
  if (row.charged_id !== (isCharge ? row.entry_id : row.about_id)) return;
  const isTakenBack = !isCharge || row.reversal_id !== null;
  const isReversed = row.charge === BigInt(CHARGE.reversed);
  findings.expect('reversal', placeOf(row), isTakenBack ? 1n : 0n, isReversed ? 1n : 0n);
}

function noteDay(
  { pass, memory, dayOf }: Walking,
  row: ChargeRow,
  booked: Omit<Parameters<typeof bookCharge>[1], 'day'>,
): void {
  const day = dayOf(Number(row.at_ms));
  if (day <= (pass.since?.day ?? 0) || day > pass.to.day) return;
  bookCharge(memory.charged.of(Number(row.order_id)), { ...booked, day });
}

/** One who was charged again has a later charge than the one that was taken back. */
function isOfSubscriber({ kind, entry_id: id, ...row }: ChargeRow): boolean {
  return row.charge !== null && (kind === 'reversal' || row.charged_id === id || row.reversal_id !== null);
}

const placeOf = ({ order_id: orderId, user_id: userId, bot_id: botId, entry_id: entryId }: ChargeRow) => ({
  ...(orderId === null ? {} : { orderId: Number(orderId) }),
  ...(userId === null ? {} : { userId: Number(userId) }),
  ...(botId === null ? {} : { botId: Number(botId) }),
  entryId: Number(entryId),
});
