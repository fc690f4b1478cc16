/** `fetch` for addresses that strangers name: the connection goes to what was checked, and redirects are refused. */
import { Agent, fetch } from 'undici';
import type { OutgoingFetch } from '../../ports/outgoing.js';
import { AddressNotAllowed, guardedLookup, type OutgoingRules, urlFault } from './addresses.js';

const BODY_MAX_BYTES = 8_000_000;
/** With a token and dates in its query. */
const LENGTH_MAX = 2_048;

export function createOutgoingFetch(rules: OutgoingRules): OutgoingFetch {
  const dispatcher = new Agent({
    maxResponseSize: BODY_MAX_BYTES,
    connect: { lookup: guardedLookup(rules) },
  });
  return async (url, request) => {
    if (urlFault(url, { ...rules, lengthMax: LENGTH_MAX }) !== null) throw new AddressNotAllowed();
    return fetch(url, { ...request, dispatcher, redirect: 'error' });
  };
}
