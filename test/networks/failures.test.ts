/** Each adapter where its network fails: it never throws, says why, and takes nothing for an answer that is none. */
import type { Network } from 'sponsorgate-client';
import {
  botohub,
  flyer,
  type NetworkOptions,
  piarflow,
  sponsorgate,
  tgrass,
} from 'sponsorgate-client/networks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNetworks } from '../../core/adapters/networks/index.js';
import { openPeer, type Peer, type Reply } from '../../emulator/networks/peer.js';

const key = 'FL-made-up-key';
const asked = { user: { id: 301, first_name: 'Emma', language_code: 'en' }, chatId: 301, limit: 3 };
const given = [
  { id: '11', chat: '-10011', link: 'https://t.me/garden', title: 'Garden', state: 'pending' as const },
];

const adapters: [string, (options: NetworkOptions & { url: string }) => Network][] = [
  ['Flyer', flyer],
  ['Tgrass', tgrass],
  ['BotoHub', botohub],
  ['PiarFlow', piarflow],
  ['a service of this interface', sponsorgate],
];

/** A list of no rows, under the name that each network has for it. */
const rows = (list: unknown) => ({
  result: list,
  offers: list,
  tasks: list,
  sponsors: list,
  additional: { sponsors: list },
});

const failures: [string, Reply, object][] = [
  [
    'it refuses the key',
    { status: 401, body: { message: `No ${key}` } },
    { why: 'key', code: 401, message: 'No …' },
  ],
  [
    'it wants fewer requests',
    { status: 429, body: {}, headers: { 'Retry-After': '7' } },
    { why: 'limit', retryAfter: 7 },
  ],
  [
    'it refuses the request',
    { status: 422, body: { detail: 'user' } },
    { why: 'refused', code: 422, message: 'user' },
  ],
  [
    'it fails',
    { status: 500, body: { message: `Lost ${key}` } },
    { why: 'failing', code: 500, message: 'Lost …' },
  ],
  [
    'a page of a proxy comes',
    { status: 502, body: '<html>' },
    { why: 'failing', code: 502, message: 'HTTP 502' },
  ],
  ['a page comes as a success', { body: '<html>' }, { why: 'unreadable' }],
  ['nothing comes as a success', { body: '' }, { why: 'unreadable' }],
  ['a list comes where an object is', { body: [] }, { why: 'unreadable' }],
  ['an empty object comes', { body: {} }, { why: 'unreadable' }],
  ['a list is an object', { body: { status: 'warning', ...rows({}) } }, { why: 'unreadable' }],
  ['rows are numbers', { body: { status: 'warning', ...rows([1, 2]) } }, { why: 'unreadable' }],
  ['a redirect comes', { status: 302, headers: { Location: '/other' } }, { why: 'silent', code: 0 }],
  ['it hangs up', 'gone', { why: 'silent', code: 0, message: 'The network failed.' }],
];

describe.each(adapters)('%s', (_, adapter) => {
  let peer: Peer;
  let network: Network;
  beforeEach(async () => {
    peer = await openPeer();
    network = adapter({ key, url: peer.url });
  });
  afterEach(() => peer.close());

  it.each(failures)('is unavailable where %s', async (_how, reply, failure) => {
    peer.answer = () => reply;
    for (const answer of [network.list(asked), network.check(asked, given)]) {
      const listing = await answer;
      expect(listing).toMatchObject({ state: 'unavailable', offers: [], failure });
      expect(JSON.stringify(listing)).not.toContain(key);
    }
  });

  it('says in words that a key is lacking, where the bot has none', async () => {
    const message = 'None was given.';
    peer.answer = () => ({ status: 401, body: { message } });
    const { failure } = await adapter({ key: '', url: peer.url }).list(asked);
    expect(failure).toMatchObject({ why: 'key', message });
  });

  it('ends when its caller does, by the function that was handed in', async () => {
    peer.answer = () => 'silent';
    const controller = new AbortController();
    const handed: string[] = [];
    const own = adapter({
      key,
      url: peer.url,
      fetch: (url, init) => {
        handed.push(url);
        queueMicrotask(() => controller.abort());
        return fetch(url, init);
      },
    });
    const listing = await own.list({ ...asked, signal: controller.signal });
    expect(listing.failure).toMatchObject({ why: 'silent', message: 'No answer in time.' });
    expect(handed).toHaveLength(1);
  });
});

it.each([
  ['', key, 'The address must begin with https:// or http://.'],
  ['localhost:8080', key, 'The address must begin with https:// or http://.'],
  ['http://127.0.0.1:1', 'sg_bot_…', 'The key has characters that no key has.'],
])('says what can be sent nowhere: to %j with %j', async (url, given, message) => {
  const { failure } = await sponsorgate({ url, key: given }).list(asked);
  expect(failure).toMatchObject({ why: 'silent', code: 0, message });
});

it.each([
  'https://t.me/a b',
  'https://t.me/a\u0000',
  'https://t.me/\u202ea',
  'https://',
  `https://t.me/${'a'.repeat(3_000)}`,
])('an offer that leads to no address of a button is left out, %#', async (link) => {
  const task = { signature: 's', status: 'incomplete' };
  const links = [[link], ['https://t.me/garden']];
  const result = links.map((each, index) => ({ ...task, signature: String(index), links: each }));
  const peer = await openPeer(() => ({ body: { result } }));
  const { offers } = await flyer({ key, url: peer.url }).list(asked);
  await peer.close();
  expect(offers).toMatchObject([{ link: 'https://t.me/garden' }]);
});

it('a price beyond all reason is none, and a title is one line of what is seen', async () => {
  const task = { signature: 's', status: 'incomplete', links: ['https://t.me/garden'] };
  const result = [{ ...task, name: 'Gar\u202eden\nof\u0000 Ada', price: 1e30 }];
  const peer = await openPeer(() => ({ body: { result } }));
  const networks = createNetworks({ rules: { schemes: ['http'], ports: null, allowPrivate: true } });
  const answer = await networks.list({ kind: 'flyer', url: peer.url, key }, { userId: 301, chatId: 301 }, 3);
  await peer.close();
  expect(answer).toMatchObject({ ok: true, offers: [{ title: 'Garden of Ada', priceMicros: null }] });
});

describe('a network that names its errors in a success', () => {
  it.each([
    ['Key not found', 'key', 401],
    ['Too many requests', 'limit', 429],
    ['Something broke', 'failing', 502],
  ])('says %s', async (error, why, code) => {
    const peer = await openPeer(() => ({ body: { error } }));
    const listing = await flyer({ key, url: peer.url }).list(asked);
    await peer.close();
    expect(listing.failure).toMatchObject({ why, code, message: error });
  });
});
