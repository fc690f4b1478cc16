/**
 * For administrators: withdrawals that wait, paid or refused; deposits booked by hand; payments in stars given back.
 * Core refuses everybody who is no administrator.
 */
import type { Composer } from 'grammy';
import { assertAdministrator } from '../../../core/accounts/index.js';
import { withdrawalBounds, type WithdrawalView } from '../../../core/ledger/index.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form, type Question } from '../dialogue/index.js';
import { readText } from '../dialogue/form.js';
import { moment, money } from '../figures.js';
import { type Answer, numberFrom, onlyFor, onPress } from '../press.js';
import { button, type Screen, sendScreen, turnRow, columnScreen, withHead } from '../screen.js';
import { sayDecided } from '../wallet/index.js';
import { payoutCard } from './card.js';
import { adjustmentForm } from './adjustment.js';
import { addWalletCard, creditForm, walletCardForm } from './wallet-card.js';
import { addRefunds } from './refunds.js';
import { zoneOf } from '../zones/index.js';

export { payoutCard } from './card.js';

const PAGE = 8;

export function addPayoutsScreens(composer: Composer<OperatorContext>): void {
  composer.command('payouts', async (ctx, next) => {
    if (!ctx.profile.isAdministrator) return next();
    await sendScreen(ctx.api, ctx.accountId, await queueScreen(ctx, 0));
  });
  onlyFor(assertAdministrator, composer, /^(payout|purse|refund)/);
  onPress(composer, 'payouts', (ctx, { offset = 0 }) => queueScreen(ctx, offset));
  onPress(composer, 'payout', (ctx, { withdrawalId }) => cardScreen(ctx, withdrawalId));
  onPress(composer, 'payout-begin', async (ctx, { withdrawalId, micros }): Promise<Answer> => {
    const outcome = await ctx.service.withdrawals.begin(ctx.accountId, withdrawalId, BigInt(micros));
    return outcome.kind === 'early'
      ? { note: sayEarly(ctx, outcome.withdrawal), isAlert: true }
      : decided(ctx, outcome);
  });
  for (const form of ['payout-pay', 'payout-back', 'payout-refuse'] as const)
    onPress(composer, form, (ctx, { withdrawalId }) => beginDecision(ctx, form, withdrawalId));
  onPress(composer, 'payout-send', async (ctx, { withdrawalId, micros }): Promise<Answer> => {
    const { payouts, withdrawals } = ctx.service;
    const begun = await payouts.send(ctx.accountId, withdrawalId, BigInt(micros));
    if (begun === 'switched_off') return { note: ctx.words.text('payout-send-off'), isAlert: true };
    const card = await withdrawals.card(ctx.accountId, withdrawalId);
    if (card === null) return goneScreen(ctx);
    if (begun === 'early') return { note: sayEarly(ctx, card.withdrawal), isAlert: true };
    const kind = begun === 'begun' ? 'decided' : begun === 'changed' ? 'changed' : 'already';
    return decided(ctx, { kind, withdrawal: card.withdrawal });
  });
  onPress(composer, 'payouts-off', async (ctx, { isSure }) => {
    if (isSure !== true) return askOff(ctx);
    await ctx.service.payouts.setOn(ctx.accountId, false);
    return queueScreen(ctx, 0);
  });
  onPress(composer, 'payouts-on', async (ctx) => {
    await ctx.service.payouts.setOn(ctx.accountId, true);
    return queueScreen(ctx, 0);
  });
  addWalletCard(composer);
  addRefunds(composer);
}

/** The states in which each is decided. */
const decidedIn: Record<`payout-${'pay' | 'back' | 'refuse'}`, readonly WithdrawalView['state'][]> = {
  'payout-pay': ['paying', 'sending'],
  'payout-back': ['paying', 'sending'],
  'payout-refuse': ['waiting'],
};

/** Asks for the note, unless it is decided already: then the card shows how. */
async function beginDecision(
  ctx: OperatorContext,
  form: keyof typeof decidedIn,
  withdrawalId: number,
): Promise<Answer> {
  const card = await ctx.service.withdrawals.card(ctx.accountId, withdrawalId);
  if (card === null || !decidedIn[form].includes(card.withdrawal.state)) return cardScreen(ctx, withdrawalId);
  const about = { withdrawalId, micros: String(card.withdrawal.amountMicros) };
  return begin(ctx, form, callbackData('payout', { withdrawalId }), about);
}

const noteQuestion = (key: `${keyof typeof decidedIn}-ask`, isOptional = false): Question => ({
  name: 'note',
  ask: ({ words }, { withdrawalId = '' }) => ({
    html: words.html(key, { id: withdrawalId }),
    ...(isOptional ? { offers: [{ text: words.text('button-no-note'), value: '-' }] } : {}),
  }),
  read: (ctx, text) => readText(ctx, text, withdrawalBounds.noteLengthMax),
});

/** It has been paid, outside the service. */
const payForm: Form = {
  name: 'payout-pay',
  questions: [noteQuestion('payout-pay-ask', true)],
  finish: async (ctx, { withdrawalId, micros = '0', note = '' }) => {
    const payment = { seenMicros: BigInt(micros), note: note === '-' ? '' : note };
    return decided(ctx, await ctx.service.withdrawals.pay(ctx.accountId, numberFrom(withdrawalId), payment));
  },
};

