/** Every movement, in words, with what was available after it. */
import type { LedgerLine } from '../../../core/ports/ledger-store.js';
import type { OperatorContext } from '../context.js';
import { moment, money, shorten } from '../figures.js';
import { button, type Screen } from '../screen.js';

const PAGE = 10;

export async function historyScreen(ctx: OperatorContext, beforeEntryId: number | null): Promise<Screen> {
  const { words, accountId } = ctx;
  // One more than is shown: so it is known whether there is another page.
  const lines = await ctx.service.wallet.history(accountId, { beforeEntryId, limit: PAGE + 1 });
  const shown = lines.slice(0, PAGE);
  const last = shown.at(-1);
  const turns = [
    ...(beforeEntryId === null ? [] : [button(words.text('button-latest'), 'history')]),
    ...(lines.length > PAGE && last !== undefined
      ? [button(words.text('button-older'), 'history', { before: last.entryId })]
      : []),
  ];
  return {
    html:
      shown.length === 0
        ? words.html('history-empty')
        : [words.html('history'), '', ...shown.map((line) => sayLine(ctx, line))].join('\n'),
    rows: [...(turns.length > 0 ? [turns] : []), [button(words.text('button-back'), 'wallet')]],
  };
}

function sayLine(ctx: OperatorContext, line: LedgerLine): string {
  const { words } = ctx;
  const signed = (micros: bigint) => (micros > 0n ? '+' : '') + money(ctx, micros);
  const about = [
    line.orderId === null ? '' : ` · #${String(line.orderId)}`,
    line.note === '' ? '' : ` · ${shorten(line.note, 40)}`,
  ].join('');
  return words.html('history-line', {
    when: moment(ctx, line.atMs),
    amount: moved(line, signed),
    kind: words.text(`entry-${line.kind.replaceAll('_', '-')}`),
    about,
    balance: money(ctx, line.balanceMicros),
  });
}

/** What moved in the wallet; movements that did not touch the wallet are marked. */
function moved({ amountMicros, heldMicros, reservedMicros }: LedgerLine, signed: (micros: bigint) => string) {
  if (amountMicros !== 0n) return signed(amountMicros);
  return heldMicros === 0n ? `🔒 ${signed(reservedMicros)}` : `⏳ ${signed(heldMicros)}`;
}
