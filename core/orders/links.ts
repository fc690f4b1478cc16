/**
 * Links of orders: what they lead to, and a key under which two ways of writing one link are the same
 * (`decisions.md`, Orders: scheme, host aliases, case of usernames, trailing slash).
 */

interface ValidLink {
  /** As it is shown: complete, with what follows the name (a start payload) kept. */
  link: string;
  /** Equal for every way of writing the same target. */
  key: string;
}

export type ParsedLink =
  /** A public channel, chat or bot; the name without @, as written. */
  | ({ kind: 'username'; username: string } & ValidLink)
  /** A private chat's invite link. */
  | ({ kind: 'invite' } & ValidLink)
  /** Anything else on the web. */
  | ({ kind: 'url' } & ValidLink)
  /** `reason` says what is wrong, to stand after the field's name. */
  | { kind: 'invalid'; reason: string };

export const MAX_LINK_LENGTH = 2_048;

const PLATFORM_HOSTS: ReadonlySet<string> = new Set(['t.me', 'telegram.me', 'telegram.dog']);

/** Names have 5 to 32 characters; a few sold ones have 4. */
const USERNAME = /^[a-z][a-z0-9_]{2,30}[a-z0-9]$/i;
const INVITE_HASH = /^[\w-]{10,64}$/;
/** Fewer letters than these could be the beginning of many links. */
const HALF_LINK = /^https:\/\/t\.me\/(?:\+|joinchat\/)([\w-]{6,})(?:…|\.{3})$/;
/** First path segments of the platform's host that open something other than a chat: folders, sticker sets. */
const COLLECTIONS: ReadonlySet<string> = new Set(['addemoji', 'addlist', 'addstickers', 'addtheme']);
/** Those that lead to no place one could advertise. */
const RESERVED: ReadonlySet<string> = new Set([
  'boost',
  'confirmphone',
  'contact',
  'giftcode',
  'invoice',
  'iv',
  'login',
  'proxy',
  'setlanguage',
  'share',
  'socks',
]);

/** Spaces and control characters have no place in a link, and invisible ones deceive who reads it. */
const FORBIDDEN = /[\s\p{Cc}\p{Cf}]/u;

/**
 * Reads a link as an advertiser writes it: `@name`, `t.me/name`, `tg://resolve?domain=name`, an invite link in either
 * form, or an http(s) address.
 */
