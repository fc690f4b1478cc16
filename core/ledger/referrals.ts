/** What referrals book: a share of the service's fee for the account whose link brought a party of the charge. */
import type { Booking, BookingOnce } from './bookings.js';
import { type EntryLine, reversed, SERVICE } from './postings.js';

export interface Party {
  side: 'advertiser' | 'publisher';
  accountId: number;
}

/** Whether an entry makes the fee of a charge final, or takes a charge back. */
export function settlesFee({ entry: { kind }, lines }: Booking): boolean {
  if (kind === 'charge') return lines.every((line) => line.kind !== 'hold');
  return kind === 'release' || kind === 'reversal' || kind === 'fraud_reversal';
}

/** @returns the accounts of a charge; of one within an account, that account once */
export function partiesOf(charged: readonly EntryLine[]): Party[] {
  const ofPeople = charged.filter(({ ownerId }) => ownerId !== SERVICE);
  const payer = ofPeople.find(({ amountMicros }) => amountMicros < 0n)?.ownerId;
  const payee = ofPeople.find(({ amountMicros }) => amountMicros > 0n)?.ownerId;
  return [
    ...(payer === undefined ? [] : [{ side: 'advertiser' as const, accountId: payer }]),
    ...(payee === undefined || payee === payer ? [] : [{ side: 'publisher' as const, accountId: payee }]),
  ];
}

/** The reference of what a side of a charge earned its referrer. */
export const referralReference = (chargeEntryId: number, side: Party['side']): string =>
  `referral:${String(chargeEntryId)}:${side}`;

/**
 * @param referral.percent of the fee
 * @returns null where the share is less than a micro-unit
 */
export function referralBooking(
  {
    chargeEntryId,
    charged,
    side,
  }: { chargeEntryId: number; charged: readonly EntryLine[]; side: Party['side'] },
  { referrerId, percent }: { referrerId: number; percent: number },
  atMs: number,
): (BookingOnce & { amountMicros: bigint }) | null {
  const fees = charged.filter(({ kind }) => kind === 'fee');
  const feeMicros = fees.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
  const amountMicros = (feeMicros * BigInt(percent)) / 100n;
  if (amountMicros <= 0n) return null;
  return {
    amountMicros,
    entry: { kind: 'referral', atMs, reference: referralReference(chargeEntryId, side) },
    lines: [
      { kind: 'wallet', ownerId: referrerId, amountMicros },
      { kind: 'fee', ownerId: SERVICE, amountMicros: -amountMicros },
    ],
  };
}

/** The charge was taken back: so is the share, and what the wallet lacks is a debt. @param earned the lines of the share */
export function referralReversalBooking(
  aboutEntryId: number,
  earned: readonly EntryLine[],
  atMs: number,
): Booking {
  return { entry: { kind: 'referral_reversal', atMs, aboutEntryId }, lines: reversed(earned) };
}
