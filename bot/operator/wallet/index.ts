/** The wallet: what there is, what is held back, how it came to be, and how it is taken out. */
import type { Composer } from 'grammy';
import type { OperatorContext } from '../context.js';
import { begin } from '../dialogue/index.js';
import { takesPayments, openRails } from '../payments/index.js';
import { onPress, StaleButton, onCommand } from '../press.js';
import { historyScreen } from './history.js';
import { walletScreen } from './screen.js';
import { addWithdraw } from './withdraw.js';
import { addWithdrawals } from './withdrawals.js';

export { walletScreen } from './screen.js';
export { withdrawForm } from './withdraw.js';
export { askedScreen, describeWithdrawal, sayDecided } from './withdrawals.js';

export function addWalletScreens(composer: Composer<OperatorContext>): void {
  onCommand(composer, 'wallet', walletScreen);
  onPress(composer, 'wallet', (ctx) => walletScreen(ctx));
  onPress(composer, 'history', (ctx, { before = null }) => historyScreen(ctx, before));
  onPress(composer, 'deposit', (ctx, { wanted }) => {
    if (!takesPayments(ctx.parts)) throw new StaleButton();
    return begin(ctx, 'deposit', wanted === undefined ? {} : { wanted: String(wanted) });
  });
  onPress(composer, 'deposit-rail', async (ctx, { rail }) => {
    const open = openRails(ctx.parts);
    const wanted = rail ?? open[0];
    if (wanted === undefined || !open.includes(wanted)) throw new StaleButton();
    await ctx.parts.service.deposits.assertOpen(ctx.visitor.accountId, wanted);
    return begin(ctx, 'deposit-rail', { rail: wanted });
  });
  addWithdraw(composer);
  addWithdrawals(composer);
}
