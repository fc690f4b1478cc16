/** What every emulated network knows of offers and users, and how it can be made to fail. */
import { type Heard, openPeer, type Peer, type Reply } from './peer.js';

export interface FakeOffer {
  id: string;
  /** A chat's id; "" where the network knows none. */
  chat: string;
  link: string;
  kind?: 'channel' | 'bot';
  /** Default made of the id. */
  title?: string;
  price?: number;
}

/** Faults of what is said: each offer comes twice, under two ids; or every second answer says the opposite. */
type Way = 'duplicates' | 'contradicts';

export interface FakeNetwork extends Peer {
  readonly key: string;
  offers: FakeOffer[];
  /** Ids of what users have done, of all users or of one (`of`). */
  done: Set<string>;
  /** Done, and not settled yet. */
  held: Set<string>;
  /** Withdrawn since it was listed. */
  withdrawn: Set<string>;
  ways: Set<Way>;
  /** Answers everything so, whatever is asked. */
  instead: Reply | null;
  /** How long each answer takes. */
  latencyMs: number;
  /** What it goes by. */
  now: () => number;
}

export interface FakeOptions {
  key?: string;
  /** Default any that is free. */
  port?: number;
  /** Whether a user has done what an offer asks, where marks do not say it. */
  hasDone?: (userId: number, offer: FakeOffer) => Promise<boolean>;
}

/** An offer as it stands for one user. */
export interface Standing extends FakeOffer {
  state: 'open' | 'done' | 'held' | 'withdrawn';
}

export interface Asked extends Heard {
  /** How offers that are not withdrawn stand for this user, in their order. */
  standing(userId: number): Promise<Standing[]>;
  /** How one stands, withdrawn or not; undefined of what the network does not know. */
  one(userId: number, id: string): Promise<Standing | undefined>;
}

export type Rules = (network: FakeNetwork, asked: Asked) => Reply | Promise<Reply>;

/** The mark of one user for `done` and `held`. */
export const of = (userId: number, id: string): string => `${String(userId)} ${id}`;

export const refusal = (status: number, body: object): Reply => ({ status, body });

/** Pages that stand before networks, when they fail. */
export const faults = {
  page: { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' },
  shield: { status: 403, body: '<html><title>Just a moment...</title></html>' },
  pageAsSuccess: { body: '<!doctype html><title>Maintenance</title>' },
  limit: { status: 429, body: { message: 'Too many requests' }, headers: { 'Retry-After': '7' } },
  error: { status: 500, body: { message: 'Internal error' } },
  empty: { body: '' },
  silent: 'silent',
  dead: 'gone',
} as const satisfies Record<string, Reply>;

export async function openNetwork(rules: Rules, options: FakeOptions = {}): Promise<FakeNetwork> {
  const { key = 'a-made-up-key', port, hasDone } = options;
  const peer = await openPeer(undefined, port);
  const network: FakeNetwork = Object.assign(peer, {
    key,
    offers: [],
    instead: null,
    latencyMs: 0,
    now: Date.now,
    done: new Set<string>(),
    held: new Set<string>(),
    withdrawn: new Set<string>(),
    ways: new Set<Way>(),
  });
  const stateOf = async (
    userId: number,
    offer: FakeOffer,
    isReversed: boolean,
  ): Promise<Standing['state']> => {
    const isIn = (marks: Set<string>) => marks.has(offer.id) || marks.has(of(userId, offer.id));
    if (network.withdrawn.has(offer.id)) return 'withdrawn';
    if (isIn(network.held)) return 'held';
    const isDone = isIn(network.done) || (await hasDone?.(userId, offer)) === true;
    return isDone === isReversed ? 'open' : 'done';
  };
  let answered = 0;
  network.answer = async (heard) => {
    answered += 1;
    const isReversed = network.ways.has('contradicts') && answered % 2 === 0;
    const stand = async (userId: number, offer: FakeOffer): Promise<Standing> => ({
      ...offer,
      state: await stateOf(userId, offer, isReversed),
    });
    const asked: Asked = {
      ...heard,
      standing: async (userId) => {
        const all = await Promise.all(network.offers.map((offer) => stand(userId, offer)));
        const there = all.filter(({ state }) => state !== 'withdrawn');
        return network.ways.has('duplicates')
          ? there.flatMap((one) => [one, { ...one, id: `9${one.id}` }])
          : there;
      },
      one: async (userId, id) => {
        const offer = network.offers.find((one) => one.id === id);
        return offer === undefined ? undefined : stand(userId, offer);
      },
    };
    const reply = network.instead ?? (await rules(network, asked));
    return typeof reply === 'string' ? reply : { afterMs: network.latencyMs, ...reply };
  };
  return network;
}
