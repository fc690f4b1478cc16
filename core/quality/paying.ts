/**
 * What a bot's quality does to its owner's share of a price and to the hold of what it earns, where the service pays or holds by
 * quality (`docs/quality.md`, What it does to a publisher's share, and to the hold): factors that were announced a week ahead. What
 * advertisers pay stays what it is. Below 1 the hold is longer; it is never shorter than everybody's, since that is what
 * advertisers were promised.
 */
import { HOUR_MS } from '../days.js';
import type { PayingFactor, PayingFactors } from '../ports/quality-store.js';
import { ONE, divideRatios, multiplyRatios, type Ratio, ratioOf, ratioToNumber } from '../ratio.js';

/** Where nothing was announced, the share and the hold are the usual ones. */
const USUAL = 1;

/**
 * Returns which of a bot's factors hold at a moment, and which wait: the last one that began by then, and the last that is
 * to come. What holds for a join is what holds when its impression was made (`decisions.md`, A publisher's share by quality).
 */
export function factorsAt(factors: readonly PayingFactor[], atMs: number): PayingFactors {
  const ofLatest = factors.toSorted((a, b) => b.fromMs - a.fromMs);
  const holding = ofLatest.find(({ fromMs }) => fromMs <= atMs);
  const waiting = ofLatest.find(({ fromMs }) => fromMs > atMs);
  return {
    pays: holding?.factor ?? USUAL,
    holds: holding?.holdFactor ?? USUAL,
    announced: waiting ?? null,
  };
}

/** From when on something new holds: so many days after it was found. */
export const ANNOUNCED_DAYS = 7;
/** What differs by less from the factor announced last is not worth a notification. */
const LEAST_CHANGE = 0.05;
const SCALE = 1_000;
/** At the least factor, 0.5, three times everybody's hold. */
const LONGER = 4;
/** Subscribers are followed for a month: beyond that nothing is known of a bot. */
const MOST_MS = 30 * 24 * HOUR_MS;

/** The publisher's part of a price, at most all of it. @param factor three decimals at most */
export function payingShare(publisherShare: string, factor: number): Ratio {
  const portion = multiplyRatios(ratioOf(publisherShare), ratioOf(factor));
  return portion.numerator > portion.denominator ? ONE : portion;
}

/** Whether a factor that was read is to be announced in place of the last one that was. */
export function isNews(last: number, read: number): boolean {
  // In whole numbers: 1 − 0.95 is less than 0.05 in doubles.
  const [from, to] = [Math.round(last * SCALE), Math.round(read * SCALE)];
  const isOfOne = from === SCALE || to === SCALE;
  return from !== to && (isOfOne || Math.abs(to - from) >= Math.round(LEAST_CHANGE * SCALE));
}

/** What a subscriber brings under one factor, in per cent of what they bring under another; one decimal at most. */
export function percentOf(publisherShare: string, now: number, then: number): number {
  const today = payingShare(publisherShare, now);
  if (today.numerator === 0n) return 100;
  const part = divideRatios(payingShare(publisherShare, then), today);
  return Math.round(ratioToNumber(part) * SCALE) / 10;
}

/**
 * The hold of what a bot earns: a longer one in whole hours, and at most 30 days.
 * @param holdMs everybody's
 * @param factor three decimals at most; from 1 on the hold is everybody's
 */
export function holdByQuality(holdMs: number, factor: number): number {
  // In whole numbers: 1 − 0.9 is less than 0.1 in doubles.
  const below = SCALE - Math.round(factor * SCALE);
  if (below <= 0) return holdMs;
  const hours = Math.round((holdMs * (SCALE + LONGER * below)) / (SCALE * HOUR_MS));
  return Math.max(holdMs, Math.min(hours * HOUR_MS, MOST_MS));
}

/** The same in hours. @param holdHours everybody's, whole */
export function holdHoursByQuality(holdHours: number, factor: number): number {
  return holdByQuality(holdHours * HOUR_MS, factor) / HOUR_MS;
}
