/** One's own withdrawals: what became of each, and taking back one that waits. */
import type { Composer } from 'grammy';
import { type WithdrawalView, withdrawalBounds } from '../../../core/ledger/index.js';
import type { OperatorContext, Reader } from '../context.js';
import { momentIn, money } from '../figures.js';
import { type Answer, onPress } from '../press.js';
import { button, inLines, link, pageBefore, type Screen, columnScreen, withHead } from '../screen.js';
import type { Words } from '../../words.js';
import { zoneOf } from '../zones/index.js';

type Asking = NonNullable<
  Awaited<ReturnType<OperatorContext['service']['cabinet']['withdrawalRequests']['confirm']>>
>;

const PAGE = 8;

export function addWithdrawals(composer: Composer<OperatorContext>): void {
  onPress(composer, 'withdrawals', (ctx, { before = null }) => listScreen(ctx, before));
  onPress(composer, 'withdrawal', async (ctx, { withdrawalId }) => {
    const { accountId, words } = ctx;
    const { withdrawals, payouts } = ctx.service;
    const withdrawal = await withdrawals.info(accountId, withdrawalId);
    const screen = withdrawalScreen(ctx, withdrawal);
    const url = withdrawal.state === 'sending' ? await payouts.checkUrl(accountId, withdrawalId) : null;
    if (url === null) return screen;
    return { ...screen, rows: [[link(words.text('button-take-check'), url)], ...screen.rows] };
  });
  onPress(composer, 'withdrawal-drop', async (ctx, { withdrawalId }) => {
    const { words, accountId, service } = ctx;
    const { amountMicros } = await service.withdrawals.info(accountId, withdrawalId);
    return columnScreen(
      words.html('withdrawal-drop', {
        id: String(withdrawalId),
        amount: money(ctx, amountMicros),
      }),
      button(words.text('button-withdrawal-drop-yes'), 'withdrawal-dropped', { withdrawalId }),
      button(words.text('button-back'), 'withdrawal', { withdrawalId }),
    );
  });
  onPress(composer, 'withdrawal-dropped', async (ctx, { withdrawalId }): Promise<Answer> => {
    const { words, accountId } = ctx;
    const outcome = await ctx.service.withdrawals.cancel(accountId, withdrawalId);
    if (outcome.kind === 'gone') return { note: words.text('error-stale') };
    const screen = withdrawalScreen(ctx, outcome.withdrawal);
    return { ...screen, note: sayDecided(outcome, words), isAlert: outcome.kind === 'already' };
  });
}

/** A line about a decision; `already` says who was first. */
export function sayDecided(
  { kind, withdrawal }: { kind: 'decided' | 'already'; withdrawal: WithdrawalView },
  words: Words,
): string {
  const id = String(withdrawal.withdrawalId);
  const state = words.text(`withdrawal-${withdrawal.state}`);
  return words.text(kind === 'already' ? 'withdrawal-already' : 'withdrawal-now', { id, state });
}

async function listScreen(ctx: OperatorContext, before: number | null): Promise<Screen> {
  const { words, accountId } = ctx;
  const found = await ctx.service.withdrawals.list(accountId, { beforeId: before, limit: PAGE + 1 });
  const page = { found, size: PAGE, before };
  const { shown, turns } = pageBefore(words, 'withdrawals', page, ({ withdrawalId }) => withdrawalId);
  const rows = shown.map(({ withdrawalId, amountMicros, state }) => [
    button(
      `#${String(withdrawalId)} · ${money(ctx, amountMicros)} · ${words.text(`withdrawal-${state}`)}`,
      'withdrawal',
      { withdrawalId },
    ),
  ]);
  return {
    html: words.html(shown.length === 0 ? 'withdrawals-empty' : 'withdrawals'),
    rows: [...rows, turns, [button(words.text('button-back'), 'wallet')]],
  };
}

/** What became of asking for one. */
export function askedScreen(ctx: OperatorContext, asking: Asking): Screen {
  const { words } = ctx;
  const toWallet = button(words.text('button-wallet'), 'wallet');
  if (asking.kind === 'short') return columnScreen(words.html('withdraw-short'), toWallet);
  if (asking.kind === 'too_many')
    return columnScreen(words.html('withdraw-too-many', { max: withdrawalBounds.waitingMax }), toWallet);
  const screen = withdrawalScreen(ctx, asking.withdrawal);
  return asking.withdrawal.state === 'waiting' ? withHead(words.html('withdraw-asked'), screen) : screen;
}

export function withdrawalScreen(ctx: OperatorContext, withdrawal: WithdrawalView): Screen {
  const { words } = ctx;
  const { withdrawalId, state } = withdrawal;
  const drop = button(words.text('button-withdrawal-drop'), 'withdrawal-drop', { withdrawalId });
  return {
    html: describeWithdrawal(withdrawal, ctx, zoneOf(ctx).zone),
    rows: [
      [state === 'waiting' && drop],
      [
        button(words.text('button-withdrawals'), 'withdrawals'),
        button(words.text('button-wallet'), 'wallet'),
      ],
    ],
  };
}

/** What there is to know of a withdrawal, as HTML; the details can be copied by a touch. */
export function describeWithdrawal(withdrawal: WithdrawalView, reader: Reader, zone: string): string {
  const { words } = reader;
  const {
    withdrawalId,
    amountMicros,
    takenMicros,
    state,
    askedAtMs,
    decidedAtMs,
    payableAtMs,
    note,
    details,
  } = withdrawal;
  const isUsedUp = state === 'cancelled' && amountMicros === 0n;
  const when = (atMs: number) => momentIn(zone, atMs, words);
  return inLines([
    words.html('withdrawal-title', {
      id: String(withdrawalId),
      amount: money(reader, amountMicros),
      state: words.text(isUsedUp ? 'withdrawal-used-up' : `withdrawal-${state}`),
    }),
    words.html('withdrawal-asked', { when: when(askedAtMs) }),
    takenMicros !== 0n &&
      words.html('withdrawal-taken', {
        asked: money(reader, amountMicros + takenMicros),
        taken: money(reader, takenMicros),
        left: money(reader, amountMicros),
      }),
    state === 'waiting' &&
      payableAtMs > askedAtMs &&
      words.html('withdrawal-payable', { when: when(payableAtMs) }),
    decidedAtMs !== null && words.html('withdrawal-decided', { when: when(decidedAtMs) }),
    note !== '' && words.html('withdrawal-note', { note }),
    words.html('withdrawal-details', { details }),
  ]);
}
