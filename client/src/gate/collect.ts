/** Which networks a user is asked for, and in which order; no chat twice. */
import { errorFor, SponsorgateError } from '../errors.js';
import type { Breaker } from '../../../networks/breaker.js';
import type { Asked, Listing, Network, Question, State } from '../../../networks/network.js';
import { type Brick, pendingIn } from './wall.js';

export interface Source {
  network: Network;
  breaker: Breaker;
  /** Of all that have one, this network is asked first so often. */
  share: number;
}

/** Which network comes first: as they stand, by chance after their shares, or whose offers pay most. */
export type Order = 'order' | 'share' | 'price';

export interface Collected {
  bricks: Brick[];
  /** What each network said that was asked. */
  states: State[];
  question?: (Question & { network: string }) | undefined;
  shownBy?: string | undefined;
  message?: string | undefined;
}

type OnError = (error: unknown, network: string) => void;

/**
 * @param known chats that were asked for already: of each its names, and the network that did
 */
export async function collect(
  sources: readonly Source[],
  asked: Asked,
  { order, known, onError }: { order: Order; known: ReadonlyMap<string, string>; onError: OnError },
): Promise<Collected> {
  const found: Collected = { bricks: [], states: [] };
  const seen = new Map(known);
  const take = (source: Source, listing: Listing) => {
    const { name } = source.network;
    found.states.push(listing.state);
    if (listing.question !== undefined) found.question = { ...listing.question, network: name };
    if (listing.isShown === true && listing.state === 'pending') found.shownBy = name;
    if (listing.message !== undefined) found.message ??= listing.message;
    for (const offer of listing.offers) {
      const names = namesOf(offer);
      if (names.some((one) => (seen.get(one) ?? name) !== name)) continue;
      for (const one of names) seen.set(one, name);
      found.bricks.push({ ...offer, network: name });
    }
  };
  const ask = async (source: Source): Promise<void> => {
    try {
      const limit = asked.limit - found.bricks.length;
      take(source, await heard(source, () => source.network.list({ ...asked, limit })));
    } catch (error) {
      found.states.push('unavailable');
      onError(error, source.network.name);
    }
  };

  if (order === 'price') {
    await Promise.all(sources.map(ask));
    found.bricks.sort((a, b) => (b.price ?? 0) - (a.price ?? 0));
  } else {
    for (const source of order === 'share' ? drawn(sources) : sources) {
      await ask(source);
      const isEnough = pendingIn(found).length >= asked.limit;
      if (isEnough || found.question !== undefined || found.shownBy !== undefined) break;
    }
  }
  found.bricks = cut(found.bricks, asked.limit);
  return found;
}

/** Asks a network; a failure that it reports is thrown like one that it throws. */
export async function heard(
  { breaker }: Pick<Source, 'breaker'>,
  ask: () => Promise<Listing>,
): Promise<Listing> {
  const listing = await breaker(async () => {
    try {
      return await ask();
    } catch (error) {
      return { state: 'unavailable', offers: [], failure: failureOf(error) };
    }
  });
  if (listing.failure !== undefined) throw errorOf(listing.failure);
  return listing;
}

const errorOf = (failure: NonNullable<Listing['failure']>): Error =>
  failure.cause instanceof Error ? failure.cause : errorFor(failure);

function failureOf(cause: unknown): NonNullable<Listing['failure']> {
  const { code, retryAfter } =
    cause instanceof SponsorgateError ? cause : { code: 502, retryAfter: undefined };
  const isRefusal = code >= 400 && code < 500;
  return {
    why: code === 429 ? 'limit' : isRefusal ? 'refused' : 'failing',
    code,
    message: '',
    retryAfter,
    cause,
  };
}

/** Keeps all offers that are done, so no user is asked for them again, and `limit` pending ones. */
function cut(bricks: readonly Brick[], limit: number): Brick[] {
  let count = 0;
  return bricks.filter(({ state }) => state !== 'pending' || (count += 1) <= limit);
}

/** Each comes first as often as its share says; those behind it likewise. */
function drawn(sources: readonly Source[]): Source[] {
  // The exponential race: the smallest of -ln(u) / share wins with the chance share / sum.
  const race = sources.map((source) => ({ source, at: -Math.log(1 - Math.random()) / source.share }));
  return race.sort((a, b) => a.at - b.at).map(({ source }) => source);
}

/** Names of chats, each with the network that asked for it; `by` replaces it where no network may ask again. */
export const namesIn = (bricks: readonly Brick[], by?: string) =>
  new Map(bricks.flatMap((brick) => namesOf(brick).map((name) => [name, by ?? brick.network])));

/** The names under which a chat is known: its id, and what its link says of it for ever. */
function namesOf({ chat, link }: Pick<Brick, 'chat' | 'link'>): string[] {
  const names = /^-?\d+$/.test(chat) ? [chat] : [];
  const [, name] = /^(?:https?:\/\/)?(?:t|telegram)\.(?:me|dog)\/(\+?[\w-]+)/i.exec(link) ?? [];
  // Of a bot's link the part behind ? is the referrer's; joinchat/ and c/ name no chat by their first part.
  if (name !== undefined && !['joinchat', 'c', 'addlist'].includes(name))
    names.push(name.startsWith('+') ? name : name.toLowerCase());
  return names;
}
