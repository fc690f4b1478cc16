/**
 * Payments in the platform's stars: a user pays an invoice, the bot is asked (pre_checkout_query) and must answer
 * within ten seconds; then the money has moved and a successful_payment message says so.
 */
import { randomBytes } from 'node:crypto';
import type { StarTransaction } from 'grammy/types';
import { badRequest } from './failure.js';
import type { Events } from './events.js';
import type { Messages } from './messages.js';
import type { Updates } from './updates.js';
import {
  userObject,
  type BotRecord,
  type InvoiceRecord,
  type PaymentRecord,
  type UserRecord,
  type World,
} from './world.js';

const answerWithinMs = 10_000;
const keptPayments = 5_000;

export class Payments {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly world: World,
    private readonly updates: Updates,
    private readonly events: Events,
    private readonly messages: Messages,
  ) {}

  /** Takes up the payments that were waiting when the last run ended. */
  start(): void {
    for (const payment of this.world.payments.values()) {
      if (payment.status === 'pending') this.#expireLater(payment);
    }
  }

  /** The user presses Pay. */
  begin(
    bot: BotRecord,
    user: UserRecord,
    invoice: InvoiceRecord,
  ): { payment: PaymentRecord; updateId: number | null } {
    const payment: PaymentRecord = {
      id: String(this.world.next('checkout', 9_000_001)),
      bot_id: bot.id,
      user_id: user.id,
      invoice,
      status: 'pending',
      at: this.world.nowMs(),
      charge_id: null,
      error_message: '',
    };
    this.#save(payment);
    this.world.payments.keepNewest(keptPayments);
    this.#expireLater(payment);
    const updateId = this.updates.push(bot, {
      pre_checkout_query: {
        id: payment.id,
        from: userObject(user),
        currency: invoice.currency,
        total_amount: invoice.total_amount,
        invoice_payload: invoice.payload,
      },
    });
    return { payment, updateId };
  }

  /** answerPreCheckoutQuery. Throws the platform's refusal when it is too late. */
  answer(bot: BotRecord, id: string, isAccepted: boolean, errorMessage: string): void {
    const payment = this.world.payments.get(id);
    const user = payment && this.world.users.get(payment.user_id);
    if (payment?.bot_id !== bot.id || payment.status !== 'pending' || !user) {
      throw badRequest('query is too old and response timeout expired or query ID is invalid');
    }
    this.#forgetTimer(id);
    if (!isAccepted) {
      this.#save({ ...payment, status: 'refused', error_message: errorMessage });
      return;
    }
    const chargeId = `stx${randomBytes(18).toString('base64url')}`;
    this.#save({ ...payment, status: 'paid', charge_id: chargeId, paid_at: this.world.nowMs() });
    const { currency, total_amount, payload } = payment.invoice;
    this.messages.fromUser(user, bot, {
      successful_payment: {
        currency,
        total_amount,
        invoice_payload: payload,
        telegram_payment_charge_id: chargeId,
        provider_payment_charge_id: '',
      },
    });
  }

  /** refundStarPayment. Throws the platform's refusal. */
  refund(bot: BotRecord, userId: number, chargeId: string): void {
    const payment = [...this.world.payments.values()].find((known) => known.charge_id === chargeId);
    const user = this.world.users.get(userId);
    if (payment?.bot_id !== bot.id || payment.user_id !== userId || !user)
      throw badRequest('CHARGE_NOT_FOUND');
    if (payment.status === 'refunded') throw badRequest('CHARGE_ALREADY_REFUNDED');
    this.#save({ ...payment, status: 'refunded', refunded_at: this.world.nowMs() });
    const { currency, total_amount, payload } = payment.invoice;
    this.messages.fromUser(user, bot, {
      refunded_payment: {
        currency,
        total_amount,
        invoice_payload: payload,
        telegram_payment_charge_id: chargeId,
      },
    });
  }

  /** A user's payments to a bot, oldest first. */
  list(filter: { botId: number | null; userId: number | null }): PaymentRecord[] {
    return [...this.world.payments.values()].filter(
      (payment) =>
        (filter.botId === null || payment.bot_id === filter.botId) &&
        (filter.userId === null || payment.user_id === filter.userId),
    );
  }

  /** What was paid, and paid back: oldest first, each under the id of its charge. */
  transactions(bot: BotRecord): StarTransaction[] {
    const moved = this.list({ botId: bot.id, userId: null }).flatMap((payment) => {
      const user = this.world.users.get(payment.user_id);
      if (payment.charge_id === null || !user) return [];
      const partner = { type: 'user', transaction_type: 'invoice_payment', user: userObject(user) } as const;
      const paid = { id: payment.charge_id, amount: payment.invoice.total_amount };
      const source = { ...partner, invoice_payload: payment.invoice.payload };
      const back = payment.refunded_at;
      return [
        { ...paid, date: Math.floor((payment.paid_at ?? payment.at) / 1000), source },
        ...(back === undefined ? [] : [{ ...paid, date: Math.floor(back / 1000), receiver: partner }]),
      ];
    });
    return moved.sort((one, other) => one.date - other.date);
  }

  close(): void {
    for (const id of [...this.#timers.keys()]) this.#forgetTimer(id);
  }

  #save(payment: PaymentRecord): void {
    this.world.payments.set(payment.id, payment);
    const { bot_id, user_id, id, status } = payment;
    this.events.emit({ type: 'payment', bot_id, user_id, id, status });
  }

  #expireLater(payment: PaymentRecord): void {
    const leftMs = Math.max(0, payment.at + answerWithinMs - this.world.nowMs());
    const timer = setTimeout(() => {
      this.#timers.delete(payment.id);
      const current = this.world.payments.get(payment.id);
      if (current?.status === 'pending') this.#save({ ...current, status: 'expired' });
    }, leftMs);
    this.#timers.set(payment.id, timer.unref());
  }

  #forgetTimer(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }
}
