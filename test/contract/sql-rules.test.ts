/** Rules that stand in a statement, since it must be one: they hold what is said of them here, and in core where it asks them, too. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRunning } from '../../core/orders/index.js';
import { factorsAt } from '../../core/quality/index.js';
import type { Order, OrderFields } from '../../core/ports/order-store.js';
import type { SettlementFacts } from '../../core/ports/subscription-store.js';
import { toStateNumber } from '../../db/work/subscription-row.js';
import {
  addBot,
  ADVERTISER,
  BOT,
  chargeShown,
  deposit,
  openAccount,
  orderFields,
  populate,
  PUBLISHER,
  settle,
  show,
} from './makers.js';
import { contract, type Stage, START_DAY, START_MS } from './run.js';

const kinds = fc.record({
  decision: fc.constantFrom<Order['decision'][]>('waiting', 'approved', 'rejected'),
  inArchive: fc.boolean(),
  isOn: fc.boolean(),
  isFull: fc.boolean(),
});
const DAY_MS = 86_400_000;
type Kind = typeof kinds extends fc.Arbitrary<infer Made> ? Made : never;

async function addOrders(
  { store, sql }: Stage,
  linkKey: string,
  all: readonly (Kind & Partial<OrderFields>)[],
): Promise<Order[]> {
  for (const { isFull, ...more } of all) {
    const options = { allowSameLink: true, notifications: () => [] };
    const fields = orderFields({ linkKey, ...more });
    const made = await store.orders.create(ADVERTISER, fields, options, START_MS);
    if (made.kind !== 'created') throw new TypeError(made.kind);
    const { orderId } = made.order;
    if (isFull)
      await sql(`UPDATE orders SET quantity_now = quantity_all WHERE order_id = ${String(orderId)}`);
  }
  return store.orders.ofLinkKey(linkKey);
}

const conflicts = { rejected: 'rejected', approved: 'exist', waiting: 'moderation' } as const;

/** The first word that holds of an owner's orders on one link; of several of a kind, the latest. */
function conflictAmong(orders: readonly Order[]) {
  const inTheWay = orders.filter(
    ({ decision, inArchive, quantityNow, quantityAll }) =>
      decision === 'rejected' || (!inArchive && (decision === 'waiting' || quantityNow < quantityAll)),
  );
  const latestFirst = inTheWay.toSorted((one, other) => other.orderId - one.orderId);
  const found = (['rejected', 'approved', 'waiting'] as const)
    .map((decision) => latestFirst.find((order) => order.decision === decision))
    .find((order) => order !== undefined);
  return found === undefined ? null : { with: conflicts[found.decision], orderId: found.orderId };
}

