/**
 * Offers of other networks: what one is to the service, and those of a bot's networks for one user, asked for where a list has room
 * and checked until they are done.
 */
import { createHash } from 'node:crypto';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { Bot } from '../ports/bot-store.js';
import type { KeptOffer, ListedOffer, Offer } from '../ports/network-store.js';
import type { NetworkAnswer, NetworkUser } from '../ports/networks.js';
import { within } from '../within.js';
import { type BotNetwork, networkName, type NetworkSetups } from './setup.js';
import type { AdsType } from '../kinds/index.js';
import { parseLink } from '../orders/index.js';
import type { Order } from '../ports/order-store.js';

/** The interfaces of the networks list at most ten. */
export const OFFERS_MAX = 10;
/** How many more than needed are asked for, for those that lead where another place does. */
const SPARE = 2;
/** Some networks are asked about each offer by itself: so many are asked about at once, those that were listed last. */
const CHECKED_MAX = 20;

const ID_BYTES = 6;

/**
 * The `ads_id` of an offer: negative, so that no order has it, and the same whenever the network names the offer again.
 * 48 bits of a hash: in a list of ten, two are the same once in six million million lists.
 */
export function adsIdOf(networkId: number, offerId: string): number {
  const hash = createHash('sha256')
    .update(`${String(networkId)}:${offerId}`)
    .digest();
  return -1 - hash.readUIntBE(0, ID_BYTES);
}

/** Two places that share one of these lead to one chat, bot or page. */
export function targetKeysOf({ chat, link }: Pick<Offer, 'chat' | 'link'>): string[] {
  const parsed = parseLink(link);
  const ofLink = parsed.kind === 'invalid' ? [] : [`link:${parsed.key}`];
  return chat === '' ? ofLink : [chatKeyOf(chat), ...ofLink];
}

/** The same of an order of ours. */
export function orderKeysOf({ resource, link }: Pick<Order, 'resource' | 'link'>): string[] {
  return targetKeysOf({ chat: resource.resourceId, link });
}

/** Networks write a channel's id with or without the `-100` that the Bot API puts before it. */
export function chatKeyOf(chat: string): string {
  return `chat:${chat.replace(/^-(?:100)?/, '')}`;
}

/** A bot's name ends with `bot` (Bot API, @BotFather), and bots alone take a start payload. */
export function adsTypeOf(link: string): AdsType {
  const parsed = parseLink(link);
  if (parsed.kind === 'invite') return 'channel';
  if (parsed.kind !== 'username') return 'resource';
  const isBot = /bot$/i.test(parsed.username) || /[?&]start(?:app)?=/.test(parsed.link);
  return isBot ? 'bot' : 'channel';
}

export interface OfferReader {
  bot: Bot;
  user: NetworkUser;
  nowMs: number;
  deadlineMs: number;
  asOf?: AsOf;
}

/** An offer as it stands, and by which network. */
export interface NamedOffer extends KeptOffer {
  /** The network did not say just now how it stands. */
  isUnknown?: true;
}

export type Offers = ReturnType<typeof createOffers>;

