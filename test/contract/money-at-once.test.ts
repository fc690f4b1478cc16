/**
 * Money and subscription statuses that many processes move at once: nobody is charged twice or for nothing, nothing passes a quantity,
 * a day's limit or a balance, and after whatever race the daily check finds nothing.
 */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { Leaving, LeavingFacts, Settlement } from '../../core/ports/subscription-store.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  atOnce,
  BALANCED,
  BOT,
  chargeShown,
  deposit,
  openAccount,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
  type Stores,
  TIMES,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const HOLD_UNTIL_MS = START_MS + 3_600_000;
const nobody = () => [];
const OWN_BOT = 7_009;
const users = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);
const kindsOf = (outcomes: readonly { kind: string }[]) => outcomes.map(({ kind }) => kind).sort();

const reasonOf = ({ settlement }: { settlement: Settlement }) =>
  settlement.kind === 'free' ? settlement.reason : settlement.kind;

function leaveWithin(store: Store, orderId: number, userId: number) {
  const decide = (subscriptionStatus: LeavingFacts): Leaving =>
    subscriptionStatus.state === 'unsubscribed'
      ? { kind: 'none' }
      : { kind: 'left', reverse: subscriptionStatus.isOnHold };
  return store.subscriptions.leave(orderId, userId, { day: START_DAY, nowMs: START_MS + 2_000 }, decide);
}

/** Every figure is what the entries say, and what each person's history says. */
async function expectSound(store: Store): Promise<void> {
  expect(await store.ledger.check()).toEqual(BALANCED);
  expect(await store.checks.compare()).toMatchObject({ differences: [], differing: 0 });
  for (const accountId of [ADVERTISER, PUBLISHER]) {
    const balance = await store.ledger.balance(accountId);
    const history = await store.ledger.history(accountId, { beforeEntryId: null, limit: 1_000 });
    const sum = { availableMicros: 0n, heldMicros: 0n, reservedMicros: 0n };
    for (const line of history.toReversed()) {
      sum.availableMicros += line.amountMicros;
      sum.heldMicros += line.heldMicros;
      sum.reservedMicros += line.reservedMicros;
      expect(line.balanceMicros).toBe(sum.availableMicros);
    }
    expect(balance).toEqual(sum);
  }
}

