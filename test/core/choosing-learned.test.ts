/** The ranking that learns (`core/choosing/beliefs.ts`, `tastes.ts`, `shelves.ts`, `trial.ts`). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderCounters } from '../../core/ports/order-store.js';
import { createCatalog } from '../../core/choosing/catalog.js';
import { createInBots } from '../../core/choosing/in-bots.js';
import { createChooser, type Chooser, type Viewer } from '../../core/choosing/index.js';
import { rankingRules } from '../../core/choosing/ranking.js';
import { bruteChoose, thingToJoin } from './choosing-brute.js';
import {
  botWith,
  chosenIds,
  countersWith,
  drawCounters,
  drawFrom,
  drawOrder,
  drawViewer,
  NOW_MS,
  orderWith,
  seededRandom,
  viewerWith,
  settingsWith,
  World,
} from './choosing-world.js';

const MINUTE_MS = 60_000;
const settings = settingsWith({ RANKING: 'learned' });

/** An order that was shown so often, `subscribers` of whom joined. */
function put(world: World, orderId: number, more: Partial<OrderCounters>, theme: string | null = null): void {
  world.put(orderWith(orderId, { accountId: 500 + orderId, theme }), countersWith(orderId, more));
}

/** Who stood first in this many rankings, a minute apart. */
async function firsts(world: World, chooser: Chooser, rounds: number): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    world.nowMs += MINUTE_MS;
    // Somebody saw something, so that there is a reason to rank again.
    world.count(1, { impressions: world.figures.get(1)!.impressions + 1 });
    await chooser.sync();
    const [first = 0] = await chosenIds(chooser, 2, { nowMs: world.nowMs });
    await chooser.sync();
    found.push(first);
  }
  return found;
}

const countOf = (list: readonly number[], wanted: number) => list.filter((one) => one === wanted).length;

describe('a ranking that learns', () => {
  it('puts an order of which nothing is known before a known one in some rankings, and one that did badly hardly ever', async () => {
    const world = new World();
    put(world, 1, { impressions: 10_000, subscribers: 3_000 });
    put(world, 2, { impressions: 0, subscribers: 0 });
    put(world, 3, { impressions: 2_000, subscribers: 200 });
    const chooser = world.chooser(settings, seededRandom(5));
    const found = await firsts(world, chooser, 200);
    expect(countOf(found, 2)).toBeGreaterThan(20);
    expect(countOf(found, 1)).toBeGreaterThan(60);
    expect(countOf(found, 3)).toBeLessThan(10);
  });

  it('tries a new order the less, the more it was shown in vain', async () => {
    const times: number[] = [];
    for (const shows of [0, 60, 300]) {
      const world = new World();
      put(world, 1, { impressions: 10_000, subscribers: 3_000 });
      put(world, 2, { impressions: shows, subscribers: 0 });
      const chooser = world.chooser(settings, seededRandom(6));
      times.push(countOf(await firsts(world, chooser, 150), 2));
    }
    expect(times[0]).toBeGreaterThan(times[1]!);
    expect(times[2]).toBe(0);
  });

  it('does not hold against an order that those who see it now have not joined yet', async () => {
    const found: number[] = [];
    for (const openShows of [0, 200]) {
      const world = new World();
      put(world, 1, { impressions: 10_000, subscribers: 2_000 });
      put(world, 2, { impressions: 200, subscribers: 0, pendingImpressions: openShows });
      const chooser = world.chooser(settings, seededRandom(7));
      found.push(countOf(await firsts(world, chooser, 100), 2));
    }
    expect(found[0]).toBe(0);
    expect(found[1]).toBeGreaterThan(20);
  });

  it('expects of a new order what orders of its theme do', async () => {
    const world = new World();
    for (let orderId = 1; orderId <= 20; orderId++)
      put(
        world,
        orderId,
        { impressions: 1_000, subscribers: orderId % 2 === 0 ? 500 : 50 },
        orderId % 2 === 0 ? 'news' : 'crypto',
      );
    put(world, 21, { impressions: 0, subscribers: 0 }, 'news');
    put(world, 22, { impressions: 0, subscribers: 0 }, 'crypto');
    const chooser = world.chooser(settings, seededRandom(8));
    let before = 0;
    for (let round = 0; round < 100; round++) {
      world.nowMs += MINUTE_MS;
      world.count(1, { impressions: 1_000 + round });
      await chooser.sync();
      const ids = await chosenIds(chooser, 22, { nowMs: world.nowMs });
      await chooser.sync();
      if (ids.indexOf(21) < ids.indexOf(22)) before += 1;
    }
    expect(before).toBeGreaterThan(75);
  });
});

