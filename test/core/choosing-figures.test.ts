import { describe, expect, it } from 'vitest';
import { unknownUser } from '../../core/unknown-user.js';
import type { Viewer } from '../../core/choosing/index.js';
import {
  botWith,
  chosenIds as ids,
  countersWith,
  NOW_MS,
  orderWith,
  reasons,
  seededRandom,
  viewerWith,
  settingsWith,
  World,
} from './choosing-world.js';

const MINUTE_MS = 60_000;
const own = { accountId: 601 };

describe('counters', () => {
  it('are read once for a choice that nothing stands in the way of, and for those chosen only', async () => {
    const world = new World();
    for (let orderId = 1; orderId <= 50; orderId++) world.put(orderWith(orderId));
    const chooser = world.chooser();
    await chooser.sync();
    world.asked.length = 0;
    expect(await ids(chooser, 4)).toEqual([1, 2, 3, 4]);
    expect(world.asked).toEqual([[1, 2, 3, 4]]);
  });

  it('are read at the moment of choosing', async () => {
    const world = new World();
    world.put(orderWith(1, { quantityAll: 10, quantityDay: 5 }));
    const chooser = world.chooser();
    await chooser.sync();
    const answer = async (more: object) => {
      world.count(1, {
        quantityNow: 0,
        today: 0,
        balanceMicros: 100_000_000n,
        pendingImpressions: 0,
        ...more,
      });
      return [(await ids(chooser, 1)).length, (await reasons(chooser))[1]];
    };
    expect(await answer({})).toEqual([1, null]);
    expect(await answer({ quantityNow: 10 })).toEqual([0, 'finished']);
    expect(await answer({ today: 5 })).toEqual([0, 'day_limit']);
    expect(await answer({ balanceMicros: 1_999_999n })).toEqual([0, 'no_money']);
    expect(await answer({ balanceMicros: 2_000_000n })).toEqual([1, null]);
  });

  it('stop shows when what is open may use up quantity, day or money', async () => {
    const world = new World();
    // Three of ten shows bring a subscriber.
    world.put(orderWith(1, { quantityAll: 10, quantityDay: 5 }));
    const chooser = world.chooser();
    await chooser.sync();
    const answer = async (more: object) => {
      world.count(1, {
        quantityNow: 0,
        today: 0,
        balanceMicros: 100_000_000n,
        impressions: 100,
        subscribers: 30,
        ...more,
      });
      return (await reasons(chooser))[1];
    };
    // Of eight 2.4 join, and 5 at most but for one time in forty.
    expect(await answer({ pendingImpressions: 7 })).toBe(null);
    expect(await answer({ pendingImpressions: 8 })).toBe('promised');
    expect(await answer({ pendingImpressions: 0.25, quantityNow: 9 })).toBe(null);
    expect(await answer({ pendingImpressions: 0.3, quantityNow: 9 })).toBe('promised');
    expect(await answer({ pendingImpressions: 1.25, balanceMicros: 4_000_000n })).toBe(null);
    expect(await answer({ pendingImpressions: 1.3, balanceMicros: 4_000_000n })).toBe('promised');
    // Those who joined today for nothing were got as well.
    expect(await answer({ pendingImpressions: 2, overrun: 2 })).toBe(null);
    expect(await answer({ pendingImpressions: 3, overrun: 2 })).toBe('promised');
    expect(await answer({ pendingImpressions: 0, overrun: 2, balanceMicros: 6_000_000n })).toBe(null);
    expect(await answer({ pendingImpressions: 0, overrun: 2, balanceMicros: 4_000_000n })).toBe('promised');
  });

  it('weigh a wallet once for all orders that it pays, no matter which of them was shown', async () => {
    const world = new World();
    // Money for three joins; each order for itself is worth showing to a few.
    const counters = { balanceMicros: 6_000_000n, impressions: 100, subscribers: 30 };
    for (let orderId = 1; orderId <= 1_000; orderId++)
      world.put(orderWith(orderId), countersWith(orderId, counters));
    world.put(
      orderWith(2_000, { accountId: 502 }),
      countersWith(2_000, { ...counters, pendingImpressions: 2 }),
    );
    const chooser = world.chooser();
    await chooser.sync();
    expect(await ids(chooser, 1)).toEqual([1]);
    // Of four who see it more than three may join.
    for (const orderId of [998, 999]) world.count(orderId, { pendingImpressions: 1 });
    expect([(await reasons(chooser))[1], (await reasons(chooser))[2_000]]).toEqual([null, null]);
    world.count(1_000, { pendingImpressions: 1 });
    // What is read last holds for those looked at first from the next look on.
    await reasons(chooser);
    const refused = await reasons(chooser);
    expect(new Set(Object.values({ ...refused, 2_000: 'promised' }))).toEqual(new Set(['promised']));
    expect(refused[2_000]).toBe(null);
    for (const orderId of [998, 999, 1_000]) world.count(orderId, { pendingImpressions: 0.5 });
    await reasons(chooser);
    expect((await reasons(chooser))[1]).toBe(null);
  });

  it('remember what was shown of other orders of the account, without being read again', async () => {
    const world = new World();
    const targeting = { ...orderWith(1).targeting, gender: 'male' as const };
    world.put(orderWith(1, { targeting }), countersWith(1, { balanceMicros: 6_000_000n }));
    world.put(orderWith(2), countersWith(2, { balanceMicros: 6_000_000n }));
    const chooser = world.chooser();
    await chooser.sync();
    const bot = botWith({ hasToken: true });
    const user = { ...unknownUser(42), gender: 'male' as const };
    // Three users see the one order; the other is for everybody.
    for (let shown = 0; shown < 3; shown++)
      expect(await ids(chooser, 1, { bot, user, excludedOrderIds: new Set([2]) })).toEqual([1]);
    world.asked.length = 0;
    expect(await ids(chooser, 1, { bot })).toEqual([]);
    expect(world.asked).toEqual([[2]]);
    // Half of them have not come when the time in which most come is over.
    expect(await ids(chooser, 1, { bot, nowMs: NOW_MS + 20 * MINUTE_MS })).toEqual([2]);
  });

  it('let nobody see orders of a wallet by the dozen though hardly anybody joins', async () => {
    const world = new World();
    const counters = { balanceMicros: 2_000_000n, impressions: 10_000, subscribers: 1 };
    for (const orderId of [1, 2, 3]) world.put(orderWith(orderId), countersWith(orderId, counters));
    const chooser = world.chooser();
    await chooser.sync();
    for (const orderId of [2, 3]) world.count(orderId, { pendingImpressions: 10 });
    expect((await reasons(chooser))[1]).toBe(null);
    world.count(3, { pendingImpressions: 11 });
    expect((await reasons(chooser))[1]).toBe('promised');
    // Joins that found no money make it fewer.
    world.count(3, { pendingImpressions: 1 });
    expect((await reasons(chooser))[1]).toBe(null);
    world.count(2, { pendingImpressions: 9, overrun: 11 });
    expect((await reasons(chooser))[1]).toBe('promised');
  });

  it('take nothing of the wallet for orders that are free wherever they are shown', async () => {
    const world = new World();
    const counters = { balanceMicros: 2_000_000n };
    world.put(orderWith(1), countersWith(1, counters));
    world.put(
      orderWith(2, { isFree: true, places: 0 }),
      countersWith(2, { ...counters, pendingImpressions: 100 }),
    );
    const chooser = world.chooser();
    await chooser.sync();
    expect((await reasons(chooser))[1]).toBe(null);
    world.change(2, { places: 2 });
    await chooser.sync();
    expect((await reasons(chooser))[1]).toBe('promised');
  });

  it('show an order to the fewer, the more joined today when nothing was left, and in the end to nobody', async () => {
    const world = new World();
    world.put(orderWith(1, { quantityAll: 100 }));
    const chooser = world.chooser();
    await chooser.sync();
    const answer = async (more: object) => {
      // Hardly anybody who is shown it joins, so that the rate holds nothing back.
      world.count(1, { quantityNow: 90, today: 9, impressions: 10_000, subscribers: 1, ...more });
      return (await reasons(chooser))[1];
    };
    expect(await answer({ pendingImpressions: 29, overrun: 0 })).toBe(null);
    expect(await answer({ pendingImpressions: 30, overrun: 0 })).toBe('promised');
    expect(await answer({ pendingImpressions: 20, overrun: 9 })).toBe(null);
    expect(await answer({ pendingImpressions: 21, overrun: 9 })).toBe('promised');
    expect(await answer({ pendingImpressions: 0, overrun: 10 })).toBe('promised');
    expect(await answer({ pendingImpressions: 0, overrun: 39, quantityNow: 40 })).toBe(null);
    expect(await answer({ pendingImpressions: 0, overrun: 40, quantityNow: 40 })).toBe('overrun');
    expect(await answer({ pendingImpressions: 0, overrun: 40, quantityNow: 40, today: 201 })).toBe(null);
  });

  it('hold back a lite order that is ahead of its line, and what is on a screen already stays', async () => {
    const world = new World();
    // Ten an hour, all day: at noon 121 may have joined, and 2 more within the time in which an impression is joined.
    world.put(orderWith(1, { isLite: true, quantityDay: 240 }));
    const chooser = world.chooser();
    await chooser.sync();
    world.count(1, { today: 124, lastHour: 9 });
    expect(await reasons(chooser)).toEqual({ 1: 'pacing' });
    expect(await chooser.available([1], NOW_MS, botWith())).toEqual(new Set([1]));
    world.count(1, { today: 121, lastHour: 9 });
    expect(await reasons(chooser)).toEqual({ 1: null });
  });

  it('hold back a lite order that has got its speed within the hour, and no other', async () => {
    const world = new World();
    for (const orderId of [1, 2]) {
      world.put(orderWith(orderId, { isLite: orderId === 1, subSpeed: 6, quantityDay: 240 }));
      world.count(orderId, { today: 50, lastHour: 5 });
    }
    const chooser = world.chooser();
    await chooser.sync();
    expect(await reasons(chooser)).toEqual({ 1: null, 2: null });
    for (const orderId of [1, 2]) world.count(orderId, { today: 50, lastHour: 6 });
    expect(await reasons(chooser)).toEqual({ 1: 'pacing', 2: null });
  });

  it('begin a new line for a lite order that starts in the middle of the day', async () => {
    const world = new World();
    world.put(orderWith(9));
    const chooser = world.chooser();
    await chooser.sync();
    world.put(orderWith(1, { isLite: true, quantityDay: 240 }), countersWith(1));
    await chooser.sync();
    expect((await reasons(chooser))[1]).toBe(null);
    // A few are due soon, twenty within the hour, not the half that the morning would have brought.
    world.count(1, { today: 6, lastHour: 6 });
    expect((await reasons(chooser))[1]).toBe('pacing');
    expect((await reasons(chooser, { nowMs: NOW_MS + 10 * MINUTE_MS }))[1]).toBe(null);
  });

  it('leave the line of a lite order alone when something else about it changes', async () => {
    const world = new World();
    world.put(orderWith(1, { isLite: true, quantityDay: 240 }));
    const chooser = world.chooser();
    await chooser.sync();
    // Behind its line, which still leaves room beside what is open.
    world.count(1, { today: 100, lastHour: 5, pendingImpressions: 20 });
    expect((await reasons(chooser))[1]).toBe(null);
    world.change(1, { name: 'Another name' });
    await chooser.sync();
    expect((await reasons(chooser))[1]).toBe(null);
    world.change(1, { quantityDay: 241 });
    await chooser.sync();
    expect((await reasons(chooser))[1]).toBe('pacing');
  });

  it('do not keep a crowd of the penniless before those who can pay', async () => {
    const world = new World();
    for (let orderId = 1; orderId <= 1_200; orderId++) {
      world.put(orderWith(orderId), countersWith(orderId, { balanceMicros: 0n }));
    }
    world.put(orderWith(5_000, { realPriceMicros: 1_000_000n }));
    const chooser = world.chooser();
    await chooser.sync();
    world.asked.length = 0;
    const found = [await ids(chooser, 1), await ids(chooser, 1), await ids(chooser, 1)];
    expect(found).toEqual([[], [], [5_000]]);
    expect(Math.max(...world.asked.map((asked) => asked.length))).toBeLessThanOrEqual(128);
    // Money came meanwhile: it is seen once the others have rested.
    world.count(7, { balanceMicros: 10_000_000n });
    expect(await ids(chooser, 1, { nowMs: NOW_MS + 9_999 })).toEqual([5_000]);
    expect(await ids(chooser, 1, { nowMs: NOW_MS + 10_000 })).toEqual([7]);
  });
});

