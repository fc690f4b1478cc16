/** Payments in stars of one person, and giving one back. */
import type { Composer } from 'grammy';
import type { RefundOutcome } from '../../../core/ledger/index.js';
import type { StarPayment } from '../../../core/ports/star-payment-store.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { moment, money, shorten } from '../figures.js';
import { type Answer, onPress, StaleButton } from '../press.js';
import { button, type Screen, columnScreen } from '../screen.js';

export function addRefunds(composer: Composer<OperatorContext>): void {
  onPress(composer, 'purse-stars', (ctx, { accountId }) => paymentsScreen(ctx, accountId));
  onPress(composer, 'refund', async (ctx, { paymentId }) => {
    const { words } = ctx;
    const payment = await paymentOf(ctx, paymentId);
    const amount = money(ctx, payment.amountMicros);
    return columnScreen(
      words.html('refund-confirm', { stars: payment.stars, amount, id: String(payment.accountId) }),
      button(words.text('button-refund-yes'), 'refunded', { paymentId: payment.paymentId }),
      button(words.text('button-back'), 'purse-stars', { accountId: payment.accountId }),
    );
  });
  onPress(composer, 'refunded', async (ctx, { paymentId }): Promise<Answer> => {
    const { chargeId, accountId } = await paymentOf(ctx, paymentId);
    const outcome = await ctx.service.refunds.refund(ctx.accountId, chargeId);
    return {
      ...(await paymentsScreen(ctx, accountId)),
      note: shorten(sayRefund(ctx, outcome), 190),
      isAlert: outcome.kind !== 'refunded',
    };
  });
}

async function paymentOf(ctx: OperatorContext, paymentId: number): Promise<StarPayment> {
  const payment = await ctx.service.refunds.payment(ctx.accountId, paymentId);
  if (payment === null) throw new StaleButton();
  return payment;
}

function sayRefund(ctx: OperatorContext, outcome: RefundOutcome): string {
  const { words } = ctx;
  switch (outcome.kind) {
    case 'spent':
      return words.text('refund-spent', { available: money(ctx, outcome.availableMicros) });
    case 'needed':
      return words.text('refund-needed', { cost: money(ctx, outcome.mayCostMicros) });
    case 'refused':
      return words.text('refund-refused', { reason: refusalWords(outcome.payment.refundNote, words) });
    case 'gone':
      return words.text('error-stale');
    case 'refunded':
    case 'already':
      return words.text('refund-done');
    case 'waiting':
      return words.text('refund-waiting');
  }
}

/** The platform refuses in English, and with a code; those that we know of have words. */
function refusalWords(note: string, words: Words): string {
  const code = /[A-Z]+(?:_[A-Z]+)+/.exec(note)?.[0] ?? '';
  const known = knownRefusals.find((one) => one === code);
  return known === undefined
    ? words.text('refund-reason-other', { code: code === '' ? note : code })
    : words.text(`refund-reason-${known}`);
}

const knownRefusals = ['CHARGE_NOT_FOUND', 'CHARGE_ALREADY_REFUNDED'] as const;

async function paymentsScreen(ctx: OperatorContext, ownerId: number): Promise<Screen> {
  const { words } = ctx;
  const payments = await ctx.service.refunds.payments(ctx.accountId, ownerId);
  const when = ({ paidAtMs }: StarPayment) => moment(ctx, paidAtMs);
  const lines = payments.map((payment) =>
    words.html('star-payment', {
      when: when(payment),
      stars: payment.stars,
      amount: money(ctx, payment.amountMicros),
      state: words.text(`refund-state-${payment.refundState}`),
    }),
  );
  const rows = payments
    .filter(({ refundState }) => refundState !== 'done')
    .map((payment) => [
      button(`↩️ ${String(payment.stars)} ⭐️ · ${when(payment)}`, 'refund', { paymentId: payment.paymentId }),
    ]);
  return {
    html: [words.html('star-payments', { id: String(ownerId) }), '', ...lines].join('\n'),
    rows: [...rows, [button(words.text('button-back'), 'purse', { accountId: ownerId })]],
  };
}
