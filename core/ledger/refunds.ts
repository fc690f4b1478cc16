/**
 * Giving a payment in stars back (`decisions.md`, Bots: one wallet). The amount is set aside first, then the platform is
 * asked, then it is booked: whatever fails in between, the refund waits and is gone on with, and is booked once.
 */
import { assertAdministrator, type Operator } from '../accounts/index.js';
import { dayNumberOf, HOUR_MS } from '../days.js';
import type { Micros } from '../money.js';
import type { Ports } from '../ports.js';
import type { NewNotification } from '../ports/notification-store.js';
import type { StarPayment } from '../ports/star-payment-store.js';

/** A refund that somebody is just asking the platform for is left to them this long. */
const LEFT_ALONE_MS = 60_000;
const FINISHED_AT_ONCE = 20;
const PAYMENTS_MAX = 20;

/**
 * `refused`: the platform will not, and the amount is back in the wallet; `waiting`: the platform did not answer, and is asked
 * again from time to time.
 */
export type RefundOutcome =
  | { kind: 'refunded' | 'already' | 'refused' | 'waiting'; payment: StarPayment }
  /** The wallet does not hold that much any more. */
  | { kind: 'spent'; payment: StarPayment; availableMicros: bigint }
  /** What the payer's impressions of late may still cost must stay in the wallet. */
  | { kind: 'needed'; payment: StarPayment; mayCostMicros: Micros }
  | { kind: 'gone' };

export type Refunds = ReturnType<typeof createRefunds>;

export function createRefunds(ports: Pick<Ports, 'store' | 'platform' | 'clock' | 'settings' | 'log'>) {
  const { store, platform, clock, settings, log } = ports;
  const end = async (
    chargeId: string,
    state: 'done' | 'refused',
    note: string,
  ): Promise<StarPayment | null> => {
    const notifications = (payment: StarPayment) => (state === 'done' ? [refundNotification(payment)] : []);
    const ended = await store.starPayments.endRefund(chargeId, { state, note }, notifications, clock.now());
    const { payment, lossMicros } = ended;
    if (lossMicros > 0n) {
      const facts = { accountId: payment?.accountId, lossMicros: String(lossMicros) };
      log.error(facts, 'the platform gave a payment back that was spent already: the service bears the loss');
    }
    return payment;
  };

  /** Asks the platform for a refund that is set aside. */
  const complete = async (waiting: StarPayment): Promise<RefundOutcome> => {
    const { chargeId, accountId } = waiting;
    const answer = await platform.refundStars(settings.BOT_TOKEN, accountId, chargeId);
    if (answer.ok) {
      const payment = await end(chargeId, 'done', '');
      return { kind: 'refunded', payment: payment ?? waiting };
    }
    const { kind, description } = answer.failure;
    // Anything else may still come true, or have come true.
    if (kind !== 'bad_request') return { kind: 'waiting', payment: waiting };
    const payment = await end(chargeId, 'refused', description);
    return { kind: 'refused', payment: payment ?? waiting };
  };

  /**
   * A user who saw an order may join for as long as a withdrawal would wait. A withdrawal that waits pays for them; a
   * payment is given back whole, so it must not be needed for them.
   */
  const needed = async (chargeId: string): Promise<RefundOutcome | null> => {
    const payment = await store.starPayments.byCharge(chargeId);
    if (payment === null || payment.refundState === 'waiting' || payment.refundState === 'done') return null;
    const { accountId, amountMicros } = payment;
    const sinceMs = clock.now() - settings.WITHDRAWAL_HOURS * HOUR_MS;
    const [{ availableMicros }, mayCostMicros] = await Promise.all([
      store.ledger.balance(accountId),
      store.statistics.mayCost(accountId, dayNumberOf(sinceMs, settings.SERVICE_TIMEZONE)),
    ]);
    const leftMicros = availableMicros - amountMicros;
    return leftMicros >= 0n && leftMicros < mayCostMicros ? { kind: 'needed', payment, mayCostMicros } : null;
  };

  return {
    /** Payments of an account in stars, latest first. @throws ServiceError `forbidden` for who is no administrator */
    payments: async (operator: Operator, accountId: number) => {
      assertAdministrator(settings, operator);
      return store.starPayments.ofAccount(accountId, PAYMENTS_MAX);
    },
    /** @throws ServiceError `forbidden` for who is no administrator */
    payment: async (operator: Operator, paymentId: number) => {
      assertAdministrator(settings, operator);
      return store.starPayments.find(paymentId);
    },
    /**
     * Gives a payment back, whole and once. `needed`: the payer's orders were shown within WITHDRAWAL_HOURS, and what would
     * be left could not pay for everybody who may still join.
     * @throws ServiceError `forbidden` for who is no administrator
     */
    refund: async (operator: Operator, chargeId: string): Promise<RefundOutcome> => {
      assertAdministrator(settings, operator);
      const hindrance = settings.WITHDRAWAL_HOURS === 0 ? null : await needed(chargeId);
      if (hindrance !== null) return hindrance;
      const begun = await store.starPayments.beginRefund(chargeId, operator, clock.now());
      if (begun.kind === 'done') return { kind: 'already', payment: begun.payment };
      return begun.kind === 'waiting' ? complete(begun.payment) : begun;
    },
    /** The platform reports that a payment was given back, no matter who asked for it. */
    refunded: async (chargeId: string) => {
      // A refund can overtake its payment: the store remembers it, and books both when the payment comes.
      if ((await end(chargeId, 'done', '')) === null)
        log.error({}, 'the platform gave a payment back that is not known yet, or none of ours');
    },
    /** Goes on with refunds whose answer was lost; how many came to an end. */
    finishWaiting: async () => {
      const waiting = await store.starPayments.waitingRefunds(clock.now() - LEFT_ALONE_MS, FINISHED_AT_ONCE);
      let finished = 0;
      for (const payment of waiting) if ((await complete(payment)).kind !== 'waiting') finished += 1;
      return finished;
    },
  };
}

/** The notification to the payer; the same notification however they come by their money. */
export function refundNotification({
  accountId,
  amountMicros,
  stars,
  paymentId,
}: StarPayment): NewNotification {
  return {
    accountId,
    kind: 'refund_paid',
    facts: { amountMicros: String(amountMicros), stars },
    dedupeKey: `refund:${String(paymentId)}`,
  };
}
