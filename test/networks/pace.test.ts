/** What a network that fails costs those who ask the others, too; over real sockets. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNetworks } from '../../core/adapters/networks/index.js';
import type { NetworkAccess, NetworkFailure, NetworkKind } from '../../core/ports/networks.js';
import {
  type FakeNetwork,
  faults,
  openBotohub,
  openFlyer,
  openTgrass,
} from '../../emulator/networks/index.js';

const ROUNDS = 300;
const rules = { schemes: ['http'], ports: null, allowPrivate: true };

let healthy: FakeNetwork;
let silent: FakeNetwork;
let dead: FakeNetwork;

beforeAll(async () => {
  [healthy, silent, dead] = await Promise.all([openFlyer(), openTgrass(), openBotohub()]);
  healthy.offers = [{ id: '11', chat: '-10011', link: 'https://t.me/garden' }];
  silent.instead = faults.silent;
  await dead.close();
});
afterAll(() => Promise.all([healthy.close(), silent.close()]));

const accessTo = (kind: NetworkKind, { url, key }: FakeNetwork): NetworkAccess => ({ kind, url, key });
const user = (userId: number) => ({ userId, chatId: userId });

it('a silent and a dead network keep a few requests waiting, and the others none', async () => {
  const waits: Partial<Record<NetworkKind, number>> = {};
  const note = (kind: NetworkKind, outcome: 'answered' | NetworkFailure) => {
    if (outcome === 'unavailable') waits[kind] = (waits[kind] ?? 0) + 1;
  };
  const networks = createNetworks({ rules, observe: note });
  const all = [accessTo('flyer', healthy), accessTo('tgrass', silent), accessTo('botohub', dead)];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [first] = await Promise.all(all.map((access) => networks.list(access, user(round), 3)));
    expect(first).toMatchObject({ ok: true, offers: [{ chat: '-10011' }] });
  }
  expect(waits.flyer).toBeUndefined();
  expect(waits.tgrass).toBeGreaterThan(0);
  expect(Math.max(waits.tgrass ?? 0, waits.botohub ?? 0)).toBeLessThanOrEqual(ROUNDS / 100);
});

it('a refused key and a user who has nothing there are not asked about for a minute', async () => {
  let nowMs = Date.now();
  const networks = createNetworks({ rules, now: () => nowMs });
  const wrong = { ...accessTo('flyer', healthy), key: 'FL-no-such-key' };
  const refused = { ok: false, failure: 'key_refused' };
  expect(await networks.list(wrong, user(1), 3)).toEqual(refused);
  const asked = healthy.heard.length;
  expect(await networks.list(wrong, user(2), 3)).toEqual(refused);
  expect(healthy.heard).toHaveLength(asked);
  nowMs += 60_001;
  expect(await networks.list(wrong, user(2), 3)).toEqual(refused);
  expect(healthy.heard).toHaveLength(asked + 1);

  const right = accessTo('flyer', healthy);
  const { offers } = healthy;
  healthy.offers = [];
  expect(await networks.list(right, user(3), 3)).toEqual({ ok: true, offers: [] });
  healthy.offers = offers;
  expect(await networks.list(right, user(3), 3)).toEqual({ ok: true, offers: [] });
  nowMs += 60_001;
  expect(await networks.list(right, user(3), 3)).toMatchObject({ ok: true, offers: [{ chat: '-10011' }] });
});

it('an address that may not be called is not called', async () => {
  const networks = createNetworks({ rules: { ...rules, allowPrivate: false } });
  const asked = healthy.heard.length;
  const answer = await networks.list(accessTo('flyer', healthy), user(4), 3);
  expect(answer).toEqual({ ok: false, failure: 'unavailable' });
  expect(healthy.heard).toHaveLength(asked);
});
