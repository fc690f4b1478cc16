/** Money on its way out: withdrawals and refunds, no matter who is first or what dies. */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { Withdrawal, WithdrawalState } from '../../core/ports/withdrawal-store.js';
import {
  addOrder,
  ADVERTISER,
  BALANCED,
  chargeShown,
  deposit,
  leave,
  openAccount,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
} from './makers.js';
import { contract, START_MS } from './run.js';

const WAITING_MAX = 3;
const nobody = () => [];
const tellOwner = ({ withdrawalId, accountId, state }: Withdrawal): NewNotification[] => [
  {
    accountId,
    kind: 'withdrawal_paid',
    facts: {},
    dedupeKey: `${String(withdrawalId)}:${state}`,
  },
];

function ask(store: Store, amountMicros: bigint, requestKey: string, accountId = PUBLISHER) {
  const wanted = { amountMicros, detailsCipher: 'sealed details', requestKey };
  return store.withdrawals.ask(accountId, wanted, WAITING_MAX, tellOwner, START_MS);
}

async function decide(store: Store, withdrawalId: number, state: WithdrawalState, seenMicros?: bigint) {
  const seen = seenMicros ?? (await store.withdrawals.find(withdrawalId))?.amountMicros ?? 0n;
  const decision = { state, decidedBy: 9, note: 'so', seenMicros: seen };
  return store.withdrawals.decide(withdrawalId, decision, tellOwner, START_MS + 1);
}

async function asked(store: Store, amountMicros: bigint, requestKey = 'one'): Promise<Withdrawal> {
  const asking = await ask(store, amountMicros, requestKey);
  if (asking.kind !== 'asked') throw new Error(`not asked: ${asking.kind}`);
  return asking.withdrawal;
}

async function toldCount(store: Store): Promise<number> {
  return (await store.notifications.claim('w', 100, 60_000, START_MS + 1_000)).length;
}

