/** What becomes of held money next to a charge that cannot be taken back. */
import { expect, test } from 'vitest';
import {
  addBot,
  ADVERTISER,
  addOrder,
  chargeShown,
  deposit,
  openAccount,
  PRICE,
  PUBLISHER,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const BOTS = [7002, 7003];
const USERS = 6;
const BROKEN = 4;
const HOUR_MS = 3_600_000;

const chargeHeld = chargeShown({ isHeldForTrust: true });

contract('failures of trust', (stage) => {
  test.each([20, BROKEN])('keep no other charges waiting, %i at once', async (limit) => {
    const { store, damage } = stage();
    await openAccount(store, ADVERTISER);
    await openAccount(store, PUBLISHER);
    await deposit(store, ADVERTISER, 1_000n * PRICE);
    const { orderId } = await addOrder(store);
    for (const botId of BOTS) {
      await addBot(store, botId, PUBLISHER, { tokenCipher: null });
      for (let userId = botId * USERS; userId < (botId + 1) * USERS; userId += 1) {
        await show(store, userId, orderId, botId);
        await settle(store, orderId, userId, { decide: chargeHeld });
      }
      const made = { moderatorId: 9, notifications: () => [] };
      await store.bots.moderate(botId, { trust: 'refused' }, made, START_MS);
    }
    const [first = 0, second = 0] = BOTS;
    await damage(
      `UPDATE subscriptions SET entry_id = NULL WHERE user_id < ${String(first * USERS + BROKEN)}`,
    );
    const at = { day: START_DAY, nowMs: START_MS };
    const holds = { holdMs: HOUR_MS, newPublisherHoldMs: HOUR_MS };
    await expect(store.trust.settleHeld(at, holds, limit)).rejects.toThrow('no charge to reverse');
    for (let step = 0; step < 2; step += 1)
      await store.trust.settleHeld(at, holds, limit).catch((error: unknown) => error);
    expect(await store.trust.heldOf(first)).toMatchObject({ subscribers: BROKEN });
    expect(await store.trust.heldOf(second)).toMatchObject({ subscribers: 0 });
  });
});
