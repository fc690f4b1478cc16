/** What moderators do with publishers' bots: block one, let it go again, say what it is about. */
import type { Composer } from 'grammy';
import { assertModerator } from '../../../core/accounts/index.js';
import type { Bot } from '../../../core/ports.js';
import type { OperatorContext } from '../context.js';
import { begin, type Form } from '../dialogue/index.js';
import { readWhole } from '../dialogue/form.js';
import { shorten } from '../figures.js';
import { numberFrom, onPress, StaleButton } from '../press.js';
import { namedFilters } from '../values.js';
import { button, inRows, type Screen, turnRow } from '../screen.js';

const PAGE = 12;

export function addBotModeration(composer: Composer<OperatorContext>): void {
  onPress(composer, 'mod:bot', async (ctx, botId) => {
    assertModerates(ctx);
    if (botId === undefined) return begin(ctx, 'mod-bot');
    return botCard(ctx, await moderate(ctx, numberFrom(botId), {}));
  });
  onPress(composer, 'mod:bot-ban', async (ctx, botId) =>
    confirmScreen(ctx, await moderate(ctx, numberFrom(botId), {})),
  );
  onPress(composer, 'mod:bot-banned', async (ctx, botId, isBlocked) =>
    botCard(ctx, await moderate(ctx, numberFrom(botId), { isBlocked: isBlocked === '1' })),
  );
  onPress(composer, 'mod:bot-about', async (ctx, botId, offset = '0') =>
    themesScreen(ctx, await moderate(ctx, numberFrom(botId), {}), numberFrom(offset)),
  );
  onPress(composer, 'mod:bot-theme', async (ctx, botId, code) => {
    assertModerates(ctx);
    const theme = (await themesOf(ctx)).find(({ id }) => id === code);
    if (theme === undefined) throw new StaleButton();
    return botCard(ctx, await moderate(ctx, numberFrom(botId), { theme: theme.id }));
  });
}

/** Refuses at the press what core would refuse in the end. @throws ServiceError `forbidden` */
export function assertModerates({ parts, visitor }: OperatorContext): void {
  assertModerator(parts.service.settings, visitor.accountId);
}

/** Which bot: by its id, since names change. */
export const moderatedBotForm: Form = {
  name: 'mod-bot',
  questions: [
    {
      name: 'botId',
      ask: ({ visitor: { words } }) => ({ html: words.html('mod-bot-ask') }),
      read: (ctx, text) => String(readWhole(ctx, text, { min: 1, max: Number.MAX_SAFE_INTEGER })),
    },
  ],
  backTo: () => ['queue'],
  finish: async (ctx, { botId }) => botCard(ctx, await moderate(ctx, numberFrom(botId), {})),
};

/** Core refuses everybody who is no moderator, also where nothing changes. */
function moderate(
  ctx: OperatorContext,
  botId: number,
  change: { isBlocked?: boolean; theme?: string },
): Promise<Bot> {
  return ctx.parts.service.bots.moderate(ctx.visitor.accountId, botId, change);
}

/** What bots are about is what orders can exclude: there /filters lists it. */
async function themesOf(ctx: OperatorContext) {
  return (await namedFilters(ctx.parts.service, ctx.visitor.words)).ads.forbidden_themes;
}

async function botCard(ctx: OperatorContext, bot: Bot): Promise<Screen> {
  const { words } = ctx.visitor;
  const theme = (await themesOf(ctx)).find(({ id }) => id === bot.theme)?.name ?? '—';
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
          ? button(words.text('button-unblock-bot'), 'mod:bot-banned', bot.botId, 0)
          : button(words.text('button-block-bot'), 'mod:bot-ban', bot.botId),
        button(words.text('button-theme'), 'mod:bot-about', bot.botId, 0),
      ],
      [button(words.text('button-trust-card'), 'mod:trust-bot', bot.botId)],
      [button(words.text('button-queue'), 'queue')],
    ],
  };
}

function confirmScreen({ visitor: { words } }: OperatorContext, { botId, name, nickname }: Bot): Screen {
  return {
    html: words.html('block-bot-confirm', { name, nickname }),
    rows: [
      [button(words.text('button-block-bot-yes'), 'mod:bot-banned', botId, 1)],
      [button(words.text('button-back'), 'mod:bot', botId)],
    ],
  };
}

async function themesScreen(ctx: OperatorContext, bot: Bot, offset: number): Promise<Screen> {
  const { words } = ctx.visitor;
  const themes = await themesOf(ctx);
  const page = themes
    .slice(offset, offset + PAGE)
    .map(({ id, name }) =>
      button((id === bot.theme ? '• ' : '') + shorten(name, 30), 'mod:bot-theme', bot.botId, id),
    );
  return {
    html: words.html('mod-theme-ask', { name: bot.name }),
    rows: [
      ...inRows(page, 2),
      ...turnRow({ offset, size: PAGE, total: themes.length }, (to) => ['mod:bot-about', bot.botId, to]),
      [button(words.text('button-back'), 'mod:bot', bot.botId)],
    ],
  };
}