contract('withdrawals', (stage) => {
  test("another's key is refused, also when both ask at once, and nothing of theirs is told", async () => {
    const { store, open } = stage();
    for (const accountId of [PUBLISHER, ADVERTISER]) {
      await openAccount(store, accountId);
      await deposit(store, accountId, 10n);
    }
    const other = await open();
    const foreign = { kind: 'conflict', message: 'This was asked for by somebody else: start over.' };
    for (let round = 0; round < 20; round += 1) {
      const key = `round ${String(round)}`;
      const both = await Promise.allSettled([
        ask(store, 1n, key, PUBLISHER),
        ask(other, 1n, key, ADVERTISER),
      ]);
      const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      expect(refused).toEqual([expect.objectContaining(foreign)]);
      const [asked] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(asked?.kind).toBe('asked');
      if (asked?.kind === 'asked') await decide(store, asked.withdrawal.withdrawalId, 'refused');
    }
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('asking takes the amount aside, once by its key, and tells it in the same commit', async () => {
    const { store, commits, open } = stage();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 10n);
    const other = await open();
    const made = await Promise.all([store, other, store].map((each) => ask(each, 4n, 'one')));
    expect(made.map(({ kind }) => kind).sort()).toEqual(['already', 'already', 'asked']);
    const balance = { availableMicros: 6n, heldMicros: 0n, reservedMicros: 4n };
    expect(await store.ledger.balance(PUBLISHER)).toEqual(balance);
    expect(made[0]).toMatchObject({ balance, withdrawal: { amountMicros: 4n, state: 'waiting', note: '' } });
    expect(await toldCount(store)).toBe(1);
    const held = commits.filter(({ names }) => names.includes('withdrawals.ask'));
    expect(held.length).toBeGreaterThan(0);
    expect(held.every(({ isDurable }) => isDurable)).toBe(true);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('more than is there, and more at once than may wait, is not taken', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 10n);
    expect(await ask(store, 11n, 'much')).toMatchObject({ kind: 'short', balance: { availableMicros: 10n } });
    for (const key of ['a', 'b', 'c']) expect(await ask(store, 1n, key)).toMatchObject({ kind: 'asked' });
    expect(await ask(store, 1n, 'd')).toEqual({ kind: 'too_many' });
    expect(await ask(store, 1n, 'a')).toMatchObject({ kind: 'already' });
    await expect(ask(store, 0n, 'e')).rejects.toThrow(RangeError);
    await expect(ask(store, -1n, 'f')).rejects.toThrow(RangeError);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 7n, reservedMicros: 3n });
  });

  test.each([
    ['paid', { availableMicros: 6n, reservedMicros: 0n }],
    ['refused', { availableMicros: 10n, reservedMicros: 0n }],
    ['cancelled', { availableMicros: 10n, reservedMicros: 0n }],
  ] as const)('once it is %s, that is how it stays', async (state, balance) => {
    const { store, commits } = stage();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 10n);
    const { withdrawalId } = await asked(store, 4n);
    const decided = await decide(store, withdrawalId, state);
    expect(decided).toMatchObject({ kind: 'decided', withdrawal: { state, note: 'so', decidedBy: 9 } });
    expect(commits.at(-1)).toMatchObject({ names: ['withdrawals.decide'], isDurable: true });
    for (const later of ['paid', 'refused', 'cancelled'] as const)
      expect(await decide(store, withdrawalId, later)).toMatchObject({
        kind: 'already',
        withdrawal: { state },
      });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject(balance);
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect(await toldCount(store)).toBe(2);
    expect(await decide(store, withdrawalId + 1, 'paid')).toEqual({ kind: 'gone' });
  });

  test('of two processes that decide at once, one does', async () => {
    const { store, open } = stage();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 100n);
    const other = await open();
    for (let round = 0; round < 20; round += 1) {
      const { withdrawalId } = await asked(store, 2n, `round ${String(round)}`);
      const outcomes = await Promise.all([
        decide(store, withdrawalId, 'paid'),
        decide(other, withdrawalId, 'refused'),
        decide(other, withdrawalId, 'cancelled'),
      ]);
      expect(outcomes.filter(({ kind }) => kind === 'decided')).toHaveLength(1);
      expect(await store.ledger.check()).toEqual(BALANCED);
    }
    const { reservedMicros } = await store.ledger.balance(PUBLISHER);
    expect(reservedMicros).toBe(0n);
  });

  test('a withdrawal and charges that race for the same money never make a balance negative', async () => {
    const { store, open } = stage();
    const other = await open();
    const users = 12;
    const order = await populate(store, { quantityAll: 1_000 }, 6n * PRICE);
    for (let userId = 1; userId <= users; userId += 1) await show(store, userId, order.orderId);
    const made = await Promise.all([
      ...Array.from({ length: users }, (_, index) =>
        settle(index % 2 ? other : store, order.orderId, index + 1),
      ),
      ...[1, 2, 3].map((each) => ask(other, 2n * PRICE, `race ${String(each)}`, ADVERTISER)),
    ]);
    const charged = made.filter((each) => 'settlement' in each && each.settlement.kind === 'counted').length;
    // What was asked for and is not paid out yet is charged all the same.
    expect(charged).toBe(6);
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({
      availableMicros: 0n,
      reservedMicros: 0n,
    });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('a charge that took of a withdrawal comes back into the wallet, and the withdrawal stays reduced', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 10 }, 2n * PRICE);
    await ask(store, 2n * PRICE, 'all of it', ADVERTISER);
    await show(store, 1, orderId);
    await settle(store, orderId, 1, { decide: chargeShown({ holdUntilMs: START_MS + 86_400_000 }) });
    const reservedMicros = PRICE;
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: 0n, reservedMicros });
    expect(await leave(store, orderId, 1)).toMatchObject({ leaving: { kind: 'left', reverse: true } });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: PRICE, reservedMicros });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('are listed by their owner latest first, and by state with those that wait oldest first', async () => {
    const { store } = stage();
    for (const accountId of [PUBLISHER, ADVERTISER]) {
      await openAccount(store, accountId);
      await deposit(store, accountId, 100n);
    }
    const [a, b, c] = [await asked(store, 1n, 'a'), await asked(store, 2n, 'b'), await asked(store, 3n, 'c')];
    await ask(store, 4n, 'theirs', ADVERTISER);
    const ids = (list: readonly Withdrawal[]) => list.map(({ withdrawalId }) => withdrawalId);
    const page = { beforeId: null, limit: 2 };
    expect(ids(await store.withdrawals.ofAccount(PUBLISHER, page))).toEqual(ids([c, b]));
    expect(ids(await store.withdrawals.ofAccount(PUBLISHER, { ...page, beforeId: b.withdrawalId }))).toEqual(
      ids([a]),
    );
    await decide(store, a.withdrawalId, 'paid');
    await decide(store, b.withdrawalId, 'paid');
    const waiting = await store.withdrawals.inState('waiting', { offset: 0, limit: 1 });
    expect([ids(waiting.withdrawals), waiting.total]).toEqual([ids([c]), 2]);
    const paid = await store.withdrawals.inState('paid', { offset: 0, limit: 10 });
    expect([ids(paid.withdrawals), paid.total]).toEqual([ids([b, a]), 2]);
    expect(await store.withdrawals.find(999)).toBeNull();
  });

  test('a reserve that is not what waits is told by the checks', async () => {
    const { store, sql } = stage();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 10n);
    const { withdrawalId } = await asked(store, 4n);
    expect(await store.ledger.check()).toEqual(BALANCED);
    await sql(`UPDATE withdrawals SET state = 'paid' WHERE withdrawal_id = ?`, withdrawalId);
    expect(await store.ledger.check()).toEqual({ ...BALANCED, reservesOff: 1 });
    const { differences } = await store.checks.compare();
    const place = { accountId: PUBLISHER };
    expect(differences).toEqual([{ subject: 'reserve', place, expected: 0n, found: 4n }]);
  });

  test('every movement is a line of the history, with what was available after it', async () => {
    const { store } = stage();
    const order = await populate(store, { quantityAll: 10 }, 10n * PRICE);
    await deposit(store, PUBLISHER, 100n);
    const first = await asked(store, 30n, 'first');
    const second = await asked(store, 20n, 'second');
    await decide(store, first.withdrawalId, 'paid');
    await decide(store, second.withdrawalId, 'refused');
    await show(store, 1, order.orderId);
    await settle(store, order.orderId, 1);
    const lines = await store.ledger.history(PUBLISHER, { beforeEntryId: null, limit: 100 });
    const share = (PRICE * 7n) / 10n;
    const figures = lines.map((line) => [
      line.kind,
      line.amountMicros,
      line.heldMicros,
      line.reservedMicros,
      line.balanceMicros,
    ]);
    expect(figures).toEqual([
      ['charge', share, 0n, 0n, 70n + share],
      ['withdrawal_refused', 20n, 0n, -20n, 70n],
      ['withdrawal_paid', 0n, 0n, -30n, 50n],
      ['withdrawal_reserve', -20n, 0n, 20n, 50n],
      ['withdrawal_reserve', -30n, 0n, 30n, 70n],
      ['deposit', 100n, 0n, 0n, 100n],
    ]);
    const pages = [];
    for (let before: number | null = null; ;) {
      const page = await store.ledger.history(PUBLISHER, { beforeEntryId: before, limit: 2 });
      pages.push(...page);
      before = page.at(-1)?.entryId ?? null;
      if (page.length < 2 || before === null) break;
    }
    expect(pages).toEqual(lines);
    expect(await store.ledger.history(424_242, { beforeEntryId: null, limit: 5 })).toEqual([]);
  });
});