contract('rules that statements say', (stage) => {
  test('which of many orders on a link stands in the way of a new one', async () => {
    const { store } = stage();
    await openAccount(store, ADVERTISER);
    let link = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(kinds, { minLength: 1, maxLength: 5 }), async (all) => {
        const linkKey = `t.me/chosen${String((link += 1))}`;
        const expected = conflictAmong(await addOrders(stage(), linkKey, all));
        const options = { allowSameLink: false, notifications: () => [] };
        const made = await store.orders.create(ADVERTISER, orderFields({ linkKey }), options, START_MS);
        if (expected === null) expect(made.kind).toBe('created');
        else expect(made).toEqual({ kind: 'conflict', ...expected });
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    { isTrusted: true, isOwn: false },
    { isTrusted: true, isOwn: true },
    { isTrusted: false, isOwn: false },
    { isTrusted: false, isOwn: true },
  ])(
    'when a hold ends once its bot is trusted (account trusted: $isTrusted, own order: $isOwn)',
    async ({ isTrusted, isOwn }) => {
      const { store, sql } = stage();
      const { orderId } = await populate(store, { quantityAll: 10 });
      const holds = { holdMs: 3_600_000, newPublisherHoldMs: 7_200_000 };
      const ownHolds = [null, 60_000, 5_000_000, 9_000_000];
      for (const [userId, ownMs] of ownHolds.entries()) {
        await show(store, userId + 1, orderId);
        await settle(store, orderId, userId + 1, { decide: chargeShown({ isHeldForTrust: true }) });
        await sql(
          `UPDATE subscriptions SET hold_ms = ${String(ownMs ?? 'NULL')} WHERE user_id = ${String(userId + 1)}`,
        );
      }
      // Came back, was charged again, and left once more: the row has no time of that charge.
      await sql(`UPDATE subscriptions SET at_ms = at_ms - 777, state = ${String(toStateNumber('unsubscribed'))}
      WHERE user_id = 1`);
      const advertiser = String(isOwn ? PUBLISHER : ADVERTISER);
      await sql(`UPDATE orders SET account_id = ${advertiser} WHERE order_id = ${String(orderId)}`);
      await sql(`UPDATE bots SET trust = 'trusted' WHERE bot_id = ${String(BOT)}`);
      await sql(
        `UPDATE accounts SET is_trusted = ${isTrusted ? '1' : '0'} WHERE account_id = ${String(PUBLISHER)}`,
      );
      await store.trust.settleHeld({ day: START_DAY, nowMs: START_MS }, holds, 10);
      const rows = await sql('SELECT hold_until_ms, hold_ms, entry_id FROM subscriptions ORDER BY user_id');
      const entries = await sql(`SELECT entry_id, at_ms FROM ledger_entries WHERE kind = 'charge'`);
      const chargedAt = new Map(entries.map((entry) => [Number(entry['entry_id']), Number(entry['at_ms'])]));
      const number = (value: unknown) => (value === null ? null : Number(value));
      expect(rows.map((row) => number(row['hold_until_ms']))).toEqual(
        rows.map((row) => {
          const settledAtMs = chargedAt.get(Number(row['entry_id']))!;
          const ownMs = number(row['hold_ms']) ?? holds.holdMs;
          // What an account pays to itself waits for no trust in it.
          return settledAtMs + (isTrusted || isOwn ? ownMs : Math.max(ownMs, holds.newPublisherHoldMs));
        }),
      );
    },
  );

  test('which owners are told that a wallet which fell cannot pay', async () => {
    const { store, sql } = stage();
    await openAccount(store, ADVERTISER);
    await deposit(store, ADVERTISER, 7_000_000n);
    const nowMs = START_MS + 2 * DAY_MS;
    const money = fc.record({
      isFree: fc.boolean(),
      places: fc.constantFrom<Order['places'][]>(0, 1, 2),
      // Around the balances below, and between them.
      realPriceMicros: fc
        .constantFrom(3n, 5n, 7n)
        .chain((price) => fc.constantFrom(-1n, 0n, 1n).map((more) => price * 1_000_000n + more)),
      toldAtMs: fc.constantFrom(null, nowMs - DAY_MS - 1, nowMs - DAY_MS, nowMs - DAY_MS + 1),
    });
    const often = fc.constant<Kind>({ decision: 'approved', inArchive: false, isOn: true, isFull: false });
    const states = fc.oneof({ weight: 2, arbitrary: often }, kinds);
    const drawn = fc.sample(fc.tuple(states, money), { numRuns: 120, seed: 11 });
    const orders = await addOrders(
      stage(),
      't.me/short',
      drawn.map(([state, { isFree, places, realPriceMicros }]) => ({
        ...state,
        isFree,
        places,
        realPriceMicros,
      })),
    );
    const toldAt = new Map(orders.map(({ orderId }, index) => [orderId, drawn[index]?.[1].toldAtMs ?? null]));
    for (const [orderId, toldAtMs] of toldAt)
      await sql(
        `UPDATE orders SET short_notified_at_ms = ${String(toldAtMs ?? 'NULL')} WHERE order_id = ${String(orderId)}`,
      );
    const told = async () => {
      const all = await store.notifications.claim('test', 500, 60_000, nowMs + 100 * DAY_MS);
      for (const claimed of all) await store.notifications.done(claimed);
      return all.map(({ facts }) => Number(facts['orderId'])).sort((a, b) => a - b);
    };
    await told();
    const balance = { beforeMicros: 7_000_000n, afterMicros: 3_000_000n };
    const asked = { amountMicros: 4_000_000n, detailsCipher: '', requestKey: 'falls' };
    await store.withdrawals.ask(ADVERTISER, asked, 9, () => [], nowMs);
    const isDue = (order: Order): boolean => {
      const costs = !order.isFree || order.places !== 0;
      const isLongAgo = (toldAt.get(order.orderId) ?? 0) <= nowMs - DAY_MS;
      const price = order.realPriceMicros;
      const fellBelow = balance.afterMicros < price && price <= balance.beforeMicros;
      return isRunning(order) && costs && isLongAgo && fellBelow;
    };
    const expected = orders.filter(isDue).map(({ orderId }) => orderId);
    expect(expected.length).toBeGreaterThan(3);
    expect(await told()).toEqual(expected.sort((a, b) => a - b));
  });

  test('which factors hold for an impression', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 1_000 });
    // Close to the impression, so that one often begins just with it.
    const announcement = fc.record({
      fromMs: fc.integer({ min: START_MS - 2, max: START_MS + 2 }),
      factor: fc.integer({ min: 500, max: 1_200 }).map((thousandths) => thousandths / 1_000),
      holdFactor: fc.integer({ min: 500, max: 1_000 }).map((thousandths) => thousandths / 1_000),
    });
    const announced = fc.uniqueArray(announcement, { maxLength: 4, selector: ({ fromMs }) => fromMs });
    let one = 0;
    await fc.assert(
      fc.asyncProperty(announced, async (all) => {
        one += 1;
        const { botId } = await addBot(store, BOT + one);
        const factors = all.map((each) => ({ ...each, botId }));
        await store.payingFactors.announce(factors, [], START_MS);
        await show(store, one, orderId, botId);
        const found: [number, number][] = [];
        const decide = ({ impressions }: SettlementFacts) => {
          found.push(...impressions.map(({ bot }): [number, number] => [bot.payingFactor, bot.holdFactor]));
          return { kind: 'none' } as const;
        };
        await settle(store, orderId, one, { decide });
        const { pays, holds } = factorsAt(factors, START_MS);
        expect(found.length).toBeGreaterThan(0);
        expect(found).toEqual(found.map(() => [pays, holds]));
      }),
      { numRuns: 30 },
    );
  });

  test('which orders run', async () => {
    await openAccount(stage().store, ADVERTISER);
    const all = fc.sample(kinds, { numRuns: 40, seed: 7 });
    const orders = await addOrders(stage(), 't.me/many', all);
    const expected = orders.filter(isRunning).map(({ orderId }) => orderId);
    const running = (await stage().store.catalog.changedSince(0)).orders.map(({ orderId }) => orderId);
    expect(expected.length).toBeGreaterThan(0);
    expect(running.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
  });
});
