/** A charge that takes of what its advertiser wants withdrawn: only of what waits, and only where the rest is there. */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { Settlement, SettlementFacts } from '../../core/ports/subscription-store.js';
import type { Withdrawal } from '../../core/ports/withdrawal-store.js';
import { ADVERTISER, BALANCED, chargeShown, populate, PRICE, settle, show } from './makers.js';
import { contract, START_MS } from './run.js';

const nobody = () => [];

async function asked(store: Store, amountMicros: bigint, requestKey: string): Promise<Withdrawal> {
  const wanted = { amountMicros, detailsCipher: 'sealed details', requestKey };
  const asking = await store.withdrawals.ask(ADVERTISER, wanted, 3, nobody, START_MS);
  if (asking.kind !== 'asked') throw new Error(`not asked: ${asking.kind}`);
  return asking.withdrawal;
}

/** Charges what the latest impression says, whatever the wallet holds. */
function counted(facts: SettlementFacts): Settlement & { kind: 'counted' } {
  const settlement = chargeShown()({ ...facts, walletMicros: 10n * PRICE });
  if (settlement.kind !== 'counted') throw new TypeError(settlement.kind);
  return settlement;
}

contract('what charges take of withdrawals', (stage) => {
  test.each(['paying', 'paid', 'refused', 'cancelled'] as const)(
    'is nothing of one that is %s',
    async (state) => {
      const { store } = stage();
      const { orderId } = await populate(store, {}, 3n * PRICE);
      const { withdrawalId } = await asked(store, PRICE, 'one');
      // Another still waits, so that the reserve holds what is taken.
      await asked(store, PRICE, 'another');
      await store.withdrawals.decide(
        withdrawalId,
        { state, decidedBy: 9, note: '', seenMicros: PRICE },
        nobody,
        START_MS,
      );
      await show(store, 1, orderId);
      const before = await store.ledger.balance(ADVERTISER);
      const decide = (facts: SettlementFacts) => ({
        ...counted(facts),
        takenFrom: [{ withdrawalId, amountMicros: 1n }],
      });
      await expect(settle(store, orderId, 1, { decide })).rejects.toThrow(
        'a withdrawal does not hold what is taken of it',
      );
      expect(await store.ledger.balance(ADVERTISER)).toEqual(before);
      expect(await store.withdrawals.find(withdrawalId)).toMatchObject({ state, amountMicros: PRICE });
    },
  );

  test('is given back whole where the wallet lacks the rest', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, {}, PRICE);
    const withdrawal = await asked(store, PRICE / 2n, 'one');
    const { withdrawalId, amountMicros } = withdrawal;
    await show(store, 1, orderId);
    const decide = (facts: SettlementFacts) => {
      const charge = counted(facts);
      const priceMicros = 2n * PRICE;
      const feeMicros = priceMicros - charge.publisherMicros;
      return { ...charge, priceMicros, feeMicros, takenFrom: [{ withdrawalId, amountMicros }] };
    };
    await expect(settle(store, orderId, 1, { decide })).rejects.toThrow('a wallet would fall below zero');
    expect(await store.withdrawals.find(withdrawalId)).toEqual(withdrawal);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });
});
