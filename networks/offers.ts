/** What networks say of an offer, in the words of the port. */
import { textOf } from './http.js';
import type { Offer } from './network.js';

/** What the network pays, where it says so: a number, or its text. */
export function priceOf(price: unknown): { price?: number } {
  const text = textOf(price).trim();
  const count = Number(text);
  return text === '' || !Number.isFinite(count) ? {} : { price: count };
}

/** The first part of a link of the platform that names a chat or a bot, and what follows it. */
const PLATFORM_LINK = /^https?:\/\/(?:t|telegram)\.(?:me|dog)\/(\+?[\w-]+)(\/\w+)?/i;

/** An offer of what a network said; `said` is its word for the kind. Links that are none are left out by the adapters. */
export function offerOf(offer: Omit<Offer, 'title' | 'kind'> & { title?: string; said?: unknown }): Offer {
  const { title, said, ...rest } = offer;
  const [, name = '', further] = PLATFORM_LINK.exec(offer.link) ?? [];
  const isNamed = /^[a-z]\w{3,}$/i.test(name) && !/^(?:joinchat|addlist|boost)$/.test(name);
  const kind = kindOf(textOf(said), name, further);
  return { ...rest, title: title || (isNamed ? `@${name}` : '⭐'), kind };
}

/** By the network's word, and else by the link: a page inside of a bot is no bot. */
function kindOf(said: string, name: string, further = ''): NonNullable<Offer['kind']> {
  if (/boost|link|app|action|resource/i.test(said)) return 'resource';
  if (/bot/i.test(said)) return 'bot';
  if (/chan|chat|group|subscribe/i.test(said)) return 'channel';
  if (name === '' || /^(?:addlist|boost)$/.test(name)) return 'resource';
  if (!/bot$/i.test(name)) return 'channel';
  return further === '' ? 'bot' : 'resource';
}

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