contract('refunds', (stage) => {
  const pay = (store: Store, chargeId: string, amountMicros: bigint) =>
    store.ledger.deposit(
      PUBLISHER,
      amountMicros,
      { reference: `xtr:${chargeId}`, note: '5 ⭐️', bookedBy: null, stars: { chargeId, count: 5 } },
      START_MS,
    );
  const end = (store: Store, chargeId: string, state: 'done' | 'refused') =>
    store.starPayments.endRefund(chargeId, { state, note: state }, nobody, START_MS);

  test('a payment is kept once, and given back once, no matter who is told of it', async () => {
    const { store, open } = stage();
    const other = await open();
    await openAccount(store, PUBLISHER);
    await Promise.all([pay(store, 'c1', 10n), pay(other, 'c1', 10n)]);
    expect(await store.starPayments.ofAccount(PUBLISHER, 10)).toMatchObject([
      { chargeId: 'c1', stars: 5, amountMicros: 10n, refundState: 'none' },
    ]);
    const begun = await Promise.all(
      [store, other].map((each) => each.starPayments.beginRefund('c1', 9, START_MS)),
    );
    expect(begun.map(({ kind }) => kind)).toEqual(['waiting', 'waiting']);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, reservedMicros: 10n });
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect(await store.starPayments.waitingRefunds(START_MS + 1, 10)).toHaveLength(1);
    expect(await store.starPayments.waitingRefunds(START_MS, 10)).toHaveLength(0);
    const ended = await Promise.all([store, other].map((each) => end(each, 'c1', 'done')));
    expect(ended.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(await end(store, 'c1', 'refused')).toMatchObject({
      isNew: false,
      payment: { refundState: 'done' },
    });
    expect(await store.starPayments.beginRefund('c1', null, START_MS)).toMatchObject({ kind: 'done' });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, reservedMicros: 0n });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('what is spent is not given back, and what the platform refuses is available again', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await pay(store, 'c1', 10n);
    await asked(store, 3n);
    const spent = { kind: 'spent', availableMicros: 7n };
    expect(await store.starPayments.beginRefund('c1', 9, START_MS)).toMatchObject(spent);
    await deposit(store, PUBLISHER, 3n);
    expect(await store.starPayments.beginRefund('c1', 9, START_MS)).toMatchObject({ kind: 'waiting' });
    expect(await end(store, 'c1', 'refused')).toMatchObject({
      isNew: true,
      payment: { refundNote: 'refused' },
    });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 10n, reservedMicros: 3n });
    expect(await store.starPayments.beginRefund('c1', 9, START_MS)).toMatchObject({ kind: 'waiting' });
    expect(await end(store, 'c1', 'done')).toMatchObject({ isNew: true });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, reservedMicros: 3n });
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect(await store.starPayments.beginRefund('unknown', 9, START_MS)).toEqual({ kind: 'gone' });
    expect(await end(store, 'unknown', 'done')).toMatchObject({ isNew: false, payment: null });
  });

  test('a refund that is told before its payment leaves with it, once, and spends nothing', async () => {
    const { store, open } = stage();
    const other = await open();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 1n);
    for (const each of [store, other])
      expect(await end(each, 'early', 'done')).toEqual({ isNew: false, payment: null, lossMicros: 0n });
    await end(store, 'refused', 'refused');
    const outcomes = await Promise.all([pay(store, 'early', 10n), pay(other, 'early', 10n)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['already', 'booked']);
    expect(await store.starPayments.byCharge('early')).toMatchObject({ refundState: 'done' });
    expect(await store.starPayments.beginRefund('early', 9, START_MS)).toMatchObject({ kind: 'done' });
    expect(await end(store, 'early', 'done')).toMatchObject({ isNew: false, lossMicros: 0n });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 1n, reservedMicros: 0n });
    const lines = await store.ledger.history(PUBLISHER, { beforeEntryId: null, limit: 9 });
    expect(lines.map(({ kind, amountMicros }) => [kind, amountMicros])).toEqual([
      ['refund_paid', -10n],
      ['deposit', 10n],
      ['deposit', 1n],
    ]);
    // A refusal of what is not there is not remembered, and neither is a refund of a month ago.
    await pay(store, 'refused', 2n);
    await end(store, 'old', 'done');
    const later = START_MS + 31 * 86_400_000;
    await store.starPayments.endRefund('newer', { state: 'done', note: '' }, nobody, later);
    await pay(store, 'old', 4n);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 7n });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('one that is reported before its payment takes no debt of the payer further down', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    const debt = { reference: 'debt', note: 'fraud', bookedBy: 9 };
    await store.ledger.adjust(PUBLISHER, -3n, debt, [], START_MS);
    await end(store, 'early', 'done');
    expect(await pay(store, 'early', 10n)).toMatchObject({ kind: 'booked' });
    // As in the other order: what the payment has paid off is the service's loss.
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, reservedMicros: 0n });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('a payment and its refund that are told at the same moment leave together', async () => {
    const { store, open } = stage();
    const other = await open();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 1n);
    const charges = Array.from({ length: 12 }, (_, at) => `both-${String(at)}`);
    await Promise.all(charges.flatMap((charge) => [pay(store, charge, 10n), end(other, charge, 'done')]));
    for (const charge of charges)
      expect(await store.starPayments.byCharge(charge)).toMatchObject({ refundState: 'done' });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 1n, reservedMicros: 0n });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('a refund nobody here asked for takes what is there, and the rest is the service’s loss', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await openAccount(store, ADVERTISER);
    await pay(store, 'c1', 10n);
    await asked(store, 7n);
    await addOrder(store);
    expect(await end(store, 'c1', 'done')).toMatchObject({ isNew: true, lossMicros: 7n });
    expect(await end(store, 'c1', 'done')).toMatchObject({ isNew: false });
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n, reservedMicros: 7n });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });
});