describe('exploring', () => {
  const settings = settingsWith({ EXPLORE_SHARE: '1' });
  const unseen = { impressions: 0, subscribers: 0 };

  async function scene() {
    const world = new World();
    for (let orderId = 1; orderId <= 10; orderId++) world.put(orderWith(orderId));
    world.put(orderWith(11, { realPriceMicros: 100_000n }), countersWith(11, unseen));
    world.put(orderWith(12, { realPriceMicros: 200_000n }), countersWith(12, unseen));
    world.put(orderWith(13, { ...own, isHighPriority: true, realPriceMicros: 100_000n }));
    return world;
  }

  it('puts a newcomer before all but own high-priority orders', async () => {
    const chooser = (await scene()).chooser(settings, () => 0);
    await chooser.sync();
    const [first, second, ...rest] = await ids(chooser, 4);
    expect([first, rest]).toEqual([13, [1, 2]]);
    expect([11, 12]).toContain(second);
  });

  it('never chooses one that does not suit or that its counters refuse', async () => {
    const world = await scene();
    world.change(11, { places: 0 });
    world.count(12, { balanceMicros: 0n });
    const chooser = world.chooser(settings, seededRandom(1));
    await chooser.sync();
    for (let time = 0; time < 20; time++) expect(await ids(chooser, 3)).toEqual([13, 1, 2]);
  });

  it('ends when the order has been shown often enough', async () => {
    const world = await scene();
    const chooser = world.chooser(settings, () => 0);
    await chooser.sync();
    for (const orderId of [11, 12]) world.count(orderId, { impressions: 30 });
    world.nowMs += MINUTE_MS;
    await chooser.sync();
    expect(await ids(chooser, 3)).toEqual([13, 1, 2]);
  });

  it('happens in the share of choices that is set, and a seed repeats it', async () => {
    const play = async (seed: number) => {
      const chooser = (await scene()).chooser(settingsWith({ EXPLORE_SHARE: '0.05' }), seededRandom(seed));
      await chooser.sync();
      const firsts: number[] = [];
      for (let time = 0; time < 4_000; time++) firsts.push((await ids(chooser, 2))[1] ?? 0);
      return firsts;
    };
    const firsts = await play(7);
    const explored = firsts.filter((orderId) => orderId > 10).length;
    // Four standard deviations about 200.
    expect(explored).toBeGreaterThan(145);
    expect(explored).toBeLessThan(255);
    expect(await play(7)).toEqual(firsts);
    expect(await play(8)).not.toEqual(firsts);
  });
});

