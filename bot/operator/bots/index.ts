/** A publisher's bots: list, card, key, settings, preview, exclusions, archive. */
import type { Composer } from 'grammy';
import type { BotChange } from '../../../core/bots/index.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { TOKEN } from '../dialogue/form.js';
import { begin } from '../dialogue/index.js';
import { addOwnList } from '../own-list.js';
import { onPress } from '../press.js';
import {
  button,
  columnScreen,
  copyButton,
  removeMessage,
  type Screen,
  sendScreen,
  wasChanged,
} from '../screen.js';
import { toggled } from '../values.js';
import { lastUse } from '../keys/index.js';
import { blockTestScreen, keep, keepScreen } from './block-test.js';
import { botScreen } from './card.js';
import { connectScreen } from './connect.js';
import { exclusionsScreen } from './exclusions.js';
import { addBot } from './forms.js';
import { ownBots } from './list.js';
import { sendPreview } from './preview.js';
import { qualityScreen } from './quality.js';
import { change, maxScreen, settingsOf, settingsScreen, themesScreen, timeScreen } from './settings.js';

export { seenScreen } from './connect.js';
export { botForms } from './forms.js';

export function addBotsScreens(composer: Composer<OperatorContext>): void {
  addOwnList(composer, 'bots', ownBots);
  // A pasted token is taken for what it is, wherever one is; it must not stay in the chat.
  composer.hears(TOKEN, async (ctx) => {
    const { accountId } = ctx;
    await removeMessage(ctx.api, accountId, ctx.msg.message_id);
    await sendScreen(ctx.api, accountId, await addBot(ctx, ctx.match[0]));
  });
  onPress(composer, 'bot', (ctx, { botId }) => botScreen(ctx, botId));
  onPress(composer, 'bot-connect', (ctx, { botId, sample = 0 }) => connectScreen(ctx, botId, sample));
  // The message says something else from now on: what comes is said in a separate one.
  onPress(composer, 'bot-later', async (ctx, { botId }) => {
    await ctx.service.bots.awaitFirstRequest(ctx.accountId, botId, null);
    return botScreen(ctx, botId);
  });
  onPress(composer, 'bot-add-plain', (ctx) => begin(ctx, 'bot-add-plain', callbackData('bots')));
  onPress(composer, 'bot-add-token', (ctx) => begin(ctx, 'bot-add', callbackData('bots')));
  onPress(composer, 'bot-add', ({ words }) =>
    columnScreen(
      words.html('bot-add'),
      button(words.text('button-with-token'), 'bot-add-token'),
      button(words.text('button-without-token'), 'bot-add-plain'),
      button(words.text('button-back'), 'bots'),
    ),
  );
  addSwitches(composer);
  addKey(composer);
  addSettings(composer);
  addBlockTest(composer);
  onPress(composer, 'bot-preview', (ctx, { botId, variant }) => sendPreview(ctx, botId, variant));
  onPress(composer, 'bot-quality', (ctx, { botId }) => qualityScreen(ctx, botId));
  onPress(composer, 'close', async (ctx) => {
    const message = ctx.callbackQuery?.message;
    if (message === undefined) return {};
    const isGone = await removeMessage(ctx.api, message.chat.id, message.message_id);
    // The platform deletes nothing that is older than two days: then the press takes the buttons away.
    if (!isGone) await wasChanged(() => ctx.editMessageReplyMarkup());
    return {};
  });
  onPress(composer, 'bot-out', (ctx, { botId, offset = 0 }) => exclusionsScreen(ctx, botId, offset));
  onPress(composer, 'bot-ex', async (ctx, { botId, orderId, isExcluded, offset = 0 }) => {
    const toggle = { context: 'publisher', isExcluded, orderId, botId } as const;
    await ctx.service.exclusions.toggle(ctx.accountId, toggle);
    return exclusionsScreen(ctx, botId, offset);
  });
  onPress(composer, 'bot-all', async (ctx, { botId, orderId, isExcluded, offset = 0 }) => {
    const id = await ownBotId(ctx, botId);
    const toggle = { context: 'publisher', isExcluded, orderId } as const;
    await ctx.service.exclusions.toggle(ctx.accountId, toggle);
    return exclusionsScreen(ctx, id, offset);
  });
}

/** Whose bot it is, is asked before anything is asked about it. @throws ServiceError `forbidden` */
async function ownBotId(ctx: OperatorContext, botId: number): Promise<number> {
  const { bot } = await ctx.service.bots.info(ctx.accountId, botId);
  return bot.botId;
}

