/**
 * Where every request comes in: from which address, and how many a key, and an address, may make a minute
 * (`KEY_REQUESTS_PER_MINUTE`, `ADDRESS_REQUESTS_PER_MINUTE`; 0 lifts one). A whole minute's worth may come at once; after
 * that, requests are let through as fast as the limit earns them back.
 *
 * Counted in memory, by each api process for itself: two processes together let through twice as much, and a restart
 * forgets. What must hold everywhere (reports, id files) is counted in the store instead (`interface.md`, Limits).
 */
import type { Settings } from '../core/config.js';
import { ServiceError } from '../core/errors.js';
import type { Caller } from './route.js';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

const WINDOW_MS = 60_000;
/** The most keys or addresses counted at a time. Beyond it the oldest counts are dropped. */
const COUNTED_MAX = 50_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** @param now milliseconds of a clock that is never set back */
export function createRateLimiter(
  settings: Pick<Settings, 'TRUSTED_PROXIES' | 'KEY_REQUESTS_PER_MINUTE' | 'ADDRESS_REQUESTS_PER_MINUTE'>,
  now: () => number = () => performance.now(),
) {
  const addressOf = createAddressOf(settings.TRUSTED_PROXIES);
  const addresses = createMeter(settings.ADDRESS_REQUESTS_PER_MINUTE, now);
  const keys = createMeter(settings.KEY_REQUESTS_PER_MINUTE, now);
  return {
    /**
     * @param weight how many plain requests this one counts for; 0 is always let through
     * @returns where the request comes from
     * @throws ServiceError `limited` when too many come from there, with the time after which it would be let through
     */
    enter: (request: Arriving, weight = 1): string => {
      const address = addressOf(request);
      refuseAfter(addresses(networkOf(address), weight), 'this address');
      return address;
    },
    /** Likewise for the owner of the key; an unknown key counts for its address alone. */
    pass: ({ kind, accountId, botId }: Caller, weight = 1): void => {
      refuseAfter(keys(`${kind}:${String(accountId)}:${String(botId)}`, weight), 'this key');
    },
  };
}

function refuseAfter(waitMs: number, whose: string): void {
  if (waitMs <= 0) return;
  throw new ServiceError('limited', `Too many requests with ${whose}. Please come again a little later.`, {
    retryAfterSeconds: waitMs / 1_000,
  });
}

/** Returns how long to wait before this would be let through; 0 lets it through, and counts it. */
type Meter = (key: string, weight: number) => number;

/**
 * What is kept of a key is the time at which all it has used will be earned back. A key that was quiet for a minute has
 * earned all of it back and need not be kept, so two generations of a minute each hold whatever matters.
 */
function createMeter(perMinute: number, now: () => number): Meter {
  if (perMinute === 0) return () => 0;
  const costMs = WINDOW_MS / perMinute;
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let turnsAtMs = now() + WINDOW_MS;

  return (key, weight) => {
    if (weight === 0) return 0;
    const nowMs = now();
    if (nowMs >= turnsAtMs || young.size >= COUNTED_MAX) {
      old = young;
      young = new Map();
      turnsAtMs = nowMs + WINDOW_MS;
    }
    const earnedAtMs =
      Math.max(young.get(key) ?? old.get(key) ?? 0, nowMs) + Math.min(costMs * weight, WINDOW_MS);
    // Less than a millionth of a request is the rounding of sums.
    const waitMs = earnedAtMs - nowMs - WINDOW_MS;
    if (waitMs > costMs / 1e6) return waitMs;
    young.set(key, earnedAtMs);
    return 0;
  };
}

/** How many addresses are remembered as trusted or not. */
const DECIDED_MAX = 5_000;

/** The parts of a Node request that show its route. */
interface Arriving {
  socket: { remoteAddress?: string | undefined };
  headers: NodeJS.Dict<string | string[]>;
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Names that stand for ranges, as the settings write them. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * What a proxy says of its callers (`X-Forwarded-For`) is believed as far as the addresses in it are trusted ones, read
 * from ours outwards: any other can only speak for itself.
 * @param trusted names, addresses or ranges, as `TRUSTED_PROXIES` lists them
 * @returns the address of a caller, IPv4 as such also where the socket says `::ffff:…`; `''` once the socket is gone
 */
function createAddressOf(trusted: readonly string[]): (request: Arriving) => string {
  const ranges = trusted.flatMap((entry) => named[entry] ?? [entry]).map(toRange);

  const decide = (address: string): boolean => {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
  };

  /** Whether it may name the client behind it. Parsing takes 2 µs, and the same few proxies and callers come again and again. */
  const decided = new Map<string, boolean>();
  const isTrusted = (address: string): boolean => {
    let answer = decided.get(address);
    if (answer !== undefined) return answer;
    if (decided.size >= DECIDED_MAX) decided.clear();
    answer = decide(address);
    decided.set(address, answer);
    return answer;
  };

  /** Walks outwards for as long as those on the way are trusted. */
  const behind = (proxy: string, forwarded: string): string => {
    let address = proxy;
    for (let end = forwarded.length; end > 0;) {
      const start = forwarded.lastIndexOf(',', end - 1);
      const next = forwarded.slice(start + 1, end).trim();
      // A proxy that writes no address there speaks for itself.
      if (isIP(next) === 0) return address;
      address = plain(next);
      if (!isTrusted(address)) return address;
      end = start;
    }
    return address;
  };

  return ({ socket, headers }) => {
    const address = plain(socket.remoteAddress ?? '');
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded !== 'string' || forwarded === '' || !isTrusted(address)) return address;
    return behind(address, forwarded);
  };
}

/** `::ffff:192.0.2.1` is 192.0.2.1. */
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

function toRange(entry: string): Range {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry);
  const address = ipaddr.parse(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** What counts as one caller: an IPv4 address; of IPv6 the /64, because who has one of its addresses has all. */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  // Written as IPv6, it is still one address.
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
