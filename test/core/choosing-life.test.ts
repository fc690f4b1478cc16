import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createChooser } from '../../core/choosing/index.js';
import type { Order } from '../../core/ports/order-store.js';
import { partOf } from '../support/part.js';
import { bruteChoose, type Candidate } from './choosing-brute.js';
import {
  botWith,
  chosenIds as ids,
  countersWith,
  DAY_MS,
  drawCounters,
  drawFrom,
  drawOrder,
  drawViewer,
  NOW_MS,
  orderWith,
  reasons,
  seededRandom,
  settingsWith,
  World,
} from './choosing-world.js';

const MINUTE_MS = 60_000;
const own = { accountId: 601 };

describe('ranking', () => {
  it('is by price times the rate of subscribers per show, the older order first of equals', async () => {
    const world = new World();
    world.put(
      orderWith(1, { realPriceMicros: 9_000_000n }),
      countersWith(1, { impressions: 1_000, subscribers: 10 }),
    );
    world.put(
      orderWith(2, { realPriceMicros: 1_000_000n }),
      countersWith(2, { impressions: 1_000, subscribers: 900 }),
    );
    world.put(
      orderWith(3, { realPriceMicros: 1_000_000n }),
      countersWith(3, { impressions: 1_000, subscribers: 900 }),
    );
    const chooser = world.chooser();
    await chooser.sync();
    expect(await ids(chooser, 9)).toEqual([2, 3, 1]);
  });

  it('believes the expected rate of an order that nobody has seen, until it has its own', async () => {
    const world = new World();
    world.put(orderWith(1), countersWith(1, { impressions: 0, subscribers: 0 }));
    world.put(orderWith(2), countersWith(2, { impressions: 1_000, subscribers: 290 }));
    world.put(orderWith(3), countersWith(3, { impressions: 1_000, subscribers: 310 }));
    const chooser = world.chooser();
    await chooser.sync();
    expect(await ids(chooser, 3)).toEqual([3, 1, 2]);
  });

  it('follows the rates once a minute', async () => {
    const world = new World();
    for (const orderId of [1, 2]) world.put(orderWith(orderId));
    const chooser = world.chooser();
    await chooser.sync();
    world.count(2, { impressions: 200, subscribers: 150 });
    world.nowMs += MINUTE_MS - 1;
    await chooser.sync();
    expect(await ids(chooser, 2)).toEqual([1, 2]);
    expect(await ids(chooser, 2, { bot: botWith({ accountId: 501 }) })).toEqual([1, 2]);
    world.nowMs += 1;
    await chooser.sync();
    expect(await ids(chooser, 2)).toEqual([2, 1]);
    expect(await ids(chooser, 2, { bot: botWith({ accountId: 501 }) })).toEqual([2, 1]);
  });

  it('goes on when the clock is set back', async () => {
    const world = new World();
    for (const orderId of [1, 2]) world.put(orderWith(orderId));
    const chooser = world.chooser();
    await chooser.sync();
    world.count(2, { impressions: 200, subscribers: 150 });
    world.nowMs -= DAY_MS;
    await chooser.sync();
    expect(await ids(chooser, 2)).toEqual([2, 1]);
  });

  it('puts high priority first in own bots, and nowhere else', async () => {
    const world = new World();
    world.put(orderWith(1, { realPriceMicros: 5_000_000n }));
    world.put(orderWith(2, { ...own, isHighPriority: true, realPriceMicros: 1_000_000n }));
    world.put(orderWith(3, { ...own, realPriceMicros: 3_000_000n }));
    const chooser = world.chooser();
    await chooser.sync();
    expect(await ids(chooser, 3)).toEqual([2, 1, 3]);
    expect(await ids(chooser, 3, { bot: botWith({ accountId: 777 }) })).toEqual([1, 3, 2]);
  });
});