export function createOffers(
  { store, networks: outside, clock }: Pick<Ports, 'store' | 'networks' | 'clock'>,
  setups: Pick<NetworkSetups, 'asks' | 'of'>,
) {
  const inTime = async ({ deadlineMs }: OfferReader, work: Promise<NetworkAnswer>) => {
    const answer = await within(work, deadlineMs - clock.now());
    return answer?.ok === true ? answer.offers : null;
  };

  const named = async (reader: OfferReader, offers: readonly ListedOffer[]): Promise<NamedOffer[]> => {
    if (offers.length === 0) return [];
    const { networks } = await setups.of(reader.bot, reader.asOf);
    const names = new Map(networks.map((network) => [network.networkId, networkName(network)]));
    return offers.map((offer) => {
      const network = names.get(offer.networkId);
      if (network !== undefined) return { ...offer, network };
      return { ...offer, network: '', state: offer.state === 'pending' ? 'gone' : offer.state };
    });
  };

  const checkAt = async (
    network: BotNetwork,
    reader: OfferReader,
    offers: readonly NamedOffer[],
  ): Promise<NamedOffer[]> => {
    const found = await inTime(reader, outside.check(network, reader.user, offers));
    if (found === null) return offers.map((offer) => ({ ...offer, isUnknown: true }));
    const states = new Map(found.map(({ offerId, state }) => [offerId, state]));
    return offers.map((offer) => ({ ...offer, state: states.get(offer.offerId) ?? 'gone' }));
  };

  return {
    /** Whether there may be a network to ask for this bot. */
    asks: setups.asks,
    /** Whether the bot wants higher prices of other networks in place of ours. */
    outbids: async ({ bot, asOf }: OfferReader) => (await setups.of(bot, asOf)).outbids,
    /**
     * Asks the bot's networks, all at once, for offers that are not done. Those of the network that is set first come first.
     * @param taken see `targetKeysOf`, or the `ads_id`: what is on the list already, and what is not wanted
     */
    find: async (reader: OfferReader, count: number, taken: ReadonlySet<string>) => {
      const { networks } = await setups.of(reader.bot, reader.asOf);
      const limit = Math.min(count + SPARE, OFFERS_MAX);
      const answers = await Promise.all(
        networks.map((network) => inTime(reader, outside.list(network, reader.user, limit))),
      );
      const offered = networks.flatMap((network, index) =>
        wantedOf(network, answers[index] ?? []).map((offer) => listedNow(network, offer, reader.nowMs)),
      );
      return withoutTwins(offered, taken).slice(0, count);
    },
    /** Keeps offers that go into a list. */
    keep: ({ bot, user, nowMs }: OfferReader, offers: readonly NamedOffer[]) =>
      store.networks.keep(bot.botId, user.userId, offers, nowMs),
    /** Those of a list; one whose network was removed is gone. */
    read: async (reader: OfferReader, adsIds: readonly number[]) =>
      named(reader, await store.networks.find(reader.bot.botId, reader.user.userId, adsIds)),
    /** What the user was given in a time, latest first. */
    listed: async (reader: OfferReader, window: { fromMs: number; toMs: number }, limit: number) =>
      named(reader, await store.networks.listed(reader.bot.botId, reader.user.userId, window, limit)),
    /** Asks about those that are pending, the latest `CHECKED_MAX` of them, and keeps what has changed. */
    check: async (reader: OfferReader, offers: readonly NamedOffer[]) => {
      const pending = offers
        .filter(({ state }) => state === 'pending')
        .toSorted((one, other) => other.listedAtMs - one.listedAtMs)
        .slice(0, CHECKED_MAX);
      if (pending.length === 0) return [...offers];
      const { networks } = await setups.of(reader.bot, reader.asOf);
      const checked = await Promise.all(
        networks.flatMap((network) => {
          const own = pending.filter(({ networkId }) => networkId === network.networkId);
          return own.length === 0 ? [] : [checkAt(network, reader, own)];
        }),
      );
      const now = new Map(checked.flat().map((offer) => [offer.adsId, offer]));
      const changed = [...now.values()].filter(({ state }) => state !== 'pending');
      if (changed.length > 0)
        await store.networks.keep(reader.bot.botId, reader.user.userId, changed, reader.nowMs);
      return offers.map((offer) => now.get(offer.adsId) ?? offer);
    },
  };
}

/** What is left to do, and pays enough as far as the network says. */
function wantedOf({ minPriceMicros }: BotNetwork, offers: readonly Offer[]): Offer[] {
  return offers.filter(
    ({ state, priceMicros }) =>
      state === 'pending' && (priceMicros === null || priceMicros >= minPriceMicros),
  );
}

function listedNow(network: BotNetwork, offer: Offer, nowMs: number): NamedOffer {
  const { networkId } = network;
  const adsId = adsIdOf(networkId, offer.offerId);
  return { ...offer, networkId, adsId, listedAtMs: nowMs, smartLink: null, network: networkName(network) };
}

/** No chat twice, whichever networks offer it. */
function withoutTwins(offers: readonly NamedOffer[], taken: ReadonlySet<string>): NamedOffer[] {
  const seen = new Set(taken);
  return offers.filter((offer) => {
    const keys = [String(offer.adsId), ...targetKeysOf(offer)];
    const isFree = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isFree;
  });
}
