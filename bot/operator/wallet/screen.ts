/** The wallet: what there is, and the ways in and out. */
import type { OperatorContext } from '../context.js';
import { money } from '../figures.js';
import { sayTrustOfAccount } from '../held.js';
import { takesPayments, openRails } from '../payments/index.js';
import { button, type Screen } from '../screen.js';

export async function walletScreen(ctx: OperatorContext): Promise<Screen> {
  const { words, accountId } = ctx.visitor;
  const { wallet, settings } = ctx.parts.service;
  const { availableMicros, heldMicros, reservedMicros } = await wallet.balance(accountId);
  const said = (micros: bigint) => money(micros, settings.CURRENCY, words);
  const figures = {
    available: said(availableMicros),
    held: said(heldMicros),
    reserved: said(reservedMicros),
  };
  const held = await sayTrustOfAccount(ctx, heldMicros);
  return {
    html: words.html('wallet', figures) + (held === '' ? '' : `\n\n${held}`),
    rows: [
      [
        ...(takesPayments(ctx.parts) ? [button(words.text('button-deposit'), 'deposit')] : []),
        button(words.text('button-withdraw'), 'withdraw'),
      ],
      ...openRails(ctx.parts).map((rail) => [
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