describe('the snapshot', () => {
  it('knows an order by its id while it runs', async () => {
    const world = new World();
    world.put(orderWith(1));
    const chooser = world.chooser();
    expect(chooser.order(1)).toBeUndefined();
    await chooser.sync();
    expect(chooser.order(1)?.name).toBe('An order');
    world.change(1, { name: 'Another' });
    await chooser.sync();
    expect(chooser.order(1)?.name).toBe('Another');
    world.change(1, { inArchive: true });
    await chooser.sync();
    expect(chooser.order(1)).toBeUndefined();
    expect(await ids(chooser, 1)).toEqual([]);
  });

  it('is whole for all who ask at once, and asked for once', async () => {
    const world = new World();
    for (let orderId = 1; orderId <= 2_500; orderId++) world.put(orderWith(orderId));
    let loads = 0;
    const catalog = world.catalog;
    Object.defineProperty(world, 'catalog', {
      value: { ...catalog, changedSince: (version: number) => ((loads += 1), catalog.changedSince(version)) },
    });
    const chooser = world.chooser();
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        await chooser.sync();
        return ids(chooser, 2);
      }),
    );
    expect(answers).toEqual(Array.from({ length: 5 }, () => [1, 2]));
    expect(loads).toBe(1);
  });

  it('shows a change to a caller that syncs after it, also while another sync is on its way', async () => {
    const world = new World();
    world.put(orderWith(1));
    const chooser = world.chooser();
    await chooser.sync();
    world.put(orderWith(2));
    const early = chooser.sync();
    world.put(orderWith(3));
    await chooser.sync();
    expect(await ids(chooser, 9)).toEqual([1, 2, 3]);
    await early;
  });

  it.each(['traffic', 'what orders did in the bot', 'rates'])(
    'fails no request where a reading behind it fails: %s',
    async (reading) => {
      const world = new World();
      world.put(orderWith(1));
      const learned = settingsWith({ RANKING: 'learned', PACING: 'forecast' });
      const { store, ...ports } = world.ports(learned, seededRandom(3));
      const fail = () => Promise.reject(new Error('too late'));
      const learning = { ...store.learning };
      const catalog = { ...store.catalog };
      if (reading === 'traffic') learning.traffic = fail;
      else if (reading === 'rates')
        // The first reading is of an order that is new, and the second of what is a minute old.
        vi.spyOn(catalog, 'counters')
          .mockImplementationOnce(store.catalog.counters)
          .mockImplementationOnce(fail);
      else learning.ofBot = fail;
      const warnings: Record<string, unknown>[] = [];
      const log = { ...ports.log, warn: (facts: Record<string, unknown>) => warnings.push(facts) };
      const chooser = createChooser({ ...ports, log, store: { ...store, learning, catalog } });
      for (let request = 0; request < 3; request++) {
        await chooser.sync();
        expect(await ids(chooser, 1)).toEqual([1]);
        await turn();
      }
      expect(warnings).toEqual([expect.objectContaining({ error: 'Error: too late' })]);
    },
  );

  it('comes back after a store that failed', async () => {
    const world = new World();
    world.put(orderWith(1));
    const catalog = world.catalog;
    let isDown = true;
    Object.defineProperty(world, 'catalog', {
      value: {
        ...catalog,
        changedSince: (version: number) =>
          isDown ? Promise.reject(new Error('down')) : catalog.changedSince(version),
      },
    });
    const chooser = world.chooser();
    await expect(chooser.sync()).rejects.toThrow('down');
    isDown = false;
    await chooser.sync();
    expect(await ids(chooser, 1)).toEqual([1]);
  });

  it('drops what a copy of the database that took over has not', async () => {
    const world = new World();
    world.put(orderWith(1));
    world.put(orderWith(2));
    const catalog = world.catalog;
    let takenOver: Order[] | null = null;
    Object.defineProperty(world, 'catalog', {
      value: {
        ...catalog,
        version: async () => (takenOver === null ? catalog.version() : 1_000),
        changedSince: async (version: number) =>
          takenOver === null
            ? catalog.changedSince(version)
            : { version: 1_000, orders: takenOver, isAll: true as const },
      },
    });
    const chooser = world.chooser();
    await chooser.sync();
    expect(await ids(chooser, 9)).toEqual([1, 2]);
    takenOver = [orderWith(2), orderWith(3)];
    world.put(orderWith(3));
    await chooser.sync();
    expect(chooser.order(1)).toBeUndefined();
    expect(await ids(chooser, 9)).toEqual([2, 3]);
  });

  it.each(partOf([1, 2, 3], 1))(
    'answers as a plain chooser does while a large index is being made anew under changes (seed %i)',
    async (seed) => {
      const draw = drawFrom(seededRandom(seed));
      const world = new World();
      const put = (orderId: number) => {
        // Without lite orders: where their line begins is tried elsewhere.
        const order = { ...drawOrder(draw, orderId), isLite: false };
        // Hundreds of orders share a wallet, which has to be worth choosing from.
        const balanceMicros = BigInt(draw.whole(0, 20_000)) * 1_000_000n;
        world.put(order, { ...drawCounters(draw, order), balanceMicros });
      };
      for (let orderId = 1; orderId <= 1_500; orderId++) put(orderId);
      const chooser = world.chooser();
      await chooser.sync();
      for (let round = 0; round < 40; round++) {
        // Rates stay as they were first read, since a change keeps them for its order.
        for (let change = 0; change < 20; change++) {
          const orderId = draw.whole(1, 1_500);
          if (draw.chance(0.3)) world.change(orderId, { isOn: draw.chance(0.5) });
          else {
            const { orderId: _, ...changed } = { ...drawOrder(draw, orderId), isLite: false };
            world.change(orderId, changed);
          }
        }
        if (draw.chance(0.5)) put(2_000 + round);
        await chooser.sync();
        // The new index is made in turns of the event loop; some pass between the changes.
        for (let turns = draw.whole(0, 3); turns > 0; turns--) await turn();
        const candidates = [...world.orders.values()]
          .filter((order) => order.isOn)
          .map((order): Candidate => ({ order, counters: world.figures.get(order.orderId)!, begins: null }));
        const viewer = drawViewer(
          draw,
          candidates.map(({ order }) => order.orderId),
        );
        expect(await ids(chooser, 100, viewer)).toEqual(bruteChoose(candidates, viewer, 100));
      }
    },
    60_000,
  );
});

describe('the schedule', () => {
  it('opens and closes with the minute, and starts with the second', async () => {
    const world = new World();
    const noon = 12 * 3_600;
    const schedule = {
      startAtMs: null,
      startTimeSeconds: noon,
      endTimeSeconds: noon + 120,
      excludedDays: [],
    };
    world.put(orderWith(1, { schedule }));
    const startAtMs = NOW_MS + 30_000;
    world.put(
      orderWith(2, { schedule: { ...schedule, startTimeSeconds: null, endTimeSeconds: null, startAtMs } }),
    );
    const chooser = world.chooser();
    await chooser.sync();
    const at = (seconds: number) => ids(chooser, 2, { nowMs: NOW_MS + seconds * 1_000 });
    expect(await at(-1)).toEqual([]);
    expect(await at(0)).toEqual([1]);
    expect(await at(29)).toEqual([1]);
    expect(await at(30)).toEqual([1, 2]);
    expect(await at(119)).toEqual([1, 2]);
    expect(await at(120)).toEqual([2]);
    expect(await reasons(chooser, { nowMs: NOW_MS - 1_000 })).toEqual({ 1: 'closed_now', 2: 'not_started' });
  });
});
