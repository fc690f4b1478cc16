/** The wallet: what there is, what is held back, and how it came to be. */
import { Composer } from 'grammy';
import type { LedgerLine } from '../../../core/ports.js';
import type { OperatorContext } from '../context.js';
import { moment, money, shorten } from '../figures.js';
import { begin } from '../dialogue/index.js';
import { takesPayments } from '../payments/index.js';
import { numberFrom, onPress, StaleButton } from '../press.js';
import { button, type Screen, sendScreen } from '../screen.js';

const PAGE = 10;

export function createWalletDesk(): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  composer.command('wallet', async (ctx) => {
    await sendScreen(ctx.api, ctx.visitor.accountId, await walletScreen(ctx));
  });
  onPress(composer, 'wallet', (ctx) => walletScreen(ctx));
  onPress(composer, 'history', (ctx, before) =>
    historyScreen(ctx, before === undefined ? null : numberFrom(before)),
  );
  onPress(composer, 'deposit', (ctx) => {
    if (!takesPayments(ctx.parts)) throw new StaleButton();
    return begin(ctx, 'deposit');
  });
  return composer;
}

async function walletScreen(ctx: OperatorContext): Promise<Screen> {
  const { words, accountId } = ctx.visitor;
  const { wallet, settings } = ctx.parts.service;
  const balance = await wallet.balance(accountId);
  const html = words.html('wallet', {
    available: money(balance.availableMicros, settings.CURRENCY, words),
    held: money(balance.heldMicros, settings.CURRENCY, words),
  });
  return {
    html,
    rows: [
      [
        ...(takesPayments(ctx.parts) ? [button(words.text('button-deposit'), 'deposit')] : []),
        button(words.text('button-history'), 'history'),
      ],
      [button(words.text('button-home'), 'home')],
    ],
  };
}

async function historyScreen(ctx: OperatorContext, beforeEntryId: number | null): Promise<Screen> {
  const { words, accountId } = ctx.visitor;
  const { wallet, settings } = ctx.parts.service;
  // One more than is shown tells whether there is another page.
  const lines = await wallet.history(accountId, { beforeEntryId, limit: PAGE + 1 });
  const shown = lines.slice(0, PAGE);
  const last = shown.at(-1);
  const say = (line: LedgerLine): string => {
    const sign = line.amountMicros > 0n ? '+' : '';
    const about = [
      line.orderId === null ? '' : ` · #${String(line.orderId)}`,
      line.note === '' ? '' : ` · ${shorten(line.note, 40)}`,
    ].join('');
    return words.html('history-line', {
      when: moment(line.atMs, settings.SERVICE_TIMEZONE, words),
      amount: sign + money(line.amountMicros, settings.CURRENCY, words),
      kind: words.text(`entry-${line.kind.replaceAll('_', '-')}`),
      about,
    });
  };
  const turns = [
    ...(beforeEntryId === null ? [] : [button(words.text('button-latest'), 'history')]),
    ...(lines.length > PAGE && last !== undefined
      ? [button(words.text('button-older'), 'history', last.entryId)]
      : []),
  ];
  return {
    html:
      shown.length === 0
        ? words.html('history-empty')
        : [words.html('history'), '', ...shown.map(say)].join('\n'),
    rows: [...(turns.length > 0 ? [turns] : []), [button(words.text('button-back'), 'wallet')]],
  };
}
