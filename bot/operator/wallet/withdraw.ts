/** Asking for a withdrawal: how much, where to, and a look at both before the amount is set aside. */
import { randomUUID } from 'node:crypto';
import type { Composer } from 'grammy';
import { withdrawalBounds } from '../../../core/ledger/index.js';
import type { Words } from '../../words.js';
import { type PayoutRailName, payoutRailNames } from '../../../core/ports/payment-rail.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form, type Question } from '../dialogue/index.js';
import { NotUnderstood, readMoney, readText, readYes } from '../dialogue/form.js';
import { money } from '../figures.js';
import { onPress } from '../press.js';
import { askedScreen } from './withdrawals.js';

export function addWithdraw(composer: Composer<OperatorContext>): void {
  onPress(composer, 'withdraw', async (ctx) => {
    const { wallet, withdrawals } = ctx.service;
    const { availableMicros } = await wallet.balance(ctx.accountId);
    if (availableMicros < withdrawals.minMicros) return { note: sayTooLittle(ctx), isAlert: true };
    // The key stays with the dialogue: an answer that comes twice, or is replayed after a restart, asks once.
    return begin(ctx, 'withdraw', callbackData('wallet'), { key: randomUUID() });
  });
}

function sayTooLittle(ctx: OperatorContext): string {
  return ctx.words.text('withdraw-too-little', { min: money(ctx, ctx.service.withdrawals.minMicros) });
}

const amountQuestion: Question = {
  name: 'micros',
  ask: async (ctx) => {
    const { words, accountId } = ctx;
    const { wallet, withdrawals } = ctx.service;
    const { availableMicros } = await wallet.balance(accountId);
    const html = words.html('withdraw-ask', {
      available: money(ctx, availableMicros),
      min: money(ctx, withdrawals.minMicros),
    });
    if (availableMicros < withdrawals.minMicros) return { html };
    const all = words.text('withdraw-all', { amount: money(ctx, availableMicros) });
    return { html, offers: [{ text: all, value: 'all' }], perRow: 1 };
  },
  read: async (ctx, text) => {
    const { wallet, withdrawals } = ctx.service;
    const { availableMicros } = await wallet.balance(ctx.accountId);
    // A charge may have come since the question.
    if (availableMicros < withdrawals.minMicros) throw new NotUnderstood(sayTooLittle(ctx));
    if (text === 'all') return String(availableMicros);
    return String(readMoney(ctx, text, { minMicros: withdrawals.minMicros, maxMicros: availableMicros }));
  },
};

/** Before the name of a rail, in the place of what a person writes: who writes the same means the same. */
const BY_RAIL = 'by-';

function railIn(details: string): PayoutRailName | undefined {
  return payoutRailNames.find((rail) => details === `${BY_RAIL}${rail}`);
}

function sayDetails(words: Words, details: string): string {
  const rail = railIn(details);
  return rail === undefined
    ? details
    : words.text('withdraw-to', { rail: words.text(`wallet-rails-${rail}`) });
}

const detailsQuestion: Question = {
  name: 'details',
  ask: ({ words, service }) => ({
    html: words.html('withdraw-details'),
    offers: service.payouts.rails.map((rail) => ({
      text: words.text('withdraw-by', { rail: words.text(`wallet-rails-${rail}`) }),
      value: `${BY_RAIL}${rail}`,
    })),
  }),
  read: (ctx, text) => readText(ctx, text, withdrawalBounds.detailsLengthMax),
};

const confirmQuestion: Question = {
  name: 'isSure',
  ask: (ctx, { micros = '0', details = '' }) => ({
    html: ctx.words.html('withdraw-confirm', {
      amount: money(ctx, BigInt(micros)),
      details: sayDetails(ctx.words, details),
    }),
    offers: [{ text: ctx.words.text('withdraw-yes'), value: 'yes' }],
  }),
  read: readYes,
};

export const withdrawForm: Form = {
  name: 'withdraw',
  questions: [amountQuestion, detailsQuestion, confirmQuestion],
  finish: async (ctx, { micros = '0', details = '', key = '' }) => {
    const wanted = { amountMicros: BigInt(micros), details, rail: railIn(details), requestKey: key };
    return askedScreen(ctx, await ctx.service.withdrawals.ask(ctx.accountId, wanted));
  },
};