contract('money that is moved at once', (stage) => {
  const four = async (): Promise<Stores> => {
    const { store, open } = stage();
    return [store, await open(), await open(), await open()];
  };

  test('the last place of an order is one user’s', async () => {
    const stores = await four();
    const [store] = stores;
    const { orderId } = await populate(store, { quantityAll: 3 });
    for (const userId of users(TIMES)) await show(store, userId, orderId);
    for (const userId of users(2)) await settle(store, orderId, userId);
    const before = (await store.catalog.changedSince(0)).version;
    const settled = await atOnce(stores, (each, index) => settle(each, orderId, index + 3), TIMES - 2);
    const reasons = settled.map(reasonOf);
    expect(reasons.filter((reason) => reason === 'counted')).toHaveLength(1);
    expect(new Set(reasons)).toEqual(new Set(['counted', 'order_full']));
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 3 });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 997n * PRICE });
    // It ran, and is full: that is told once.
    const changes = await store.catalog.changedSince(before);
    expect(changes).toMatchObject({ version: before + 1, orders: [{ orderId, quantityNow: 3 }] });
    await expectSound(store);
  });

  test('the last coins of a wallet buy what they buy, of whichever orders', async () => {
    const stores = await four();
    const [store] = stores;
    const first = await populate(store, {}, 3n * PRICE + PRICE / 2n);
    const orders = [first];
    for (let index = 1; index < 6; index += 1)
      orders.push(await addOrder(store, { link: `https://t.me/order${String(index)}` }));
    const orderIds = orders.map((order) => order.orderId);
    const orderOf = (index: number) => orderIds[index % orderIds.length] ?? 0;
    for (const index of users(TIMES, 0)) await show(store, index + 1, orderOf(index));
    const settled = await atOnce(stores, (each, index) => settle(each, orderOf(index), index + 1));
    const reasons = settled.map(reasonOf);
    expect(reasons.filter((reason) => reason === 'counted')).toHaveLength(3);
    expect(new Set(reasons)).toEqual(new Set(['counted', 'no_money']));
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: PRICE / 2n });
    await expectSound(store);
  });

  test('a day’s limit holds, and the next day has its own', async () => {
    const stores = await four();
    const [store] = stores;
    const { orderId } = await populate(store, { quantityAll: 100, quantityDay: 4 });
    for (const userId of users(TIMES)) await show(store, userId, orderId);
    const settled = await atOnce(stores, (each, index) =>
      settle(each, orderId, index + 1, {
        day: START_DAY + (index < TIMES / 2 ? 0 : 1),
        nowMs: START_MS + 1_000 + (index < TIMES / 2 ? 0 : 86_400_000),
      }),
    );
    const countedOf = (half: typeof settled) => half.map(reasonOf).filter((reason) => reason === 'counted');
    expect(countedOf(settled.slice(0, TIMES / 2))).toHaveLength(4);
    // The window of impressions of the next day still reaches back to them.
    expect(countedOf(settled.slice(TIMES / 2))).toHaveLength(4);
    await expectSound(store);
  });

  test('one user is charged once, no matter who settles them and in which bot they saw it', async () => {
    const stores = await four();
    const [store] = stores;
    const { orderId } = await populate(store);
    await addBot(store, BOT + 1, PUBLISHER);
    await store.events.setWebhook(PUBLISHER, 0, 'sealed', START_MS);
    await show(store, 1, orderId);
    await show(store, 1, orderId, BOT + 1);
    const settled = await atOnce(stores, (each) => settle(each, orderId, 1));
    expect(settled.map(reasonOf).filter((reason) => reason === 'counted')).toHaveLength(1);
    for (const { subscriptionStatus } of settled)
      expect(subscriptionStatus).toMatchObject({ priceMicros: PRICE });
    expect(await store.orders.find(orderId)).toMatchObject({ quantityNow: 1 });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 999n * PRICE });
    expect(await store.events.backlog(START_MS)).toMatchObject({ waiting: 1 });
    await expectSound(store);
  });

  test('people who advertise in each other’s bots wait for each other in one order', async () => {
    const stores = await four();
    const [store] = stores;
    const own = await populate(store, { quantityAll: 100 });
    await deposit(store, PUBLISHER, 1_000n * PRICE);
    await addBot(store, BOT + 1, ADVERTISER);
    const theirs = await addOrder(store, { link: 'https://t.me/theirs', quantityAll: 100 }, PUBLISHER);
    const sides = [
      [own.orderId, BOT],
      [theirs.orderId, BOT + 1],
      [own.orderId, BOT + 1],
      [theirs.orderId, BOT],
    ] as const;
    const sideOf = (index: number) => sides[index % sides.length] ?? sides[0];
    for (const index of users(2 * TIMES, 0)) await show(store, index + 1, ...sideOf(index));
    const settled = await atOnce(
      stores,
      (each, index) =>
        settle(each, sideOf(index)[0], index + 1, {
          decide: chargeShown({ holdUntilMs: index % 3 === 0 ? HOLD_UNTIL_MS : null }),
        }),
      2 * TIMES,
    );
    expect(new Set(settled.map(reasonOf))).toEqual(new Set(['counted']));
    await expectSound(store);
  });

  test('a place that a reversal frees is taken once, whichever comes first', async () => {
    const stores = await four();
    const [store] = stores;
    const { orderId } = await populate(store, { quantityAll: 4 });
    const held = chargeShown({ holdUntilMs: HOLD_UNTIL_MS });
    for (const userId of users(60)) await show(store, userId, orderId);
    for (const userId of users(4)) await settle(store, orderId, userId, { decide: held });
    for (let round = 0; round < 4; round += 1) {
      const leaver = round + 1;
      const made = await Promise.all([
        atOnce(stores, (each) => leaveWithin(each, orderId, leaver), 4),
        atOnce(stores, (each, index) => settle(each, orderId, 10 + round * 10 + index, { decide: held }), 10),
      ]);
      expect(made[0].filter(({ leaving }) => leaving.kind === 'left')).toHaveLength(1);
      const order = await store.orders.find(orderId);
      const counted = made[1].filter(({ settlement }) => settlement.kind === 'counted').length;
      expect(counted).toBeLessThanOrEqual(1 + round);
      expect(order?.quantityNow).toBeLessThanOrEqual(4);
      await expectSound(store);
    }
    const always = { fromMs: 0, toMs: START_MS * 2 };
    const page = await store.subscriptions.page(orderId, always, null, 100);
    const order = await store.orders.find(orderId);
    expect(page.filter((row) => !row.isReversed)).toHaveLength(order?.quantityNow ?? -1);
    expect(page.filter((row) => row.isReversed)).toHaveLength(4);
  });

  test('what is on hold is paid out or taken back, once', async () => {
    const stores = await four();
    const [store] = stores;
    const { orderId } = await populate(store, { quantityAll: 100 });
    const held = chargeShown({ holdUntilMs: HOLD_UNTIL_MS });
    for (const userId of users(TIMES)) {
      await show(store, userId, orderId);
      await settle(store, orderId, userId, { decide: held });
    }
    const [left, released] = await Promise.all([
      atOnce(stores, (each, index) => leaveWithin(each, orderId, index + 1)),
      atOnce(stores, (each) => each.subscriptions.releaseHolds(HOLD_UNTIL_MS, 5), 4),
    ]);
    await store.subscriptions.releaseHolds(HOLD_UNTIL_MS, 100);
    const reversals = left.filter(({ leaving }) => leaving.kind === 'left' && leaving.reverse).length;
    expect(reversals).toBeGreaterThanOrEqual(TIMES - released.reduce((sum, count) => sum + count, 0));
    const { availableMicros, heldMicros } = await store.ledger.balance(PUBLISHER);
    expect(heldMicros).toBe(0n);
    expect(availableMicros).toBe((BigInt(TIMES - reversals) * PRICE * 7n) / 10n);
    await expectSound(store);
  });

  test('a withdrawal is asked for once by its key, never beyond the wallet nor the number that may wait', async () => {
    const stores = await four();
    const [store] = stores;
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 10n);
    const ask = (each: Store, requestKey: string, amountMicros: bigint) => {
      const wanted = { amountMicros, detailsCipher: 'sealed', requestKey };
      return each.withdrawals.ask(PUBLISHER, wanted, 3, nobody, START_MS);
    };
    const same = await atOnce(stores, (each) => ask(each, 'same', 1n), 8);
    expect(kindsOf(same)).toEqual([...Array<string>(7).fill('already'), 'asked']);
    const many = await atOnce(stores, (each, index) => ask(each, `other ${String(index)}`, 1n), 8);
    expect(kindsOf(many)).toEqual(['asked', 'asked', ...Array<string>(6).fill('too_many')]);
    await expectSound(store);
    const { withdrawals } = await store.withdrawals.inState('waiting', { offset: 0, limit: 10 });
    for (const { withdrawalId } of withdrawals)
      await store.withdrawals.decide(
        withdrawalId,
        { state: 'refused', decidedBy: 9, note: '' },
        nobody,
        START_MS,
      );
    const large = await atOnce(stores, (each, index) => ask(each, `large ${String(index)}`, 6n), 8);
    expect(kindsOf(large)).toEqual(['asked', ...Array<string>(7).fill('short')]);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 4n, reservedMicros: 6n });
    await expectSound(store);
  });

  test('of administrators and an owner who decide one withdrawal, one does, and the others are told how', async () => {
    const stores = await four();
    const [store] = stores;
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 10n);
    const wanted = { amountMicros: 10n, detailsCipher: 'sealed', requestKey: 'one' };
    const asking = await store.withdrawals.ask(PUBLISHER, wanted, 3, nobody, START_MS);
    const id = asking.kind === 'asked' ? asking.withdrawal.withdrawalId : 0;
    const states = ['paid', 'refused', 'cancelled'] as const;
    const decided = await atOnce(stores, (each, index) => {
      const state = states[index % 3] ?? 'paid';
      return each.withdrawals.decide(
        id,
        { state, decidedBy: index, note: '', seenMicros: 10n },
        nobody,
        START_MS + 1,
      );
    });
    expect(decided.filter(({ kind }) => kind === 'decided')).toHaveLength(1);
    const told = decided.flatMap((outcome) => (outcome.kind === 'gone' ? [] : [outcome.withdrawal]));
    expect(told).toHaveLength(TIMES);
    expect(new Set(told.map(({ state, decidedBy }) => `${state} ${String(decidedBy)}`)).size).toBe(1);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ reservedMicros: 0n });
    await expectSound(store);
  });

  test('a payment in stars that is told again and again is booked once, and given back once', async () => {
    const stores = await four();
    const [store] = stores;
    await openAccount(store, PUBLISHER);
    const stars = { chargeId: 'c1', count: 5 };
    const booking = { reference: 'xtr:c1', note: '', bookedBy: null, stars };
    const told = await atOnce(stores, (each) => each.ledger.deposit(PUBLISHER, 10n, booking, START_MS));
    expect(told.filter(({ kind }) => kind === 'booked')).toHaveLength(1);
    for (const { balance } of told) expect(balance.availableMicros).toBe(10n);
    expect(await store.starPayments.ofAccount(PUBLISHER, 10)).toHaveLength(1);
    // Its reference is nobody else's either.
    const other = await store.ledger.deposit(ADVERTISER, 10n, booking, START_MS);
    expect(other).toMatchObject({ kind: 'already', balance: { availableMicros: 0n } });

    const begun = await atOnce(stores, (each) => each.starPayments.beginRefund('c1', 9, START_MS));
    expect(new Set(kindsOf(begun))).toEqual(new Set(['waiting']));
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, reservedMicros: 10n });
    const ended = await atOnce(stores, (each, index) => {
      const state = index % 2 === 0 ? 'done' : 'refused';
      return each.starPayments.endRefund('c1', { state, note: '' }, nobody, START_MS);
    });
    // A refusal may be followed by the word that it is done after all; nothing follows that.
    const changes = ended.filter(({ isNew }) => isNew).map(({ payment }) => payment?.refundState);
    expect(changes.filter((state) => state === 'done')).toHaveLength(1);
    expect(changes.filter((state) => state === 'refused').length).toBeLessThanOrEqual(1);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, reservedMicros: 0n });
    await expectSound(store);
  });

  test('deposits, charges, withdrawals and releases at once leave a history that adds up, line by line', async () => {
    const stores = await four();
    const [store] = stores;
    const { orderId } = await populate(store, { quantityAll: 100 }, 40n * PRICE);
    for (const userId of users(TIMES)) await show(store, userId, orderId);
    await Promise.all([
      atOnce(stores, (each, index) =>
        deposit(each, index % 2 === 0 ? ADVERTISER : PUBLISHER, 1n + BigInt(index)),
      ),
      atOnce(stores, (each, index) =>
        settle(each, orderId, index + 1, {
          decide: chargeShown({ holdUntilMs: index % 2 === 0 ? HOLD_UNTIL_MS : null }),
        }),
      ),
      atOnce(stores, (each, index) => {
        const wanted = { amountMicros: 1n, detailsCipher: '', requestKey: `at once ${String(index)}` };
        return each.withdrawals.ask(ADVERTISER, wanted, 100, nobody, START_MS);
      }),
      atOnce(stores, (each) => each.subscriptions.releaseHolds(HOLD_UNTIL_MS, 3), 4),
      atOnce(stores, (each, index) => leaveWithin(each, orderId, index + 1), 8),
    ]);
    await expectSound(store);
  });

  test('a join that several orders lead to is paid for once, whichever is settled first', async () => {
    const stores = await four();
    const [store] = stores;
    const first = await populate(store);
    const orders = [first, ...(await Promise.all([1, 2, 3].map(() => addOrder(store))))];
    for (const userId of users(6)) for (const { orderId } of orders) await show(store, userId, orderId);
    const settled = await atOnce(stores, (each, index) =>
      settle(each, orders[index % 4]?.orderId ?? 0, 1 + Math.floor(index / 4)),
    );
    const reasons = settled.map(reasonOf).sort();
    expect(reasons.filter((reason) => reason === 'counted')).toHaveLength(6);
    expect(reasons.filter((reason) => reason === 'paid_elsewhere')).toHaveLength(18);
    await expectSound(store);
  });

  test('a withdrawal that is decided while charges take of it is paid as far as it was not taken', async () => {
    const stores = await four();
    const [store, other] = stores;
    if (other === undefined) throw new Error('there are four');
    const { orderId } = await populate(store, { quantityAll: 1_000 }, 8n * PRICE);
    for (const userId of users(TIMES)) await show(store, userId, orderId);
    const wanted = { amountMicros: 8n * PRICE, detailsCipher: 'sealed', requestKey: 'all of it' };
    const asked = await store.withdrawals.ask(ADVERTISER, wanted, 3, nobody, START_MS);
    if (asked.kind !== 'asked') throw new Error(asked.kind);
    const { withdrawalId } = asked.withdrawal;
    const settling = atOnce(stores, (each, index) => settle(each, orderId, index + 1));
    const decision = { state: 'paid', decidedBy: null, note: '', seenMicros: 8n * PRICE } as const;
    const decided = await other.withdrawals.decide(withdrawalId, decision, nobody, START_MS);
    const charged = (await settling).map(reasonOf).filter((reason) => reason === 'counted').length;
    const after = await store.withdrawals.find(withdrawalId);
    expect(BigInt(charged) * PRICE + (after?.amountMicros ?? 0n)).toBe(8n * PRICE);
    // All of it was charged before the decision, or a part; or it was paid whole.
    const states = { decided: 'paid', already: 'cancelled', changed: charged < 8 ? 'waiting' : 'cancelled' };
    expect(after?.state).toBe({ ...states, gone: '' }[decided.kind]);
    await expectSound(store);
  });

  test('an own bot’s charge that takes of a withdrawal adds up in the daily check', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, PRICE);
    await addBot(store, OWN_BOT, ADVERTISER);
    const wanted = { amountMicros: PRICE / 2n, detailsCipher: 'sealed', requestKey: 'own' };
    await store.withdrawals.ask(ADVERTISER, wanted, 3, nobody, START_MS);
    await show(store, 1, orderId, OWN_BOT);
    expect(reasonOf(await settle(store, orderId, 1))).toBe('counted');
    const { availableMicros, reservedMicros } = await store.ledger.balance(ADVERTISER);
    expect([availableMicros, reservedMicros]).toEqual([(PRICE * 7n) / 10n, 0n]);
    await expectSound(store);
  });
});