describe('what is pinned', () => {
  it('stays available to the owner of a free order who has no money', async () => {
    const world = new World();
    world.put(orderWith(1, { ...own, isFree: true }), countersWith(1, { balanceMicros: 0n }));
    const chooser = world.chooser();
    await chooser.sync();
    expect(await chooser.available([1], NOW_MS, botWith())).toEqual(new Set([1]));
    expect(await chooser.available([1], NOW_MS, botWith({ accountId: 777 }))).toEqual(new Set());
    expect(await ids(chooser, 1)).toEqual([1]);
  });
});

describe('a smart link', () => {
  const targeting = orderWith(1).targeting;
  const visited = (hoursAgo: number) => ({ ...unknownUser(42), visitedAtMs: NOW_MS - hoursAgo * 3_600_000 });

  async function couldSuit(more: object, viewer: Partial<Viewer> = {}, settings = settingsWith()) {
    const world = new World();
    world.put(orderWith(1, { targeting: { ...targeting, ...more } }));
    const chooser = world.chooser(settings);
    await chooser.sync();
    return chooser.couldSuitAfterVisit(viewerWith(viewer));
  }

  it('makes sense where only country, city, device or the fraud check are missing', async () => {
    expect(await couldSuit({ countries: [643] })).toBe(true);
    expect(await couldSuit({ cities: [1] })).toBe(true);
    expect(await couldSuit({ deviceTypes: ['mobile'], deviceSystems: [1] })).toBe(true);
    expect(await couldSuit({ hasFakeCheck: true })).toBe(true);
    expect(await couldSuit({ deviceTypes: ['mobile'], hasBio: true })).toBe(false);
  });

  it('makes none for an order that suits already, or never will', async () => {
    expect(await couldSuit({})).toBe(false);
    const user = { ...unknownUser(42), deviceType: 'desktop' };
    expect(await couldSuit({ deviceTypes: ['mobile'] }, { user })).toBe(false);
    expect(await couldSuit({ countries: [643] }, { excludedOrderIds: new Set([1]) })).toBe(false);
  });

  it('makes none within a day of a visit, which told what it could', async () => {
    expect(await couldSuit({ deviceSystems: [1] }, { user: visited(23) })).toBe(false);
    expect(await couldSuit({ deviceSystems: [1] }, { user: visited(25) })).toBe(true);
  });

  it('makes none for places when no database tells where an address is', async () => {
    const settings = settingsWith({ GEOIP_CITY_DB: '' });
    expect(await couldSuit({ countries: [643] }, {}, settings)).toBe(false);
    expect(await couldSuit({ deviceTypes: ['mobile'] }, {}, settings)).toBe(true);
  });
});