/** The transfer was not made after all. */
const takeBackForm: Form = {
  name: 'payout-back',
  questions: [noteQuestion('payout-back-ask')],
  finish: async (ctx, { withdrawalId, note = '' }) => {
    return decided(
      ctx,
      await ctx.service.withdrawals.takeBack(ctx.accountId, numberFrom(withdrawalId), note),
    );
  },
};

const refuseForm: Form = {
  name: 'payout-refuse',
  questions: [noteQuestion('payout-refuse-ask')],
  finish: async (ctx, { withdrawalId, note = '' }) => {
    return decided(ctx, await ctx.service.withdrawals.refuse(ctx.accountId, numberFrom(withdrawalId), note));
  },
};

export const payoutForms: readonly Form[] = [
  payForm,
  takeBackForm,
  refuseForm,
  walletCardForm,
  creditForm,
  adjustmentForm,
];

type Decided = Awaited<ReturnType<OperatorContext['service']['withdrawals']['pay']>>;

/** What was decided, by whomever, and the card as it is after it. */
async function decided(ctx: OperatorContext, outcome: Decided): Promise<Screen> {
  if (outcome.kind === 'gone') return goneScreen(ctx);
  const { kind, withdrawal } = outcome;
  const said =
    kind === 'early'
      ? sayEarly(ctx, withdrawal)
      : kind === 'changed'
        ? sayChanged(ctx, withdrawal)
        : sayDecided({ kind, withdrawal }, ctx.words);
  const mark = kind === 'decided' ? '' : '⚠️ ';
  return withHead(`${mark}${said}`, await cardScreen(ctx, withdrawal.withdrawalId));
}

async function cardScreen(ctx: OperatorContext, withdrawalId: number): Promise<Screen> {
  return (await payoutCard(ctx, zoneOf(ctx).zone, withdrawalId)) ?? goneScreen(ctx);
}

function sayEarly(ctx: OperatorContext, withdrawal: WithdrawalView): string {
  const { withdrawalId, payableAtMs } = withdrawal;
  const when = moment(ctx, payableAtMs);
  return ctx.words.text('payout-early', { id: String(withdrawalId), when });
}

function sayChanged(ctx: OperatorContext, withdrawal: WithdrawalView): string {
  const amount = money(ctx, withdrawal.amountMicros);
  return ctx.words.html('payout-changed', { id: String(withdrawal.withdrawalId), amount });
}

function askOff({ words }: OperatorContext): Screen {
  return columnScreen(
    words.html('payouts-off-ask'),
    button(words.text('button-payouts-off-yes'), 'payouts-off', { isSure: true }),
    button(words.text('button-back'), 'payouts'),
  );
}

/** The switch for payouts by rails, and what differs; nothing without rails. */
async function railsPart(ctx: OperatorContext): Promise<{ html: string; rows: Screen['rows'] }> {
  const { words, accountId } = ctx;
  const { deposits, payouts, reconciliation } = ctx.service;
  if (deposits.rails.length === 0) return { html: '', rows: [] };
  const [isOn, differences] = await Promise.all([payouts.isOn(), reconciliation.differences(accountId)]);
  const off = isOn ? [] : [words.html('payouts-off')];
  const differ =
    differences.length === 0 ? [] : [words.html('payouts-differences', { count: differences.length })];
  return {
    html: [...off, ...differ].map((line) => `\n\n${line}`).join(''),
    rows: [
      isOn
        ? [button(words.text('button-payouts-off'), 'payouts-off')]
        : [button(words.text('button-payouts-on'), 'payouts-on')],
    ],
  };
}

function goneScreen({ words }: OperatorContext): Screen {
  return { html: words.html('payout-gone'), rows: [[button(words.text('button-payouts'), 'payouts')]] };
}

async function queueScreen(ctx: OperatorContext, offset: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const { withdrawals } = ctx.service;
  const page = { state: 'waiting', offset, limit: PAGE } as const;
  const first = { offset: 0, limit: PAGE };
  const [{ withdrawals: waiting, total }, paying, sending] = await Promise.all([
    withdrawals.queue(accountId, page),
    withdrawals.queue(accountId, { state: 'paying', ...first }),
    withdrawals.queue(accountId, { state: 'sending', ...first }),
  ]);
  // Those that are being paid stand first, on each page: an administrator may have to end them.
  const rows = [...paying.withdrawals, ...sending.withdrawals, ...waiting].map((withdrawal) => {
    const { withdrawalId, amountMicros, accountId: ownerId, payableAtMs, state } = withdrawal;
    const parts = [`#${String(withdrawalId)}`, money(ctx, amountMicros), String(ownerId)];
    if (withdrawals.isEarly(withdrawal))
      parts.push(words.text('payout-from', { when: moment(ctx, payableAtMs) }));
    if (state !== 'waiting') parts.push(words.text(`withdrawal-${state}`));
    return [button(parts.join(' · '), 'payout', { withdrawalId })];
  });
  const ofRails = await railsPart(ctx);
  const html =
    total + paying.total + sending.total === 0
      ? words.html('payouts-empty')
      : words.html('payouts', { total });
  return {
    html: `${html}${ofRails.html}`,
    rows: [
      ...rows,
      ...ofRails.rows,
      turnRow({ offset, size: PAGE, total }, (to) => callbackData('payouts', { offset: to })),
      [button(words.text('button-purse'), 'purse'), button(words.text('button-home'), 'home')],
    ],
  };
}
