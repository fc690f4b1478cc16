/** A publisher's bots: list, card, key, settings, preview, exclusions, archive. */
import { Composer } from 'grammy';
import { botBounds } from '../../../core/bots/index.js';
import type { OperatorContext } from '../context.js';
import { begin } from '../dialogue/index.js';
import { numberFrom, onPress, StaleButton } from '../press.js';
import { lastSearch } from '../searches.js';
import { button, copyButton, type Screen, removeMessage, sendScreen } from '../screen.js';
import { TOKEN } from '../token.js';
import { lastUse } from '../keys/index.js';
import { blockTestScreen, keep, keepScreen, readKept } from './block-test.js';
import { botScreen } from './card.js';
import { connectScreen } from './connect.js';
import { exclusionsScreen } from './exclusions.js';
import { addBot } from './forms.js';
import { botsScreen } from './list.js';
import { sendPreview } from './preview.js';
import { qualityScreen } from './quality.js';
import {
  change,
  maxScreen,
  readFlag,
  settingsOf,
  settingsScreen,
  themesScreen,
  timeScreen,
} from './settings.js';

export { seenScreen } from './connect.js';
export { botForms } from './forms.js';

export function createBotsScreens(): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  composer.command('bots', async (ctx) => {
    const screen = await botsScreen(ctx, { offset: 0, inArchive: false, search: '' });
    await sendScreen(ctx.api, ctx.visitor.accountId, screen);
  });
  // A pasted token is taken for what it is, wherever one is; it must not stay in the chat.
  composer.hears(TOKEN, async (ctx) => {
    const { accountId } = ctx.visitor;
    await removeMessage(ctx.api, accountId, ctx.msg.message_id);
    await sendScreen(ctx.api, accountId, await addBot(ctx, ctx.match[0]));
  });
  onPress(composer, 'bots', (ctx, offset = '0', archive = '0') =>
    botsScreen(ctx, { offset: numberFrom(offset), inArchive: archive === '1', search: '' }),
  );
  onPress(composer, 'bots-found', async (ctx, offset = '0') =>
    botsScreen(ctx, {
      offset: numberFrom(offset),
      inArchive: false,
      search: await lastSearch(ctx, 'bots'),
    }),
  );
  onPress(composer, 'bot', (ctx, botId) => botScreen(ctx, numberFrom(botId)));
  onPress(composer, 'bot-connect', (ctx, botId, sample = '0') =>
    connectScreen(ctx, numberFrom(botId), numberFrom(sample)),
  );
  // The message says something else from now on: what comes is told in one of its own.
  onPress(composer, 'bot-later', async (ctx, botId) => {
    const id = numberFrom(botId);
    await ctx.parts.service.bots.awaitFirstRequest(ctx.visitor.accountId, id, null);
    return botScreen(ctx, id);
  });
  onPress(composer, 'bot-search', (ctx) => begin(ctx, 'bot-search'));
  onPress(composer, 'bot-add-plain', (ctx) => begin(ctx, 'bot-add-plain'));
  onPress(composer, 'bot-add-token', (ctx) => begin(ctx, 'bot-add'));
  onPress(composer, 'bot-add', ({ visitor: { words } }) =>
    Promise.resolve({
      html: words.html('bot-add'),
      rows: [
        [button(words.text('button-with-token'), 'bot-add-token')],
        [button(words.text('button-without-token'), 'bot-add-plain')],
        [button(words.text('button-back'), 'bots')],
      ],
    }),
  );
  addSwitches(composer);
  addKey(composer);
  addSettings(composer);
  addBlockTest(composer);
  onPress(composer, 'bot-preview', sendPreview);
  onPress(composer, 'bot-quality', (ctx, botId) => qualityScreen(ctx, numberFrom(botId)));
  onPress(composer, 'close', async (ctx) => {
    const message = ctx.callbackQuery?.message;
    if (message !== undefined) await removeMessage(ctx.api, message.chat.id, message.message_id);
    return {};
  });
  onPress(composer, 'bot-out', (ctx, botId, offset = '0') =>
    exclusionsScreen(ctx, numberFrom(botId), numberFrom(offset)),
  );
  onPress(composer, 'bot-ex', async (ctx, botId, orderId, exclude, offset = '0') => {
    const id = numberFrom(botId);
    const toggle = {
      context: 'publisher',
      isExcluded: exclude === '1',
      orderId: numberFrom(orderId),
      botId: id,
    } as const;
    await ctx.parts.service.exclusions.toggle(ctx.visitor.accountId, toggle);
    return exclusionsScreen(ctx, id, numberFrom(offset));
  });
  onPress(composer, 'bot-all', async (ctx, botId, orderId, exclude, offset = '0') => {
    const id = await ownBotId(ctx, botId);
    const [isExcluded, order] = [exclude === '1', numberFrom(orderId)];
    const toggle = { context: 'publisher', isExcluded, orderId: order } as const;
    await ctx.parts.service.exclusions.toggle(ctx.visitor.accountId, toggle);
    return exclusionsScreen(ctx, id, numberFrom(offset));
  });
  return composer;
}

