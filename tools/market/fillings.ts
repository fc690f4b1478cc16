/** The ways in which a list comes of our sponsors and other networks: the service's own code, the gate's, and a bot's by hand. */
import { collect, type Source } from '../../client/src/gate/collect.js';
import { createOffers } from '../../core/networks/index.js';
import type { Ports } from '../../core/ports.js';
import type { NetworkKind } from '../../core/ports/networks.js';
import { createNetworkPlaces } from '../../core/sponsors/network-places.js';
import type { OngoingRequest } from '../../core/sponsors/ongoing.js';
import type { Place } from '../../core/sponsors/listing.js';
import { assumptions } from './assumptions.js';
import { networkAssumptions, type ForeignNetworks } from './networks.js';
import type { Channel, Offer, Person } from './population.js';
import { settingsOf } from './settings.js';

export interface Asking {
  person: Person;
  channel: Channel;
  atMs: number;
  /** Our sponsors for this visit, at most so many, best first. */
  ours(count: number): Promise<Offer[]>;
}

/** Returns numbers of orders and of foreign offers, in the list's order. */
export type Filling = (asking: Asking) => Promise<number[]>;

/** The order in which a publisher asks by hand: who pays more comes first. The middle one of ours brings 0.7 × 2. */
const byHand = ['flyer', 'ours', 'tgrass', 'piarflow'] as const satisfies (NetworkKind | 'ours')[];

const idsOf = (offers: readonly Offer[]) => offers.map(({ order }) => order.orderId);

const makers = {
  /** No other network. */
  ours:
    () =>
    async ({ ours }) =>
      idsOf(await ours(assumptions.places)),

  /** The first that has anything for the user gives the list. */
  waterfall: (networks) => async (asking) => {
    for (const name of byHand) {
      const ids = idsOf(await listed(networks, asking, name, assumptions.places));
      if (ids.length > 0) return ids;
    }
    return [];
  },

  /** The gate of `client/`, as it is by default: in the publisher's order. */
  gate: (networks) => async (asking) => {
    const sources = byHand.map((name) => sourceOf(networks, asking, name));
    const asked = { user: { id: asking.person.user.userId }, chatId: 1, limit: assumptions.places };
    const rules = { order: 'order', known: new Map<string, string>(), onError: raise } as const;
    const { bricks } = await collect(sources, asked, rules);
    return bricks.map(({ id }) => Number(id));
  },

  /** One list by the service: ours first, free places from the networks. */
  'one list': (networks) => serviceFilling(networks, false),

  /** The same, where a network's known price that is higher takes a place of ours. */
  'one list that outbids': (networks) => serviceFilling(networks, true),
} as const satisfies Record<string, (networks: ForeignNetworks) => Filling>;

export type FillingName = keyof typeof makers;
export const fillings: Readonly<Record<FillingName, (networks: ForeignNetworks) => Filling>> = makers;
export const fillingNames = Object.keys(makers) as FillingName[];

const listed = (
  networks: ForeignNetworks,
  { ours }: Asking,
  name: NetworkKind | 'ours',
  limit: number,
): Promise<Offer[]> => {
  if (limit === 0) return Promise.resolve([]);
  return name === 'ours' ? ours(limit) : Promise.resolve(networks.list(name, limit));
};

function sourceOf(networks: ForeignNetworks, asking: Asking, name: NetworkKind | 'ours'): Source {
  return {
    share: 1,
    breaker: (work) => work(),
    network: {
      name,
      list: async ({ limit }) => {
        const offers = await listed(networks, asking, name, limit);
        const bricks = offers.map(({ order }) => ({
          id: String(order.orderId),
          chat: order.resource.resourceId,
          link: order.link,
          title: order.name,
          state: 'pending' as const,
        }));
        return { state: bricks.length === 0 ? 'none' : 'pending', offers: bricks };
      },
      check: () => Promise.reject(new Error('new lists are not checked')),
    },
  };
}

function raise(error: unknown): never {
  throw error;
}

/** The service's own filling of places, over the market's networks. */
function serviceFilling(networks: ForeignNetworks, outbids: boolean): Filling {
  const setup = {
    outbids,
    // As the publisher of the waterfall has them.
    networks: networkAssumptions.networks.map(({ kind }, index) => ({
      kind,
      url: '',
      key: kind,
      networkId: index + 1,
      minPriceMicros: 0n,
    })),
  };
  const ports = {
    // Filling keeps what it lists, and asks nothing else of the store.
    store: { networks: { keep: () => Promise.resolve() } } as unknown as Ports['store'],
    networks: networks.outside,
    clock: { now: () => 0 },
    settings: settingsOf({}),
  };
  const offers = createOffers(ports, { asks: () => true, of: () => Promise.resolve(setup) });
  const places = createNetworkPlaces(ports, offers);
  return async ({ person, channel, ours }) => {
    const own = (await ours(assumptions.places)).map(({ order }): Place => ({
      slot: { kind: 'order', orderId: order.orderId },
      order,
    }));
    const ongoing = {
      bot: channel.bot,
      user: person.user,
      nowMs: 0,
      deadlineMs: 1,
      asOf: undefined,
      request: { chatId: 1, excludeResourceIds: [], excludeOrderIds: [] },
    } as unknown as OngoingRequest;
    const picked = { places: own, checks: [], wanted: assumptions.places, members: [], look: null };
    const filled = await places.fill(ongoing, picked);
    return filled.places.map(({ order, offer }) => order?.orderId ?? Number(offer?.offerId));
  };
}
