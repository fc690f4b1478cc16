/** Places of a list that offers of other networks fill: chosen where ours leave room, and checked with the list. */
import { keyedBy, listOf } from '../collections.js';
import { MAX_MICROS, type Micros, share } from '../money.js';
import {
  chatKeyOf,
  type NamedOffer,
  type OfferReader,
  type Offers,
  OFFERS_MAX,
  orderKeysOf,
} from '../networks/index.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { Checked, List, Place } from './listing.js';
import type { OngoingRequest, SponsorRequest } from './ongoing.js';
import type { Picked } from './picking.js';

export function createNetworkPlaces(
  { settings }: Pick<Ports, 'settings'>,
  offers: Pick<Offers, 'outbids' | 'find' | 'keep' | 'check'>,
) {
  const earningOf = ({ order }: Place): Micros =>
    order === null ? 0n : share(order.realPriceMicros, settings.PUBLISHER_SHARE).part;

  /**
   * An offer whose known price is higher takes the place of our sponsor that brings least.
   * @param offered the dearest first
   */
  const outbid = (places: readonly Place[], offered: readonly NamedOffer[]): Place[] => {
    const least = places.filter(({ order }) => order !== null).toSorted(byLeast);
    const outbidding = offered.filter(
      ({ priceMicros }, index) => priceMicros !== null && priceMicros > earningAt(least, index),
    );
    const lost = new Set(least.slice(0, outbidding.length));
    return [...places.filter((place) => !lost.has(place)), ...outbidding.map(placeOf)];
  };
  /** Where there is none of ours left, no price is higher. */
  const earningAt = (least: readonly Place[], index: number): Micros => {
    const place = least[index];
    return place === undefined ? MAX_MICROS : earningOf(place);
  };
  const byLeast = (one: Place, other: Place) => compare(earningOf(one), earningOf(other));

  return {
    /** The places of a new list, of which some are offers that are kept from now on. */
    fill: async (ongoing: OngoingRequest, { places, checks, wanted }: Picked) => {
      const reader = offerReader(ongoing);
      const free = Math.max(0, wanted - places.length);
      const outbids = await offers.outbids(reader);
      if (free === 0 && !outbids) return { places, checks };
      const taken = takenBy(places, ongoing.request);
      const all = await offers.find(reader, outbids ? OFFERS_MAX : free, taken);
      const found = outbids ? all.toSorted(byDearest) : all;
      const ours = outbids ? outbid(places, found.slice(free)) : places;
      const filled = [...ours, ...found.slice(0, free).map(placeOf)];
      const listed = listOf(filled, ({ offer }) => offer);
      if (listed.length > 0) await offers.keep(reader, listed);
      const orders = new Set(filled.map(({ order }) => order));
      return { places: filled, checks: checks.filter(({ order }) => orders.has(order)) };
    },
    /** Checks the offers of a list while the rest of it is checked, and puts both together. */
    check: async (ongoing: OngoingRequest, list: List, checking: Promise<Checked>) => {
      // What was chosen a moment ago is as it was offered.
      if (list.checks !== null) return checking;
      const listed = listOf(list.places, ({ offer }) => offer);
      const [checked, offered] = await Promise.all([checking, offers.check(offerReader(ongoing), listed)]);
      const now = keyedBy(offered, ({ adsId }) => adsId);
      const places = checked.places.map((place) =>
        place.offer === undefined ? place : { ...place, offer: now.get(place.offer.adsId) ?? place.offer },
      );
      return { ...checked, places };
    },
  };
}

/** Of a stranger nothing is said to a network that the bot has not said itself. */
export function offerReader({
  bot,
  request,
  user,
  nowMs,
  deadlineMs,
  asOf,
}: Pick<OngoingRequest, 'bot' | 'user' | 'nowMs' | 'deadlineMs'> & {
  request: Pick<SponsorRequest, 'chatId'>;
  asOf?: AsOf;
}): OfferReader {
  const { firstName, username, languageCode, isPremium } = user;
  return {
    bot,
    user: {
      userId: user.userId,
      chatId: request.chatId,
      ...(firstName === '' ? {} : { firstName }),
      ...(username === '' ? {} : { username }),
      ...(languageCode === '' ? {} : { languageCode }),
      ...(isPremium === null ? {} : { isPremium }),
    },
    nowMs,
    deadlineMs,
    asOf,
  };
}

const placeOf = (offer: NamedOffer): Place => ({
  slot: { kind: 'offer', adsId: offer.adsId },
  order: null,
  offer,
});

/** What stands in the list already, and what the caller does not want. */
function takenBy(places: readonly Place[], request: OngoingRequest['request']): ReadonlySet<string> {
  const { excludeResourceIds, excludeOrderIds } = request;
  return new Set([
    ...places.flatMap(({ order }) => (order === null ? [] : orderKeysOf(order))),
    ...excludeResourceIds.map(chatKeyOf),
    ...excludeOrderIds.map(String),
  ]);
}

/** One whose price is not known comes last. */
const byDearest = (one: NamedOffer, other: NamedOffer) =>
  compare(other.priceMicros ?? -1n, one.priceMicros ?? -1n);

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);
