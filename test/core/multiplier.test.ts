/** What an order gets anyway (`core/choosing/multiplier.ts`). */
import { describe, expect, it } from 'vitest';
import { nextMultiplier } from '../../core/choosing/multiplier.js';
import {
  chosenIds,
  countersWith,
  NOW_MS,
  orderWith,
  seededRandom,
  settingsWith,
  viewerWith,
  World,
} from './choosing-world.js';

const HOUR_MS = 3_600_000;
const SHOWN = 1_000_000;
/** Noon: twelve hours of the day are left. */
const at = { nowMs: NOW_MS, zone: 'UTC', flow: null };
const one = { value: 1, atMs: 0 };
const moved = (
  order: Parameters<typeof orderWith>[1],
  counters: Parameters<typeof countersWith>[1],
  from = one,
) => nextMultiplier(from, orderWith(1, order), countersWith(1, counters), at).value;

describe('a pacing multiplier', () => {
  it('falls where the last hour’s joins, gone on with, bring more than is wanted today', () => {
    expect(moved({ quantityDay: 100 }, { today: 20, lastHour: 10 })).toBeCloseTo((121 / 81) ** -0.3, 6);
  });

  it('rises again where they bring less, and never above 1', () => {
    const low = { value: 0.5, atMs: 0 };
    expect(moved({ quantityDay: 100 }, { today: 20, lastHour: 5 }, low)).toBeCloseTo(
      0.5 * (81 / 61) ** 0.3,
      6,
    );
    expect(moved({ quantityDay: 100 }, { today: 20, lastHour: 1 })).toBe(1);
  });

  it('counts what the wallet pays for and what is left of all as wanted, too', () => {
    const joins = { today: 0, lastHour: 10 };
    expect(moved({ quantityAll: 1_000 }, joins)).toBe(1);
    expect(moved({ quantityAll: 1_000 }, { ...joins, quantityNow: 940 })).toBeLessThan(1);
    expect(moved({ quantityAll: 1_000 }, { ...joins, balanceMicros: 60n * 2_000_000n })).toBeLessThan(1);
  });

  it('moves no faster than by a quarter an hour, and never below 0.4', () => {
    expect(moved({ quantityDay: 10 }, { today: 9, lastHour: 500 })).toBeCloseTo(Math.exp(-0.3), 6);
    expect(moved({ quantityDay: 10 }, { today: 9, lastHour: 500 }, { value: 0.41, atMs: 0 })).toBe(0.4);
  });

  it('stays where nothing is wanted any more, and where the schedule showed it to nobody', () => {
    const half = { value: 0.5, atMs: 0 };
    expect(moved({ quantityDay: 10 }, { today: 10, lastHour: 5 }, half)).toBe(0.5);
    const night = {
      startAtMs: null,
      startTimeSeconds: 20 * 3_600,
      endTimeSeconds: 22 * 3_600,
      excludedDays: [],
    };
    expect(moved({ quantityDay: 10, schedule: night }, { lastHour: 0 }, half)).toBe(0.5);
  });
});

describe('an order that gets what it wants anyway', () => {
  /** Two orders alike, of which the first is a little better and wants forty today. */
  async function scene(ranking: string) {
    const world = new World();
    world.put(
      orderWith(1, { accountId: 501, quantityDay: 40 }),
      countersWith(1, { impressions: SHOWN, subscribers: 310_000, lastHour: 30 }),
    );
    world.put(
      orderWith(2, { accountId: 502 }),
      countersWith(2, { impressions: SHOWN, subscribers: 300_000, lastHour: 1 }),
    );
    const chooser = world.chooser(settingsWith({ RANKING: ranking }), seededRandom(3));
    const hours = async (count: number) => {
      for (let hour = 0; hour < count; hour++) {
        world.nowMs += HOUR_MS;
        world.count(2, { impressions: world.figures.get(2)!.impressions + 1 });
        // Read behind one list, ranked by behind the next.
        for (let time = 0; time < 3; time++) {
          await chooser.sync();
          await chosenIds(chooser, 2, { nowMs: world.nowMs });
        }
      }
      return chosenIds(chooser, 2, { nowMs: world.nowMs });
    };
    return { world, chooser, hours };
  }

  it('leaves its place to one that would fall short, and has it back when it falls short itself', async () => {
    const { world, hours } = await scene('learned');
    expect(await hours(2)).toEqual([2, 1]);
    world.count(1, { lastHour: 0 });
    expect(await hours(4)).toEqual([1, 2]);
  });

  it('is told what moved it', async () => {
    const { world, chooser, hours } = await scene('learned');
    await hours(2);
    const told = await chooser.explain(viewerWith({ nowMs: world.nowMs, shownOrderIds: new Map([[2, 1]]) }));
    const byId = new Map(told.map((order) => [order.orderId, order]));
    expect(byId.get(1)!.multiplier).toBeLessThan(0.8);
    expect(byId.get(2)).toMatchObject({ multiplier: 1, taste: 0.5 });
  });

  it('begins anew when its pace is changed, and with nothing else', async () => {
    const { world, chooser, hours } = await scene('learned');
    await hours(2);
    const multiplier = async () => {
      await chooser.sync();
      const told = await chooser.explain(viewerWith({ nowMs: world.nowMs }));
      return told.find(({ orderId }) => orderId === 1)!.multiplier;
    };
    world.change(1, { name: 'Another name' });
    expect(await multiplier()).toBeLessThan(0.8);
    world.change(1, { quantityDay: 4_000 });
    expect(await multiplier()).toBe(1);
  });

  it('stands where it stood by the smoothed rule', async () => {
    const { hours } = await scene('smoothed');
    expect(await hours(2)).toEqual([1, 2]);
  });
});
