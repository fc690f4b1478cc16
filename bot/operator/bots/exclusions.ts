/** Sponsors that a bot has shown or shut out, each with a switch for this bot and one for all of its owner's. */
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { lastYear, shorten } from '../figures.js';
import { button, type Screen, turnRow } from '../screen.js';

const PAGE = 8;

export async function exclusionsScreen(ctx: OperatorContext, botId: number, offset: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const { statistics, exclusions } = ctx.service;
  const { rows } = await statistics.sponsors(accountId, botId, lastYear(ctx));
  const everywhere = await exclusions.everywhere(accountId);
  const page = rows.slice(offset, offset + PAGE).map(({ orderId, link, isExcluded, subscribers }) => {
    const name = shorten(link.replace(/^https?:\/\//, ''), 30);
    const label = `${name} · ${String(subscribers)}`;
    const inAll = (text: string, exclude: boolean) =>
      button(text, 'bot-all', { botId, orderId, isExcluded: exclude, offset });
    // What is out of all bots is let in again in all of them.
    if (everywhere.has(orderId)) return [inAll(`🌐🚫 ${label}`, false)];
    const here = { botId, orderId, isExcluded: !isExcluded, offset };
    return [
      button(`${isExcluded ? '🚫' : '✅'} ${label}`, 'bot-ex', here),
      inAll(words.text('button-out-everywhere'), true),
    ];
  });
  return {
    html: words.html(rows.length === 0 ? 'exclusions-empty' : 'exclusions'),
    rows: [
      ...page,
      turnRow({ offset, size: PAGE, total: rows.length }, (to) =>
        callbackData('bot-out', { botId, offset: to }),
      ),
      [button(words.text('button-back'), 'bot', { botId })],
    ],
  };
}
