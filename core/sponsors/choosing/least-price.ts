/** The least that an order may cost to be shown in a bot, whose owner says what a subscriber has to bring at least. */
import { type Micros, share } from '../../money.js';

/**
 * Micro-units of an order's price, of which the publisher's part is at least `minPriceMicros`; 0: any.
 * @param publisherShare an exact decimal, from 0 to 1
 */
export function leastPriceOf(minPriceMicros: Micros, publisherShare: string): number {
  if (minPriceMicros <= 0n) return 0;
  if (Number(publisherShare) === 0) return Infinity;
  // What is divided in doubles may be off by a few micro-units; what is multiplied below is exact.
  let price = BigInt(Math.floor(Number(minPriceMicros) / Number(publisherShare)));
  while (price > 0n && share(price - 1n, publisherShare).part >= minPriceMicros) price -= 1n;
  while (share(price, publisherShare).part < minPriceMicros) price += 1n;
  return Number(price);
}
