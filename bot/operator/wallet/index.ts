/** The wallet: what there is, what is held back, how it came to be, and how it is taken out. */
import type { Composer } from 'grammy';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin } from '../dialogue/index.js';
import { openRails, takesPayments } from '../payments/index.js';
import { onPress, StaleButton, onCommand } from '../press.js';
import { historyScreen } from './history.js';
import { addWithdraw } from './withdraw.js';
import { addWithdrawals } from './withdrawals.js';
import { money } from '../figures.js';
import { sayTrustOfAccount } from '../held.js';
import { button, type Screen } from '../screen.js';

export { withdrawForm } from './withdraw.js';
export { askedScreen, describeWithdrawal, sayDecided, withdrawalScreen } from './withdrawals.js';

export function addWalletScreens(composer: Composer<OperatorContext>): void {
  onCommand(composer, 'wallet', walletScreen);
  onPress(composer, 'wallet', (ctx) => walletScreen(ctx));
  onPress(composer, 'history', (ctx, { before = null }) => historyScreen(ctx, before));
  onPress(composer, 'deposit', (ctx, { wanted }) => {
    if (!takesPayments(ctx)) throw new StaleButton();
    return begin(ctx, 'deposit', callbackData('wallet'), wanted === undefined ? {} : { wanted });
  });
  onPress(composer, 'deposit-rail', async (ctx, { rail }) => {
    const open = openRails(ctx);
    const wanted = rail ?? open[0];
    if (wanted === undefined || !open.includes(wanted)) throw new StaleButton();
    await ctx.service.deposits.assertOpen(ctx.accountId, wanted);
    return begin(ctx, 'deposit-rail', callbackData('wallet'), { rail: wanted });
  });
  addWithdraw(composer);
  addWithdrawals(composer);
}

export async function walletScreen(ctx: OperatorContext): Promise<Screen> {
  const { words, accountId } = ctx;
  const { availableMicros, heldMicros, reservedMicros } = await ctx.service.wallet.balance(accountId);
  const figures = {
    available: money(ctx, availableMicros),
    held: money(ctx, heldMicros),
    reserved: money(ctx, reservedMicros),
  };
  const held = await sayTrustOfAccount(ctx, heldMicros);
  return {
    html: words.html('wallet', figures) + (held === '' ? '' : `\n\n${held}`),
    rows: [
      [
        takesPayments(ctx) && button(words.text('button-deposit'), 'deposit'),
        button(words.text('button-withdraw'), 'withdraw'),
      ],
      ...openRails(ctx).map((rail) => [
        button(
          words.text('button-deposit-rail', { rail: words.text(`wallet-rails-${rail}`) }),
          'deposit-rail',
          {
            rail,
          },
        ),
      ]),
      [
        button(words.text('button-withdrawals'), 'withdrawals'),
        button(words.text('button-history'), 'history'),
      ],
      [button(words.text('button-home'), 'home')],
    ],
  };
}
