import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../core/days.js';
import type { Store } from '../../core/ports.js';
import type { HistoryPage } from '../../core/ports/ledger-store.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  deposit,
  openAccount,
  ownChat,
  populate,
  PRICE,
  PUBLISHER,
  rejoin,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';
import { daysIn } from '../spans.js';

const booking = (reference: string) => ({ reference, note: 'thanks', bookedBy: 9 });
const everyDay = { fromDay: START_DAY - 100, toDay: START_DAY + 100 };
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

contract('the ledger', (stage) => {
  test('a deposit is booked once by its reference, no matter who comes first', async () => {
    const { store, open } = stage();
    const other = await open();
    const made = await Promise.all(
      [store, other, store].map((each) =>
        each.ledger.deposit(ADVERTISER, 5n, booking('payment:1'), START_MS),
      ),
    );
    expect(made.map(({ kind }) => kind).sort()).toEqual(['already', 'already', 'booked']);
    expect(made.map(({ balance }) => balance.availableMicros)).toEqual([5n, 5n, 5n]);
    const inOtherWords: [number, bigint][] = [
      [ADVERTISER, 6n],
      [PUBLISHER, 5n],
    ];
    for (const [accountId, amountMicros] of inOtherWords) {
      const again = store.ledger.deposit(accountId, amountMicros, booking('payment:1'), START_MS);
      await expect(again).rejects.toMatchObject({ kind: 'conflict' });
    }
    await store.ledger.deposit(ADVERTISER, 7n, booking('payment:2'), START_MS);
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 12n, heldMicros: 0n });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, heldMicros: 0n });
    await expect(store.ledger.deposit(ADVERTISER, 0n, booking('3'), START_MS)).rejects.toThrow(RangeError);
    await expect(store.ledger.deposit(ADVERTISER, -1n, booking('4'), START_MS)).rejects.toThrow(RangeError);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('amounts beyond what a double holds are exact', async () => {
    const { store } = stage();
    const amount = 9_007_199_254_740_993n;
    await store.ledger.deposit(ADVERTISER, amount, booking('1'), START_MS);
    await store.ledger.deposit(ADVERTISER, amount, booking('2'), START_MS);
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 2n * amount });
    const [line] = await store.ledger.history(ADVERTISER, { beforeEntryId: null, limit: 1 });
    expect(line).toMatchObject({ amountMicros: amount });
  });

  test('a day of the history is its own entries, added up by kind, whatever else was booked', async () => {
    const { store } = stage();
    const day = (days: number) => ({
      fromMs: START_MS + days * DAY_MS,
      toMs: START_MS + (days + 1) * DAY_MS,
    });
    const deposited = (amount: bigint, nowMs: number) =>
      store.ledger.deposit(ADVERTISER, amount, booking(String(nowMs)), nowMs);
    const { orderId } = await populate(store, {}, 10n * PRICE);
    await show(store, 1, orderId);
    // A clock that is some minutes behind books on the edge of a day, after one that is ahead.
    for (const [amount, nowMs] of [
      [1n, START_MS + 1],
      [2n, START_MS + DAY_MS + 60_000],
      [4n, START_MS + DAY_MS - 1],
      [8n, START_MS + DAY_MS],
      [16n, START_MS + 2 * DAY_MS - 1],
      [32n, START_MS + 5 * DAY_MS],
    ] as const)
      await deposited(amount, nowMs);
    await settle(store, orderId, 1, { nowMs: START_MS + 5 * DAY_MS + 5 });
    const of = (amountMicros: bigint, entries: number, kind = 'deposit') => [
      { kind, entries, amountMicros, heldMicros: 0n, reservedMicros: 0n },
    ];
    expect(await store.ledger.turnover(ADVERTISER, day(0))).toEqual(of(5n + 10n * PRICE, 3));
    expect(await store.ledger.turnover(ADVERTISER, day(1))).toEqual(of(26n, 3));
    expect(await store.ledger.turnover(ADVERTISER, day(2))).toEqual([]);
    expect(await store.ledger.turnover(PUBLISHER, day(1))).toEqual([]);
    const fifth = await store.ledger.turnover(ADVERTISER, day(5));
    expect(fifth.sort((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      ...of(-PRICE, 1, 'charge'),
      ...of(32n, 1),
    ]);
    const lines = async (page: Omit<HistoryPage, 'beforeEntryId'>, beforeEntryId: number | null = null) =>
      store.ledger.history(ADVERTISER, { beforeEntryId, ...page });
    const second = await lines({ limit: 2, within: day(1) });
    expect(second.map(({ amountMicros }) => amountMicros)).toEqual([16n, 8n]);
    const older = await lines({ limit: 2, within: day(1) }, second[1]?.entryId);
    expect(older.map(({ amountMicros }) => amountMicros)).toEqual([2n]);
    expect(await lines({ limit: 9, within: { ...day(5), kind: 'charge' } })).toMatchObject([
      { kind: 'charge', userId: 1, orderId },
    ]);
    expect(await lines({ limit: 9, within: { ...day(5), kind: 'refund' } })).toEqual([]);
  });

  test('a clock that was set back by an hour at midnight hides no entry of its days', async () => {
    const { store } = stage();
    const midnightMs = START_MS + 3 * DAY_MS;
    const minutes = (from: number) => Array.from({ length: 12 }, (_, index) => from + index * 5);
    // It is half past twelve before it is half past eleven.
    for (const [index, minute] of [-90, -30, -30, 30].flatMap(minutes).entries())
      await store.ledger.deposit(
        ADVERTISER,
        minute < 0 ? 1n : 1_000n,
        booking(String(index)),
        midnightMs + minute * 60_000,
      );
    const amountOf = async (fromMs: number) => {
      const days = await store.ledger.turnover(ADVERTISER, { fromMs, toMs: fromMs + DAY_MS });
      return days.map(({ amountMicros }) => amountMicros);
    };
    expect(await amountOf(midnightMs - DAY_MS)).toEqual([24n]);
    expect(await amountOf(midnightMs)).toEqual([24_000n]);
  });

  test('the history is what happened to the wallet, latest first, in pages', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, 10n * PRICE);
    await show(store, 1, orderId);
    await settle(store, orderId, 1, { nowMs: START_MS + 5 });
    const history = await store.ledger.history(ADVERTISER, { beforeEntryId: null, limit: 10 });
    expect(history).toMatchObject([
      { kind: 'charge', atMs: START_MS + 5, amountMicros: -PRICE, orderId, botId: BOT, userId: 1 },
      { kind: 'deposit', amountMicros: 10n * PRICE, orderId: null, botId: null, userId: null },
    ]);
    const [latest] = history;
    const next = { beforeEntryId: latest?.entryId ?? 0, limit: 10 };
    expect(await store.ledger.history(ADVERTISER, next)).toEqual(history.slice(1));
    expect(await store.ledger.history(PUBLISHER, { beforeEntryId: null, limit: 1 })).toMatchObject([
      { orderId, botId: BOT },
    ]);
  });

  /** What may happen between three accounts, two orders and three bots. */
  const event = fc.oneof(
    fc.record({
      kind: fc.constant('deposit' as const),
      to: fc.constantFrom(ADVERTISER, PUBLISHER),
      units: fc.integer({ min: 1, max: 9 }),
    }),
    fc.record({
      kind: fc.constant('settle' as const),
      userId: fc.integer({ min: 1, max: 6 }),
      order: fc.constantFrom(0, 1),
      bot: fc.integer({ min: 0, max: 2 }),
      isHeld: fc.boolean(),
      day: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({
      kind: fc.constant('leave' as const),
      userId: fc.integer({ min: 1, max: 6 }),
      order: fc.constantFrom(0, 1),
      day: fc.integer({ min: 0, max: 4 }),
    }),
    fc.record({
      kind: fc.constant('rejoin' as const),
      userId: fc.integer({ min: 1, max: 6 }),
      order: fc.constantFrom(0, 1),
    }),
    fc.record({ kind: fc.constant('release' as const), limit: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      kind: fc.constant('withdraw' as const),
      from: fc.constantFrom(ADVERTISER, PUBLISHER),
      micros: fc.bigInt({ min: 1n, max: 4n * PRICE }),
    }),
    fc.record({
      kind: fc.constant('decide' as const),
      nth: fc.nat({ max: 5 }),
      state: fc.constantFrom('paid' as const, 'refused' as const, 'cancelled' as const),
    }),
    fc.record({
      kind: fc.constant('stars' as const),
      to: fc.constantFrom(ADVERTISER, PUBLISHER),
      charge: fc.integer({ min: 1, max: 3 }),
      units: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({ kind: fc.constant('refund' as const), charge: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      kind: fc.constant('refunded' as const),
      charge: fc.integer({ min: 1, max: 3 }),
      state: fc.constantFrom('done' as const, 'refused' as const),
    }),
  );
  type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

  const holdUntilMs = START_MS + 50_000;

  let runs = 0;
  let asked = 0;
  /** The newest withdrawal. */
  let latest = 0;

  /** Money on its way out. */
  async function payOut(store: Store, what: Event): Promise<void> {
    const nobody = () => [];
    if (what.kind === 'withdraw') {
      asked += 1;
      const wanted = { amountMicros: what.micros, detailsCipher: '', requestKey: `asked ${String(asked)}` };
      const asking = await store.withdrawals.ask(what.from, wanted, 10, nobody, START_MS);
      if (asking.kind === 'asked') latest = asking.withdrawal.withdrawalId;
    }
    if (what.kind === 'decide') {
      const seenMicros = (await store.withdrawals.find(latest - what.nth))?.amountMicros ?? 0n;
      const decision = { state: what.state, decidedBy: 9, note: '', seenMicros };
      await store.withdrawals.decide(latest - what.nth, decision, nobody, START_MS);
    }
    const chargeId = 'charge' in what ? `${String(runs)}-${String(what.charge)}` : '';
    if (what.kind === 'stars') {
      const booking = {
        reference: `xtr:${chargeId}`,
        note: '',
        bookedBy: null,
        stars: { chargeId, count: 1 },
      };
      await store.ledger.deposit(what.to, BigInt(what.units) * PRICE, booking, START_MS);
    }
    if (what.kind === 'refund') await store.starPayments.beginRefund(chargeId, 9, START_MS);
    if (what.kind === 'refunded')
      await store.starPayments.endRefund(chargeId, { state: what.state, note: '' }, nobody, START_MS);
  }

  async function happen(store: Store, orderIds: readonly number[], what: Event): Promise<void> {
    await payOut(store, what);
    if (what.kind === 'deposit') await deposit(store, what.to, BigInt(what.units) * PRICE);
    if (what.kind === 'release') await store.subscriptions.releaseHolds(holdUntilMs, what.limit);
    if (!('order' in what)) return;
    const orderId = orderIds[what.order] ?? 0;
    if (what.kind === 'rejoin') await rejoin(store, orderId, what.userId, START_MS);
    if (what.kind === 'leave') {
      const at = { day: START_DAY + what.day, nowMs: START_MS };
      await store.subscriptions.leave(orderId, what.userId, at, (subscriptionStatus) =>
        subscriptionStatus.state === 'unsubscribed'
          ? { kind: 'none' }
          : { kind: 'left', reverse: subscriptionStatus.isOnHold },
      );
    }
    if (what.kind === 'settle') {
      await show(store, what.userId, orderId, BOT + what.bot);
      const decide = chargeShown({ holdUntilMs: what.isHeld ? holdUntilMs : null });
      await settle(store, orderId, what.userId, { day: START_DAY + what.day, decide });
    }
  }

  test('whatever happens, all accounts sum to zero, nobody owes, and the figures equal the ledger', async () => {
    const { store } = stage();
    for (const accountId of [ADVERTISER, PUBLISHER]) await openAccount(store, accountId);
    await addBot(store, BOT, PUBLISHER);
    await addBot(store, BOT + 1, PUBLISHER);
    await addBot(store, BOT + 2, ADVERTISER);
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 30 }), async (events) => {
        runs += 1;
        const orders = [
          await addOrder(store, { ...ownChat(2 * runs), quantityAll: 4 }),
          await addOrder(store, { ...ownChat(2 * runs + 1), quantityDay: 2 }, PUBLISHER),
        ];
        const orderIds = orders.map((order) => order.orderId);
        for (const what of events) {
          await happen(store, orderIds, what);
          expect(await store.ledger.check()).toEqual(BALANCED);
        }
        const earned: bigint[] = [];
        for (const accountId of [ADVERTISER, PUBLISHER]) {
          const { availableMicros, heldMicros } = await store.ledger.balance(accountId);
          expect(availableMicros >= 0n && heldMicros >= 0n).toBe(true);
          const days = await daysIn(store.statistics.botSpans({ publisherId: accountId }, everyDay));
          const bots = await store.bots.ofAccount(accountId, 10);
          const ofDays = sum(days.map((day) => day.valueMicros));
          expect(ofDays).toBe(sum(bots.map((bot) => bot.profitMicros)));
          earned.push(ofDays);
        }
        const spent: bigint[] = [];
        /** What came in, less what was paid out. */
        const infrastructure: bigint[] = [];
        for (const advertiserId of [ADVERTISER, PUBLISHER]) {
          const days = await daysIn(store.statistics.orderSpans({ advertiserId }, everyDay));
          spent.push(sum(days.map((day) => day.valueMicros)));
        }
        // All money there is came from deposits; what was spent and not earned is the fee, and what is gone was paid out.
        const there: bigint[] = [];
        for (const accountId of [ADVERTISER, PUBLISHER]) {
          const { availableMicros, heldMicros, reservedMicros } = await store.ledger.balance(accountId);
          there.push(availableMicros, heldMicros, reservedMicros);
          const history = await store.ledger.history(accountId, { beforeEntryId: null, limit: 1_000 });
          expect(history.length).toBeLessThan(1_000);
          // What is available is what happened to the wallet, and each line says what it came to.
          let balanceMicros = 0n;
          for (const line of history.toReversed()) {
            balanceMicros += line.amountMicros;
            expect(line.balanceMicros).toBe(balanceMicros);
          }
          expect(availableMicros).toBe(balanceMicros);
          expect(reservedMicros).toBe(sum(history.map((line) => line.reservedMicros)));
          const moved = (kinds: readonly string[]) =>
            sum(
              history
                .filter(({ kind }) => kinds.includes(kind))
                .flatMap((line) => [line.amountMicros, line.reservedMicros]),
            );
          infrastructure.push(moved(['deposit', 'withdrawal_paid', 'refund_paid']));
        }
        expect(sum(there)).toBe(sum(infrastructure) - sum(spent) + sum(earned));
        for (const { orderId, quantityAll } of orders) {
          const order = await store.orders.find(orderId);
          const totals = await store.subscriptions.totals(orderId, { fromMs: 0, toMs: START_MS * 2 });
          expect(order?.quantityNow).toBeLessThanOrEqual(quantityAll);
          const ofDays = await daysIn(store.statistics.orderSpans({ orderId }, everyDay));
          expect(totals.chargedMicros).toBe(sum(ofDays.map((day) => day.valueMicros)));
          expect(totals.subscribers).toBe(ofDays.reduce((total, day) => total + day.subscribers, 0));
        }
      }),
      { numRuns: 100, endOnFailure: true },
    );
  }, 60_000);
});
