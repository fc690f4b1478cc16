/** The port of a network of sponsors: two methods, whose answers come in the same six words. */

/**
 * What is known of a user, or of one offer:
 * - `none`: nothing is asked of the user.
 * - `pending`: something is left for the user to do.
 * - `done`: the user has done all that was asked.
 * - `gone`: what was asked can no longer be done (withdrawn, run out), and was not.
 * - `held`: the user has done it, and the network has not settled it yet; there is nothing left to do.
 * - `unavailable`: unknown: the network fails or is silent.
 */
export type State = 'none' | 'pending' | 'done' | 'gone' | 'held' | 'unavailable';

/** A person, as the platform's updates name them. */
export interface User {
  id: number;
  first_name?: string;
  username?: string;
  language_code?: string;
  is_premium?: boolean;
}

/** What a user is asked before sponsors: a choice, or a form on a page. */
export type Question = { kind: 'gender' } | { kind: 'age' } | { kind: 'form'; url: string };

/** What a user has answered, on the wire of the service: `male`, `female`; `c1` to `c6`. */
export interface Given {
  gender?: string;
  age?: string;
}

export interface Asked {
  user: User;
  chatId: number;
  /** So many offers are wanted at most; `Infinity`, of a network that `hasOwnLimit` alone: as many as its setting says. */
  limit: number;
  given?: Given | undefined;
  /** The user has pressed too early, perhaps: what is missing is to be named, even where the network shows it itself. */
  isConfirming?: boolean | undefined;
  /** The network shows its block itself, as `list` has said. */
  isShown?: boolean | undefined;
  /** Ends the request early. */
  signal?: AbortSignal | undefined;
}

/** Something that a user is asked to join or to open. */
export interface Offer {
  /** The network's own id; the same at each call, whatever happens to the link. */
  id: string;
  /** The platform's id of the chat or bot; `""` where the network does not say. */
  chat: string;
  link: string;
  title: string;
  kind?: 'channel' | 'bot' | 'resource' | undefined;
  state: Exclude<State, 'none' | 'unavailable'>;
  /** What the network pays for it, in a currency that all networks of the gate share. */
  price?: number | undefined;
}

/**
 * Why a network is `unavailable`:
 * - `key`: it refuses the key.
 * - `limit`: too many requests; come again after `retryAfter` seconds.
 * - `refused`: it refuses this request.
 * - `silent`: nothing came in time, or at all.
 * - `failing`: it says that it fails.
 * - `unreadable`: an answer came, and is none of the network's.
 * - `resting`: it was not asked, since it failed a moment ago.
 */
export interface NetworkFailure {
  why: 'key' | 'limit' | 'refused' | 'silent' | 'failing' | 'unreadable' | 'resting';
  /** HTTP status; 0 where nothing was answered, 502 for what is unreadable. */
  code: number;
  /** Never holds the key. */
  message: string;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  /** Of a network that throws: what it threw. */
  cause?: unknown;
}

/** What a network says of a user. */
export interface Listing {
  state: State;
  offers: Offer[];
  question?: Question | undefined;
  /** For the user, in their language. */
  message?: string | undefined;
  /** The network has shown it in the chat by itself. */
  isShown?: boolean | undefined;
  /** With `unavailable`. */
  failure?: NetworkFailure | undefined;
}

/** The adapters here never throw: a network that fails is `unavailable`. */
export interface Network {
  readonly name: string;
  /** A setting of the bot at this network says how many offers a user gets, where the bot itself does not. */
  readonly hasOwnLimit?: boolean;
  /** What to ask of this user. */
  list(asked: Asked): Promise<Listing>;
  /** How these offers stand, which `list` has given at some time; one left out of the answer is `gone`. */
  check(asked: Asked, offers: readonly Offer[]): Promise<Listing>;
}

/** The state of a whole list, of the states of its offers. */
export function stateOf(offers: readonly Pick<Offer, 'state'>[]): State {
  const has = (state: State) => offers.some((offer) => offer.state === state);
  if (has('pending')) return 'pending';
  if (has('held')) return 'held';
  if (has('done')) return 'done';
  return offers.length === 0 ? 'none' : 'gone';
}
