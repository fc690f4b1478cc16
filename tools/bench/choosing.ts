/**
 * What choosing costs: 4 sponsors among 1,000, 10,000 and 100,000 running orders with random targeting, and the worst
 * cases. The counters come from memory, so that only choosing is measured. `walk` is the bare search in the index, the
 * user's traits being known; `choose` is all of it. Over compiled code, since a development runner wraps each closure:
 *
 *     npx tsc -p tsconfig.json --noEmit false --incremental false --outDir dist/bench
 *     node --expose-gc dist/bench/tools/bench/choosing.js
 */
import { traitsOf } from '../../core/audience/index.js';
import type { Order } from '../../core/ports/order-store.js';
import { createCatalog } from '../../core/choosing/catalog.js';
import type { Chooser, Viewer } from '../../core/choosing/index.js';
import { rankingRules } from '../../core/choosing/ranking.js';
import { profileOf } from '../../core/choosing/targeting.js';
import { walk, type Query } from '../../core/choosing/walk.js';
import {
  countersWith,
  drawFrom,
  drawTargeting,
  drawUser,
  NOW_MS,
  orderWith,
  seededRandom,
  viewerWith,
  settingsWith,
  World,
} from '../../test/core/choosing-world.js';
import { atShare } from './table.js';

/** The first is not counted. */
const ROUNDS = 12;

const draw = drawFrom(seededRandom(1));

/** Each field is demanded by one order in ten; prices differ; some have themes, exclusions and daily windows. */
function randomOrder(orderId: number): Order {
  return orderWith(orderId, {
    accountId: draw.whole(1_000, 1_000 + 5_000),
    realPriceMicros: BigInt(draw.whole(500_000, 8_000_000)),
    adsType: draw.one(['channel', 'channel', 'bot', 'resource'] as const),
    targeting: drawTargeting(draw, 0.1),
    theme: draw.chance(0.5) ? draw.one(['news', 'crypto', 'games', 'ai']) : null,
    forbiddenThemes: draw.chance(0.1) ? ['adult'] : [],
    schedule: {
      startAtMs: null,
      startTimeSeconds: draw.chance(0.2) ? draw.whole(0, 12) * 3_600 : null,
      endTimeSeconds: draw.chance(0.2) ? draw.whole(13, 23) * 3_600 : null,
      excludedDays: [],
    },
  });
}

function demandingOrder(orderId: number, demand: Partial<Order['targeting']>): Order {
  const order = randomOrder(orderId);
  return { ...order, targeting: { ...order.targeting, ...demand } };
}

async function populate(count: number, make: (orderId: number) => Order) {
  const world = new World();
  for (let orderId = 1; orderId <= count; orderId++) {
    world.put(
      make(orderId),
      countersWith(orderId, {
        impressions: draw.whole(50, 5_000),
        subscribers: draw.whole(0, 50),
        quantityNow: 1,
      }),
    );
  }
  world.forget = true;
  const before = memory();
  const startMs = performance.now();
  const chooser = world.chooser(settingsWith({ EXPLORE_SHARE: '0.05' }), seededRandom(2));
  await chooser.sync();
  return { world, chooser, startMs: performance.now() - startMs, bytes: memory() - before };
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

/** Microseconds of each of many choices. */
async function measure(chooser: Chooser, viewers: readonly Viewer[], rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const viewer of viewers) {
      const startMs = performance.now();
      await chooser.choose(viewer, 4);
      if (round > 0) times.push((performance.now() - startMs) * 1_000);
    }
  }
  return times.sort((a, b) => a - b);
}

function report(name: string, times: readonly number[]): void {
  const [median, p99] = [0.5, 0.99].map((share) => atShare(times, share).toFixed(1).padStart(9));
  console.log(`${name.padEnd(58)}${median ?? ''}${p99 ?? ''}`);
}

const typical = Array.from({ length: 1_000 }, () => viewerWith({ user: drawUser(draw) }));