/** Whose bot it is, is asked before anything is asked about it. @throws ServiceError `forbidden` */
async function ownBotId(ctx: OperatorContext, botId: string | undefined): Promise<number> {
  const { bot } = await ctx.parts.service.bots.info(ctx.visitor.accountId, numberFrom(botId));
  return bot.botId;
}

function addSwitches(composer: Composer<OperatorContext>): void {
  onPress(composer, 'bot-on', async (ctx, botId, isOn) => {
    await ctx.parts.service.bots.update(ctx.visitor.accountId, numberFrom(botId), {
      settings: {},
      isOn: isOn === '1',
    });
    return botScreen(ctx, numberFrom(botId));
  });
  onPress(composer, 'bot-archive', async (ctx, botId, inArchive) => {
    const change = { settings: {}, inArchive: inArchive === '1' };
    await ctx.parts.service.bots.update(ctx.visitor.accountId, numberFrom(botId), change);
    return botScreen(ctx, numberFrom(botId));
  });
}

function addKey(composer: Composer<OperatorContext>): void {
  const keyScreen = async (ctx: OperatorContext, botId: number, apiKey: string): Promise<Screen> => {
    const { words, accountId } = ctx.visitor;
    const usedAtMs = await ctx.parts.service.bots.keyLastUsedAtMs(accountId, botId);
    const about = `${words.html('bot-key', { key: apiKey })}\n${lastUse(ctx, usedAtMs)}`;
    const screen = await botScreen(ctx, botId, about);
    const hide = [
      copyButton(words.text('button-copy-key'), apiKey),
      button(words.text('button-hide'), 'bot', botId),
      button(words.text('button-replace'), 'bot-key-new', botId),
    ];
    return { ...screen, rows: [hide, ...screen.rows] };
  };
  onPress(composer, 'bot-key', async (ctx, botId) => {
    const id = numberFrom(botId);
    const { apiKey } = await ctx.parts.service.bots.info(ctx.visitor.accountId, id);
    return keyScreen(ctx, id, apiKey);
  });
  onPress(composer, 'bot-key-new', async (ctx, botId) => {
    const { words } = ctx.visitor;
    const id = await ownBotId(ctx, botId);
    return {
      html: words.html('key-replace-confirm', { key: words.text('key-bot') }),
      rows: [
        [button(words.text('button-replace-yes'), 'bot-key-yes', id)],
        [button(words.text('button-back'), 'bot-key', id)],
      ],
    };
  });
  onPress(composer, 'bot-key-yes', async (ctx, botId) => {
    const id = numberFrom(botId);
    const key = await ctx.parts.service.bots.changeKey(ctx.visitor.accountId, id);
    return { screen: await keyScreen(ctx, id, key), note: ctx.visitor.words.text('key-replaced') };
  });
}

