/** One bot: how it stands, what it earned, and what can be done with it. */
import type { Bot } from '../../../core/ports/bot-store.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { lastDays, money } from '../figures.js';
import { sayTrustOf } from '../held.js';
import { button, type Screen } from '../screen.js';

export async function botScreen(ctx: OperatorContext, botId: number, extra = ''): Promise<Screen> {
  const { words, accountId, service } = ctx;
  const { bot } = await service.bots.info(accountId, botId);
  const figures = await service.statistics.ofPublisher(accountId, botId, lastDays(ctx, 1));
  const html = words.html('bot', {
    name: bot.name,
    nickname: bot.nickname,
    id: String(bot.botId),
    state: words.text(`bot-${stateOf(bot)}`),
    profit: money(ctx, bot.profitMicros),
    own: money(ctx, bot.profitOwnOrdersMicros),
    followers: bot.followers,
    requests: figures.requests.total,
    today: figures.total.subscribers,
    income: money(ctx, figures.total.valueMicros),
    token: words.text(bot.hasToken ? 'bot-has-token' : 'bot-no-token'),
  });
  const held = sayTrustOf(ctx, bot, await service.trust.heldOf(botId));
  const parts = [html, held, extra].filter((part) => part !== '');
  return { html: parts.join('\n\n'), rows: actions(bot, words) };
}

function actions(bot: Bot, words: Words): Screen['rows'] {
  const { botId } = bot;
  const toList = [button(words.text('button-bots'), 'bots'), button(words.text('button-home'), 'home')];
  if (bot.inArchive)
    return [[button(words.text('button-restore'), 'bot-archive', { botId, inArchive: false })], toList];
  return [
    [
      bot.isOn
        ? button(words.text('button-switch-off'), 'bot-on', { botId, isOn: false })
        : button(words.text('button-switch-on'), 'bot-on', { botId, isOn: true }),
      button(words.text('button-bot-key'), 'bot-key', { botId }),
      button(words.text('button-connect'), 'bot-connect', { botId }),
    ],
    [
      button(words.text('button-settings'), 'set', { botId }),
      button(words.text('button-preview'), 'bot-preview', { botId }),
    ],
    [
      button(words.text('button-exclusions'), 'bot-out', { botId }),
      button(words.text('button-archive'), 'bot-archive', { botId, inArchive: true }),
    ],
    [
      button(words.text('button-chart'), 'chart', { of: 'bot', id: botId }),
      button(words.text('button-stats'), 'stats', { scope: 'bot', id: botId }),
    ],
    [
      button(words.text('button-quality'), 'bot-quality', { botId }),
      button(words.text('button-hook'), 'hook', { botId }),
    ],
    toList,
  ];
}

function stateOf(bot: Bot): string {
  if (bot.isBlocked) return 'blocked';
  if (bot.inArchive) return 'archived';
  if (bot.isTokenInvalid) return 'token-invalid';
  return bot.isOn ? 'on' : 'off';
}
