/** A publisher's share by the quality of their bot: what is announced, when it holds, and what is paid to the coin. */
import { expect, test } from 'vitest';
import type { Settings } from '../../core/config.js';
import { createQualityReading } from '../../core/quality/index.js';
import type { PayingFactor } from '../../core/ports/quality-store.js';
import { addBot, addOrder, ADVERTISER, BOT, leave, ownChat, populate, PUBLISHER } from './makers.js';
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

const settingsOf = (more: Record<string, string> = {}): Settings =>
  settingsWith({ QUALITY_PRICE: '1', ...more });

contract('paying by quality', (stage) => {
  /** An order, and a bot of whom it was announced on the first day that it pays so in a week. */
  async function begin(factor: number, more: Record<string, string> = {}) {
    const { store } = stage();
    const order = await populate(store, { quantityAll: 1_000 }, START_MICROS);
    const service = serviceOf(store, settingsOf(more));
    await serviceOf(store, settingsOf()).read({ [BOT]: factor }, START_MS);
    return { store, order, service };
  }

  test.each([
    // 0.7 × 0.73 = 0.511 of the price, rounded once, half to even.
    { factor: 0.73, price: 2_000_001n, gets: 1_022_001n },
    { factor: 0.73, price: 500n, gets: 256n },
    { factor: 0.73, price: 1_500n, gets: 766n },
    { factor: 1.2, price: 2_000_000n, gets: 1_680_000n },
    { factor: 0.5, price: 1n, gets: 0n },
    // Never more than the whole price.
    { factor: 1.2, price: 2_000_001n, gets: 2_000_001n, more: { PUBLISHER_SHARE: '0.9' } },
    { factor: 1.2, price: 2_000_001n, gets: 2_000_001n, more: { PUBLISHER_SHARE: '1' } },
    { factor: 0.73, price: 2_000_001n, gets: 1_400_001n, more: { QUALITY_PRICE: '0' } },
  ])('of $price at $factor the publisher gets $gets', async ({ factor, price, gets, more = {} }) => {
    const { store, order, service } = await begin(factor, more);
    await service.join(order, 1, { shownMs: FROM_MS, price });
    expect(await moneyOf(store)).toEqual({ advertiser: START_MICROS - price, publisher: gets, held: 0n });
    const [line] = await store.ledger.history(ADVERTISER, { beforeEntryId: null, limit: 1 });
    expect(line).toMatchObject({ kind: 'charge', amountMicros: -price });
  });

  test('what holds is what held when the sponsor was shown, however late the join is settled', async () => {
    const { store, order, service } = await begin(0.5);
    await service.join(order, 1, { shownMs: FROM_MS - 1, settledMs: FROM_MS + 5 * HOUR_MS });
    expect((await moneyOf(store)).publisher).toBe(1_400_000n);
    await service.join(order, 2, { shownMs: FROM_MS, settledMs: FROM_MS + 5 * HOUR_MS });
    expect((await moneyOf(store)).publisher).toBe(1_400_000n + 700_000n);
    // The next one holds a week after it was announced, and changes nothing of what was shown before.
    await service.read({ [BOT]: 1.1 }, FROM_MS + HOUR_MS);
    const secondMs = FROM_MS + 7 * DAY_MS;
    await service.join(order, 3, { shownMs: secondMs - 1, settledMs: secondMs + HOUR_MS });
    await service.join(order, 4, { shownMs: secondMs });
    expect((await moneyOf(store)).publisher).toBe(2_100_000n + 700_000n + 1_540_000n);
  });

  test('what a clock that was days ahead announced holds nothing up', async () => {
    const { store, service } = await begin(0.5);
    await service.read({ [BOT]: 0.9 }, START_MS + 40 * DAY_MS);
    await service.read({ [BOT]: 0.7 }, START_MS + 8 * DAY_MS);
    expect((await store.payingFactors.of(BOT, START_MS + 8 * DAY_MS)).pays).toBe(0.5);
    expect((await store.payingFactors.of(BOT, START_MS + 15 * DAY_MS)).pays).toBe(0.7);
    expect((await store.payingFactors.of(BOT, START_MS + 60 * DAY_MS)).pays).toBe(0.7);
  });

  test('many who join at once are paid alike', async () => {
    const { store, order, service } = await begin(0.5);
    const other = await addBot(store, BOT + 1, PUBLISHER);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        service.join(order, at + 1, { shownMs: FROM_MS, botId: at % 2 === 0 ? BOT : other.botId }),
      ),
    );
    expect(await moneyOf(store)).toEqual({
      advertiser: START_MICROS - 20n * 2_000_000n,
      publisher: 10n * 700_000n + 10n * 1_400_000n,
      held: 0n,
    });
  });

  test('a charge is taken back as it was booked, whatever holds by then', async () => {
    const { store, order, service } = await begin(0.73, { HOLD_HOURS: '48' });
    await service.read({ [BOT]: 1.2 }, FROM_MS);
    const shownMs = FROM_MS + 7 * DAY_MS - HOUR_MS;
    await service.join(order, 1, { shownMs, price: 2_000_001n });
    await service.join(order, 2, { shownMs, price: 2_000_001n });
    expect(await moneyOf(store)).toMatchObject({ publisher: 0n, held: 2n * 1_022_001n });
    expect((await store.payingFactors.of(BOT, shownMs + 2 * HOUR_MS)).pays).toBe(1.2);
    await leave(store, order.orderId, 1, START_DAY);
    expect(await moneyOf(store)).toEqual({
      advertiser: START_MICROS - 2_000_001n,
      publisher: 0n,
      held: 1_022_001n,
    });
    await store.subscriptions.releaseHolds(shownMs + 3 * DAY_MS, 10);
    expect(await moneyOf(store)).toMatchObject({ publisher: 1_022_001n, held: 0n });
  });

  test('an advertiser’s own bot gets its usual share', async () => {
    const { store, service } = await begin(0.5);
    const own = await addBot(store, BOT + 1, ADVERTISER);
    const order = await addOrder(store, { ...ownChat(2), quantityAll: 100 });
    await service.read({ [own.botId]: 0.5 }, START_MS);
    await service.join(order, 1, { shownMs: FROM_MS, botId: own.botId });
    expect(await moneyOf(store)).toEqual({ advertiser: START_MICROS - 600_000n, publisher: 0n, held: 0n });
  });

  const waiting = (factor: number, fromMs = FROM_MS): PayingFactor => ({
    botId: BOT,
    fromMs,
    factor,
    holdFactor: 1,
  });

  test('a factor that was read is announced a week ahead, to the bot’s owner, and once', async () => {
    const { store, service } = await begin(0.73);
    expect(await store.payingFactors.of(BOT, FROM_MS - 1)).toEqual({
      pays: 1,
      holds: 1,
      announced: waiting(0.73),
    });
    expect(await store.payingFactors.of(BOT, FROM_MS)).toEqual({ pays: 0.73, holds: 1, announced: null });
    // Within the week, other readings change nothing of it, nor does the same one that was broken off.
    for (const [day, factor] of [0.73, 0.5, 1.2, 1, 0.9, 0.6, 0.5].entries())
      await service.read({ [BOT]: factor }, START_MS + day * DAY_MS);
    expect(await store.payingFactors.of(BOT, FROM_MS - 1)).toEqual({
      pays: 1,
      holds: 1,
      announced: waiting(0.73),
    });
    const claimed = await store.notifications.claim('test', 10, HOUR_MS, START_MS + 6 * DAY_MS);
    expect(claimed.map(({ accountId, kind, facts }) => ({ accountId, kind, facts }))).toEqual([
      {
        accountId: PUBLISHER,
        kind: 'bot_paying_factor',
        facts: {
          botId: BOT,
          nickname: `bot${String(BOT)}`,
          fromDay: '2026-01-22',
          factor: 0.73,
          percent: 73,
          holdHours: null,
          holdBefore: null,
          reason: 'leave_within_day',
          share: 0.6,
          others: 0.9,
        },
      },
    ]);
  });

  test.each([
    { last: 0.8, read: 0.751, announced: null },
    { last: 0.8, read: 0.849, announced: null },
    { last: 0.8, read: 0.75, announced: 0.75 },
    { last: 0.8, read: 0.85, announced: 0.85 },
    { last: 0.95, read: 1, announced: 1 },
    { last: 0.98, read: 1, announced: 1 },
    { last: 0.8, read: 0.8, announced: null },
  ])('after $last, $read is announced as $announced', async ({ last, read, announced }) => {
    const { store, service } = await begin(last);
    await service.read({ [BOT]: read }, FROM_MS);
    const after = await store.payingFactors.of(BOT, FROM_MS);
    expect(after).toEqual({
      pays: last,
      holds: 1,
      announced: announced === null ? null : waiting(announced, FROM_MS + 7 * DAY_MS),
    });
  });

  test('from 1 every other factor is announced, and 1 itself is not', async () => {
    const { store, service } = await begin(1);
    expect(await store.payingFactors.last(0)).toEqual([]);
    await service.read({ [BOT]: 0.99 }, START_MS);
    expect((await store.payingFactors.of(BOT, START_MS)).announced).toEqual(waiting(0.99));
  });

  test('a bot of which nothing is known any more goes back to 1, announced likewise, and is forgotten then', async () => {
    const { store, service } = await begin(0.73);
    await service.read({}, FROM_MS);
    const backMs = FROM_MS + 7 * DAY_MS;
    expect(await store.payingFactors.of(BOT, FROM_MS)).toEqual({
      pays: 0.73,
      holds: 1,
      announced: waiting(1, backMs),
    });
    const claimed = await store.notifications.claim('test', 10, HOUR_MS, FROM_MS);
    expect(claimed.map(({ facts }) => [facts['fromDay'], facts['percent'], facts['reason']])).toEqual([
      ['2026-01-22', 73, 'leave_within_day'],
      // From 0.511 of the price to 0.7 of it.
      ['2026-01-29', 137, null],
    ]);
    const last: PayingFactor[] = [waiting(1, backMs)];
    // As long as a join may still be settled by what held before, it is kept.
    const keptMs = (30 + 4) * DAY_MS;
    await service.read({}, backMs + keptMs - 1);
    expect(await store.payingFactors.last(0)).toEqual(last);
    expect((await store.payingFactors.of(BOT, backMs - 1)).pays).toBe(0.73);
    await service.read({}, backMs + keptMs);
    expect(await store.payingFactors.last(0)).toEqual([]);
    expect((await store.payingFactors.of(BOT, backMs - 1)).pays).toBe(1);
  });

  test('what followed another one outlives it', async () => {
    const { store, service } = await begin(0.73);
    await service.read({ [BOT]: 0.6 }, FROM_MS);
    await service.read({ [BOT]: 0.6 }, FROM_MS + 100 * DAY_MS);
    const { pays } = await store.payingFactors.of(BOT, FROM_MS + 100 * DAY_MS);
    expect(pays).toBe(0.6);
    expect((await store.payingFactors.of(BOT, FROM_MS + DAY_MS)).pays).toBe(1);
  });

  test('switched off, all of it is forgotten, and begins at 1 when it is switched on again', async () => {
    const { store, service } = await begin(0.73);
    await serviceOf(store, settingsOf({ QUALITY_PRICE: '0' })).read({ [BOT]: 0.5 }, FROM_MS);
    expect(await store.payingFactors.last(0)).toEqual([]);
    await service.read({ [BOT]: 0.5 }, FROM_MS + DAY_MS);
    const fromMs = FROM_MS + 8 * DAY_MS;
    expect(await store.payingFactors.of(BOT, FROM_MS + DAY_MS)).toEqual({
      pays: 1,
      holds: 1,
      announced: waiting(0.5, fromMs),
    });
  });

  test('the bots announced last come page by page, each with its latest', async () => {
    const { store } = await begin(1);
    const ids = Array.from({ length: 501 }, (_, at) => at + 1);
    const factors = ids.map((botId) => ({ ...waiting(0.5), botId }));
    await store.payingFactors.announce(factors, [], START_MS);
    await store.payingFactors.announce([{ ...waiting(0.9, FROM_MS + 1), botId: 501 }], [], START_MS);
    // What is there already stays.
    await store.payingFactors.announce([{ ...waiting(1.2), botId: 1 }], [], START_MS);
    expect(await store.payingFactors.last(0)).toEqual(factors.slice(0, 500));
    expect(await store.payingFactors.last(500)).toEqual([{ ...waiting(0.9, FROM_MS + 1), botId: 501 }]);
  });

  test('the daily reading announces what it finds', async () => {
    const { store, order } = await begin(1);
    const other = await addBot(store, BOT + 1, PUBLISHER);
    for (let userId = 1; userId <= 80; userId += 1) {
      const botId = userId <= 40 ? BOT : other.botId;
      await serviceOf(store, settingsOf()).join(order, userId, { shownMs: START_MS, botId });
      if (userId > 20) continue;
      const leaving = { kind: 'left', reverse: false } as const;
      await store.subscriptions.leave(
        order.orderId,
        userId,
        { day: START_DAY, nowMs: START_MS + 60_000 },
        () => leaving,
      );
    }
    const clock = { now: () => START_MS + 2 * DAY_MS };
    expect(await createQualityReading({ store, clock, settings: settingsOf() }).daily()).toBe(2);
    const factor = await store.quality.factor(BOT);
    expect(factor).toBeLessThan(0.95);
    expect(await store.payingFactors.of(BOT, clock.now())).toEqual({
      pays: 1,
      holds: 1,
      announced: waiting(factor, FROM_MS + 2 * DAY_MS),
    });
  });
});
