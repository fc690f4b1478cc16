/** The payment rails of the zoo's town: both emulated on a real socket, by the town's clock. */
import { createCryptoPay } from '../../../core/adapters/crypto-pay.js';
import { createYooKassa } from '../../../core/adapters/yookassa.js';
import { multiply, parseMoney } from '../../../core/money.js';
import type { PaymentRail } from '../../../core/ports/payment-rail.js';
import { ratioOf } from '../../../core/ratio.js';
import { type CryptoPay, openCryptoPay } from '../../../emulator/crypto-pay/server.js';
import { openYooKassa, type YooKassa } from '../../../emulator/yookassa/server.js';

const HELD_USDT = 1_000_000;
/** What one USDT is worth, as the emulated rail has it. */
const RATE = '80';

export interface TownRails {
  all: readonly PaymentRail[];
  cryptoPay: CryptoPay;
  yooKassa: YooKassa;
  /** What was transferred to these people, in micro-units of the service's currency. */
  paidOut(accountIds: readonly number[]): bigint;
  close(): Promise<void>;
}

export async function openTownRails(
  clock: { now(): number },
  changed: (rail: PaymentRail) => PaymentRail = (rail) => rail,
): Promise<TownRails> {
  const [cryptoPay, yooKassa] = [await openCryptoPay(clock), await openYooKassa(clock)];
  cryptoPay.world.balances.set('USDT', HELD_USDT);
  const { shopId, secretKey } = yooKassa;
  return {
    all: [
      createCryptoPay({ root: cryptoPay.url, token: cryptoPay.token, asset: 'USDT', paysByChecks: false }),
      createYooKassa({ root: yooKassa.url, shopId, secretKey, returnUrl: 'https://example.com/wallet' }),
    ].map(changed),
    cryptoPay,
    yooKassa,
    paidOut: (accountIds) =>
      cryptoPay.ledger.transfers
        .filter(({ user_id }) => accountIds.includes(user_id))
        .reduce((sum, { amount }) => sum + multiply(parseMoney(RATE), ratioOf(amount)), 0n),
    close: async () => {
      await cryptoPay.close();
      await yooKassa.close();
    },
  };
}
