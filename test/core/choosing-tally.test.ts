import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Chooser } from '../../core/choosing/index.js';
import { defaultTargeting } from '../../core/terms/targeting.js';
import {
  botWith,
  countersWith,
  drawCounters,
  drawFrom,
  drawOrder,
  drawViewer,
  NOW_MS,
  orderWith,
  reasons,
  seededRandom,
  viewerWith,
  World,
} from './choosing-world.js';

/** What was counted, as `order reason` → times. */
class Counted {
  readonly times = new Map<string, number>();
  note = (orderId: number, reason: string, times: number): void => {
    const key = `${String(orderId)} ${reason}`;
    this.times.set(key, (this.times.get(key) ?? 0) + times);
  };
  of(orderId: number): number {
    return [...this.times]
      .filter(([key]) => key.startsWith(`${String(orderId)} `))
      .reduce((sum, [, times]) => sum + times, 0);
  }
}

async function ready(world: World): Promise<{ chooser: Chooser; counted: Counted }> {
  const counted = new Counted();
  world.noteIneligible = counted.note;
  const chooser = world.chooser();
  await chooser.sync();
  return { chooser, counted };
}

describe('ineligibility reasons are counted', () => {
  it('exactly, for as many orders and choices as a small service has', async () => {
    const world = new World();
    world.put(orderWith(1, { targeting: { ...defaultTargeting(), languages: null, gender: 'male' } }));
    world.put(orderWith(2), countersWith(2, { balanceMicros: 0n }));
    world.put(orderWith(3));
    const { chooser, counted } = await ready(world);
    const settledOrderIds = new Set([3]);
    for (let choice = 0; choice < 5; choice++) {
      void chooser.note(viewerWith(choice === 0 ? { settledOrderIds } : {}));
    }
    await turn();
    expect(Object.fromEntries(counted.times)).toEqual({
      '1 gender_unknown': 5,
      '2 no_money': 5,
      '3 settled': 1,
    });
    expect(Object.fromEntries(chooser.ineligibilityCounts())).toEqual({
      gender_unknown: 5,
      no_money: 5,
      settled: 1,
    });
  });

  it('for the reason that explaining gives, whatever the orders and users', async () => {
    const draw = drawFrom(seededRandom(7));
    for (let round = 0; round < 200; round++) {
      const world = new World();
      for (let orderId = 1; orderId <= 20; orderId++) {
        const order = drawOrder(draw, orderId);
        world.put(order, drawCounters(draw, order));
      }
      const { chooser, counted } = await ready(world);
      const viewer = drawViewer(draw, [...world.orders.keys()]);
      void chooser.note(viewer);
      await turn();
      const explained = Object.entries(await reasons(chooser, viewer)).flatMap(([orderId, reason]) =>
        reason === null ? [] : [[`${orderId} ${reason}`, 1]],
      );
      expect(Object.fromEntries(counted.times)).toEqual(Object.fromEntries(explained));
    }
  });

  it('in turn where there are many orders, each look standing for the choices since the last', async () => {
    const world = new World();
    const orders = 1_000;
    for (let orderId = 1; orderId <= orders; orderId++) world.put(orderWith(orderId, { places: 0 }));
    const { chooser, counted } = await ready(world);
    const choices = 10_000;
    for (let choice = 0; choice < choices; choice++) {
      const nowMs = NOW_MS + choice * 10;
      void chooser.note(viewerWith({ nowMs, bot: botWith({ accountId: 999 }) }));
    }
    await turn();
    for (let orderId = 1; orderId <= orders; orderId++) {
      const times = counted.of(orderId);
      // 500 looks a second come back to it within two, of 100 choices each.
      expect(times).toBeGreaterThan(choices - 250);
      expect(times).toBeLessThanOrEqual(choices);
    }
  });

  it('at no more than so many looks a second, however many choices there are', async () => {
    const world = new World();
    for (let orderId = 1; orderId <= 100; orderId++) world.put(orderWith(orderId));
    const { chooser } = await ready(world);
    world.asked.length = 0;
    for (let choice = 0; choice < 5_000; choice++) void chooser.note(viewerWith());
    await turn();
    expect(world.asked.flat()).toHaveLength(500);
    void chooser.note(viewerWith({ nowMs: NOW_MS + 40 }));
    // A clock that was set back gives nothing for it.
    void chooser.note(viewerWith({ nowMs: NOW_MS - 60_000 }));
    await turn();
    expect(world.asked.flat()).toHaveLength(520);
  });

  it('also of orders that come and go meanwhile', async () => {
    const world = new World();
    for (let orderId = 1; orderId <= 3; orderId++) world.put(orderWith(orderId, { places: 0 }));
    const { chooser, counted } = await ready(world);
    const stranger = viewerWith({ bot: botWith({ accountId: 999 }) });
    void chooser.note(stranger);
    world.change(2, { isOn: false });
    world.put(orderWith(4, { places: 0 }));
    await chooser.sync();
    void chooser.note(stranger);
    await turn();
    expect([1, 2, 3, 4].map((orderId) => counted.of(orderId))).toEqual([2, 1, 2, 1]);
  });
});
