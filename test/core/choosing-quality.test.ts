/** What a bot's quality moves in its lists (`core/sponsors/choosing/worth.ts`). */
import { describe, expect, it } from 'vitest';
import type { Chooser } from '../../core/sponsors/choosing/index.js';
import { worthOf } from '../../core/sponsors/choosing/worth.js';
import {
  chosenIds,
  countersWith,
  NOW_MS,
  orderWith,
  seededRandom,
  settingsWith,
  World,
} from './choosing-world.js';

const MINUTE_MS = 60_000;
/** Impressions of each order: so many that drawn rates are hardly off. */
const SHOWN = 1_000_000;

interface Put {
  orderId: number;
  price: bigint;
  rate: number;
}

/** The usual price is 2; one order pays four times as much, and is joined less. */
const dear = (rate: number): Put => ({ orderId: 1, price: 8_000_000n, rate });
const usual: Put = { orderId: 2, price: 2_000_000n, rate: 0.3 };
const cheap: Put = { orderId: 3, price: 1_000_000n, rate: 0.1 };

interface Scene {
  quality: number;
  /** Impressions in the bot. */
  shown?: number;
  settings?: Record<string, string>;
}

function worldOf(orders: readonly Put[], { quality, shown = 0 }: Scene): World {
  const world = new World();
  world.quality = quality;
  for (const { orderId, price, rate } of orders) {
    const order = orderWith(orderId, { accountId: 500 + orderId, theme: null, realPriceMicros: price });
    world.put(order, countersWith(orderId, { impressions: SHOWN, subscribers: SHOWN * rate }));
    if (shown > 0) world.inBot.push({ orderId, impressions: shown, subscribers: shown * rate });
  }
  return world;
}

async function asked(world: World, scene: Scene): Promise<Chooser> {
  const chooser = world.chooser(settingsWith({ RANKING: 'learned', ...scene.settings }), seededRandom(3));
  // What is known of the bot is asked for behind the first answer, and ranked by behind one of the next.
  for (let time = 0; time < 3; time += 1) {
    await chooser.sync();
    await chosenIds(chooser, 3);
  }
  return chooser;
}

const listOf = async (orders: readonly Put[], scene: Scene): Promise<number[]> =>
  chosenIds(await asked(worldOf(orders, scene), scene), 3);

describe('what a price counts for', () => {
  it('is the price where a bot is like others, drawn to the usual one where subscribers leave, and away where they stay', () => {
    expect(worthOf(8, 1, 2)).toBe(8);
    expect(worthOf(8, 0.5, 2)).toBeCloseTo(4, 9);
    expect(worthOf(0.5, 0.5, 2)).toBeCloseTo(1, 9);
    expect(worthOf(8, 1.2, 2)).toBeCloseTo(2 * 4 ** 1.2, 9);
    expect([worthOf(2, 0.5, 2), worthOf(2, 1.2, 2)]).toEqual([2, 2]);
    expect([worthOf(0, 0.5, 2), worthOf(8, 0.5, 0)]).toEqual([0, 8]);
  });
});

describe.each([
  { of: 'with a ranking of its own', shown: 10_000 },
  { of: 'without one', shown: 0 },
])('a bot $of', ({ shown }) => {
  it('shows who pays more first where users stay as elsewhere, and later where they leave', async () => {
    // 8 × 0.1 beside 2 × 0.3; drawn to the usual price by 0.5 it is 4 × 0.1, by 0.7 (what small bots share) 5.3 × 0.1.
    const orders = [dear(0.1), usual, cheap];
    expect(await listOf(orders, { quality: 1, shown })).toEqual([1, 2, 3]);
    expect(await listOf(orders, { quality: 0.5, shown })).toEqual([2, 1, 3]);
  });

  it.each([{ RANKING: 'smoothed' }, { RANK_BY_QUALITY: '0' }])(
    'is ranked as all where that is set: %o',
    async (settings) => {
      const orders = [dear(0.1), usual, cheap];
      expect(await listOf(orders, { quality: 0.5, shown, settings })).toEqual([1, 2, 3]);
    },
  );
});

it('a bot whose users stay shows who pays more sooner', async () => {
  // 8 × 0.07 beside 2 × 0.3; with 1.2 it is 10.6 × 0.07.
  const orders = [dear(0.07), usual, cheap];
  expect(await listOf(orders, { quality: 1, shown: 10_000 })).toEqual([2, 1, 3]);
  expect(await listOf(orders, { quality: 1.2, shown: 10_000 })).toEqual([1, 2, 3]);
});

it('a small bot with a quality near 1 is ranked as all', async () => {
  const orders = [dear(0.1), usual, cheap];
  expect(await listOf(orders, { quality: 0.85, shown: 0 })).toEqual([1, 2, 3]);
  expect(await listOf(orders, { quality: 0.849, shown: 0 })).toEqual([2, 1, 3]);
});

it('orders that come and go are in the ranking of poor bots, too, and a pause in asking ends it', async () => {
  const scene = { quality: 0.5 };
  const world = worldOf([dear(0.1), usual, cheap], scene);
  const chooser = await asked(world, scene);
  const better = { orderId: 4, price: 2_000_000n, rate: 0.6 };
  const order = orderWith(4, { accountId: 504, theme: null, realPriceMicros: better.price });
  world.put(order, countersWith(4, { impressions: SHOWN, subscribers: SHOWN * better.rate }));
  await chooser.sync();
  expect((await chosenIds(chooser, 4)).toSorted()).toEqual([1, 2, 3, 4]);
  // After a rest it is made anew of what is known then, and says the same.
  world.nowMs = NOW_MS + 30 * MINUTE_MS;
  world.count(2, { impressions: SHOWN + 1 });
  await chooser.sync();
  const later = { nowMs: world.nowMs };
  for (let time = 0; time < 3; time += 1) {
    await chosenIds(chooser, 4, later);
    await chooser.sync();
  }
  expect(await chosenIds(chooser, 4, later)).toEqual([4, 2, 1, 3]);
});