describe('a bot with users of its own kind', () => {
  /** Two orders that do alike on the whole, and differ in one bot. */
  async function scene(shows: number): Promise<Chooser> {
    const world = new World();
    put(world, 1, { impressions: 20_000, subscribers: 4_000 });
    put(world, 2, { impressions: 20_000, subscribers: 4_000 });
    world.inBot = [
      { orderId: 1, impressions: shows, subscribers: 0 },
      { orderId: 2, impressions: shows, subscribers: Math.round(shows / 2) },
    ];
    const chooser = world.chooser(settings, seededRandom(9));
    await chooser.sync();
    // What was done in the bot is asked for behind the first answer.
    await chosenIds(chooser, 2);
    await chooser.sync();
    return chooser;
  }

  it('is shown what its own users join', async () => {
    expect(await chosenIds(await scene(2_000), 2)).toEqual([2, 1]);
  });

  it('is ranked as all bots are while it has been shown little', async () => {
    const world = new World();
    put(world, 1, { impressions: 20_000, subscribers: 6_000 });
    put(world, 2, { impressions: 20_000, subscribers: 2_000 });
    world.inBot = [{ orderId: 2, impressions: 50, subscribers: 50 }];
    const chooser = world.chooser(settings, seededRandom(9));
    await chooser.sync();
    await chosenIds(chooser, 2);
    await chooser.sync();
    expect(await chosenIds(chooser, 2)).toEqual([1, 2]);
  });
});

describe('a user of whom something is known', () => {
  async function scene(more: Partial<Viewer>, orders = 30): Promise<number[]> {
    const world = new World();
    for (let orderId = 1; orderId <= orders; orderId++)
      put(
        world,
        orderId,
        { impressions: 50_000, subscribers: 15_000 - orderId * 10 },
        orderId % 2 === 0 ? 'news' : 'crypto',
      );
    const chooser = world.chooser(settings, seededRandom(3));
    await chooser.sync();
    return chosenIds(chooser, 4, more);
  }

  it('is shown more of the theme of what they joined', async () => {
    const joined = new Set([20, 22, 24, 26, 28]);
    const [none, some] = [await scene({}), await scene({ settledOrderIds: joined })];
    const news = (ids: readonly number[]) => ids.filter((id) => id % 2 === 0).length;
    expect(news(some)).toBe(4);
    expect(news(none)).toBeLessThan(4);
  });

  it('is shown less of the theme of what they left alone, though nothing of it is on offer again', async () => {
    const left = new Map([21, 23, 25, 27, 29].map((id) => [id, 2]));
    const [none, some] = [await scene({}), await scene({ shownOrderIds: left })];
    const crypto = (ids: readonly number[]) => ids.filter((id) => id % 2 === 1).length;
    expect(crypto(none)).toBeGreaterThan(0);
    expect(crypto(some)).toBeLessThan(crypto(none));
  });

  it('says more of a theme by a join, the less they join of all that they are shown', async () => {
    const world = new World();
    for (let orderId = 1; orderId <= 10; orderId++)
      put(world, orderId, { impressions: 50_000, subscribers: 15_000 }, orderId <= 5 ? 'news' : 'crypto');
    const chooser = world.chooser(settings, seededRandom(3));
    await chooser.sync();
    const tasteFor = async (left: readonly number[]) => {
      const shownOrderIds = new Map(left.map((id) => [id, 1]));
      const told = await chooser.explain(viewerWith({ settledOrderIds: new Set([1]), shownOrderIds }));
      return told.find(({ orderId }) => orderId === 2)!.taste;
    };
    expect(await tasteFor([])).toBeGreaterThan(1);
    expect(await tasteFor([6, 7, 8, 9])).toBeGreaterThan(await tasteFor([]));
  });

  it('is shown something else than what they left alone', async () => {
    const before = await scene({});
    const after = await scene({ shownOrderIds: new Map(before.map((id) => [id, 2])) });
    expect(after.filter((id) => before.includes(id))).toEqual([]);
  });

  it('still sees the high-priority orders of the bot’s owner first', async () => {
    const world = new World();
    for (let orderId = 1; orderId <= 8; orderId++) put(world, orderId, {}, 'news');
    world.put(
      orderWith(9, { accountId: 601, isHighPriority: true, theme: 'crypto', realPriceMicros: 500_000n }),
    );
    const chooser = world.chooser(settings, seededRandom(3));
    await chooser.sync();
    const viewer = { settledOrderIds: new Set([7, 8]), shownOrderIds: new Map([[9, 3]]) };
    expect((await chosenIds(chooser, 3, viewer))[0]).toBe(9);
  });
});

