/** What an administrator sees of somebody's wallet, and a deposit booked by hand. */
import { randomUUID } from 'node:crypto';
import type { Composer } from 'grammy';
import { BOOKING_NOTE_LENGTH_MAX } from '../../../core/ledger/index.js';
import { MAX_MICROS } from '../../../core/money.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form, type Question } from '../dialogue/index.js';
import { readMoney, readText, readYes } from '../dialogue/form.js';
import { numberForm } from '../dialogue/number-form.js';
import { money } from '../figures.js';
import { numberFrom, onPress } from '../press.js';
import { button, type Screen, withHead } from '../screen.js';

export function addWalletCard(composer: Composer<OperatorContext>): void {
  onPress(composer, 'purse', (ctx, { accountId }) =>
    accountId === undefined ? begin(ctx, 'purse', callbackData('payouts')) : walletCardScreen(ctx, accountId),
  );
  for (const form of ['purse-credit', 'purse-adjust'] as const)
    onPress(composer, form, async (ctx, { accountId }) => {
      // Refuses an account that there is not.
      await ctx.service.accounts.profile(accountId);
      // The key stays with the dialogue: an answer that comes twice, or is replayed after a restart, books once.
      const about = { ownerId: accountId, key: randomUUID() };
      return begin(ctx, form, callbackData('purse', { accountId }), about);
    });
}

/** Whose: by the id, since names change. */
export const walletCardForm = numberForm(
  { name: 'purse', field: 'ownerId', asks: 'purse-ask' },
  walletCardScreen,
  ({ service }, ownerId) => service.accounts.profile(ownerId),
);

const amountQuestion: Question = {
  name: 'micros',
  ask: ({ words }, { ownerId = '' }) => ({ html: words.html('credit-ask', { id: ownerId }) }),
  read: (ctx, text) => String(readMoney(ctx, text, { minMicros: 1n, maxMicros: MAX_MICROS })),
};

const noteQuestion: Question = {
  name: 'note',
  ask: ({ words }) => ({
    html: words.html('credit-note'),
    offers: [{ text: words.text('button-no-note'), value: '-' }],
  }),
  read: (ctx, text) => readText(ctx, text, BOOKING_NOTE_LENGTH_MAX),
};

const confirmQuestion: Question = {
  name: 'isSure',
  ask: async (ctx, { ownerId, micros = '0' }) => {
    const { words, service } = ctx;
    const { account } = await service.accounts.profile(numberFrom(ownerId));
    const amount = money(ctx, BigInt(micros));
    return {
      html: words.html('credit-confirm', { amount, name: account.firstName, id: String(account.accountId) }),
      offers: [{ text: words.text('credit-yes'), value: 'yes' }],
    };
  },
  read: readYes,
};

export const creditForm: Form = {
  name: 'purse-credit',
  questions: [amountQuestion, noteQuestion, confirmQuestion],
  finish: async (ctx, { ownerId, micros = '0', note = '-', key = '' }) => {
    const deposit = { reference: `bot:${key}`, note: note === '-' ? '' : note };
    await ctx.service.wallet.book(ctx.accountId, numberFrom(ownerId), BigInt(micros), deposit);
    const booked = ctx.words.html('credit-booked', { amount: money(ctx, BigInt(micros)) });
    return withHead(booked, await walletCardScreen(ctx, numberFrom(ownerId)));
  },
};

export async function walletCardScreen(ctx: OperatorContext, ownerId: number): Promise<Screen> {
  const { words, accountId, service } = ctx;
  const payments = await service.refunds.payments(accountId, ownerId);
  const { account, balance } = await service.accounts.profile(ownerId);
  const blocked = account.isBlocked ? `\n\n${words.html('payout-blocked')}` : '';
  const html =
    words.html('purse', {
      name: account.firstName,
      username: account.username === '' ? '—' : `@${account.username}`,
      id: String(ownerId),
      available: money(ctx, balance.availableMicros),
      held: money(ctx, balance.heldMicros),
      reserved: money(ctx, balance.reservedMicros),
    }) + blocked;
  return {
    html,
    rows: [
      [
        button(words.text('button-credit'), 'purse-credit', { accountId: ownerId }),
        button(words.text('button-adjust'), 'purse-adjust', { accountId: ownerId }),
      ],
      [
        payments.length > 0 &&
          button(words.text('button-star-payments'), 'purse-stars', { accountId: ownerId }),
      ],
      [button(words.text('button-payouts'), 'payouts')],
    ],
  };
}
