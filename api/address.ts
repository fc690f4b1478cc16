/**
 * Where a request comes from. What a proxy says of its callers (`X-Forwarded-For`) is believed as far as the addresses
 * in it are trusted ones (`TRUSTED_PROXIES`), read from ours outwards: any other can only speak for itself.
 */
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** How many addresses are remembered as trusted or not. */
const DECIDED_MAX = 5_000;

/** The parts of a Node request that show its route. */
export interface Arriving {
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
 * @param trusted names, addresses or ranges, as `TRUSTED_PROXIES` lists them
 * @returns the address of a caller, IPv4 as such also where the socket says `::ffff:…`; `''` once the socket is gone
 */
export function createAddressOf(trusted: readonly string[]): (request: Arriving) => string {
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
