/** The list of a publisher's bots, by page, archived ones apart, and the answer to a search. */
import type { Bot } from '../../../core/ports/bot-store.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { shorten } from '../figures.js';
import { button, type Screen, turnRow } from '../screen.js';

const PAGE = 8;

/** @param search what was looked for; `""` for the list */
export async function botsScreen(
  ctx: OperatorContext,
  page: { offset: number; inArchive: boolean; search: string },
): Promise<Screen> {
  const { words, accountId } = ctx;
  const { offset, inArchive, search } = page;
  const { bots, total } = await ctx.service.bots.list(accountId, {
    ...page,
    // A search looks in the archive too.
    inArchive: search === '' ? inArchive : null,
    limit: PAGE,
  });
  const turns = turnRow({ offset, size: PAGE, total }, (to) =>
    search === ''
      ? callbackData('bots', { offset: to, inArchive })
      : callbackData('bots-found', { offset: to }),
  );
  const key =
    search !== '' ? 'bots-found' : inArchive ? 'bots-archived' : total === 0 ? 'bots-empty' : 'bots';
  return {
    html: words.html(key, { total, search }),
    rows: [
      ...bots.map((bot) => [
        button(`${mark(bot)} ${shorten(bot.name, 28)} · @${bot.nickname}`, 'bot', { botId: bot.botId }),
      ]),
      ...turns,
      [button(words.text('button-bot-add'), 'bot-add'), button(words.text('button-search'), 'bot-search')],
      [
        inArchive || search !== ''
          ? button(words.text('button-active'), 'bots')
          : button(words.text('button-archive-list'), 'bots', { offset: 0, inArchive: true }),
        button(words.text('button-home'), 'home'),
      ],
    ],
  };
}

function mark(bot: Bot): string {
  if (bot.inArchive) return '📦';
  if (bot.isBlocked) return '⛔️';
  if (bot.isTokenInvalid) return '⚠️';
  return bot.isOn ? '🟢' : '⚪️';
}
