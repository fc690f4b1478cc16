/** What charging for a subscriber, and taking that back, means in money and figures. */
import { isProven } from '../evidence/index.js';
import { fadeImpressions } from '../pending-impressions.js';
import type { ChargedOrder, Counted, SettlementFacts } from '../ports/subscription-store.js';
import { type EntryLine, reversed, SERVICE } from './postings.js';

/**
 * None where nothing is charged.
 * @throws RangeError when the parts of the price are not the price
 */
export function chargeLines({ order }: { order: ChargedOrder }, settlement: Counted): EntryLine[] {
  const { priceMicros, publisherMicros, feeMicros, botAccountId, takenFrom } = settlement;
  const isWhole = priceMicros === publisherMicros + feeMicros;
  if (!isWhole || publisherMicros < 0n || feeMicros < 0n)
    throw new RangeError('the parts of a price must be the price');
  if (priceMicros === 0n) return [];
  const paidTo = isOnHold(settlement) ? 'hold' : 'wallet';
  const takenMicros = takenFrom.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
  return [
    { kind: 'wallet', ownerId: order.accountId, amountMicros: takenMicros - priceMicros },
    { kind: 'reserve', ownerId: order.accountId, amountMicros: -takenMicros },
    { kind: paidTo, ownerId: botAccountId, amountMicros: publisherMicros },
    { kind: 'fee', ownerId: SERVICE, amountMicros: feeMicros },
  ];
}

/** Whether the publisher's part waits: for time to pass, or for a moderator's word. */
export function isOnHold({
  holdUntilMs,
  isHeldForTrust,
}: Pick<Counted, 'holdUntilMs' | 'isHeldForTrust'>): boolean {
  return holdUntilMs !== null || isHeldForTrust;
}

/** What is left of the impression that brought a subscriber: it is open no more. */
export function closedImpression(
  { order, impressions }: SettlementFacts,
  botId: number,
  nowMs: number,
): number {
  const impression = impressions.find((each) => each.botId === botId && each.orderId === order.orderId);
  return impression !== undefined && isProven(impression)
    ? fadeImpressions(1, nowMs - impression.shownAtMs)
    : 0;
}

/** A charge's lines the other way round; what it took of a withdrawal comes back into the wallet. */
export function takenBack(booked: readonly EntryLine[]): EntryLine[] {
  return reversed(booked).map((line) => (line.kind === 'reserve' ? { ...line, kind: 'wallet' } : line));
}

/** What taking a charge back takes off the figures. `payeeId` is undefined where its advertiser was paid. */
export function givenBack(paidMicros: bigint, booked: readonly EntryLine[]) {
  const fee = booked.find((line) => line.kind === 'fee')?.amountMicros ?? 0n;
  const payeeId = payeeOf(booked);
  const isOwn = payeeId === undefined;
  return { paidMicros: -paidMicros, earnedMicros: fee - paidMicros, isOwn, payeeId };
}

/** Of a charge that was paid to the account it came from, all postings but the fee are of one owner. */
function payeeOf(booked: readonly EntryLine[]): number | undefined {
  const ofPeople = booked.filter((line) => line.kind !== 'fee');
  const isOwn = new Set(ofPeople.map((line) => line.ownerId)).size === 1;
  return isOwn ? undefined : ofPeople.find((line) => line.amountMicros > 0n)?.ownerId;
}