export function parseLink(text: string): ParsedLink {
  const link = text.trim();
  if (link === '') return invalid('must not be empty');
  if (link.length > MAX_LINK_LENGTH)
    return invalid(`must have at most ${String(MAX_LINK_LENGTH)} characters`);
  if (FORBIDDEN.test(link)) return invalid('must not hold spaces or control characters');
  if (link.startsWith('@')) return usernameLink(link.slice(1), '');
  const url = readUrl(link);
  if (url === null) return invalid('must be a full link, such as https://t.me/name');
  if (url.protocol === 'tg:') return appLink(url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return invalid('must be an http or https link');
  if (url.username !== '' || url.password !== '') return invalid('must not hold a user name or password');
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  if (url.port === '') {
    if (PLATFORM_HOSTS.has(host)) return platformLink(url);
    const subdomain = subdomainOf(host);
    if (subdomain !== null) return usernameLink(subdomain, url.search);
  }
  return webLink(url);
}

/** The key of the half that the platform shows of an invite link of somebody else's; null for any other text. */
export function halfLinkKey(link: string): string | null {
  const half = HALF_LINK.exec(link)?.[1];
  return half === undefined ? null : `+${half}`;
}

function invalid(reason: string): ParsedLink {
  return { kind: 'invalid', reason };
}

function readUrl(link: string): URL | null {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(link) && !/^[^/?#]+\.[^/?#:]+:\d+/.test(link);
  // `t.me/name` is how people write it; `https:name` and `example` are slips.
  const isBareHost = !hasScheme && /^[^/?#]+\.[^/?#]+/.test(link);
  if (!isBareHost && !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(link) && !/^tg:[^/]/i.test(link)) return null;
  try {
    return new URL(isBareHost ? `https://${link}` : link);
  } catch {
    return null;
  }
}

/** `tg://resolve?domain=name&start=payload`, `tg://join?invite=hash`; the slashes may be missing. */
function appLink(url: URL): ParsedLink {
  const command = (url.hostname === '' ? url.pathname : url.hostname).replace(/^\/+|\/+$/g, '').toLowerCase();
  const parameters = url.searchParams;
  if (command === 'resolve') {
    const rest = new URLSearchParams(parameters);
    rest.delete('domain');
    const search = rest.toString();
    return usernameLink(parameters.get('domain') ?? '', search === '' ? '' : `?${search}`);
  }
  if (command === 'join') return inviteLink(parameters.get('invite') ?? '');
  return invalid('must lead to a channel, chat or bot');
}

function platformLink(url: URL): ParsedLink {
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '');
  if (first === '') return invalid('must lead to a channel, chat or bot');
  if (first.startsWith('+') || first.startsWith('%20')) return inviteLink(first.replace(/^(\+|%20)/, ''));
  if (first.toLowerCase() === 'joinchat') return inviteLink(second);
  if (first.toLowerCase() === 's' && second !== '') return usernameLink(second, url.search);
  if (COLLECTIONS.has(first.toLowerCase()) && /^\w{1,64}$/.test(second)) {
    const key = `t.me/${first.toLowerCase()}/${second}`;
    return { kind: 'url', link: `https://${key}`, key };
  }
  if (first === 'c' || COLLECTIONS.has(first.toLowerCase()) || RESERVED.has(first.toLowerCase()))
    return invalid('must lead to a channel, chat or bot');
  if (first.startsWith('$')) return invalid('must not be an invoice');
  // A bot's mini app (t.me/bot/app) is a place of its own; a message of a channel (t.me/name/15) is in that channel.
  if (second !== '' && !/^\d+$/.test(second)) return miniAppLink(first, second, url.search);
  return usernameLink(first, url.search);
}

/** `name.t.me` is the same as `t.me/name`. */
function subdomainOf(host: string): string | null {
  const match = /^([a-z0-9_-]+)\.t\.me$/.exec(host);
  return match?.[1]?.replaceAll('-', '_') ?? null;
}

function usernameLink(username: string, search: string): ParsedLink {
  if (!USERNAME.test(username)) return invalid('must hold a valid username');
  const key = `@${username.toLowerCase()}`;
  return { kind: 'username', username, link: `https://t.me/${username}${search}`, key };
}

function inviteLink(hash: string): ParsedLink {
  // `t.me/+79001234567` opens a chat with a person.
  if (!INVITE_HASH.test(hash) || /^\d{7,15}$/.test(hash)) return invalid('must hold a valid invite link');
  return { kind: 'invite', link: `https://t.me/+${hash}`, key: `+${hash}` };
}

function miniAppLink(username: string, app: string, search: string): ParsedLink {
  if (!USERNAME.test(username)) return invalid('must hold a valid username');
  if (!/^\w{1,64}$/.test(app)) return invalid('must hold a valid app name');
  const link = `https://t.me/${username}/${app}${search}`;
  return { kind: 'url', link, key: `@${username.toLowerCase()}/${app.toLowerCase()}` };
}

/** On the web the query decides what is shown, so it stays in the key, but not in whose order it was written. */
function webLink(url: URL): ParsedLink {
  if (!url.hostname.includes('.') && !url.hostname.startsWith('['))
    return invalid('must hold a full host name');
  if (url.href.length > MAX_LINK_LENGTH) return invalid('is too long once its letters are encoded');
  const host = url.host.replace(/\.(?=:|$)/, '').replace(/^www\./, '');
  const path = url.pathname.replace(/\/+$/, '');
  const query = new URLSearchParams(url.searchParams);
  query.sort();
  const search = query.toString();
  const key = `${host}${path}${search === '' ? '' : `?${search}`}${url.hash}`;
  return { kind: 'url', link: url.href, key };
}
