/** An adjustment in either direction: once, told in the same commit, and with a debt that stops what would spend more. */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import { BALANCED, deposit, openAccount, populate, PRICE, PUBLISHER, settle, show } from './makers.js';
import { contract, START_MS } from './run.js';

const notification: NewNotification = {
  accountId: PUBLISHER,
  kind: 'adjustment',
  facts: {},
  dedupeKey: 'adjustment:a',
};

const adjust = (store: Store, amountMicros: bigint, reference: string, accountId = PUBLISHER) => {
  const adjustment = { reference, note: 'Fraud', bookedBy: 9 };
  return store.ledger.adjust(accountId, amountMicros, adjustment, [notification], START_MS);
};

contract('an adjustment', (stage) => {
  test('is booked once by its reference, in either direction, and told once', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    expect(await adjust(store, 5n, 'a')).toMatchObject({ kind: 'booked', balance: { availableMicros: 5n } });
    expect(await adjust(store, 5n, 'a')).toMatchObject({ kind: 'already', balance: { availableMicros: 5n } });
    await expect(adjust(store, -5n, 'a')).rejects.toMatchObject({ kind: 'conflict' });
    const taken = { reference: 'a', note: '', bookedBy: null };
    const credit = store.ledger.deposit(PUBLISHER, 5n, taken, START_MS);
    await expect(credit).rejects.toMatchObject({ kind: 'conflict' });
    expect(await adjust(store, -2n, 'b')).toMatchObject({ kind: 'booked', balance: { availableMicros: 3n } });
    expect(await store.notifications.claim('w', 100, 60_000, START_MS + 1_000)).toHaveLength(1);
    const lines = await store.ledger.history(PUBLISHER, { beforeEntryId: null, limit: 9 });
    expect(lines).toMatchObject([
      { kind: 'adjustment', amountMicros: -2n, balanceMicros: 3n, note: 'Fraud' },
      { kind: 'adjustment', amountMicros: 5n, balanceMicros: 5n, note: 'Fraud' },
    ]);
    await expect(adjust(store, 0n, 'c')).rejects.toThrow(RangeError);
    expect(await store.ledger.check()).toEqual(BALANCED);
  });

  test('may leave a debt, which earnings and deposits pay off before anything is withdrawn', async () => {
    const { store } = stage();
    const { orderId } = await populate(store, { quantityAll: 10 }, 3n * PRICE);
    expect(await adjust(store, -PRICE, 'debt')).toMatchObject({ balance: { availableMicros: -PRICE } });
    const wanted = { amountMicros: 1n, detailsCipher: '', requestKey: 'k' };
    const asked = () => store.withdrawals.ask(PUBLISHER, wanted, 3, () => [], START_MS);
    expect(await asked()).toMatchObject({ kind: 'short' });
    await show(store, 1, orderId);
    await settle(store, orderId, 1);
    expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: (-PRICE * 3n) / 10n });
    expect(await asked()).toMatchObject({ kind: 'short' });
    await deposit(store, PUBLISHER, PRICE);
    expect(await asked()).toMatchObject({ kind: 'asked' });
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect((await store.checks.compare()).differences).toEqual([]);
  });
});