function addSettings(composer: Composer<OperatorContext>): void {
  onPress(composer, 'set', (ctx, botId) => settingsScreen(ctx, numberFrom(botId)));
  onPress(composer, 'set-flag', async (ctx, botId, name, value) => {
    await change(ctx, numberFrom(botId), { [readFlag(name)]: value === '1' });
    return settingsScreen(ctx, numberFrom(botId));
  });
  onPress(composer, 'set-max', async (ctx, botId, count) => {
    if (count === undefined) return maxScreen(ctx, numberFrom(botId));
    await change(ctx, numberFrom(botId), { maxSponsors: within(numberFrom(count), botBounds.maxSponsors) });
    return settingsScreen(ctx, numberFrom(botId));
  });
  onPress(composer, 'set-time', async (ctx, botId, minutes) => {
    if (minutes === undefined) return timeScreen(ctx, numberFrom(botId));
    await change(ctx, numberFrom(botId), {
      timePurgeMinutes: within(numberFrom(minutes), botBounds.timePurgeMinutes),
    });
    return settingsScreen(ctx, numberFrom(botId));
  });
  onPress(composer, 'set-redirect', async (ctx, botId, where) => {
    if (where !== 'url' && where !== 'miniapp') throw new StaleButton();
    await change(ctx, numberFrom(botId), { redirectOpenType: where });
    return settingsScreen(ctx, numberFrom(botId));
  });
  onPress(composer, 'set-themes', (ctx, botId, offset = '0') =>
    themesScreen(ctx, numberFrom(botId), numberFrom(offset)),
  );
  onPress(composer, 'set-theme', async (ctx, botId, code = '', offset = '0') => {
    const id = numberFrom(botId);
    const { forbiddenThemes } = await settingsOf(ctx, id);
    const { bots } = await ctx.parts.service.filters.all();
    if (!bots.forbidden_themes.some((theme) => theme.id === code)) throw new StaleButton();
    const isOut = forbiddenThemes.includes(code);
    const next = isOut ? forbiddenThemes.filter((theme) => theme !== code) : [...forbiddenThemes, code];
    await change(ctx, id, { forbiddenThemes: next });
    return themesScreen(ctx, id, numberFrom(offset));
  });
  onPress(composer, 'set-text', async (ctx, botId) =>
    begin(ctx, 'set-text', { botId: String(await ownBotId(ctx, botId)) }),
  );
  onPress(composer, 'set-image', async (ctx, botId) =>
    begin(ctx, 'set-image', { botId: String(await ownBotId(ctx, botId)) }),
  );
  onPress(composer, 'set-price', async (ctx, botId) =>
    begin(ctx, 'set-price', { botId: String(await ownBotId(ctx, botId)) }),
  );
  onPress(composer, 'set-time-write', async (ctx, botId) =>
    begin(ctx, 'set-time', { botId: String(await ownBotId(ctx, botId)) }),
  );
}

function addBlockTest(composer: Composer<OperatorContext>): void {
  onPress(composer, 'set-test', (ctx, botId) => blockTestScreen(ctx, numberFrom(botId)));
  onPress(composer, 'set-text-b', async (ctx, botId) =>
    begin(ctx, 'set-text-b', { botId: String(await ownBotId(ctx, botId)) }),
  );
  onPress(composer, 'set-image-b', async (ctx, botId) =>
    begin(ctx, 'set-image-b', { botId: String(await ownBotId(ctx, botId)) }),
  );
  onPress(composer, 'test-keep', (ctx, botId, variant, test) =>
    keepScreen(ctx, numberFrom(botId), readKept(variant, test)),
  );
  onPress(composer, 'test-kept', (ctx, botId, variant, test) =>
    keep(ctx, numberFrom(botId), readKept(variant, test)),
  );
}

function within(count: number, { min, max }: { min: number; max: number }): number {
  if (count < min || count > max) throw new StaleButton();
  return count;
}