/** What may be chosen hangs on no ranking: only the order of preference does. */
describe('the learned ranking', () => {
  it('lets through exactly what the smoothed one does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const draw = drawFrom(seededRandom(seed));
        const world = new World();
        for (let orderId = 1; orderId <= 60; orderId++) {
          const order = { ...drawOrder(draw, orderId), isLite: false };
          world.put(order, drawCounters(draw, order));
        }
        world.inBot = [...world.orders.keys()].map((orderId) => ({
          orderId,
          impressions: 30,
          subscribers: draw.whole(0, 20),
        }));
        const chooser = world.chooser(settings, seededRandom(seed));
        await chooser.sync();
        const viewer = drawViewer(draw, [...world.orders.keys()]);
        const shownOrderIds = new Map([...world.orders.keys()].map((id) => [id, draw.whole(0, 2)]));
        await chooser.choose(viewer, 1);
        await chooser.sync();
        const chosen = await chooser.choose({ ...viewer, shownOrderIds }, 100);
        const candidates = [...world.orders.values()].map((order) => ({
          order,
          counters: world.figures.get(order.orderId)!,
          begins: null,
        }));
        // Of two orders for one thing each rule keeps the one that it ranks higher: the things are the same.
        const things = (ids: readonly number[]) => ids.map((id) => thingToJoin(world.orders.get(id)!)).sort();
        expect(things(chosen.map(({ orderId }) => orderId))).toEqual(
          things(bruteChoose(candidates, viewer, 100)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('keeps step with orders that come and go', async () => {
    const world = new World();
    for (let orderId = 1; orderId <= 40; orderId++) put(world, orderId, {});
    world.inBot = [{ orderId: 1, impressions: 500, subscribers: 100 }];
    const chooser = world.chooser(settings, seededRandom(4));
    await chooser.sync();
    await chosenIds(chooser, 1);
    for (let round = 0; round < 30; round++) {
      world.nowMs += 20_000;
      world.change(1 + (round % 40), { isOn: round % 3 === 0 });
      put(world, 100 + round, {});
      world.count(1, { impressions: 100 + round });
      await chooser.sync();
      const running = [...world.orders.values()].filter(({ isOn }) => isOn).map(({ orderId }) => orderId);
      const ids = await chosenIds(chooser, 200, { nowMs: world.nowMs });
      expect(ids.toSorted((a, b) => a - b)).toEqual(running.toSorted((a, b) => a - b));
    }
  });
});

describe('a trial of the other ranking', () => {
  it('takes its share of the bots, each of them always', async () => {
    const world = new World();
    // By the smoothed rule the first stands first; a learned one draws now and then otherwise.
    put(world, 1, { impressions: 40, subscribers: 13 });
    put(world, 2, { impressions: 40, subscribers: 12 });
    const trial = settingsWith({ RANKING: 'smoothed', RANKING_TRIAL_SHARE: '0.25' });
    const chooser = world.chooser(trial, seededRandom(11));
    const bots = Array.from({ length: 200 }, (_, index) => botWith({ botId: 7_000_000 + index * 37 }));
    const moved = new Set<number>();
    for (let round = 0; round < 20; round++) {
      world.nowMs += MINUTE_MS;
      world.count(1, { balanceMicros: 1_000_000_000n, impressions: 40 + (round % 2) });
      await chooser.sync();
      for (const bot of bots) {
        const [first] = await chooser.choose(viewerWith({ bot, nowMs: world.nowMs }), 1);
        if (first?.orderId === 2) moved.add(bot.botId);
      }
    }
    expect(moved.size).toBeGreaterThan(200 * 0.15);
    expect(moved.size).toBeLessThan(200 * 0.35);
  });
});

describe('what was done in a bot', () => {
  /** A world whose bots were shown order 1 so often, and which of them were asked about when. */
  function worldOf(impressions: number) {
    const world = new World();
    put(world, 1, {});
    const ports = world.ports(settings, seededRandom(1));
    const asked: { botId: number; fromDay: number; toDay: number }[] = [];
    const learning = {
      ...ports.store.learning,
      ofBot: (botId: number, fromDay: number, toDay: number) => {
        asked.push({ botId, fromDay, toDay });
        return Promise.resolve([{ orderId: 1, impressions, subscribers: 0 }]);
      },
    };
    return { world, ports: { ...ports, store: { ...ports.store, learning } }, asked };
  }

  it.each([
    { of: 'a bot that is ranked as all are', impressions: 10 },
    { of: 'a bot with a ranking of its own', impressions: 500 },
  ])(
    'is asked for no more often than every ten minutes, of the week until then: $of',
    async ({ impressions }) => {
      const { world, ports, asked } = worldOf(impressions);
      const chooser = createChooser(ports);
      for (let minute = 0; minute < 30; minute++) {
        world.nowMs += MINUTE_MS;
        // Somebody saw something, so that there is a reason to rank again.
        world.count(1, { impressions: minute });
        await chooser.sync();
        await chooser.choose(viewerWith({ nowMs: world.nowMs }), 1);
      }
      expect(asked).toHaveLength(3);
      for (const { fromDay, toDay } of asked) expect(toDay - fromDay).toBe(6);
    },
  );

  it('is kept order by order only of bots that need it, as long as they do', async () => {
    const { ports } = worldOf(500);
    const inBots = createInBots(ports, (botId) => botId === 1);
    for (const botId of [1, 2]) inBots.of(botId, NOW_MS);
    await expect.poll(() => [1, 2].map((botId) => inBots.last(botId).impressions)).toEqual([500, 500]);
    expect([1, 2].map((botId) => inBots.last(botId).shown?.size)).toEqual([1, undefined]);
    inBots.drop(1);
    expect(inBots.last(1)).toMatchObject({ shown: null, impressions: 500 });
  });
});

it('orders that change leave nothing behind, where no bot is ranked by the rule that looks for newcomers', async () => {
  const world = new World();
  put(world, 1, { impressions: 0 });
  const ports = world.ports(settings, seededRandom(1));
  const catalog = createCatalog(ports, rankingRules(settings), () => 0);
  for (let change = 0; change < 3; change++) {
    world.change(1, { name: `Order ${String(change)}` });
    await catalog.sync();
  }
  expect(catalog.get(1)?.order.name).toBe('Order 2');
  expect(catalog.newcomers()).toEqual([]);
});
