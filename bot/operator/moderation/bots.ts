/** What moderators do with publishers' bots: block one, let it go again, say what it is about. */
import type { Composer } from 'grammy';
import type { Bot } from '../../../core/ports/bot-store.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin } from '../dialogue/index.js';
import { numberForm } from '../dialogue/number-form.js';
import { shorten } from '../figures.js';
import { onPress } from '../press.js';
import { themesOf } from '../values.js';
import { button, inRows, type Screen, turnRow, columnScreen } from '../screen.js';

const PAGE = 12;

export function addBotModeration(composer: Composer<OperatorContext>): void {
  onPress(composer, 'mod:bot', async (ctx, { botId }) => {
    if (botId === undefined) return begin(ctx, 'mod-bot', callbackData('queue'));
    return botCard(ctx, await moderate(ctx, botId, {}));
  });
  onPress(composer, 'mod:bot-ban', async (ctx, { botId }) =>
    confirmScreen(ctx, await moderate(ctx, botId, {})),
  );
  onPress(composer, 'mod:bot-banned', async (ctx, { botId, isBlocked }) =>
    botCard(ctx, await moderate(ctx, botId, { isBlocked })),
  );
  onPress(composer, 'mod:bot-about', async (ctx, { botId, offset = 0 }) =>
    themesScreen(ctx, await moderate(ctx, botId, {}), offset),
  );
  onPress(composer, 'mod:bot-theme', async (ctx, { botId, theme }) => {
    return botCard(ctx, await moderate(ctx, botId, { theme }));
  });
}

/** Which bot: by its id, since names change. */
export const moderatedBotForm = numberForm(
  { name: 'mod-bot', field: 'botId', asks: 'mod-bot-ask' },
  async (ctx, botId) => botCard(ctx, await moderate(ctx, botId, {})),
);

/** Core refuses everybody who is no moderator, also where nothing changes. */
function moderate(
  ctx: OperatorContext,
  botId: number,
  change: { isBlocked?: boolean; theme?: string },
): Promise<Bot> {
  return ctx.service.bots.moderate(ctx.accountId, botId, change);
}

async function botCard(ctx: OperatorContext, bot: Bot): Promise<Screen> {
  const { words } = ctx;
  const theme = (await themesOf(ctx, 'bot')).find(({ id }) => id === bot.theme)?.name ?? '—';
  return {
    html: words.html('mod-bot', {
      name: bot.name,
      nickname: bot.nickname,
      id: String(bot.botId),
      owner: String(bot.accountId),
      followers: bot.followers,
      theme,
      state: words.text(bot.isBlocked ? 'bot-blocked' : bot.isOn ? 'bot-on' : 'bot-off'),
    }),
    rows: [
      [
        bot.isBlocked
          ? button(words.text('button-unblock-bot'), 'mod:bot-banned', { botId: bot.botId, isBlocked: false })
          : button(words.text('button-block-bot'), 'mod:bot-ban', { botId: bot.botId }),
        button(words.text('button-theme'), 'mod:bot-about', { botId: bot.botId, offset: 0 }),
      ],
      [button(words.text('button-trust-card'), 'mod:trust-bot', { botId: bot.botId })],
      [button(words.text('button-queue'), 'queue')],
    ],
  };
}

function confirmScreen({ words }: OperatorContext, { botId, name, nickname }: Bot): Screen {
  return columnScreen(
    words.html('block-bot-confirm', { name, nickname }),
    button(words.text('button-block-yes'), 'mod:bot-banned', { botId, isBlocked: true }),
    button(words.text('button-back'), 'mod:bot', { botId }),
  );
}

async function themesScreen(ctx: OperatorContext, bot: Bot, offset: number): Promise<Screen> {
  const { words } = ctx;
  const themes = await themesOf(ctx, 'bot');
  const page = themes.slice(offset, offset + PAGE).map(({ id, name }) =>
    button((id === bot.theme ? '• ' : '') + shorten(name, 30), 'mod:bot-theme', {
      botId: bot.botId,
      theme: id,
    }),
  );
  return {
    html: words.html('mod-theme-ask', { name: bot.name }),
    rows: [
      ...inRows(page, 2),
      turnRow({ offset, size: PAGE, total: themes.length }, (to) =>
        callbackData('mod:bot-about', { botId: bot.botId, offset: to }),
      ),
      [button(words.text('button-back'), 'mod:bot', { botId: bot.botId })],
    ],
  };
}