async function worstCases(count: number): Promise<void> {
  const random = await populate(count, randomOrder);
  const excluding = (excludedOrderIds: ReadonlySet<number>) =>
    measure(
      random.chooser,
      typical.map((viewer) => ({ ...viewer, excludedOrderIds })),
      3,
    );
  const some = new Set(Array.from({ length: 100 }, () => draw.whole(1, count)));
  report('a hundred exclusions', await excluding(some));

  const best = new Set<number>();
  for (const viewer of typical.slice(0, 5))
    for (const order of await random.chooser.choose(viewer, 100)) best.add(order.orderId);
  report(`exclusions of the best ${String(best.size)}`, await excluding(best));

  // Every order passes every field but the last: nothing can be left out early.
  const demanding = await populate(count, (orderId) => demandingOrder(orderId, { hasFakeCheck: true }));
  const suspicious = typical.map((viewer) => ({
    ...viewer,
    user: { ...viewer.user, languageCode: 'ru', suspiciousUntilMs: Number.MAX_SAFE_INTEGER },
  }));
  report('nothing matches', await measure(demanding.chooser, suspicious, 2));

  // Half of the orders fail in one field, half in another: no field leaves all of them out.
  const halves = await populate(count, (orderId) =>
    demandingOrder(orderId, orderId % 2 === 0 ? { hasFakeCheck: true } : { hasBio: true }),
  );
  const without = suspicious.map((viewer) => ({ ...viewer, user: { ...viewer.user, hasBio: false } }));
  report('nothing matches, by two fields together', await measure(halves.chooser, without, 2));

  const night = await populate(count, (orderId) => ({
    ...randomOrder(orderId),
    schedule: { startAtMs: null, startTimeSeconds: 21 * 3_600, endTimeSeconds: 22 * 3_600, excludedDays: [] },
  }));
  report('everything is closed now', await measure(night.chooser, typical, 2));

  const broke = await populate(count, randomOrder);
  for (const orderId of broke.world.orders.keys()) broke.world.count(orderId, { balanceMicros: 0n });
  report('no order is paid for', await measure(broke.chooser, typical, 2));
}

/** The bare walk, without traits and counters. */
async function measureWalks(world: World): Promise<number[]> {
  const settings = settingsWith();
  const catalog = createCatalog(world.ports(settings), rankingRules(settings), () => 0);
  await catalog.sync();
  const queries = typical.map((viewer): Query => ({
    viewer,
    profile: profileOf(traitsOf(viewer.user, NOW_MS)),
    assumed: null,
    leastPrice: 0,
    zone: 'UTC',
  }));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of queries) {
      const startMs = performance.now();
      const next = walk(catalog.ranking(query.viewer.bot, NOW_MS), query);
      for (let found = 0; found < 4; found++) if (next() === null) break;
      if (round > 0) times.push((performance.now() - startMs) * 1_000);
    }
  }
  return times.sort((a, b) => a - b);
}

async function changes({ world, chooser }: { world: World; chooser: Chooser }): Promise<number[]> {
  const times: number[] = [];
  for (let change = 0; change < 200; change++) {
    const order = randomOrder(1 + (change % 1_000));
    world.put(order, countersWith(order.orderId));
    const startMs = performance.now();
    await chooser.sync();
    times.push((performance.now() - startMs) * 1_000);
  }
  return times.sort((a, b) => a - b);
}

console.log(`${'µs'.padEnd(58)}${'median'.padStart(9)}${'p99'.padStart(9)}`);
for (const count of [1_000, 10_000, 100_000]) {
  const catalog = await populate(count, randomOrder);
  console.log(
    `${count.toLocaleString('en')} orders: ready after ${catalog.startMs.toFixed(0)} ms, ${(catalog.bytes / 1e6).toFixed(1)} MB`,
  );
  report('walk to 4', await measureWalks(catalog.world));
  report('choose 4', await measure(catalog.chooser, typical, ROUNDS));
  report('a sync with nothing new', await measureSyncs(catalog.chooser));
  report('one look at an order, to count why not', await looks(catalog.chooser));
  report('one change applied', await changes(catalog));
  await worstCases(count);
}

/** A second apart, so that each choice gets all the looks that it may have: 32. */
async function looks(chooser: Chooser): Promise<number[]> {
  const times: number[] = [];
  for (let choice = 0; choice < 2_000; choice++) {
    const viewer = viewerWith({ user: drawUser(draw), nowMs: NOW_MS + choice * 1_000 });
    const startMs = performance.now();
    void chooser.note(viewer);
    times.push(((performance.now() - startMs) * 1_000) / 32);
  }
  return times.sort((a, b) => a - b);
}

async function measureSyncs(chooser: Chooser): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < 2_000; index++) {
    const startMs = performance.now();
    await chooser.sync();
    times.push((performance.now() - startMs) * 1_000);
  }
  return times.sort((a, b) => a - b);
}
