/** The list of a publisher's bots. */
import type { Bot } from '../../../core/ports/bot-store.js';
import type { OperatorContext } from '../context.js';
import { shorten } from '../figures.js';
import type { OwnPage } from '../own-list.js';
import { button } from '../screen.js';

export async function ownBots({ service, accountId }: OperatorContext, page: OwnPage) {
  const { bots, total } = await service.bots.list(accountId, page);
  const rows = bots.map((bot) => [
    button(`${mark(bot)} ${shorten(bot.name, 28)} · @${bot.nickname}`, 'bot', { botId: bot.botId }),
  ]);
  return { rows, total };
}

function mark(bot: Bot): string {
  if (bot.inArchive) return '📦';
  if (bot.isBlocked) return '⛔️';
  if (bot.isTokenInvalid) return '⚠️';
  return bot.isOn ? '🟢' : '⚪️';
}
