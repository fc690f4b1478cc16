/**
 * Deposits in the platform's stars. What is booked was promised on the invoice, and each payment is booked once, by its
 * charge id: as updates say it, and as the platform's own list has it, for what no update brought.
 */
import { ServiceError } from '../errors.js';
import type { StarTransaction } from '../platform.js';
import type { Ports } from '../ports.js';
import type { Refunds } from './refunds.js';
import type { Wallet } from './wallet.js';

const PAYLOAD = /^deposit:(\d{1,19})$/;
/** As many as the platform gives at once. */
const PAGE = 100;
/** Under this name it is noted, with the signs of life, that the list of payments of a way was read. */
export const paymentsBeat = (way: string): string => `payments ${way}`;

/** What the invoice promised; null for a payment that is none of ours. */
export function promisedMicros(payload: string): bigint | null {
  const promised = PAYLOAD.exec(payload)?.[1];
  return promised === undefined ? null : BigInt(promised);
}

export function createStarDeposits(
  { platform, store, settings, log, clock }: Pick<Ports, 'platform' | 'store' | 'settings' | 'log' | 'clock'>,
  { wallet, refunds }: { wallet: Pick<Wallet, 'credit'>; refunds: Pick<Refunds, 'refunded'> },
) {
  /** The platform's list grows at its end alone. */
  let offset = 0;

  const book = async ({ accountId, chargeId, stars, payload }: Omit<StarTransaction, 'isRefund'>) => {
    const micros = promisedMicros(payload);
    if (micros === null) return false;
    await wallet.credit(accountId, micros, {
      reference: `xtr:${chargeId}`,
      note: `${String(stars)} ⭐️`,
      bookedBy: null,
      stars: { chargeId, count: stars },
    });
    return true;
  };

  const compareOne = async ({ isRefund, ...payment }: StarTransaction): Promise<void> => {
    const { chargeId, accountId } = payment;
    const known = await store.starPayments.byCharge(chargeId);
    if (isRefund) {
      if (known !== null && known.refundState !== 'done') await refunds.refunded(chargeId);
      return;
    }
    if (known !== null || promisedMicros(payment.payload) === null) return;
    try {
      await book(payment);
      log.warn({ chargeId, accountId }, 'a payment in stars that no update brought is booked');
    } catch (error) {
      // Who has no account here cannot be paid; of the store's faults the next comparison hears again.
      if (!(error instanceof ServiceError) || error.kind !== 'forbidden') throw error;
      log.error({ chargeId, accountId }, 'a payment in stars is of a person without an account');
    }
  };

  return {
    /** Returns whether the payment is one of ours; it is booked then, unless it was before. */
    book,
    /**
     * One page of the platform's list of payments: books what is missing. The first begins with the oldest; later ones go on
     * where the last ended. Returns 1 where there is more, else 0.
     */
    compare: async () => {
      if (settings.STARS_RATE === undefined) return 0;
      const answer = await platform.starTransactions(settings.BOT_TOKEN, { offset, limit: PAGE });
      if (!answer.ok) return 0;
      const { count, payments } = answer.value;
      for (const payment of payments) await compareOne(payment);
      offset += count;
      await store.health.beat(paymentsBeat('stars'), clock.now());
      return count === PAGE ? 1 : 0;
    },
  };
}

/** Of each way in which money comes, how long ago its list of payments was read; Infinity: never. */
export async function paymentAges(
  ports: Pick<Ports, 'store' | 'clock' | 'settings' | 'rails'>,
): Promise<Map<string, number>> {
  const { store, clock, settings, rails } = ports;
  const ways = [...(settings.STARS_RATE === undefined ? [] : ['stars']), ...rails.map(({ name }) => name)];
  const ages = ways.map(async (way) => {
    const readMs = await store.health.lastBeatMs(paymentsBeat(way));
    return [way, readMs === null ? Infinity : Math.max(0, clock.now() - readMs)] as const;
  });
  return new Map(await Promise.all(ages));
}
