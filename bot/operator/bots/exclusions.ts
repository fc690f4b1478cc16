/** Sponsors that a bot has shown or shut out, each with a switch. */
import type { OperatorContext } from '../context.js';
import { lastYear, shorten } from '../figures.js';
import { button, type Screen, turnRow } from '../screen.js';

const PAGE = 8;

export async function exclusionsScreen(ctx: OperatorContext, botId: number, offset: number): Promise<Screen> {
  const { words, accountId } = ctx.visitor;
  const rows = await ctx.parts.service.statistics.sponsors(accountId, botId, lastYear(ctx.parts));
  const page = rows.slice(offset, offset + PAGE).map(({ orderId, link, isExcluded, subscribers }) => {
    const name = shorten(link.replace(/^https?:\/\//, ''), 36);
    const data = ['bot-ex', botId, orderId, isExcluded ? 0 : 1, offset] as const;
    return [button(`${isExcluded ? '🚫' : '✅'} ${name} · ${String(subscribers)}`, ...data)];
  });
  return {
    html: words.html(rows.length === 0 ? 'exclusions-empty' : 'exclusions'),
    rows: [
      ...page,
      ...turnRow({ offset, size: PAGE, total: rows.length }, (to) => ['bot-out', botId, to]),
      [button(words.text('button-back'), 'bot', botId)],
    ],
  };
}
