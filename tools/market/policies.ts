/**
 * The policies that are compared. Two of them are the service's own chooser with its own settings; the others put other
 * orders of preference over the chooser's own ineligibility reasons, so that all keep the same limits.
 */
import { createChooser, type Chooser, type Viewer } from '../../core/choosing/index.js';
import { seededRandom } from '../../test/core/choosing-world.js';
import { seedOf } from './chance.js';
import { type Channel, chanceToJoin, type Offer, type Person } from './population.js';
import type { Market } from './world.js';

interface Asked {
  person: Person;
  channel: Channel;
}

export interface Policy {
  choose(viewer: Viewer, count: number, asked: Asked): Promise<number[]>;
  /** Ids of all running orders by what is believed of them, best first: what they get anyway does not count. */
  ranked?(viewer: Viewer): Promise<number[]>;
  /** Ids of the orders that suit the viewer and may be shown now. */
  suiting(viewer: Viewer): Promise<number[]>;
}

/** By the chooser's own ineligibility reasons. */
const suitingBy = (chooser: Chooser) => async (viewer: Viewer) =>
  (await chooser.explain(viewer)).flatMap(({ orderId, reason }) => (reason === null ? [orderId] : []));

export type PolicyMaker = (market: Market) => Policy;

function own(environment: Record<string, string>): PolicyMaker {
  return (market) => {
    const chooser = createChooser(market.ports(environment));
    return {
      suiting: suitingBy(chooser),
      choose: async (viewer, count) => {
        await chooser.sync();
        return (await chooser.choose(viewer, count)).map(({ orderId }) => orderId);
      },
      ranked: async (viewer) =>
        (await chooser.explain(viewer))
          .map(({ orderId, score, multiplier }) => ({ orderId, worth: score / multiplier }))
          .sort(byWorth)
          .map(({ orderId }) => orderId),
    };
  };
}

interface Valued {
  orderId: number;
  worth: number;
}

function byWorth(a: Valued, b: Valued): number {
  return b.worth - a.worth || a.orderId - b.orderId;
}

type Worth = (offer: Offer, asked: Asked) => number;

/** The best by this worth of what the chooser would let through. */
function by(worthIn: (market: Market) => Worth): PolicyMaker {
  return (market) => {
    const chooser: Chooser = createChooser(market.ports({ RANKING: 'smoothed', PACING: 'clock' }));
    const worth = worthIn(market);
    return {
      suiting: suitingBy(chooser),
      choose: async (viewer, count, asked) => {
        await chooser.sync();
        return (await chooser.explain(viewer))
          .flatMap(({ orderId, reason }) => {
            const offer = reason === null ? market.offers.get(orderId) : undefined;
            return offer === undefined ? [] : [{ orderId, worth: worth(offer, asked) }];
          })
          .sort(byWorth)
          .slice(0, count)
          .map(({ orderId }) => orderId);
      },
    };
  };
}

const price = ({ order }: Offer) => Number(order.realPriceMicros);

export const policies = {
  learned: own({ RANKING: 'learned', PACING: 'forecast' }),
  'all bots alike': own({ RANKING: 'learned', PACING: 'forecast', RANK_BY_QUALITY: '0' }),
  'learned by the clock': own({ RANKING: 'learned', PACING: 'clock' }),
  today: own({ RANKING: 'smoothed', PACING: 'clock' }),
  'price only': by(() => price),
  random: by((market) => {
    const next = seededRandom(seedOf(market.seed, 7));
    return () => next();
  }),
  /** Knows each person's chance to join: no service can. It looks at one list at a time. */
  oracle: by(
    () =>
      (offer, { person, channel }) =>
        price(offer) * chanceToJoin(person, channel, offer),
  ),
} as const satisfies Record<string, PolicyMaker>;

export type PolicyName = keyof typeof policies;

export const policyNames = Object.keys(policies) as PolicyName[];
