/** The hold by the quality of a bot: what is announced, when it holds, for how long money waits and what leaving takes back. */
import { expect, test } from 'vitest';
import { announceFactors } from '../../core/quality/index.js';
import type { Store } from '../../core/ports.js';
import type { Order } from '../../core/ports/order-store.js';
import type { PayingFactor } from '../../core/ports/quality-store.js';
import { addBot, addOrder, ADVERTISER, BOT, ownChat, populate, PUBLISHER } from './makers.js';
import {
  DAY_MS,
  FROM_MS,
  HOUR_MS,
  moneyOf,
  serviceOf,
  settingsOf as settingsWith,
  START_MICROS,
} from './paying-stage.js';
import { contract, START_DAY, START_MS } from './run.js';

const settingsOf = (more: Record<string, string> = {}) =>
  settingsWith({ HOLD_HOURS: '24', QUALITY_HOLD: '1', ...more });

const PRICE = 2_000_000n;
const SHARE = 1_400_000n;
/** When somebody is settled to whom the sponsor was shown as the first announcement begins to hold. */
const SETTLED_MS = FROM_MS + 2_000;
const made = { moderatorId: 9, notifications: () => [] };

/** The money of the subscriber is paid out after so many hours, and not a moment before. */
async function expectReleased(store: Store, settledMs: number, hours: number, held = 1) {
  expect(await store.subscriptions.releaseHolds(settledMs + hours * HOUR_MS - 1, 100)).toBe(0);
  expect(await store.subscriptions.releaseHolds(settledMs + hours * HOUR_MS, 100)).toBe(held);
}

