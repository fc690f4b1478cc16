/**
 * Other networks of sponsors over HTTP. Each network has a breaker for all who ask it, and a refused key is left alone for a
 * while, so that a network that fails costs requests nothing.
 */
import { LRUCache } from 'lru-cache';
import { Agent, fetch } from 'undici';
import {
  type Asked,
  botohub,
  type Breaker,
  createBreaker,
  flyer,
  type Listing,
  type Network,
  type NetworkOptions,
  type Offer as Offered,
  piarflow,
  sponsorgate,
  steadyNow,
  tgrass,
} from '../../../networks/index.js';
import { cleanName } from '../../names.js';
import type { Offer } from '../../ports/network-store.js';
import type {
  NetworkAccess,
  NetworkAnswer,
  NetworkFailure,
  NetworkKind,
  Networks,
  NetworkUser,
} from '../../ports/networks.js';
import { latest } from '../../remembered.js';
import { guardedLookup, type OutgoingRules, urlFault } from '../outgoing/index.js';

/** A request waits for a network this long at most. */
const ANSWERED_WITHIN_MS = 300;
/** From then on, while one request waits for a network, others no longer do. Two such answers in a row count as a failure. */
const SLOW_MS = 150;
/** How long a network that failed is left alone: twice as long each time, up to the second figure. */
const REST_MS = [1_000, 30_000] as const;
/** How long a key that was refused is not tried again, and a user who had nothing there is not asked about. */
const PAUSE_MS = 60_000;
const REMEMBERED = 10_000;
const BODY_MAX_BYTES = 1_000_000;
/** No subscriber costs more in any currency: what a network says beyond is no price. */
const PRICE_MAX = 1_000_000;
/** An offer with longer words is left out: they would be kept for each user. */
const TEXT_MAX = 2_048;
/** At each address of a network. */
const CONNECTIONS = 64;

const makers: Readonly<Record<NetworkKind, (options: NetworkOptions) => Network>> = {
  flyer,
  tgrass,
  botohub,
  piarflow,
  // Its address is set wherever this kind is (`core/networks/setup.ts`).
  sponsorgate: ({ url = '', ...options }) => sponsorgate({ url, ...options }),
};

/** Hears a network's answers, and what kept us from asking. */
export type NetworkObserver = (kind: NetworkKind, outcome: 'answered' | NetworkFailure) => void;

export interface NetworksOptions {
  rules: OutgoingRules;
  observe?: NetworkObserver | undefined;
  now?: () => number;
}

export function createNetworks({
  rules,
  observe = () => undefined,
  now = steadyNow,
}: NetworksOptions): Networks {
  // Addresses of publishers: the connection goes to what was checked, and redirects are refused.
  const dispatcher = new Agent({
    connections: CONNECTIONS,
    maxResponseSize: BODY_MAX_BYTES,
    connect: { lookup: guardedLookup(rules) },
  });
  const guardedFetch: NonNullable<NetworkOptions['fetch']> = (url, init) =>
    fetch(url, { ...init, dispatcher });
  const breakers = new LRUCache<string, Breaker>(latest(REMEMBERED));
  const refusedUntilMs = new LRUCache<string, number>(latest(REMEMBERED));
  const nothingUntilMs = new LRUCache<string, number>(latest(REMEMBERED));

  const networkOf = ({ kind, url, key }: NetworkAccess): Network => {
    const address = url === '' ? {} : { url };
    return makers[kind]({ key, ...address, fetch: guardedFetch });
  };
  const breakerOf = ({ kind, url }: NetworkAccess): Breaker => {
    const place = `${kind} ${url}`;
    const breaker =
      breakers.get(place) ??
      createBreaker({
        timeoutMs: ANSWERED_WITHIN_MS,
        slowMs: SLOW_MS,
        restsWhenSlow: true,
        restMs: REST_MS,
        now,
      });
    breakers.set(place, breaker);
    return breaker;
  };

  const ask = async (
    access: NetworkAccess,
    work: (network: Network) => Promise<Listing>,
  ): Promise<NetworkAnswer> => {
    const { kind, url, key } = access;
    const whose = `${kind} ${url} ${key}`;
    const answer = (found: NetworkAnswer) => {
      observe(kind, found.ok ? 'answered' : found.failure);
      return found;
    };
    // What was allowed when it was set may not be any more.
    if (url !== '' && urlFault(url, rules) !== null) return answer({ ok: false, failure: 'unavailable' });
    if ((refusedUntilMs.get(whose) ?? 0) > now()) return answer({ ok: false, failure: 'key_refused' });
    const { failure, offers } = await breakerOf(access)(() => work(networkOf(access)));
    if (failure === undefined) return answer({ ok: true, offers: offers.filter(isKept).map(toOffer) });
    if (failure.why === 'key') refusedUntilMs.set(whose, now() + PAUSE_MS);
    return answer({ ok: false, failure: failures[failure.why] });
  };

  return {
    list: async (access, user, limit) => {
      const whose = `${access.kind} ${access.url} ${access.key} ${String(user.userId)}`;
      if ((nothingUntilMs.get(whose) ?? 0) > now()) return { ok: true, offers: [] };
      const answer = await ask(access, (network) => network.list(askedOf(user, limit)));
      if (answer.ok && answer.offers.length === 0) nothingUntilMs.set(whose, now() + PAUSE_MS);
      return answer;
    },
    check: (access, user, offers) =>
      ask(access, (network) => network.check(askedOf(user, offers.length), offers.map(toOffered))),
  };
}

const failures: Readonly<Record<NonNullable<Listing['failure']>['why'], NetworkFailure>> = {
  key: 'key_refused',
  limit: 'limited',
  resting: 'resting',
  refused: 'unavailable',
  silent: 'unavailable',
  failing: 'unavailable',
  unreadable: 'unavailable',
};

function askedOf(user: NetworkUser, limit: number): Asked {
  const { userId, chatId, firstName, username, languageCode, isPremium } = user;
  return {
    user: {
      id: userId,
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(username === undefined ? {} : { username }),
      ...(languageCode === undefined ? {} : { language_code: languageCode }),
      ...(isPremium === undefined ? {} : { is_premium: isPremium }),
    },
    chatId,
    limit,
  };
}

const isKept = ({ id, chat, link, title }: Offered): boolean =>
  [id, chat, link, title].every((text) => text.length <= TEXT_MAX);

function toOffer({ id, chat, link, title, state, price = -1 }: Offered): Offer {
  const isPrice = price >= 0 && price <= PRICE_MAX;
  const priceMicros = isPrice ? BigInt(Math.round(price * 1e6)) : null;
  return { offerId: id, chat, link, title: cleanName(title) || '⭐', state, priceMicros };
}

function toOffered({ offerId, chat, link, title, state, priceMicros }: Offer): Offered {
  const price = priceMicros === null ? {} : { price: Number(priceMicros) / 1e6 };
  return { id: offerId, chat, link, title, state, ...price };
}
