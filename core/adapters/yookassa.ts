/**
 * YooKassa as a rail: a payment is made with the address where it is confirmed, and its money is taken at once. It pays
 * nothing out here: its payouts go to cards and wallets, under a contract of their own.
 * Source, where nothing else is said: https://yookassa.ru/developers/api ("Payments").
 */
import { BlockList, isIPv6 } from 'node:net';
import { z } from 'zod';
import { isAmount, parseMoney } from '../money.js';
import type { PaymentRail, RailAnswer, RailInvoice } from '../ports/payment-rail.js';
import { exchange, json, mapped, refusal, unknown } from './rail-call.js';

export interface YooKassaAccess {
  /** Such as `https://api.yookassa.ru/v3`. */
  root: string;
  shopId: string;
  secretKey: string;
  /** Where the payer comes back to. */
  returnUrl: string;
}

/** https://yookassa.ru/developers/using-api/webhooks#ip */
const NOTICES_FROM = [
  ...['185.71.76.0/27', '185.71.77.0/27', '77.75.153.0/25', '77.75.154.128/25'],
  ...['77.75.156.11/32', '77.75.156.35/32', '2a02:5180::/32'],
];
/** https://yookassa.ru/developers/using-api/lists: 100 at most. */
const PAGE = 100;
const DECIMALS = 2;

const money = z.object({ value: z.string().refine(isAmount), currency: z.string() });
const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const paymentSchema = z
  .object({
    id: z.string(),
    status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
    amount: money,
    /** What the shop gets. */
    income_amount: money.optional(),
    refunded_amount: money.optional(),
    captured_at: moment.optional(),
    payment_method: z.object({ type: z.string() }).optional(),
    confirmation: z.object({ confirmation_url: z.string().optional() }).optional(),
    metadata: z.object({ payload: z.string().optional() }).nullish(),
  })
  .transform((payment): RailInvoice => {
    const { amount, income_amount: income, refunded_amount: refunded, status } = payment;
    const amountMicros = parseMoney(amount.value);
    return {
      invoiceId: payment.id,
      payload: payment.metadata?.payload ?? '',
      state: status === 'succeeded' ? 'paid' : status === 'canceled' ? 'expired' : 'open',
      asked: { amountMicros, currency: amount.currency },
      paid:
        status === 'succeeded'
          ? {
              atMs: payment.captured_at ?? 0,
              note: `${amount.value} ${amount.currency}, ${payment.payment_method?.type ?? '?'}`,
              feeMicros: income === undefined ? 0n : amountMicros - parseMoney(income.value),
              returnedMicros: refunded === undefined ? 0n : parseMoney(refunded.value),
            }
          : null,
      url: payment.confirmation?.confirmation_url ?? '',
    };
  });
const listSchema = z.object({ items: z.array(paymentSchema), next_cursor: z.string().optional() });
const errorSchema = z.object({ type: z.literal('error'), code: z.string() });
const id = z.string().regex(/^[\w-]{1,64}$/);
/** Of a payment, or of the refund of one. */
const noticeSchema = z.object({ object: z.union([z.object({ payment_id: id }), z.object({ id })]) });

export function createYooKassa({ root, shopId, secretKey, returnUrl }: YooKassaAccess): PaymentRail {
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;
  const ours = new BlockList();
  for (const range of NOTICES_FROM) {
    const [net = '', bits] = range.split('/');
    ours.addSubnet(net, Number(bits), familyOf(net));
  }

  /**
   * https://yookassa.ru/developers/using-api/response-handling: 200 is done; 4xx is refused, and nothing was done; of 500 it
   * is unknown. What is no answer of this API, such as a proxy's page, says nothing.
   */
  const call = async <T>(
    path: string,
    result: z.ZodType<T>,
    post?: { key: string; body: object },
  ): Promise<RailAnswer<T>> => {
    const came = await exchange(`${root}${path}`, {
      method: post === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: authorization,
        ...(post === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotence-Key': post.key }),
      },
      ...(post === undefined ? {} : { body: JSON.stringify(post.body) }),
    });
    if (came.kind !== 'certain') return came;
    const { status, body } = came.value;
    const error = errorSchema.safeParse(body);
    if (error.success) return refusal(status, error.data.code);
    const parsed = result.safeParse(body);
    return status === 200 && parsed.success
      ? { kind: 'certain', value: parsed.data }
      : unknown(`${path}: the answer is not of this API`);
  };

  /** Null: it knows none of this number. */
  const payment = async (invoiceId: string): Promise<RailAnswer<RailInvoice | null>> => {
    const answer = await call(`/payments/${encodeURIComponent(invoiceId)}`, paymentSchema);
    return answer.kind === 'refused' && answer.reason === 'not_found'
      ? { kind: 'certain', value: null }
      : answer;
  };

  return {
    name: 'yookassa',
    // A payer's bank charges a payment by card back.
    isReversible: true,
    requestInvoice: ({ payload, amount, currency, description }) => {
      const [whole = '', fraction = ''] = amount.split('.');
      if (fraction.length > DECIMALS)
        return Promise.resolve({ kind: 'refused', reason: `more than ${String(DECIMALS)} decimals` });
      const body = {
        amount: { value: `${whole}.${fraction.padEnd(DECIMALS, '0')}`, currency },
        capture: true,
        confirmation: { type: 'redirect', return_url: returnUrl },
        description,
        metadata: { payload },
      };
      return call('/payments', paymentSchema, { key: payload, body });
    },
    invoices: async (invoiceIds) => {
      const found: RailInvoice[] = [];
      for (const each of invoiceIds) {
        const answer = await payment(each);
        if (answer.kind !== 'certain') return answer;
        if (answer.value !== null) found.push(answer.value);
      }
      return { kind: 'certain', value: found };
    },
    paidInvoices: async (sinceMs, from) => {
      const query = new URLSearchParams({
        status: 'succeeded',
        limit: String(PAGE),
        'captured_at.gte': new Date(sinceMs).toISOString(),
        ...(from === null ? {} : { cursor: from }),
      });
      const answer = await call(`/payments?${query.toString()}`, listSchema);
      return mapped(answer, ({ items, next_cursor: next = null }) => ({ items, next }));
    },
    /** Its notices are not signed: who reads one looks where it comes from, and asks for what it is about. */
    readNotice: async ({ bytes, from }) => {
      if (!ours.check(from, familyOf(from)))
        return { kind: 'refused', reason: 'it does not come from an address of this rail' };
      const notice = noticeSchema.safeParse(json(bytes));
      if (!notice.success) return { kind: 'certain', value: null };
      const { object } = notice.data;
      return payment('payment_id' in object ? object.payment_id : object.id);
    },
    // Its API has no question about what a shop holds: it pays that to the shop's bank account by itself.
    balance: null,
    payouts: null,
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
