/**
 * Other networks in the market, of different price and fill. They rank by what is earned of all users, pay for joins as ours
 * do, and take no part in the service's books.
 */
import { languageIdOf } from '../../core/data/index.js';
import type { Offer as Named } from '../../core/ports/network-store.js';
import type { NetworkKind, Networks } from '../../core/ports/networks.js';
import { membershipKey } from '../../core/subscriptions/index.js';
import { orderWith } from '../../test/core/choosing-world.js';
import { assumptions } from './assumptions.js';
import { beta, type Chance, chanceOf, seedOf } from './chance.js';
import { type Channel, DAY_MS, type Offer, type Person, START_MS } from './population.js';

/** Fixed before anything was measured. */
export const networkAssumptions = {
  /** Of our orders, those that are there: a service that cannot fill every list. */
  ours: 0.4,
  /** Of a network's offers, those that lead where an order of ours leads. */
  sameChat: 0.2,
  /**
   * Each pays the publisher around its median. `reach`: the share of people for which the network has anything. `saysPrice`: its
   * answers have prices (docs/networks.md).
   */
  networks: [
    { kind: 'flyer', offers: 10, payMicros: 2_000_000, reach: 0.4, wantsADay: [10, 40], saysPrice: true },
    { kind: 'tgrass', offers: 20, payMicros: 1_300_000, reach: 0.7, wantsADay: [20, 80], saysPrice: false },
    { kind: 'piarflow', offers: 40, payMicros: 700_000, reach: 1, wantsADay: [100, 400], saysPrice: true },
  ],
} as const satisfies {
  ours: number;
  sameChat: number;
  networks: readonly NetworkAssumptions[];
};

interface NetworkAssumptions {
  kind: NetworkKind;
  offers: number;
  payMicros: number;
  reach: number;
  wantsADay: readonly [from: number, to: number];
  saysPrice: boolean;
}

export interface ForeignOffer extends Offer {
  kind: NetworkKind;
  /** What the publisher gets for a join; also the order's price here. */
  payMicros: bigint;
  wantsADay: number;
}

/** Numbers of foreign offers begin here: no order of ours has one of them. */
const FIRST_ID = 1_000_000;

export class ForeignNetworks {
  readonly #offers = new Map<number, ForeignOffer>();
  readonly #joined = new Map<string, number>();
  #visitor: { person: Person; channel: Channel; atMs: number } | null = null;

  /** @param ours what they share chats with */
  constructor(
    readonly seed: number,
    ours: readonly Offer[],
  ) {
    for (const [index, network] of networkAssumptions.networks.entries()) {
      const chance = chanceOf(seedOf(seed, 61, index));
      for (let count = 0; count < network.offers; count += 1) {
        const orderId = FIRST_ID * (index + 1) + count;
        this.#offers.set(orderId, makeOffer(chance, orderId, network, ours));
      }
    }
  }

  find(orderId: number): ForeignOffer | undefined {
    return this.#offers.get(orderId);
  }

  /** Who asks from now on. */
  meet(person: Person, channel: Channel, atMs: number): void {
    this.#visitor = { person, channel, atMs };
  }

  /** A join; nothing is paid beyond what was wanted that day. */
  joined({ order, wantsADay, payMicros }: ForeignOffer, nowMs: number): bigint {
    const key = dayKey(order.orderId, nowMs);
    const count = this.#joined.get(key) ?? 0;
    if (count >= wantsADay) return 0n;
    this.#joined.set(key, count + 1);
    return payMicros;
  }

  /** What a network has for the visitor, best first. */
  list(kind: NetworkKind, limit: number): ForeignOffer[] {
    if (this.#visitor === null) throw new Error('no one asks');
    const { person, atMs } = this.#visitor;
    const index = networkAssumptions.networks.findIndex((network) => network.kind === kind);
    const { reach = 0 } = networkAssumptions.networks[index] ?? {};
    if (!chanceOf(seedOf(this.seed, 62, index, person.user.userId)).chance(reach)) return [];
    return [...this.#offers.values()]
      .filter((offer) => offer.kind === kind && this.#suits(offer, person, atMs))
      .sort((one, other) => worthOf(other) - worthOf(one))
      .slice(0, limit);
  }

  /** The networks as the service asks them. */
  readonly outside: Networks = {
    list: ({ kind }, _user, limit) => {
      const offers = this.list(kind, limit).map(named);
      return Promise.resolve({ ok: true, offers });
    },
    check: () => Promise.reject(new Error('new lists are not checked')),
  };

  #suits({ order, wantsADay }: ForeignOffer, { user, members }: Person, atMs: number): boolean {
    const languageId = languageIdOf(user.languageCode);
    const { languages } = order.targeting;
    if (languages !== null && (languageId === undefined || !languages.includes(languageId))) return false;
    if (members.has(membershipKey(order))) return false;
    return (this.#joined.get(dayKey(order.orderId, atMs)) ?? 0) < wantsADay;
  }
}

const dayKey = (orderId: number, atMs: number) =>
  `${String(orderId)}:${String(Math.floor((atMs - START_MS) / DAY_MS))}`;

/** By what it has earned of all users. */
const worthOf = ({ payMicros, appeal }: ForeignOffer) => Number(payMicros) * appeal;

/** As a network's answer has it. */
export function named({ kind, order, payMicros }: ForeignOffer): Named {
  const { saysPrice = false } = networkAssumptions.networks.find((network) => network.kind === kind) ?? {};
  return {
    offerId: String(order.orderId),
    chat: order.resource.resourceId,
    link: order.link,
    title: order.name,
    priceMicros: saysPrice ? payMicros : null,
    state: 'pending',
  };
}

function makeOffer(
  chance: Chance,
  orderId: number,
  { kind, payMicros: median, wantsADay: [from, to] }: NetworkAssumptions,
  ours: readonly Offer[],
): ForeignOffer {
  const twin = chance.chance(networkAssumptions.sameChat)
    ? ours[Math.floor(chance.next() * ours.length)]
    : undefined;
  const theme = Math.floor(chance.next() * assumptions.themes.length);
  const isNamed = chance.chance(assumptions.namesLanguage);
  const { code } = assumptions.languages[chance.pick(assumptions.languages.map(({ share }) => share))]!;
  const languages = isNamed ? [languageIdOf(code) ?? 1] : null;
  const payMicros = BigInt(Math.round(median * Math.exp(assumptions.price.deviation * chance.normal())));
  const wantsADay = Math.round(chance.between(from, to));
  const appeal = beta(chance, ...assumptions.appeal);
  const own = orderWith(orderId, { realPriceMicros: payMicros });
  const { link, resource } = twin?.order ?? own;
  const order = { ...own, link, resource, targeting: { ...own.targeting, languages } };
  const what = { theme: twin?.theme ?? theme, appeal: twin?.appeal ?? appeal, isPaced: false };
  return { ...what, order, startMs: START_MS, purseMicros: 0n, kind, payMicros, wantsADay };
}

/** Our orders that are there. */
export function oursOf(seed: number, offers: readonly Offer[]): Offer[] {
  return offers.filter(({ order: { orderId } }) =>
    chanceOf(seedOf(seed, 63, orderId)).chance(networkAssumptions.ours),
  );
}
