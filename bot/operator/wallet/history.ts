/** Every movement, in words, with what was available after it. */
import type { LedgerLine } from '../../../core/ports/ledger-store.js';
import type { OperatorContext } from '../context.js';
import { moment, money, shorten } from '../figures.js';
import { button, pageBefore, type Screen } from '../screen.js';

const PAGE = 10;

export async function historyScreen(ctx: OperatorContext, before: number | null): Promise<Screen> {
  const { words, accountId } = ctx;
  const found = await ctx.service.wallet.history(accountId, { beforeEntryId: before, limit: PAGE + 1 });
  const page = { found, size: PAGE, before };
  const { shown, turns } = pageBefore(words, 'history', page, ({ entryId }) => entryId);
  return {
    html:
      shown.length === 0
        ? words.html('history-empty')
        : [words.html('history'), '', ...shown.map((line) => sayLine(ctx, line))].join('\n'),
    rows: [turns, [button(words.text('button-back'), 'wallet')]],
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
