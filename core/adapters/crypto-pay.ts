/**
 * Crypto Pay (@CryptoBot) as a rail. An invoice is made over the service's currency, so the rail takes on the rate for the
 * invoice's life. Payouts are transfers to people of the platform by their id.
 * Calls are `POST <root>/api/<method>` with the token in a header; the answer is an envelope.
 * Source: https://help.send.tg/en/articles/10279948-crypto-pay-api (1.5.2).
 */
import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { isAmount, multiply, parseMoney } from '../money.js';
import { divideRatios, multiplyRatios, ratioOf } from '../ratio.js';
import { equalInConstantTime } from '../vault.js';
import type {
  CheckRail,
  PaymentRail,
  RailAnswer,
  RailCheck,
  RailInvoice,
  RailPage,
  RailTransfer,
} from '../ports/payment-rail.js';
import { exchange, json, mapped, refusal, unknown } from './rail-call.js';

const envelope = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.number(), name: z.string() }) }),
]);

interface CryptoPayAccess {
  /** Such as `https://pay.crypt.bot`. */
  root: string;
  token: string;
}

/**
 * Puts one question. The rail says no in its envelope alone: an error of HTTP, an answer that cannot be read, or none at all
 * leave it unknown whether anything happened.
 */
async function callCryptoPay<T>(
  { root, token }: CryptoPayAccess,
  method: string,
  parameters: Readonly<Record<string, string | number | boolean>>,
  result: z.ZodType<T>,
): Promise<RailAnswer<T>> {
  const came = await exchange(`${root}/api/${method}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Crypto-Pay-API-Token': token },
    body: JSON.stringify(parameters),
  });
  if (came.kind !== 'certain') return came;
  const answer = envelope.safeParse(came.value.body);
  if (!answer.success) return unknown(`${method}: the answer is not of this API`);
  if (!answer.data.ok) return refusal(answer.data.error.code, answer.data.error.name);
  const parsed = result.safeParse(answer.data.result);
  return parsed.success
    ? { kind: 'certain', value: parsed.data }
    : unknown(`${method}: the answer lacks what it should have`);
}

/** The most decimals of any asset. */
const DECIMALS = 18;
/** Fees come as numbers, of which small ones have an exponent as text. */
const decimal = z
  .union([
    z.string(),
    z.number().transform((value) => (value < 1e-6 ? value.toFixed(DECIMALS) : String(value))),
  ])
  .pipe(z.string().regex(/^\d+(\.\d+)?$/));
const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const id = z.number().int().transform(String);

const invoiceSchema = z
  .object({
    invoice_id: id,
    status: z.enum(['active', 'paid', 'expired']),
    currency_type: z.enum(['fiat', 'crypto']),
    fiat: z.string().optional(),
    amount: decimal,
    paid_asset: z.string().optional(),
    paid_amount: decimal.optional(),
    fee_asset: z.string().optional(),
    fee_amount: decimal.optional(),
    paid_at: moment.optional(),
    payload: z.string().optional(),
    bot_invoice_url: z.string(),
  })
  .transform((invoice): RailInvoice => ({
    invoiceId: invoice.invoice_id,
    payload: invoice.payload ?? '',
    state: invoice.status === 'active' ? 'open' : invoice.status,
    asked:
      invoice.currency_type === 'fiat' && invoice.fiat !== undefined && isAmount(invoice.amount)
        ? { amountMicros: parseMoney(invoice.amount), currency: invoice.fiat }
        : null,
    paid:
      invoice.status === 'paid'
        ? {
            atMs: invoice.paid_at ?? 0,
            note: `${invoice.paid_amount ?? '?'} ${invoice.paid_asset ?? '?'}`,
            feeMicros: feeOf(invoice),
            // What was paid in crypto does not go back.
            returnedMicros: 0n,
          }
        : null,
    url: invoice.bot_invoice_url,
  }));

const transferSchema = z
  .object({
    transfer_id: id,
    spend_id: z.string().optional(),
    user_id: z.number().int(),
    asset: z.string(),
    amount: decimal,
    completed_at: moment,
  })
  .transform((transfer): RailTransfer => ({
    transferId: transfer.transfer_id,
    spendId: transfer.spend_id ?? '',
    userId: transfer.user_id,
    asset: transfer.asset,
    amount: transfer.amount,
    atMs: transfer.completed_at,
  }));

const checkSchema = z
  .object({
    check_id: id,
    asset: z.string(),
    amount: decimal,
    bot_check_url: z.string(),
    status: z.enum(['active', 'activated']),
    created_at: moment,
    activated_at: moment.nullish(),
  })
  .transform((check): RailCheck => ({
    checkId: check.check_id,
    asset: check.asset,
    amount: check.amount,
    atMs: check.created_at,
    takenAtMs: check.status === 'active' ? null : (check.activated_at ?? check.created_at),
    url: check.bot_check_url,
  }));

/** Lists come as `items`, or plain. */
const listOf = <T>(item: z.ZodType<T>): z.ZodType<T[]> =>
  z.union([z.object({ items: z.array(item) }).transform(({ items }) => items), z.array(item)]);

const MICROS_OF_ONE = parseMoney('1');
/** A page of a list. */
const PAGE = 200;

const noticeSchema = z.object({ update_type: z.string(), payload: z.unknown() });
const rates = z.array(
  z.object({ is_valid: z.boolean(), source: z.string(), target: z.string(), rate: decimal }),
);
/** `onhold` is what pays for checks that no one has taken yet. */
const balances = z.array(z.object({ currency_code: z.string(), available: decimal, onhold: decimal }));

export function createCryptoPay(
  access: CryptoPayAccess & { asset: string; paysByChecks: boolean },
): PaymentRail {
  const { asset, token, paysByChecks } = access;
  const secret = createHash('sha256').update(token).digest();
  const invoices = listOf(invoiceSchema);
  const transfers = listOf(transferSchema);
  /** What one of an asset is worth. */
  const rateOf = async (currency: string): Promise<RailAnswer<(of: string) => string | null>> =>
    mapped(await callCryptoPay(access, 'getExchangeRates', {}, rates), (all) => {
      const valid = all.filter((each) => each.is_valid && each.target === currency && Number(each.rate) > 0);
      return (of) => valid.find(({ source }) => source === of)?.rate ?? null;
    });
  const pageOf = pagesOf(access);

  return {
    name: 'crypto_pay',
    isReversible: false,
    requestInvoice: ({ payload, amount, currency, description, lifeSeconds }) =>
      callCryptoPay(
        access,
        'createInvoice',
        {
          currency_type: 'fiat',
          fiat: currency,
          amount,
          description,
          payload,
          expires_in: lifeSeconds,
          allow_comments: false,
        },
        invoiceSchema,
      ),
    invoices: (invoiceIds) =>
      callCryptoPay(
        access,
        'getInvoices',
        { invoice_ids: invoiceIds.join(','), count: invoiceIds.length },
        invoices,
      ),
    paidInvoices: (...since) =>
      pageOf('getInvoices', { status: 'paid' }, invoices, ({ paid }) => paid?.atMs ?? 0, ...since),
    readNotice: ({ bytes, header }) => {
      if (!isSigned(secret, bytes, header('crypto-pay-api-signature')))
        return Promise.resolve({ kind: 'refused', reason: 'it is not signed by this rail' });
      const notice = noticeSchema.safeParse(json(bytes));
      const isPaid = notice.success && notice.data.update_type === 'invoice_paid';
      const invoice = invoiceSchema.safeParse(isPaid ? notice.data.payload : null);
      return Promise.resolve({ kind: 'certain', value: invoice.data ?? null });
    },
    balance: async (currency) => {
      const held = await callCryptoPay(access, 'getBalance', {}, balances);
      if (held.kind !== 'certain') return held;
      const rate = await rateOf(currency);
      if (rate.kind !== 'certain') return rate;
      let micros = 0n;
      for (const { currency_code: of, available, onhold } of held.value)
        for (const amount of [available, onhold].filter((each) => Number(each) > 0)) {
          const worth = rate.value(of);
          if (worth === null) return unknown(`no rate of ${of} in ${currency}`);
          micros += multiply(MICROS_OF_ONE, multiplyRatios(ratioOf(amount), ratioOf(worth)));
        }
      return { kind: 'certain', value: micros };
    },
    payouts: {
      name: 'crypto_pay',
      asset,
      transfer: ({ spendId, userId, asset: of, amount, comment }) =>
        callCryptoPay(
          access,
          'transfer',
          { user_id: userId, asset: of, amount, spend_id: spendId, comment },
          transferSchema,
        ),
      transferBy: async (spendId) =>
        mapped(
          await callCryptoPay(access, 'getTransfers', { spend_id: spendId }, transfers),
          (found) => found.find((transfer) => transfer.spendId === spendId) ?? null,
        ),
      transfers: (...since) => pageOf('getTransfers', {}, transfers, ({ atMs }) => atMs, ...since),
      paysByChecks,
      checks: checksOf(access, pageOf),
      rate: async (currency) => {
        const answer = await rateOf(currency);
        if (answer.kind !== 'certain') return answer;
        const rate = answer.value(asset);
        return rate === null
          ? unknown(`no rate of ${asset} in ${currency}`)
          : { kind: 'certain', value: rate };
      },
    },
  };
}

/** Lists have an offset. What comes meanwhile only moves the pages on. */
const pagesOf =
  (access: CryptoPayAccess) =>
  async <T>(
    ...[method, wanted, list, atMs, sinceMs, from]: [
      method: string,
      wanted: Record<string, string>,
      list: z.ZodType<T[]>,
      atMs: (item: T) => number,
      sinceMs: number,
      from: string | null,
    ]
  ): Promise<RailAnswer<RailPage<T>>> => {
    const offset = Number(from ?? 0);
    const answer = await callCryptoPay(access, method, { ...wanted, offset, count: PAGE }, list);
    return mapped(answer, (all) => {
      const items = all.filter((item) => atMs(item) >= sinceMs);
      return { items, next: items.length < PAGE ? null : String(offset + PAGE) };
    });
  };

/** "createCheck", "getChecks" and "deleteCheck". A check is pinned to its person: the link alone is worth nothing to others. */
function checksOf(access: CryptoPayAccess, pageOf: ReturnType<typeof pagesOf>): CheckRail {
  const checks = listOf(checkSchema);
  return {
    make: ({ userId, asset, amount }) =>
      callCryptoPay(access, 'createCheck', { asset, amount, pin_to_user_id: userId }, checkSchema),
    byIds: (checkIds) =>
      callCryptoPay(access, 'getChecks', { check_ids: checkIds.join(','), count: checkIds.length }, checks),
    madeSince: (...since) => pageOf('getChecks', {}, checks, ({ atMs }) => atMs, ...since),
    remove: (checkId) => callCryptoPay(access, 'deleteCheck', { check_id: Number(checkId) }, z.boolean()),
  };
}

/** "Verifying webhook updates": HMAC-SHA-256 over the body, in hex; the key is the SHA-256 of the token. */
function isSigned(secret: Uint8Array, bytes: Uint8Array, signature: string): boolean {
  return equalInConstantTime(createHmac('sha256', secret).update(bytes).digest('hex'), signature);
}

/** What the rail kept, in the currency of the invoice. The fee is of the asset that was paid with. */
function feeOf(invoice: {
  fee_amount?: string | undefined;
  fee_asset?: string | undefined;
  paid_asset?: string | undefined;
  paid_amount?: string | undefined;
  amount: string;
}): bigint {
  const { fee_amount: fee, fee_asset: feeAsset, paid_asset: paidAsset, paid_amount: paid, amount } = invoice;
  if (fee === undefined || paid === undefined || feeAsset !== paidAsset || Number(paid) === 0) return 0n;
  return isAmount(amount) ? multiply(parseMoney(amount), divideRatios(ratioOf(fee), ratioOf(paid))) : 0n;
}
