/** What a bot's quality moves in its lists (`core/choosing/multiplier.ts`). */
import { describe, expect, it } from 'vitest';
import type { Chooser } from '../../core/choosing/index.js';
import { heldBack } from '../../core/choosing/multiplier.js';
import {
  chosenIds,
  countersWith,
  orderWith,
  seededRandom,
  settingsWith,
  viewerWith,
  World,
} from './choosing-world.js';

const HOUR_MS = 3_600_000;
/** Impressions of each order: so many that drawn rates are hardly off. */
const SHOWN = 1_000_000;

interface Put {
  orderId: number;
  price: bigint;
  rate: number;
  /** Gets within the hour what it wants all day. */
  isSought?: boolean;
}

const sought = (rate: number): Put => ({ orderId: 1, price: 2_000_000n, rate, isSought: true });
const usual: Put = { orderId: 2, price: 2_000_000n, rate: 0.3 };
const cheap: Put = { orderId: 3, price: 1_000_000n, rate: 0.1 };

interface Scene {
  quality: number;
  /** Impressions in the bot. */
  shown?: number;
  settings?: Record<string, string>;
}

function put(world: World, { orderId, price, rate, isSought = false }: Put, shown = 0): void {
  const order = orderWith(orderId, {
    accountId: 500 + orderId,
    theme: null,
    realPriceMicros: price,
    quantityDay: isSought ? 40 : null,
  });
  const lastHour = isSought ? 30 : 1;
  world.put(order, countersWith(orderId, { impressions: SHOWN, subscribers: SHOWN * rate, lastHour }));
  if (shown > 0) world.inBot.push({ orderId, impressions: shown, subscribers: shown * rate });
}

function worldOf(orders: readonly Put[], { quality, shown }: Scene): World {
  const world = new World();
  world.quality = quality;
  for (const order of orders) put(world, order, shown);
  return world;
}

async function asked(world: World, scene: Scene): Promise<Chooser> {
  const chooser = world.chooser(settingsWith({ RANKING: 'learned', ...scene.settings }), seededRandom(3));
  await later(world, chooser);
  return chooser;
}

/** An hour on, when multipliers have moved once: by a quarter, to 0.74. */
async function later(world: World, chooser: Chooser): Promise<void> {
  world.nowMs += HOUR_MS;
  world.count(2, { impressions: world.figures.get(2)!.impressions + 1 });
  // What is known of the bot is asked for behind the first answer, and ranked by behind one of the next.
  for (let time = 0; time < 4; time += 1) {
    await chooser.sync();
    await chosenIds(chooser, 4, { nowMs: world.nowMs });
  }
}

async function listOf(orders: readonly Put[], scene: Scene): Promise<number[]> {
  const world = worldOf(orders, scene);
  return chosenIds(await asked(world, scene), 3, { nowMs: world.nowMs });
}

describe('what an order keeps back', () => {
  it('is what it keeps back anyway where a bot is like others, more where subscribers leave, less where they stay', () => {
    expect(heldBack(0.7, 1)).toBe(0.7);
    expect(heldBack(0.9, 0.7)).toBeCloseTo(1 - 0.1 / 0.343, 9);
    expect(heldBack(0.7, 1.2)).toBeCloseTo(1 - 0.3 / 1.728, 9);
  });

  it('is nothing where it would fall short, whatever the bot', () => {
    expect([0.5, 0.8, 1, 1.2].map((quality) => heldBack(1, quality))).toEqual([1, 1, 1, 1]);
  });

  it('is three quarters at most', () => {
    expect([heldBack(0.4, 0.5), heldBack(0.75, 0.5)]).toEqual([0.25, 0.25]);
  });
});

describe.each([
  { of: 'with a ranking of its own', shown: 10_000 },
  { of: 'without one', shown: 0 },
])('a bot $of', ({ shown }) => {
  // 0.45 × 0.74 beside 0.3; where subscribers leave it is 0.45 × 0.25.
  const orders = [sought(0.45), usual, cheap];

  it('shows who gets enough anyway where users stay as elsewhere, and later where they leave', async () => {
    expect(await listOf(orders, { quality: 1, shown })).toEqual([1, 2, 3]);
    expect(await listOf(orders, { quality: 0.5, shown })).toEqual([2, 1, 3]);
  });

  it('shows who would fall short where it stands anyway, dear or not', async () => {
    const dear = { orderId: 1, price: 8_000_000n, rate: 0.1 };
    expect(await listOf([dear, usual, cheap], { quality: 0.5, shown })).toEqual([1, 2, 3]);
  });

  it.each([{ RANKING: 'smoothed' }, { RANK_BY_QUALITY: '0' }])(
    'is ranked as all where that is set: %o',
    async (settings) => {
      expect(await listOf(orders, { quality: 0.5, shown, settings })).toEqual([1, 2, 3]);
    },
  );
});

it('a bot whose users stay shows who gets enough anyway sooner', async () => {
  // 0.37 × 0.74 beside 0.3; with 1.2 it is 0.37 × 0.85.
  const orders = [sought(0.37), usual, cheap];
  expect(await listOf(orders, { quality: 1, shown: 10_000 })).toEqual([2, 1, 3]);
  expect(await listOf(orders, { quality: 1.2, shown: 10_000 })).toEqual([1, 2, 3]);
});

it('a small bot with a quality near 1 is ranked as all', async () => {
  const orders = [sought(0.45), usual, cheap];
  expect(await listOf(orders, { quality: 0.85, shown: 0 })).toEqual([1, 2, 3]);
  expect(await listOf(orders, { quality: 0.849, shown: 0 })).toEqual([2, 1, 3]);
});

it('an explanation says what the rank is multiplied with in this bot', async () => {
  const multiplierIn = async (quality: number) => {
    const scene = { quality, shown: 10_000 };
    const world = worldOf([sought(0.45), usual], scene);
    const told = await (await asked(world, scene)).explain(viewerWith({ nowMs: world.nowMs }));
    return told.map(({ orderId, multiplier }) => [orderId, Number(multiplier.toFixed(3))]).sort();
  };
  expect(await multiplierIn(1)).toEqual([
    [1, 0.741],
    [2, 1],
  ]);
  expect(await multiplierIn(1.2)).toEqual([
    [1, 0.85],
    [2, 1],
  ]);
});

it('orders that come and go are in the ranking of poor bots, too, and a pause in asking ends it', async () => {
  const scene = { quality: 0.5 };
  const world = worldOf([sought(0.45), usual, cheap], scene);
  const chooser = await asked(world, scene);
  put(world, { orderId: 4, price: 2_000_000n, rate: 0.6 });
  await chooser.sync();
  expect((await chosenIds(chooser, 4, { nowMs: world.nowMs })).toSorted()).toEqual([1, 2, 3, 4]);
  // After a rest it is made anew of what is known then, and says the same.
  await later(world, chooser);
  expect(await chosenIds(chooser, 4, { nowMs: world.nowMs })).toEqual([4, 2, 1, 3]);
});
