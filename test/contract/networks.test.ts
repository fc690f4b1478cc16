import { expect, test } from 'vitest';
import { adsIdOf } from '../../core/networks/offers.js';
import type { KeptOffer, ListedOffer } from '../../core/ports/network-store.js';
import { AT_MS, claimOne, DAY_MS, withAddress } from './event-claims.js';
import { BOT, listed, populate, PUBLISHER, requestRecord } from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const USER = 6_123_456_789;

const offer = (offerId: string, more: Partial<ListedOffer> = {}): ListedOffer => ({
  offerId,
  adsId: adsIdOf(1, offerId),
  networkId: 1,
  chat: '-1001',
  link: `https://t.me/${offerId}`,
  title: offerId,
  priceMicros: null,
  state: 'pending',
  listedAtMs: START_MS,
  smartLink: null,
  ...more,
});
const named = (offered: ListedOffer): KeptOffer => ({ ...offered, network: 'flyer' });

contract('offers of other networks', (stage) => {
  test('are found by their ids, of their user and bot alone', async () => {
    const { networks } = stage().store;
    const [one, other] = [offer('one', { priceMicros: 1_500_000n }), offer('other')];
    await networks.keep(BOT, USER, [one, other].map(named), START_MS);
    await networks.keep(BOT, 2, [named(offer('third'))], START_MS);
    await networks.keep(7002, USER, [named(offer('fourth'))], START_MS);
    expect(await networks.find(BOT, USER, [one.adsId, offer('third').adsId])).toEqual([one]);
    const all = await networks.listed(BOT, USER, { fromMs: 0, toMs: START_MS }, 10);
    expect(all).toHaveLength(2);
    expect(await networks.listed(BOT, USER, { fromMs: 0, toMs: START_MS }, 1)).toHaveLength(1);
    expect(await networks.listed(BOT, USER, { fromMs: START_MS + 1, toMs: START_MS + 2 }, 10)).toEqual([]);
  });

  test('count as listed once, and as done once, with what their network claims', async () => {
    const { store } = stage();
    const paid = { priceMicros: 1_500_000n };
    const keep = (...offers: ListedOffer[]) => store.networks.keep(BOT, USER, offers.map(named), START_MS);
    await keep(offer('one', paid), offer('other', { networkId: 2 }));
    await keep(offer('one', paid));
    await keep(offer('one', { ...paid, state: 'held' }));
    await keep(offer('one', { ...paid, state: 'done' }));
    await store.flush();
    const day = Math.floor(START_MS / DAY_MS);
    expect(await store.networks.days(BOT, day, day)).toEqual([
      { networkId: 1, day, listed: 1, done: 1, claimedMicros: 1_500_000n },
      { networkId: 2, day, listed: 1, done: 0, claimedMicros: 0n },
    ]);
    expect(await store.networks.days(BOT, day + 1, day + 9)).toEqual([]);
    expect(await store.networks.days(7002, day, day)).toEqual([]);
  });

  test('the publisher hears of one that is done once, and of one that is offered again', async () => {
    const { store, commits } = stage();
    await withAddress(store);
    const keep = (atMs: number, ...offers: ListedOffer[]) =>
      store.networks.keep(BOT, USER, offers.map(named), atMs);
    const waiting = async () => (await store.events.backlog(AT_MS)).waiting;
    await keep(START_MS, offer('one'), offer('other'));
    expect(await waiting()).toBe(0);
    commits.length = 0;
    await keep(START_MS, offer('one', { state: 'done', priceMicros: 5n }), offer('other', { state: 'gone' }));
    expect(commits).toEqual([{ names: ['networks.keep'], isDurable: false }]);
    await keep(START_MS, offer('one', { state: 'held' }));
    expect(await waiting()).toBe(1);
    const later = START_MS + 2 * DAY_MS;
    await keep(later, offer('one', { listedAtMs: later }));
    await keep(later, offer('one', { listedAtMs: later, state: 'held' }));
    await keep(later, offer('one', { listedAtMs: later + 1, state: 'done' }));
    const { events } = await claimOne(store, later);
    const about = { accountId: PUBLISHER, botId: BOT, userId: USER, adsId: offer('one').adsId };
    const said = { ...about, link: 'https://t.me/one', network: 'flyer', state: 'waiting' };
    expect(events).toMatchObject([
      { ...said, status: 'subscribed', subscribeDay: START_DAY, atMs: START_MS },
      { ...said, status: 'unsubscribed', subscribeDay: START_DAY, atMs: later },
      { ...said, status: 'subscribed', subscribeDay: START_DAY + 2, atMs: later },
    ]);
  });

  test('no event is queued of a bot without an address', async () => {
    const { store } = stage();
    await populate(store);
    await store.networks.keep(BOT, USER, [named(offer('one', { state: 'done' }))], START_MS);
    expect(await store.events.backlog(AT_MS)).toEqual({ waiting: 0, oldestMs: 0, dead: 0 });
  });

  test('one takes the place of a smart link once, whatever comes after it', async () => {
    const { sponsors } = stage().store;
    await populate(stage().store);
    const slots = [{ kind: 'smart' as const, orderId: null }];
    const pin = { mode: 'subscribe' as const, slots, pinnedAtMs: START_MS, expiresAtMs: START_MS + 60_000 };
    await sponsors.record(USER, requestRecord({ pin }));
    const fill = (what: Parameters<typeof sponsors.fillSlot>[3]) =>
      sponsors.fillSlot(BOT, USER, 0, what, START_MS + 1);
    expect(await fill({ adsId: -7 })).toBe(-7);
    expect(await fill({ adsId: -8 })).toBe(-7);
    expect(await fill({ ...listed(1), proof: 'list' })).toBe(-7);
    expect(await fill(null)).toBe(-7);
    const context = await sponsors.requestContext(BOT, USER, 0, START_MS + 2);
    expect(context.pin?.slots).toEqual([{ kind: 'offer', adsId: -7 }]);
    expect(await context.impressions()).toEqual([]);
  });

  test('one is found by the smart link that became it, until it has a place of its own', async () => {
    const { networks, sponsors } = stage().store;
    const found = (botId: number, index: number) => sponsors.adsIdOfSmartLink(botId, USER, index);
    await networks.keep(BOT, USER, [named(offer('one', { smartLink: 41 }))], START_MS);
    const later = { smartLink: 41, listedAtMs: START_MS + 1 };
    await networks.keep(BOT, USER, [named(offer('two', later))], START_MS + 1);
    expect([await found(BOT, 41), await found(BOT, 42), await found(BOT + 1, 41)]).toEqual([
      offer('two').adsId,
      null,
      null,
    ]);
    await networks.keep(BOT, USER, [named(offer('two', { ...later, state: 'done' }))], START_MS + 2);
    expect(await found(BOT, 41)).toBe(offer('two').adsId);
    await networks.keep(BOT, USER, [named(offer('two', { listedAtMs: START_MS + 3 }))], START_MS + 3);
    expect(await found(BOT, 41)).toBe(offer('one').adsId);
  });

  test('an answer that comes late changes nothing that is settled, nor a later listing', async () => {
    const { store } = stage();
    const keep = (...offers: ListedOffer[]) => store.networks.keep(BOT, USER, offers.map(named), START_MS);
    const stateOf = async () => (await store.networks.find(BOT, USER, [offer('one').adsId]))[0]?.state;
    await keep(offer('one'));
    await keep(offer('one', { state: 'done' }));
    await keep(offer('one', { state: 'gone' }));
    expect(await stateOf()).toBe('done');
    await keep(offer('one', { listedAtMs: START_MS + 1 }));
    expect(await stateOf()).toBe('pending');
    await keep(offer('one', { state: 'gone' }));
    expect(await stateOf()).toBe('pending');
    await keep(offer('one', { state: 'gone', listedAtMs: START_MS + 1 }));
    expect(await stateOf()).toBe('gone');
  });

  test('a pin keeps their places', async () => {
    const { store } = stage();
    const { adsId } = offer('one');
    const slots = [{ kind: 'order', orderId: 3 } as const, { kind: 'offer', adsId } as const];
    const pin = { mode: 'task' as const, slots, pinnedAtMs: START_MS, expiresAtMs: START_MS + 60_000 };
    await store.sponsors.record(USER, requestRecord({ botId: BOT, nowMs: START_MS, pin }));
    const context = await store.sponsors.requestContext(BOT, USER, 0, START_MS);
    expect(context.pin).toEqual(pin);
  });
});
