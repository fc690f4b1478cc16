/** The least that an order may cost to be shown in a bot, whose owner says what a subscriber has to bring at least. */
import { MAX_MICROS, type Micros, share } from '../money.js';

/**
 * Micro-units of an order's price, of which the publisher's part is at least `minPriceMicros`; 0: any, Infinity: none is.
 * @param publisherShare an exact decimal, from 0 to 1
 */
export function leastPriceOf(minPriceMicros: Micros, publisherShare: string): number {
  if (minPriceMicros <= 0n) return 0;
  // Half a micro-unit is rounded up.
  const near = (Number(minPriceMicros) - 0.5) / Number(publisherShare);
  if (near > Number(MAX_MICROS)) return Infinity;
  // What is divided in doubles may be off by a few micro-units; what is multiplied below is exact.
  let price = BigInt(Math.floor(near));
  while (price > 0n && share(price - 1n, publisherShare).part >= minPriceMicros) price -= 1n;
  while (share(price, publisherShare).part < minPriceMicros) price += 1n;
  return Number(price);
}
