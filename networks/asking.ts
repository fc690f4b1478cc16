/** How adapters ask their networks: one request, its refusals as failures, no key in what they say. */
import { exchange, type Fetch, fieldsOf, textOf, withoutKey } from './http.js';
import type { Asked, Listing, Network, NetworkFailure, Offer } from './network.js';

/** What every adapter takes. */
export interface NetworkOptions {
  /** The network's key of this bot. */
  key: string;
  /** Its address; default the network's own. */
  url?: string;
  /** Default the network's name. */
  name?: string;
  fetch?: Fetch;
}

/** The gate has a deadline of its own, and the service a signal; this one ends a request that outlives them. */
const TIMEOUT_MS = 10_000;

/** Inside an adapter; from outside it is a listing. */
export class Refused extends Error {
  constructor(readonly failure: NetworkFailure) {
    super(failure.message);
  }
}

const words: Readonly<Record<number, NetworkFailure['why']>> = { 0: 'silent', 401: 'key', 429: 'limit' };

function refused(failure: Omit<NetworkFailure, 'why'>): Refused {
  const { code } = failure;
  return new Refused({ why: words[code] ?? (code < 500 ? 'refused' : 'failing'), ...failure });
}

/** What came is no answer of the network's. */
export const unreadable = (): Refused =>
  new Refused({ why: 'unreadable', code: 502, message: 'No answer of the network.' });

/** The network made of two methods that may throw `Refused`. */
export function networkOf({ list, check, ...network }: Network): Network {
  const safe = async (work: Promise<Listing>): Promise<Listing> => {
    try {
      const listing = await work;
      return { ...listing, offers: distinct(listing.offers) };
    } catch (error) {
      // What is no refusal was thrown by reading an answer of another shape.
      const { failure } = error instanceof Refused ? error : unreadable();
      return { state: 'unavailable', offers: [], failure };
    }
  };
  return {
    ...network,
    list: (asked) => safe(list(asked)),
    check: (asked, offers) => safe(check(asked, offers)),
  };
}

/** Each once, by its id and by its chat, as it was said first. */
function distinct(offers: readonly Offer[]): Offer[] {
  const seen = new Set<string>();
  return offers.filter(({ id, chat, link }) => {
    const names = [`id ${id}`, `link ${link}`, ...(chat === '' ? [] : [`chat ${chat}`])];
    const isNew = names.every((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    return isNew;
  });
}

interface Question {
  url: string;
  key: string;
  headers?: Record<string, string>;
  body: object;
  fetch?: Fetch | undefined;
  signal?: Asked['signal'];
  /** Statuses by which the network says that it has nothing for this user. */
  none?: readonly number[];
  /** Of what has another status than 200. */
  isAnswer?: (fields: Record<string, unknown>) => boolean;
}

/**
 * @returns the fields of the answer; null where the network has nothing for this user
 * @throws Refused for everything that is no answer
 */
export async function ask({
  key,
  none = [],
  isAnswer,
  ...question
}: Question): Promise<Record<string, unknown> | null> {
  const answer = await exchange({ ...question, timeoutMs: TIMEOUT_MS });
  const { status: code, body, retryAfter, requestId } = answer;
  const fields = fieldsOf(body);
  // A page with the same status is of somebody who stands before the network.
  if (none.includes(code) && body === fields) return null;
  const { error, message, detail, description } = fields;
  const isGood = code > 0 && code < 400 && error == null && fields['status'] !== 'error';
  if (isAnswer?.(fields) ?? isGood) {
    if (body === fields && !Array.isArray(body)) return fields;
    throw unreadable();
  }
  const said = [error, message, detail, description].map(textOf).find((text) => text !== '');
  if (code > 0 && code < 400 && said === undefined) throw unreadable();
  throw refused({
    code: code > 0 && code < 400 ? codeOf(said ?? '') : code,
    message: withoutKey(said ?? `HTTP ${String(code)}`, key),
    retryAfter,
    requestId,
  });
}

/** Some say 200 to everything, and name the error in the body. */
function codeOf(said: string): number {
  if (/key|token|auth|prohibited/i.test(said)) return 401;
  if (/too many|limit/i.test(said)) return 429;
  return /not found|unknown|expired|signature/i.test(said) ? 404 : 502;
}

/** @throws Refused where it is no list of objects */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  const isRow = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null;
  if (!Array.isArray(value) || !value.every(isRow)) throw unreadable();
  return value;
}

/** For a button whose address has blanks or invisible characters a whole message is refused. */
const LINK = /^https?:\/\/[^\s\p{C}]{1,2048}$/u;

export const isLink = (value: unknown): value is string =>
  typeof value === 'string' && LINK.test(value) && URL.canParse(value);