function addSwitches(composer: Composer<OperatorContext>): void {
  const update = async (ctx: OperatorContext, botId: number, change: Omit<BotChange, 'settings'>) => {
    await ctx.service.bots.update(ctx.accountId, botId, { settings: {}, ...change });
    return botScreen(ctx, botId);
  };
  onPress(composer, 'bot-on', (ctx, { botId, isOn }) => update(ctx, botId, { isOn }));
  onPress(composer, 'bot-archive', (ctx, { botId, inArchive }) => update(ctx, botId, { inArchive }));
}

function addKey(composer: Composer<OperatorContext>): void {
  const keyScreen = async (ctx: OperatorContext, botId: number, apiKey: string): Promise<Screen> => {
    const { words, accountId } = ctx;
    const usedAtMs = await ctx.service.bots.keyLastUsedAtMs(accountId, botId);
    const about = `${words.html('bot-key', { key: apiKey })}\n${lastUse(ctx, usedAtMs)}`;
    const screen = await botScreen(ctx, botId, about);
    const hide = [
      copyButton(words.text('button-copy-key'), apiKey),
      button(words.text('button-hide'), 'bot', { botId }),
      button(words.text('button-replace'), 'bot-key-new', { botId }),
    ];
    return { ...screen, rows: [hide, ...screen.rows] };
  };
  onPress(composer, 'bot-key', async (ctx, { botId }) => {
    const { apiKey } = await ctx.service.bots.info(ctx.accountId, botId);
    return keyScreen(ctx, botId, apiKey);
  });
  onPress(composer, 'bot-key-new', async (ctx, { botId }) => {
    const { words } = ctx;
    const id = await ownBotId(ctx, botId);
    return columnScreen(
      words.html('key-replace-confirm', { key: words.text('key-bot') }),
      button(words.text('button-replace-yes'), 'bot-key-yes', { botId: id }),
      button(words.text('button-back'), 'bot-key', { botId: id }),
    );
  });
  onPress(composer, 'bot-key-yes', async (ctx, { botId }) => {
    const key = await ctx.service.bots.changeKey(ctx.accountId, botId);
    return { ...(await keyScreen(ctx, botId, key)), note: ctx.words.text('key-replaced') };
  });
}

function addSettings(composer: Composer<OperatorContext>): void {
  onPress(composer, 'set', (ctx, { botId }) => settingsScreen(ctx, botId));
  onPress(composer, 'set-flag', (ctx, { botId, name, isOn }) => change(ctx, botId, { [name]: isOn }));
  onPress(composer, 'set-max', (ctx, { botId, count }) =>
    count === undefined ? maxScreen(ctx, botId) : change(ctx, botId, { maxSponsors: count }),
  );
  onPress(composer, 'set-time', (ctx, { botId, minutes }) =>
    minutes === undefined ? timeScreen(ctx, botId) : change(ctx, botId, { timePurgeMinutes: minutes }),
  );
  onPress(composer, 'set-redirect', (ctx, { botId, where }) =>
    change(ctx, botId, { redirectOpenType: where }),
  );
  onPress(composer, 'set-themes', (ctx, { botId, offset = 0 }) => themesScreen(ctx, botId, offset));
  onPress(composer, 'set-theme', async (ctx, { botId, theme, offset = 0 }) => {
    const { forbiddenThemes } = await settingsOf(ctx, botId);
    const next = toggled(forbiddenThemes, theme);
    return change(ctx, botId, { forbiddenThemes: next }, () => themesScreen(ctx, botId, offset));
  });
  for (const form of ['set-text', 'set-image', 'set-price', 'set-text-b', 'set-image-b'] as const)
    onPress(composer, form, async (ctx, { botId }) => {
      const about = { botId: await ownBotId(ctx, botId) };
      return begin(ctx, form, callbackData(form.endsWith('-b') ? 'set-test' : 'set', about), about);
    });
  onPress(composer, 'set-time-write', async (ctx, { botId }) => {
    const about = { botId: await ownBotId(ctx, botId) };
    return begin(ctx, 'set-time', callbackData('set-time', about), about);
  });
}

function addBlockTest(composer: Composer<OperatorContext>): void {
  onPress(composer, 'set-test', (ctx, { botId }) => blockTestScreen(ctx, botId));
  onPress(composer, 'test-keep', keepScreen);
  onPress(composer, 'test-kept', keep);
}
