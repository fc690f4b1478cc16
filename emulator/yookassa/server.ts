/**
 * YooKassa on a real socket: payments, refunds and notices of one shop.
 * Source, where nothing else is said: https://yookassa.ru/developers/api ("Payments", "Refunds").
 */
import { randomUUID } from 'node:crypto';
import { openRailSocket, type RailCall, type RailReply, type RailSocket } from '../rail-socket.js';

interface Money {
  value: string;
  currency: string;
}

export interface Payment {
  id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: Money;
  income_amount?: Money;
  refunded_amount?: Money;
  description?: string;
  created_at: string;
  captured_at?: string;
  payment_method?: { type: string; id: string };
  confirmation?: { type: 'redirect'; confirmation_url: string };
  metadata: Record<string, string>;
  paid: boolean;
}

export interface YooKassa extends RailSocket {
  shopId: string;
  secretKey: string;
  payments: Payment[];
  /** Bodies of notices that were not taken yet. */
  waiting: string[];
  /** The payer confirms it by a card. */
  pay(paymentId: string): void;
  /** The shop gives back, or a bank takes back. */
  refund(paymentId: string, value: string): void;
  /** Tries each notice that waits once, as if from this address; answers with which statuses. */
  deliver(url: string, from?: string): Promise<number[]>;
}

/** Of a payment: a guess. Who reads `income_amount` needs no share. */
const FEE_SHARE = 0.035;
/** `expired_on_confirmation`: the payer did not confirm in time; an hour (…/payment-process). */
const LIFE_MS = 3_600_000;
/** `Idempotence-Key`: up to 64 characters (https://yookassa.ru/developers/using-api/interaction-format#idempotence). */
const KEY_MAX = 64;
/** `description`: up to 128 characters; a value of `metadata`: up to 512. */
const lengths = { description: 128, metadata: 512 } as const;
/** https://yookassa.ru/developers/using-api/lists: 1 to 100, 10 where nothing is said. */
const page = { most: 100, usual: 10 } as const;
/** One of those that are listed (https://yookassa.ru/developers/using-api/webhooks#ip). */
const NOTICES_FROM = '185.71.76.5';

const failure = (code: string) => ({ type: 'error', id: randomUUID(), code });
const invalid = (): RailReply => ({ status: 400, body: failure('invalid_request') });

export async function openYooKassa(options: { now?: () => number } = {}): Promise<YooKassa> {
  const shop = new Shop(options.now ?? Date.now);
  const socket = await openRailSocket({
    nameOf: ({ method, path }) => `${method} ${path.replace(/^(\/payments)\/.+$/, '$1/{id}')}`,
    answer: (call) => shop.answer(call),
    failure: failure('internal_server_error'),
  });
  return Object.assign(socket, {
    shopId: shop.id,
    secretKey: shop.secretKey,
    payments: shop.payments,
    waiting: shop.waiting,
    pay: (paymentId: string) => {
      shop.pay(paymentId);
    },
    refund: (paymentId: string, value: string) => {
      shop.refund(paymentId, value);
    },
    deliver: (url: string, from = NOTICES_FROM) => shop.deliver(url, from),
  });
}

class Shop {
  readonly id = '506751';
  readonly secretKey = 'test_secretOfTheEmulator';
  readonly payments: Payment[] = [];
  readonly waiting: string[] = [];
  /** What was made under a key. */
  readonly #made = new Map<string, { body: string; payment: Payment }>();

  constructor(private readonly now: () => number) {}

  answer({ name, url, headers, body }: RailCall): RailReply {
    this.#expire();
    const basic = Buffer.from(`${this.id}:${this.secretKey}`).toString('base64');
    if (headers.authorization !== `Basic ${basic}`)
      return { status: 401, body: failure('invalid_credentials') };
    if (name === 'POST /payments') return this.#create(String(headers['idempotence-key'] ?? ''), body);
    if (name === 'GET /payments') return this.#list(url.searchParams);
    const payment = this.payments.find(({ id }) => url.pathname === `/payments/${id}`);
    return payment === undefined
      ? { status: 404, body: failure('not_found') }
      : { status: 200, body: payment };
  }

