/** An adjustment of somebody's wallet by an administrator: in either direction, with a reason that its owner reads. */
import { BOOKING_NOTE_LENGTH_MAX } from '../../../core/ledger/index.js';
import { MAX_MICROS } from '../../../core/money.js';
import type { Answers, Form, Question } from '../dialogue/index.js';
import { readMoney, readOneOf, readText, readYes } from '../dialogue/form.js';
import { money } from '../figures.js';
import { numberFrom } from '../press.js';
import { withHead } from '../screen.js';
import { walletCardScreen } from './wallet-card.js';

const directionQuestion: Question = {
  name: 'direction',
  ask: ({ words }, { ownerId = '' }) => ({
    html: words.html('adjust-direction', { id: ownerId }),
    offers: [
      { text: words.text('button-adjust-give'), value: 'give' },
      { text: words.text('button-adjust-take'), value: 'take' },
    ],
    perRow: 2,
  }),
  read: (ctx, text) => readOneOf(ctx, text, ['give', 'take']),
};

const amountQuestion: Question = {
  name: 'micros',
  ask: ({ words }, { direction, ownerId = '' }) => ({
    html: words.html(direction === 'take' ? 'adjust-ask-take' : 'adjust-ask-give', { id: ownerId }),
  }),
  read: (ctx, text) => String(readMoney(ctx, text, { minMicros: 1n, maxMicros: MAX_MICROS })),
};

const reasonQuestion: Question = {
  name: 'reason',
  ask: ({ words }) => ({ html: words.html('adjust-reason') }),
  read: (ctx, text) => readText(ctx, text, BOOKING_NOTE_LENGTH_MAX),
};

const confirmQuestion: Question = {
  name: 'isSure',
  ask: async (ctx, answers) => {
    const { words, service } = ctx;
    const { ownerId, reason = '' } = answers;
    const { account, balance } = await service.accounts.profile(numberFrom(ownerId));
    const adjustedMicros = adjustmentOf(answers);
    const afterMicros = balance.availableMicros + adjustedMicros;
    const asked = words.html(adjustedMicros < 0n ? 'adjust-confirm-take' : 'adjust-confirm-give', {
      name: account.firstName,
      id: String(account.accountId),
      reason,
      amount: money(ctx, adjustedMicros < 0n ? -adjustedMicros : adjustedMicros),
      before: money(ctx, balance.availableMicros),
      after: money(ctx, afterMicros),
    });
    const debt = afterMicros < 0n ? `\n\n${words.html('adjust-debt')}` : '';
    return { html: asked + debt, offers: [{ text: words.text('credit-yes'), value: 'yes' }] };
  },
  read: readYes,
};

export const adjustmentForm: Form = {
  name: 'purse-adjust',
  questions: [directionQuestion, amountQuestion, reasonQuestion, confirmQuestion],
  finish: async (ctx, answers) => {
    const { ownerId, reason = '', key = '' } = answers;
    const micros = adjustmentOf(answers);
    const adjustment = { reference: `bot:${key}`, note: reason };
    await ctx.service.wallet.adjust(ctx.accountId, numberFrom(ownerId), micros, adjustment);
    const booked = ctx.words.html('adjust-booked', { amount: money(ctx, micros) });
    return withHead(booked, await walletCardScreen(ctx, numberFrom(ownerId)));
  },
};

/** In micro-units; below zero it takes. */
function adjustmentOf({ direction, micros = '0' }: Answers): bigint {
  return direction === 'take' ? -BigInt(micros) : BigInt(micros);
}
