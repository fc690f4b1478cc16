/** How adapters ask their networks: one request, its refusals in the words of the gate, no key in errors. */
import { errorFor } from '../errors.js';
import { exchange, type Fetch, fieldsOf, textOf } from '../http.js';
import type { Offer } from '../gate/network.js';

/** What every adapter of another network takes. */
export interface NetworkOptions {
  /** The network's key of this bot. */
  key: string;
  /** Its address; default the network's own. */
  url?: string;
  /** Default the network's name. */
  name?: string;
  fetch?: Fetch;
}

interface Question {
  url: string;
  key: string;
  headers?: Record<string, string>;
  body: Record<string, unknown>;
  fetch?: Fetch | undefined;
  /** Statuses by which the network says that it has nothing for this user. */
  none?: readonly number[];
}

/** The gate has a deadline of its own; this one ends a request that outlives it. */
const TIMEOUT_MS = 10_000;

/**
 * @returns the fields of the answer; null where the network has nothing for this user
 * @throws SponsorgateError for everything that is no answer
 */
export async function ask({
  url,
  key,
  headers,
  body,
  fetch,
  none = [],
}: Question): Promise<Record<string, unknown> | null> {
  const answer = await exchange({
    url,
    body,
    fetch,
    timeoutMs: TIMEOUT_MS,
    ...(headers === undefined ? {} : { headers }),
  });
  if (none.includes(answer.status)) return null;
  const fields = fieldsOf(answer.body);
  const { error, message, detail, description } = fields;
  if (answer.status < 400 && error == null && answer.body === fields) return fields;
  const said =
    [error, message, detail, description].map(textOf).find((text) => text !== '') ??
    'No answer of the network.';
  const code = answer.status < 400 ? codeOf(said) : answer.status;
  throw errorFor({ code, message: said.replaceAll(key, '…'), retryAfter: answer.retryAfter });
}

/** Some say 200 to everything, and name the error in the body. */
function codeOf(said: string): number {
  if (/key|token|auth/i.test(said)) return 401;
  return /not found|unknown|expired|signature/i.test(said) ? 404 : 502;
}

/** A title for a link of the platform: its name, or `fallback`. */
export function titleOf(link: string, fallback = '⭐'): string {
  const [, name] = /(?:t|telegram)\.(?:me|dog)\/([a-z]\w{3,})(?:[/?#]|$)/i.exec(link) ?? [];
  return name === undefined ? fallback : `@${name}`;
}

/** An offer of what a network said; links that are none are left out by the adapters. */
export function offerOf(offer: Omit<Offer, 'title'> & { title?: string }): Offer {
  return { ...offer, title: offer.title || titleOf(offer.link) };
}

export const isLink = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value);

/** The stable part of a link that is signed at each call. */
export function stableLink(link: string): string {
  try {
    const url = new URL(link);
    for (const name of [...url.searchParams.keys()])
      if (/^(?:sig|sign|signature|token|hash|hmac|exp|expires|ts|time|nonce|rnd|s|t)$/i.test(name))
        url.searchParams.delete(name);
    url.searchParams.sort();
    return `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}`;
  } catch {
    return link;
  }
}
