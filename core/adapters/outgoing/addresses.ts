/**
 * Which addresses strangers may make us call: those of the public internet, unless the operator says otherwise. A name is
 * resolved once, and the connection goes to the very address that was checked, so that a name which answers differently
 * the second time gains nothing.
 */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { UrlFault } from '../../ports/outgoing.js';

export interface OutgoingRules {
  /** `https`, `http`. */
  schemes: readonly string[];
  /** null: any. */
  ports: readonly number[] | null;
  /** Also private, loopback, link-local and the like: for development. */
  allowPrivate: boolean;
  /** Characters; 500 where nothing is said. */
  lengthMax?: number;
}

const URL_LENGTH_MAX = 500;
/** Global unicast: everything else of the sixth version is reserved, local, or a wrapping of the fourth. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Whether an address belongs to the public internet; what is no address does not. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An address of the fourth version in the sixth's clothes counts as what it is.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_V6);
}

/** Top-level names that no public resolver knows; machines and home routers give them to addresses inside. */
const INSIDE = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;
/** Labels with dots between them, of which the last is no number. */
const PUBLIC_NAME = /^([^.]+\.)+(?!\d+$)[^.]+$/;

/**
 * Returns whether a host name can be one of the public internet. A dot at its end changes nothing, and a name of one label
 * (`localhost`, `printer`) never is.
 * @param host as `URL` spells it: lower case, without percent signs
 */
function isPublicName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return PUBLIC_NAME.test(name) && !INSIDE.test(name);
}

/** What an address's text alone shows; null when nothing speaks against it. */
export function urlFault(text: string, rules: OutgoingRules): UrlFault | null {
  if (text.length > (rules.lengthMax ?? URL_LENGTH_MAX) || !URL.canParse(text)) return 'not_a_url';
  const url = new URL(text);
  const scheme = url.protocol.slice(0, -1);
  if (!rules.schemes.includes(scheme)) return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port);
  if (rules.ports !== null && !rules.ports.includes(port)) return 'port';
  const host = hostOf(url);
  const isPublic = isIP(host) !== 0 ? isPublicAddress(host) : isPublicName(host);
  return isPublic || rules.allowPrivate ? null : 'not_allowed';
}

/** Without the brackets around addresses of the sixth version. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** The name leads to an address that may not be called. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
  constructor() {
    super('The name leads to an address that may not be called.');
  }
}

/**
 * A `lookup` for the agents of node: resolves a name, and fails when any of its addresses may not be called. Node asks it
 * for names only; addresses are for `urlFault`.
 */
export function guardedLookup(
  rules: OutgoingRules,
  resolve: typeof systemLookup | LookupFunction = systemLookup,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const first = addresses[0];
      if (error !== null || first === undefined) {
        callback(error ?? new Error('The name has no address.'), '');
      } else if (!rules.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new AddressNotAllowed(), '');
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
