/** What a publisher's impressions and subscribers brought on average, and how many lists found sponsors. */
import type { Micros } from '../money.js';
import type { RequestFigures } from '../ports/statistics-store.js';
import { roundHalfEven } from '../ratio.js';
import { average, type Sum } from './figures.js';

export interface Prices {
  /** Rounded half to even; null where nothing was shown. */
  perImpressionMicros: Micros | null;
  /** Null without subscribers. */
  perSubscriberMicros: Micros | null;
  /** Of the lists that were newly chosen or kept, those with a sponsor, between 0 and 1; null where there were none. */
  filled: number | null;
}

/** @param shown impressions to users of proven contact */
export function pricesOf(
  total: Sum,
  shown: number,
  { sponsors, noSponsors }: Pick<RequestFigures, 'sponsors' | 'noSponsors'>,
): Prices {
  const asked = sponsors + noSponsors;
  return {
    perImpressionMicros:
      shown <= 0 ? null : roundHalfEven({ numerator: total.valueMicros, denominator: BigInt(shown) }),
    perSubscriberMicros: total.subscribers <= 0 ? null : average(total),
    filled: asked === 0 ? null : sponsors / asked,
  };
}