  /** The same key and body have the answer of the first time; the same key and another body are refused. */
  #create(key: string, body: Record<string, unknown>): RailReply {
    const text = JSON.stringify(body);
    const made = this.#made.get(key);
    if (made !== undefined) return made.body === text ? { status: 200, body: made.payment } : invalid();
    const {
      amount,
      description,
      metadata = {},
      confirmation,
      capture,
    } = body as Partial<Payment> & {
      capture?: boolean;
    };
    const isMoney = /^\d+\.\d{2}$/.test(amount?.value ?? '') && Number(amount?.value) > 0;
    const isRight =
      key !== '' &&
      key.length <= KEY_MAX &&
      isMoney &&
      (description ?? '').length <= lengths.description &&
      Object.values(metadata).every((value) => value.length <= lengths.metadata) &&
      confirmation?.type === 'redirect' &&
      capture === true;
    if (!isRight || amount === undefined) return invalid();
    const id = randomUUID();
    const payment: Payment = {
      id,
      status: 'pending',
      amount,
      metadata,
      paid: false,
      ...(description === undefined ? {} : { description }),
      created_at: new Date(this.now()).toISOString(),
      confirmation: { type: 'redirect', confirmation_url: `https://yoomoney.ru/checkout?orderId=${id}` },
    };
    this.payments.push(payment);
    this.#made.set(key, { body: text, payment });
    return { status: 200, body: payment };
  }

  /** Latest first; the cursor is where the next page begins. */
  #list(query: URLSearchParams): RailReply {
    const limit = Number(query.get('limit') ?? page.usual);
    if (!(limit >= 1 && limit <= page.most)) return invalid();
    const since = query.get('captured_at.gte') ?? '';
    const found = this.payments
      .filter(({ status }) => query.get('status') === null || status === query.get('status'))
      .filter(({ captured_at = '' }) => captured_at >= since)
      .toReversed();
    const from = Number(query.get('cursor') ?? 0);
    const next = from + limit < found.length ? { next_cursor: String(from + limit) } : {};
    return { status: 200, body: { type: 'list', items: found.slice(from, from + limit), ...next } };
  }

  pay(paymentId: string): void {
    this.#expire();
    const payment = this.payments.find(({ id }) => id === paymentId);
    if (payment?.status !== 'pending') throw new Error('the payment is not pending');
    const { value, currency } = payment.amount;
    Object.assign(payment, {
      status: 'succeeded',
      paid: true,
      payment_method: { type: 'bank_card', id: paymentId },
      income_amount: { value: (Number(value) * (1 - FEE_SHARE)).toFixed(2), currency },
      captured_at: new Date(this.now()).toISOString(),
    });
    delete payment.confirmation;
    this.#notify('payment.succeeded', payment);
  }

  refund(paymentId: string, value: string): void {
    const payment = this.payments.find(({ id }) => id === paymentId);
    if (payment?.status !== 'succeeded') throw new Error('the payment is not paid');
    const amount = { value, currency: payment.amount.currency };
    payment.refunded_amount = amount;
    this.#notify('refund.succeeded', {
      id: randomUUID(),
      payment_id: paymentId,
      status: 'succeeded',
      amount,
    });
  }

  #notify(event: string, object: object): void {
    this.waiting.push(JSON.stringify({ type: 'notification', event, object }));
  }

  /** Until it is answered with 200, for 24 hours (https://yookassa.ru/developers/using-api/webhooks). */
  async deliver(url: string, from: string): Promise<number[]> {
    const statuses: number[] = [];
    for (const body of [...this.waiting]) {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
      await answer?.arrayBuffer();
      statuses.push(answer?.status ?? 0);
      if (answer?.status === 200) this.waiting.splice(this.waiting.indexOf(body), 1);
    }
    return statuses;
  }

  #expire(): void {
    const nowMs = this.now();
    for (const payment of this.payments)
      if (payment.status === 'pending' && Date.parse(payment.created_at) + LIFE_MS <= nowMs)
        payment.status = 'canceled';
  }
}
