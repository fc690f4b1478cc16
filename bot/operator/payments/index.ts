/**
 * Deposits by the platform's own payments, in its stars (`XTR`), at the rate `STARS_RATE`; unset, there are none. What
 * is booked was promised on the invoice, and each payment is booked once, by its charge id, however often it is reported.
 */
import { Composer, GrammyError } from 'grammy';
import { promisedMicros } from '../../../core/ledger/index.js';
import { ServiceError } from '../../../core/errors.js';
import { MAX_MICROS, multiply, parseMoney } from '../../../core/money.js';
import type { RailName } from '../../../core/ports/payment-rail.js';
import { wordsIn } from '../../words.js';
import type { OperatorContext, OperatorParts } from '../context.js';
import type { Form } from '../dialogue/index.js';
import { readMoney, readWhole } from '../dialogue/form.js';
import { money } from '../figures.js';
import { personOf } from '../people.js';
import { numberFrom } from '../press.js';
import { button, columnScreen } from '../screen.js';

const CURRENCY = 'XTR';
const stars = { min: 1, max: 10_000, offered: [50, 250, 1_000] } as const;

/** What the platform asks and reports of payments. Stands before everything that stops blocked people: what is paid is booked. */
export function createPayments(parts: OperatorParts): Composer<OperatorContext> {
  const { service } = parts;
  const composer = new Composer<OperatorContext>();
  composer.on('pre_checkout_query', async (ctx) => {
    const { currency, invoice_payload: payload, total_amount: count, from } = ctx.preCheckoutQuery;
    const profile = await service.accounts.profile(from.id).catch(() => null);
    const promised = promisedMicros(payload);
    // An invoice can be kept, forwarded and paid again: it holds as long as the rate it was made at.
    const isCurrent = promised !== null && takesPayments(parts) && promised === worth(parts, count);
    const isFine = currency === CURRENCY && isCurrent && profile !== null && !profile.account.isBlocked;
    const answered = isFine
      ? ctx.answerPreCheckoutQuery(true)
      : ctx.answerPreCheckoutQuery(false, {
          error_message: wordsIn(from.language_code ?? '').text('payment-refused'),
        });
    // Too late, or reported twice: the platform has given the payment up, or has its answer.
    await answered.catch((error: unknown) => {
      if (!(error instanceof GrammyError)) throw error;
      parts.log.warn(
        { accountId: from.id, reason: error.description },
        'a pre-checkout query could not be answered',
      );
    });
  });
  composer.on('message:successful_payment', async (ctx) => {
    const {
      currency,
      invoice_payload: payload,
      total_amount: count,
      telegram_payment_charge_id: chargeId,
    } = ctx.message.successful_payment;
    const accountId = ctx.from.id;
    if (currency !== CURRENCY || promisedMicros(payload) === null) {
      parts.log.error({ accountId, currency }, 'a payment that is none of ours');
      return;
    }
    // The payer of an invoice had an account; a restored backup may be older than it.
    await service.accounts.open(personOf(ctx.from));
    await service.starDeposits.book({ accountId, chargeId, stars: count, payload });
  });
  composer.on('message:refunded_payment', async (ctx) => {
    const { currency, telegram_payment_charge_id: chargeId } = ctx.message.refunded_payment;
    if (currency === CURRENCY) await service.refunds.refunded(chargeId);
  });
  return composer;
}

/** Whether people can pay here. */
export function takesPayments({ service }: OperatorParts): boolean {
  return service.settings.STARS_RATE !== undefined;
}

/** So many stars are worth that much at least, and may be asked for at once. */
export function starsFor(parts: OperatorParts, micros: bigint): number {
  const one = worth(parts, 1);
  const count = Number((micros + one - 1n) / one);
  return Math.min(Math.max(count, stars.min), stars.max);
}

/** The payment rails that people can pay by here: the platform's terms allow none inside its apps. */
export function openRails({ service }: OperatorParts): readonly RailName[] {
  return service.settings.DEPOSITS_INSIDE === 'all' ? service.deposits.rails : [];
}

export const railDepositForm: Form = {
  name: 'deposit-rail',
  questions: [
    {
      name: 'micros',
      ask: (ctx) => ({
        html: ctx.words.html('deposit-rail-ask', { min: money(ctx, ctx.service.deposits.minMicros) }),
      }),
      read: (ctx, text) =>
        String(readMoney(ctx, text, { minMicros: ctx.service.deposits.minMicros, maxMicros: MAX_MICROS })),
    },
  ],
  finish: async (ctx, { micros = '0', rail: wanted }) => {
    const { words, accountId } = ctx;
    const { deposits } = ctx.service;
    const rail = deposits.rails.find((each) => each === wanted);
    if (rail === undefined)
      throw new ServiceError('invalid', 'rail: deposits by it are not open here.', { topic: 'rail_closed' });
    const { url, amountMicros } = await deposits.ask(accountId, { rail, amountMicros: BigInt(micros) });
    const amount = money(ctx, amountMicros);
    return columnScreen(
      words.html('deposit-rail-made', { amount, rail: words.text(`wallet-rails-${rail}`) }),
      { kind: 'url' as const, text: words.text('button-pay', { amount }), url },
      button(words.text('button-wallet'), 'wallet'),
    );
  },
};

export const depositForm: Form = {
  name: 'deposit',
  questions: [
    {
      name: 'stars',
      ask: (ctx, { wanted }) => ({
        html: ctx.words.html('deposit-ask', { rate: money(ctx, worth(ctx, 1)) }),
        // What is missing stands first.
        offers: [...(wanted === undefined ? [] : [Number(wanted)]), ...stars.offered].map((count) => ({
          text: `${String(count)} ⭐️`,
          value: String(count),
        })),
      }),
      read: (ctx, text) => String(readWhole(ctx, text, stars)),
    },
  ],
  finish: async (ctx, answers) => {
    const { words, accountId } = ctx;
    const count = numberFrom(answers['stars']);
    const micros = worth(ctx, count);
    const amount = money(ctx, micros);
    const [title, about] = [words.text('invoice-title'), words.text('invoice-about', { amount })];
    await ctx.api.sendInvoice(accountId, title, about, `deposit:${String(micros)}`, CURRENCY, [
      { label: title, amount: count },
    ]);
    return {
      html: words.html('invoice-sent', { count, amount }),
      rows: [
        [answers['wanted'] !== undefined && button(words.text('button-orders'), 'orders')],
        [button(words.text('button-wallet'), 'wallet')],
      ],
    };
  },
};

function worth({ service }: OperatorParts, count: number): bigint {
  return multiply(parseMoney(count), service.settings.STARS_RATE ?? '0');
}
