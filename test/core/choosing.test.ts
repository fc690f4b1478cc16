import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../core/ports/order-store.js';
import { sayIneligible } from '../../words/reasons.js';
import { timesOf } from '../support/part.js';
import {
  bruteAvailable,
  bruteChoose,
  bruteCouldSuit,
  type Candidate,
  reasonsAgainst,
} from './choosing-brute.js';
import {
  drawCounters,
  drawFrom,
  drawOrder,
  drawViewer,
  NOW_MS,
  seededRandom,
  World,
} from './choosing-world.js';

/** A random world: orders that were there at the start, and some that came, went or changed since. */
async function makeState(seed: number, orderCount: number, changeCount: number) {
  const draw = drawFrom(seededRandom(seed));
  const world = new World();
  const chooser = world.chooser();
  /** What the chooser has seen, with where each order's even line begins. */
  const seen = new Map<number, { order: Order; begins: Candidate['begins'] }>();
  const sync = async (isStart: boolean) => {
    await chooser.sync();
    for (const order of world.orders.values()) {
      const before = seen.get(order.orderId);
      const { today } = world.figures.get(order.orderId)!;
      const beginsNow = isStart ? null : { atMs: NOW_MS, joinsToday: today };
      const goesOn = before !== undefined && paceFields(before.order) === paceFields(order);
      if (order.isOn) seen.set(order.orderId, { order, begins: goesOn ? before.begins : beginsNow });
      else seen.delete(order.orderId);
    }
  };
  const add = (orderId: number) => {
    const order = drawOrder(draw, orderId);
    world.put(order, drawCounters(draw, order));
  };
  for (let orderId = 1; orderId <= orderCount; orderId++) add(orderId);
  await sync(true);
  for (let change = 1; change <= changeCount; change++) {
    if (draw.chance(0.3)) add(orderCount + change);
    else {
      const { orderId, ...changed } = drawOrder(draw, draw.whole(1, orderCount + 1));
      world.change(orderId, draw.chance(0.3) ? { isOn: false } : changed);
    }
    if (draw.chance(0.5)) await sync(false);
  }
  await sync(false);
  const candidates = [...seen.values()].map(({ order, begins }): Candidate => ({
    order,
    begins,
    counters: world.figures.get(order.orderId)!,
  }));
  return { draw, chooser, candidates, orderIds: [...seen.keys()] };
}

function paceFields({ isLite, subSpeed, quantityAll, quantityDay, schedule }: Order): string {
  return JSON.stringify([isLite, subSpeed, quantityAll, quantityDay, schedule]);
}

const state = fc.record({
  seed: fc.integer({ min: 0, max: 0xffff_ffff }),
  orderCount: fc.integer({ min: 1, max: 40 }),
  changeCount: fc.integer({ min: 0, max: 6 }),
});

describe('the chooser and a slow, plain one', () => {
  it('agree in thousands of random states: what is chosen, what is available, what a visit could change, and why not', async () => {
    const numRuns = timesOf(10_000, 0.15);
    const seen = { chosen: 0, couldSuit: 0, reasons: new Set<string>() };
    await fc.assert(
      fc.asyncProperty(state, async ({ seed, orderCount, changeCount }) => {
        const { draw, chooser, candidates, orderIds } = await makeState(seed, orderCount, changeCount);
        const viewer = drawViewer(draw, orderIds);
        const count = draw.whole(1, 10);

        const chosen = (await chooser.choose(viewer, count)).map((order) => order.orderId);
        expect(chosen).toEqual(bruteChoose(candidates, viewer, count));

        const explained = await chooser.explain(viewer);
        expect(explained.map(({ orderId }) => orderId).sort(byNumber)).toEqual(orderIds.toSorted(byNumber));
        for (const { orderId, reason } of explained) {
          const candidate = candidates.find(({ order }) => order.orderId === orderId)!;
          const reasons = reasonsAgainst(candidate, viewer, candidates);
          if (reason === null) expect(reasons).toEqual([]);
          else expect(reasons).toContain(reason);
          if (reason !== null) seen.reasons.add(reason);
        }

        const couldSuit = await chooser.couldSuitAfterVisit(viewer);
        expect(couldSuit).toBe(bruteCouldSuit(candidates, viewer));
        const asked = [...orderIds.filter(() => draw.chance(0.5)), 9_999];
        const available = await chooser.available(asked, viewer.nowMs, viewer.bot);
        expect([...available].sort(byNumber)).toEqual(
          bruteAvailable(candidates, asked, viewer).sort(byNumber),
        );

        seen.chosen += chosen.length;
        seen.couldSuit += Number(couldSuit);
      }),
      { numRuns },
    );
    // The states were worth comparing: nearly as many were chosen as lists were made.
    expect(seen.chosen).toBeGreaterThan(0.8 * numRuns);
    expect(seen.couldSuit).toBeGreaterThan(100);
    expect(seen.reasons.size).toBeGreaterThan(50);
    for (const reason of seen.reasons) {
      expect(sayIneligible(reason, 'en')).toMatch(/^[A-Z].{20,}\.$/);
      expect(sayIneligible(reason, 'ru')).toMatch(/^[А-Я].{20,}\.$/);
    }
  }, 180_000);
});

function byNumber(a: number, b: number): number {
  return a - b;
}
