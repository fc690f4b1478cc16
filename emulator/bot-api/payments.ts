/** Invoices in the platform's stars. */
import { randomBytes } from 'node:crypto';
import type { LabeledPrice, Message } from 'grammy/types';
import { badRequest } from '../failure.js';
import type { InvoiceRecord } from '../world.js';
import type { BotCall } from './call.js';
import type { MethodTable } from './methods.js';
import { send } from './sending.js';

const keptInvoices = 10_000;
const mostStars = 25_000;
const mostTransactions = 100;

export const paymentMethods: MethodTable = {
  sendInvoice(call) {
    const target = call.writable();
    const invoice = readInvoice(call);
    const { title, description, total_amount } = invoice;
    const shown = {
      title,
      description,
      start_parameter: call.text('start_parameter'),
      currency: 'XTR',
      total_amount,
    };
    const message = send(call, target, { invoice: shown }) as Message.InvoiceMessage;
    keep(call, `message:${target.chatId}:${call.bot.id}:${message.message_id}`, invoice);
    return message;
  },

  createInvoiceLink(call) {
    const link = `https://t.me/$${randomBytes(12).toString('base64url')}`;
    keep(call, link, readInvoice(call));
    return link;
  },

  answerPreCheckoutQuery(call) {
    const isAccepted = call.flag('ok');
    const reason = call.text('error_message');
    if (!isAccepted && reason === '')
      throw badRequest('parameter "error_message" is required when ok is false');
    call.parts.payments.answer(call.bot, call.text('pre_checkout_query_id'), isAccepted, reason);
    return true;
  },

  getStarTransactions(call) {
    const limit = Math.min(mostTransactions, Math.max(1, call.integer('limit') ?? mostTransactions));
    const offset = Math.max(0, call.integer('offset') ?? 0);
    return { transactions: call.parts.payments.transactions(call.bot).slice(offset, offset + limit) };
  },

  refundStarPayment(call) {
    call.parts.payments.refund(call.bot, call.userId(), call.text('telegram_payment_charge_id'));
    return true;
  },
};

function keep(call: BotCall, key: string, invoice: InvoiceRecord): void {
  call.parts.world.invoices.set(key, { bot_id: call.bot.id, invoice });
  call.parts.world.invoices.keepNewest(keptInvoices);
}

function readInvoice(call: BotCall): InvoiceRecord {
  const title = call.text('title');
  const description = call.text('description');
  const payload = call.text('payload');
  if (title === '' || title.length > 32) throw badRequest('INVOICE_TITLE_INVALID');
  if (description === '' || description.length > 255) throw badRequest('INVOICE_DESCRIPTION_INVALID');
  if (payload === '' || Buffer.byteLength(payload) > 128) throw badRequest('INVOICE_PAYLOAD_INVALID');
  // Other currencies need a provider, which the emulated platform has none of.
  if (call.text('currency') !== 'XTR') throw badRequest('CURRENCY_INVALID');
  if (call.text('provider_token') !== '') throw badRequest('PAYMENT_PROVIDER_INVALID');
  return { title, description, payload, currency: 'XTR', total_amount: readPrice(call.json('prices')) };
}

/** Exactly one price, in whole stars. */
function readPrice(value: unknown): number {
  if (!Array.isArray(value)) throw badRequest("can't parse prices JSON object");
  const [price, ...more] = value as Partial<LabeledPrice>[];
  if (!price || more.length > 0) throw badRequest('STARS_INVOICE_INVALID');
  const amount = Number(price.amount);
  if (typeof price.label !== 'string' || price.label === '')
    throw badRequest('price label must be non-empty');
  if (!Number.isInteger(amount) || amount < 1 || amount > mostStars)
    throw badRequest('CURRENCY_TOTAL_AMOUNT_INVALID');
  return amount;
}
