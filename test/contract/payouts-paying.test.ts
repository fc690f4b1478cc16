/** A withdrawal that is paid in two steps: by the amount that the administrator saw, and out of reach of charges meanwhile. */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { Settlement, SettlementFacts } from '../../core/ports/subscription-store.js';
import type { Withdrawal, WithdrawalState } from '../../core/ports/withdrawal-store.js';
import {
  ADVERTISER,
  BALANCED,
  deposit,
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

function ask(store: Store, amountMicros: bigint, requestKey: string, accountId = PUBLISHER) {
  const wanted = { amountMicros, detailsCipher: 'sealed details', requestKey };
  return store.withdrawals.ask(accountId, wanted, WAITING_MAX, nobody, START_MS);
}

async function asked(
  store: Store,
  amountMicros: bigint,
  requestKey: string,
  accountId = PUBLISHER,
): Promise<Withdrawal> {
  const asking = await ask(store, amountMicros, requestKey, accountId);
  if (asking.kind !== 'asked') throw new Error(`not asked: ${asking.kind}`);
  return asking.withdrawal;
}

/** @param seenMicros the amount that stands there, where none is given */
async function decide(store: Store, withdrawalId: number, state: WithdrawalState, seenMicros?: bigint) {
  const seen = seenMicros ?? (await store.withdrawals.find(withdrawalId))?.amountMicros ?? 0n;
  const decision = { state, decidedBy: 9, note: 'so', seenMicros: seen };
  return store.withdrawals.decide(withdrawalId, decision, nobody, START_MS + 1);
}

contract('a payment of a withdrawal', (stage) => {
  test('a payment names the amount that was seen, and nothing is decided by another', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 10 }, 3n * PRICE);
    const { withdrawalId: id } = await asked(store, 3n * PRICE, 'all of it', ADVERTISER);
    await show(store, 1, orderId);
    await settle(store, orderId, 1);
    const left = { kind: 'changed', withdrawal: { state: 'waiting', amountMicros: 2n * PRICE } };
    for (const state of ['paying', 'paid'] as const)
      expect(await decide(store, id, state, 3n * PRICE)).toMatchObject(left);
    expect(await decide(store, id, 'paying', 2n * PRICE)).toMatchObject({ kind: 'decided' });
    expect(await decide(store, id, 'paid', 3n * PRICE)).toMatchObject({ kind: 'changed' });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ reservedMicros: 2n * PRICE });
    expect(await decide(store, id, 'paid', 2n * PRICE)).toMatchObject({ kind: 'decided' });
    expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ reservedMicros: 0n });
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('while it is being paid no charge takes of it, and it can only be paid or taken back', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 10 }, 2n * PRICE);
    const { withdrawalId: id } = await asked(store, 2n * PRICE, 'all of it', ADVERTISER);
    expect(await decide(store, id, 'waiting')).toMatchObject({ kind: 'already' });
    expect(await decide(store, id, 'paying')).toMatchObject({
      kind: 'decided',
      withdrawal: { state: 'paying', decidedBy: 9, decidedAtMs: START_MS + 1 },
    });
    for (const userId of [1, 2]) await show(store, userId, orderId);
    const untouched = (facts: SettlementFacts): Settlement => {
      expect(facts).toMatchObject({ walletMicros: 0n, withdrawing: [] });
      return { kind: 'none' };
    };
    await settle(store, orderId, 1, { decide: untouched });
    for (const state of ['paying', 'refused', 'cancelled'] as const)
      expect(await decide(store, id, state)).toMatchObject({
        kind: 'already',
        withdrawal: { state: 'paying' },
      });
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect((await store.checks.compare()).differences).toEqual([]);
    const { withdrawals: paying } = await store.withdrawals.inState('paying', { offset: 0, limit: 9 });
    expect(paying).toMatchObject([{ withdrawalId: id, amountMicros: 2n * PRICE }]);
    const back = { state: 'waiting', note: 'so', decidedBy: null, decidedAtMs: null };
    expect(await decide(store, id, 'waiting')).toMatchObject({ kind: 'decided', withdrawal: back });
    const [line] = await store.moderationLog.page({ beforeId: null, limit: 1 });
    const logged = { action: 'payout_taken_back', moderatorId: 9, accountId: ADVERTISER };
    expect(line).toMatchObject({ ...logged, reason: `#${String(id)}: so` });
    await settle(store, orderId, 2);
    const { reservedMicros } = await store.ledger.balance(ADVERTISER);
    expect(reservedMicros).toBe(PRICE);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('what is being paid counts among those that may wait', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 10n);
    for (const key of ['a', 'b', 'c'])
      await decide(store, (await asked(store, 1n, key)).withdrawalId, 'paying');
    expect(await ask(store, 1n, 'd')).toEqual({ kind: 'too_many' });
  });

  test('an administrator who begins while charges come pays what was seen, or learns the amount', async () => {
    const { store, open } = stage();
    const other = await open();
    const { orderId } = await populate(store, { quantityAll: 1_000 }, 40n * PRICE);
    for (let userId = 1; userId <= 20; userId += 1) await show(store, userId, orderId);
    for (let round = 0; round < 10; round += 1) {
      const { availableMicros: seen } = await store.ledger.balance(ADVERTISER);
      const { withdrawalId: id } = await asked(store, seen, `round ${String(round)}`, ADVERTISER);
      const [begun] = await Promise.all([
        decide(other, id, 'paying', seen),
        settle(store, orderId, 2 * round + 1),
        settle(store, orderId, 2 * round + 2),
      ]);
      const after = await store.withdrawals.find(id);
      if (begun.kind === 'decided') {
        expect(after).toMatchObject({ state: 'paying', amountMicros: seen });
        await decide(store, id, 'waiting');
      } else expect(begun).toMatchObject({ kind: 'changed' });
      await decide(store, id, 'refused');
    }
    expect(await store.ledger.check()).toEqual(BALANCED);
  });
});