contract('holding by quality', (stage) => {
  /** An order, and a bot of whom it was announced on the first day that it is held by so in a week. */
  async function begin(factor: number, more: Record<string, string> = {}) {
    const { store } = stage();
    const order = await populate(store, { quantityAll: 1_000 }, START_MICROS);
    await store.trust.decideAccount(PUBLISHER, true, made, START_MS);
    const service = serviceOf(store, settingsOf(more));
    await serviceOf(store, settingsOf()).read({ [BOT]: factor }, START_MS);
    return { store, order, service };
  }

  /** Somebody whose join is told a second after the bot showed the sponsor, and who leaves so long after joining. */
  async function stays(service: ReturnType<typeof serviceOf>, order: Order, userId: number, stayMs: number) {
    const joinedMs = FROM_MS + 1_000;
    await service.leave(order, userId, { joinedMs, leftMs: joinedMs + stayMs });
  }

  test.each([
    { factor: 0.5, hours: 72 },
    { factor: 0.75, hours: 48 },
    // 24 h × 1.388 is 33.3 h.
    { factor: 0.903, hours: 33 },
    { factor: 1, hours: 24 },
    { factor: 1.2, hours: 24 },
    { factor: 0.5, hours: 24, more: { QUALITY_HOLD: '0' } },
    { factor: 0.5, hours: 80, more: { NEW_PUBLISHER_HOLD_HOURS: '80' }, isNew: true },
    { factor: 0.5, hours: 72, more: { NEW_PUBLISHER_HOLD_HOURS: '60' }, isNew: true },
  ])('at $factor the money waits $hours h, and leaving until then takes it back', async (row) => {
    const { factor, hours, more = {}, isNew = false } = row;
    const { store, order, service } = await begin(factor, more);
    if (isNew) await store.trust.decideAccount(PUBLISHER, false, made, START_MS);
    for (const userId of [1, 2]) await service.join(order, userId, { shownMs: FROM_MS });
    expect(await moneyOf(store)).toMatchObject({ publisher: 0n, held: 2n * SHARE });
    // A new publisher's money waits longer for another reason: nothing is taken back for that.
    const backMs = (isNew ? 72 : hours) * HOUR_MS;
    await stays(service, order, 1, backMs - 1);
    expect(await moneyOf(store)).toEqual({ advertiser: START_MICROS - PRICE, publisher: 0n, held: SHARE });
    await stays(service, order, 2, backMs);
    expect(await moneyOf(store)).toMatchObject({ held: SHARE });
    await expectReleased(store, SETTLED_MS, hours);
    expect(await moneyOf(store)).toEqual({ advertiser: START_MICROS - PRICE, publisher: SHARE, held: 0n });
  });

  test('what holds is what held when the sponsor was shown, and nothing changes it afterwards', async () => {
    const { store, order, service } = await begin(0.5);
    const settledMs = FROM_MS + HOUR_MS;
    await service.join(order, 1, { shownMs: FROM_MS - 1, settledMs });
    await service.join(order, 2, { shownMs: FROM_MS, settledMs });
    // Better from the next announcement on; and then the service holds alike for all again.
    await service.read({ [BOT]: 1 }, FROM_MS);
    const off = serviceOf(store, settingsOf({ QUALITY_HOLD: '0' }));
    await off.read({ [BOT]: 1 }, FROM_MS + DAY_MS);
    expect(await store.payingFactors.last(0)).toEqual([]);
    await expectReleased(store, settledMs, 24);
    // The advertiser is paid back for as long as the money waits.
    await stays(off, order, 2, 72 * HOUR_MS - 1);
    expect(await moneyOf(store)).toEqual({ advertiser: START_MICROS - PRICE, publisher: SHARE, held: 0n });
    await off.join(order, 3, { shownMs: FROM_MS + 9 * DAY_MS });
    await expectReleased(store, FROM_MS + 9 * DAY_MS + 2_000, 24);
  });

  test('of many who join at once each is held by its own bot', async () => {
    const { store, order, service } = await begin(0.5);
    const other = await addBot(store, BOT + 1, PUBLISHER);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        service.join(order, at + 1, { shownMs: FROM_MS, botId: at % 2 === 0 ? BOT : other.botId }),
      ),
    );
    await expectReleased(store, SETTLED_MS, 24, 10);
    for (const userId of [1, 2]) await stays(service, order, userId, 70 * HOUR_MS);
    expect(await moneyOf(store)).toMatchObject({ publisher: 10n * SHARE, held: 9n * SHARE });
    await expectReleased(store, SETTLED_MS, 72, 9);
  });

  test('an advertiser’s own bot is held as usual', async () => {
    const { store, service } = await begin(0.5);
    const own = await addBot(store, BOT + 1, ADVERTISER);
    const order = await addOrder(store, { ...ownChat(2), quantityAll: 100 });
    await service.read({ [own.botId]: 0.5 }, START_MS);
    await service.join(order, 1, { shownMs: FROM_MS, botId: own.botId });
    await expectReleased(store, SETTLED_MS, 24);
  });

  test.each([
    { isNew: false, hours: 72 },
    { isNew: true, hours: 80 },
  ])(
    'what waited for a moderator keeps its longer hold (new publisher: $isNew)',
    async ({ isNew, hours }) => {
      const { store, order, service } = await begin(1, { NEW_PUBLISHER_HOLD_HOURS: '80' });
      if (isNew) await store.trust.decideAccount(PUBLISHER, false, made, START_MS);
      const plain = await addBot(store, BOT + 1, PUBLISHER, { tokenCipher: null });
      await service.read({ [plain.botId]: 0.5 }, START_MS);
      for (const userId of [1, 2, 3])
        await service.join(order, userId, { shownMs: FROM_MS, botId: plain.botId });
      await stays(service, order, 1, 72 * HOUR_MS - 1);
      expect(await moneyOf(store)).toMatchObject({ held: 2n * SHARE });
      await store.bots.moderate(plain.botId, { trust: 'trusted' }, made, FROM_MS + HOUR_MS);
      const holds = { holdMs: 24 * HOUR_MS, newPublisherHoldMs: 80 * HOUR_MS };
      expect(await store.trust.settleHeld({ day: START_DAY, nowMs: FROM_MS + HOUR_MS }, holds, 10)).toBe(2);
      await stays(service, order, 2, 72 * HOUR_MS - 1);
      await expectReleased(store, SETTLED_MS, hours);
    },
  );

  const waiting = (factor: number, holdFactor: number, fromMs = FROM_MS): PayingFactor => ({
    botId: BOT,
    fromMs,
    factor,
    holdFactor,
  });

  async function told(store: Store, nowMs: number) {
    const claimed = await store.notifications.claim('test', 10, HOUR_MS, nowMs);
    return claimed.map(({ facts: { fromDay, percent, holdHours, holdBefore } }) => [
      ...[fromDay, percent, holdHours, holdBefore],
    ]);
  }

  test('a longer hold is announced a week ahead, and so is a shorter one', async () => {
    const { store, service } = await begin(0.75);
    expect(await store.payingFactors.of(BOT, FROM_MS - 1)).toEqual({
      pays: 1,
      holds: 1,
      announced: waiting(1, 0.75),
    });
    await service.read({ [BOT]: 0.5 }, FROM_MS - DAY_MS);
    expect(await store.payingFactors.of(BOT, FROM_MS)).toEqual({ pays: 1, holds: 0.75, announced: null });
    await service.read({ [BOT]: 1.2 }, FROM_MS);
    expect(await store.payingFactors.of(BOT, FROM_MS)).toEqual({
      pays: 1,
      holds: 0.75,
      announced: waiting(1, 1, FROM_MS + 7 * DAY_MS),
    });
    expect(await told(store, FROM_MS)).toEqual([
      ['2026-01-22', null, 48, 24],
      ['2026-01-29', null, 24, 48],
    ]);
    // Nothing waits any more, and nothing is there to go back to.
    await service.read({}, FROM_MS + 7 * DAY_MS);
    expect((await store.payingFactors.of(BOT, FROM_MS + 7 * DAY_MS)).announced).toBeNull();
    expect(await told(store, FROM_MS + 7 * DAY_MS)).toHaveLength(2);
  });

  test.each([
    { last: 1, read: 1.2, why: 'good bots are held as others' },
    { last: 1, read: 0.995, why: '24.5 h are 24 h' },
    { last: 0.75, read: 0.71, why: 'it differs by less than 0.05' },
  ])('after $last, $read is no news: $why', async ({ last, read }) => {
    const { store, service } = await begin(last);
    await service.read({ [BOT]: read }, FROM_MS);
    expect((await store.payingFactors.of(BOT, FROM_MS)).announced).toBeNull();
  });

  const both = { QUALITY_PRICE: '1' };

  test('where shares follow the quality, too, one announcement says both', async () => {
    const { store, service } = await begin(1, both);
    await service.read({ [BOT]: 0.8 }, START_MS);
    expect((await store.payingFactors.of(BOT, START_MS)).announced).toEqual(waiting(0.8, 0.8));
    await service.read({ [BOT]: 1.1 }, FROM_MS);
    const laterMs = FROM_MS + 7 * DAY_MS;
    expect((await store.payingFactors.of(BOT, FROM_MS)).announced).toEqual(waiting(1.1, 1, laterMs));
    await service.read({ [BOT]: 1.2 }, laterMs);
    expect(await told(store, laterMs)).toEqual([
      ['2026-01-22', 80, 43, 24],
      ['2026-01-29', 137.5, 24, 43],
      ['2026-02-05', 109.1, null, null],
    ]);
  });

  test('a hold that is switched on where shares follow already is announced like any other', async () => {
    const { store } = await begin(1);
    const shares = serviceOf(store, settingsOf({ ...both, QUALITY_HOLD: '0' }));
    await shares.read({ [BOT]: 0.5 }, START_MS);
    const service = serviceOf(store, settingsOf(both));
    await service.read({ [BOT]: 0.5 }, FROM_MS);
    expect(await store.payingFactors.of(BOT, FROM_MS)).toEqual({
      pays: 0.5,
      holds: 1,
      announced: waiting(0.5, 0.5, FROM_MS + 7 * DAY_MS),
    });
    expect(await told(store, FROM_MS)).toEqual([
      ['2026-01-22', 50, null, null],
      ['2026-01-29', null, 72, 24],
    ]);
    // Switched off again, nothing else is left of it than what the shares need.
    await shares.read({ [BOT]: 0.5 }, FROM_MS + DAY_MS);
    expect(await store.payingFactors.last(0)).toEqual([waiting(0.5, 1)]);
  });

  test('switched off, shares go back to the usual one and holds stay as announced', async () => {
    const { store, order } = await begin(1);
    await serviceOf(store, settingsOf(both)).read({ [BOT]: 0.5 }, START_MS);
    const service = serviceOf(store, settingsOf());
    await service.read({ [BOT]: 0.5 }, FROM_MS);
    expect(await store.payingFactors.last(0)).toEqual([waiting(1, 0.5)]);
    await service.join(order, 1, { shownMs: FROM_MS });
    expect(await moneyOf(store)).toMatchObject({ held: SHARE });
    await expectReleased(store, SETTLED_MS, 72);
    // What waits, and was of the shares alone, goes; what the hold needs stays.
    const again = serviceOf(store, settingsOf(both));
    const other = await addBot(store, BOT + 1, PUBLISHER);
    await again.read({ [BOT]: 0.5, [other.botId]: 1.2 }, FROM_MS + DAY_MS);
    expect(await store.payingFactors.last(0)).toHaveLength(2);
    await service.read({ [BOT]: 0.5, [other.botId]: 1.2 }, FROM_MS + 2 * DAY_MS);
    expect(await store.payingFactors.last(0)).toEqual([waiting(1, 0.5)]);
  });

  test('a bot that is back at the usual share and hold is forgotten, and no other', async () => {
    const { store } = await begin(1);
    const settings = settingsOf(both);
    const nowMs = FROM_MS + 300 * DAY_MS;
    const factors = [
      waiting(1, 0.5),
      { ...waiting(1, 1), botId: BOT + 1 },
      { ...waiting(0.5, 1), botId: BOT + 2 },
    ];
    await store.payingFactors.announce(factors, [], START_MS);
    const read = factors.map(({ botId }) => ({ botId, quality: { factor: 1, causes: [] } }));
    await announceFactors({ store, settings }, read, { today: START_DAY + 307, nowMs });
    expect((await store.payingFactors.of(BOT, nowMs)).holds).toBe(0.5);
    expect((await store.payingFactors.of(BOT + 2, nowMs)).pays).toBe(0.5);
    expect((await store.payingFactors.last(0)).map(({ botId }) => botId)).toEqual([BOT, BOT + 2]);
  });
});
