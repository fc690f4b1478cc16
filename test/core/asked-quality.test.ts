/** Orders that ask for a least quality of the bots that show them (`core/choosing/chooser.ts`). */
import { expect, it } from 'vitest';
import { minBotQualities, type MinBotQuality } from '../../core/data/index.js';
import type { Chooser } from '../../core/choosing/index.js';
import { botWith, chosenIds, countersWith, NOW_MS, orderWith, reasons, World } from './choosing-world.js';

const MINUTE_MS = 60_000;
const OWNER = 9_000;

/** 25 orders for each thing to ask for, and one of the bot's owner for each. */
function worldOfAll(): { world: World; askedBy: Map<number, MinBotQuality> } {
  const world = new World();
  const askedBy = new Map<number, MinBotQuality>();
  for (let orderId = 1; orderId <= 104; orderId++) {
    const minBotQuality = minBotQualities[orderId % minBotQualities.length]!;
    const accountId = orderId > 100 ? OWNER : 500 + orderId;
    world.put(orderWith(orderId, { accountId, minBotQuality }), countersWith(orderId));
    askedBy.set(orderId, minBotQuality);
  }
  return { world, askedBy };
}

const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b);

it('are left out of bots below it, their owner’s own bots too, in the index and beside it', async () => {
  const { world, askedBy } = worldOfAll();
  const chooser = world.chooser();
  await chooser.sync();
  // Changed since the index was made: these are looked at one by one.
  for (const orderId of [4, 5, 6, 7]) world.change(orderId, { name: 'Changed' });
  await chooser.sync();
  const seen = new Set<number>();
  for (const botQuality of [0, 0.5, 0.799, 0.8, 0.899, 0.9, 0.999, 1, 1.2]) {
    const ids = await chosenIds(chooser, 200, { botQuality, bot: botWith({ accountId: OWNER }) });
    const expected = [...askedBy].filter(([, least]) => least <= botQuality).map(([orderId]) => orderId);
    expect(sorted(ids)).toEqual(expected);
    seen.add(ids.length);
  }
  expect([...seen]).toEqual([26, 52, 78, 104]);
});

it('are refused by a reason of their own, before a price that is too low', async () => {
  const world = new World();
  world.put(orderWith(1, { accountId: 501, minBotQuality: 0.9 }), countersWith(1));
  world.put(orderWith(2, { accountId: 502 }), countersWith(2));
  const chooser = world.chooser();
  await chooser.sync();
  const bot = botWith({ settings: { minPriceMicros: 10_000_000n } });
  expect(await reasons(chooser, { botQuality: 0.899 })).toEqual({ 1: 'below_min_bot_quality', 2: null });
  expect(await reasons(chooser, { botQuality: 0.899, bot })).toEqual({
    1: 'below_min_bot_quality',
    2: 'below_min_price',
  });
  expect(await reasons(chooser, { botQuality: 0.9 })).toEqual({ 1: null, 2: null });
});

async function askedWorld(): Promise<{ world: World; chooser: Chooser }> {
  const world = new World();
  world.quality = 0.7;
  world.put(orderWith(1, { accountId: 501, minBotQuality: 0 }), countersWith(1));
  const chooser = world.chooser();
  await chooser.sync();
  return { world, chooser };
}

it('cost a read of the bot’s quality in ten minutes, and none while there are no such orders', async () => {
  const { world, chooser } = await askedWorld();
  // Nobody knows, so an order that asks and comes right now is not shown.
  expect(await chooser.quality(botWith())).toBe(0);
  expect(world.qualityReads).toBe(0);

  world.change(1, { minBotQuality: 0.8 });
  await chooser.sync();
  const both = [chooser.quality(botWith()), chooser.quality(botWith())];
  expect(await Promise.all(both)).toEqual([0.7, 0.7]);
  world.quality = 0.9;
  world.nowMs = NOW_MS + 10 * MINUTE_MS - 1;
  expect(await chooser.quality(botWith())).toBe(0.7);
  expect(world.qualityReads).toBe(1);
  world.nowMs += 1;
  expect(await chooser.quality(botWith())).toBe(0.9);
  expect(world.qualityReads).toBe(2);
  // Each bot has its own.
  await chooser.quality(botWith({ botId: 7_002 }));
  expect(world.qualityReads).toBe(3);

  world.nowMs = NOW_MS + 60 * MINUTE_MS;
  for (const change of [{ minBotQuality: 0 as const }, { minBotQuality: 0.9 as const, isOn: false }]) {
    world.change(1, { ...change });
    await chooser.sync();
    expect(await chooser.quality(botWith())).toBe(0);
  }
  expect(world.qualityReads).toBe(3);
});

it('wait for a quality that could not be read, which the next list asks for again', async () => {
  const { world, chooser } = await askedWorld();
  world.change(1, { minBotQuality: 0.8 });
  await chooser.sync();
  world.quality = null;
  await expect(chooser.quality(botWith())).rejects.toThrow('no store');
  world.quality = 0.8;
  expect(await chooser.quality(botWith())).toBe(0.8);
});
