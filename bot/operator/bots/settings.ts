/** The settings of a bot: each a button that turns it, a short list to choose from, or a question. */
import { type BotChange, isTested } from '../../../core/bots/index.js';
import {
  botSettings,
  type BotSettings,
  type FlagSettingName as FlagName,
  flagSettingNames as flagNames,
  type SettingName,
} from '../../../core/terms/index.js';
import type { MessageButton } from '../../../core/platform.js';
import type { Bot } from '../../../core/ports/bot-store.js';
import { hasWords } from '../../../words/index.js';
import type { Words } from '../../words.js';
import { callbackData } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { money, shorten } from '../figures.js';
import { themesOf } from '../values.js';
import { button, inRows, type Screen, turnRow } from '../screen.js';

const themesPerPage = 10;
const minutesOffered = [5, 30, 60, 180, 720, 1440, 4320];

export async function settingsOf(ctx: OperatorContext, botId: number): Promise<BotSettings> {
  return (await ctx.service.bots.info(ctx.accountId, botId)).bot.settings;
}

/** @returns the screen that shows what changed; default: all settings */
export async function change(
  ctx: OperatorContext,
  botId: number,
  settings: BotChange['settings'],
  show: (ctx: OperatorContext, botId: number) => Promise<Screen> = settingsScreen,
): Promise<Screen> {
  await ctx.service.bots.update(ctx.accountId, botId, { settings });
  return show(ctx, botId);
}

type ShowsSetting = (ctx: OperatorContext, bot: Bot) => MessageButton;

const stateOf = (words: Words, own: string | null, other: 'state-default' | 'state-none') => ({
  state: words.text(own === null ? other : 'state-own'),
});

/** The buttons of those that are more than on or off, in the order they stand in; null: another one leads there. */
const chosenButtons: Readonly<Record<Exclude<SettingName, FlagName>, ShowsSetting | null>> = {
  maxSponsors: ({ words }, { botId, settings }) =>
    button(words.text('set-max', { count: settings.maxSponsors }), 'set-max', { botId }),
  timePurgeMinutes: ({ words }, { botId, settings }) =>
    button(words.text('set-time', { time: minutes(settings.timePurgeMinutes, words) }), 'set-time', {
      botId,
    }),
  text: ({ words }, { botId, settings }) =>
    button(words.text('set-text', stateOf(words, settings.text, 'state-default')), 'set-text', { botId }),
  image: ({ words }, { botId, settings }) =>
    button(words.text('set-image', stateOf(words, settings.image, 'state-none')), 'set-image', { botId }),
  textB: ({ words }, { botId, settings }) => {
    const state = words.text(isTested(settings) ? 'state-runs' : 'state-none');
    return button(words.text('set-test', { state }), 'set-test', { botId });
  },
  imageB: null,
  redirectOpenType: ({ words }, { botId, settings: { redirectOpenType } }) => {
    const where = redirectOpenType === 'url' ? 'miniapp' : 'url';
    const text = words.text('set-redirect', { where: words.text(`redirect-${redirectOpenType}`) });
    return button(text, 'set-redirect', { botId, where });
  },
  forbiddenThemes: ({ words }, { botId, settings: { forbiddenThemes } }) =>
    button(words.text('set-themes', { count: forbiddenThemes.length }), 'set-themes', { botId, offset: 0 }),
  minPriceMicros: (ctx, { botId, settings: { minPriceMicros } }) => {
    const price = minPriceMicros === 0n ? ctx.words.text('state-none') : money(ctx, minPriceMicros);
    return button(ctx.words.text('set-price', { price }), 'set-price', { botId });
  },
};

function flagButton({ words }: OperatorContext, { botId, settings }: Bot, name: FlagName) {
  const key = `setting-${botSettings[name].wire}`;
  const label = words.text(hasWords(`${key}-button`) ? `${key}-button` : key);
  return button(`${settings[name] ? '✅' : '⬜️'} ${label}`, 'set-flag', {
    botId,
    name,
    isOn: !settings[name],
  });
}

/** What each setting does, a line of HTML each, in the order of their buttons. */
export function settingLines(words: Words): string[] {
  // Object.keys has no types: the record above has a button for each of these.
  const names = [...flagNames, ...(Object.keys(chosenButtons) as SettingName[])];
  return names.map((setting) => {
    const key = `setting-${botSettings[setting].wire}`;
    return `• <b>${words.html(key)}</b>: ${words.html(`${key}-about`)}`;
  });
}

export async function settingsScreen(ctx: OperatorContext, botId: number): Promise<Screen> {
  const { words, accountId } = ctx;
  const { bot } = await ctx.service.bots.info(accountId, botId);
  const { name, nickname } = bot;
  const chosen = Object.values(chosenButtons).flatMap((show) => (show === null ? [] : [show(ctx, bot)]));
  return {
    html: [words.html('settings', { name, nickname }), '', ...settingLines(words)].join('\n'),
    rows: [
      ...flagNames.map((flag) => [flagButton(ctx, bot, flag)]),
      ...inRows(chosen, 2),
      [button(words.text('button-back'), 'bot', { botId })],
    ],
  };
}

export async function maxScreen(ctx: OperatorContext, botId: number): Promise<Screen> {
  const { words } = ctx;
  const { maxSponsors } = await settingsOf(ctx, botId);
  const { min, max } = botSettings.maxSponsors;
  const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const choices = counts.map((count) =>
    button(count === maxSponsors ? `• ${String(count)}` : String(count), 'set-max', { botId, count }),
  );
  return {
    html: words.html('set-max-ask'),
    rows: [...inRows(choices, 5), [button(words.text('button-back'), 'set', { botId })]],
  };
}

export async function timeScreen(ctx: OperatorContext, botId: number): Promise<Screen> {
  const { words } = ctx;
  const { timePurgeMinutes } = await settingsOf(ctx, botId);
  const choices = minutesOffered.map((offered) =>
    button((offered === timePurgeMinutes ? '• ' : '') + minutes(offered, words), 'set-time', {
      botId,
      minutes: offered,
    }),
  );
  return {
    html: words.html('set-time-ask', { now: minutes(timePurgeMinutes, words) }),
    rows: [
      ...inRows(choices, 3),
      [button(words.text('button-write'), 'set-time-write', { botId })],
      [button(words.text('button-back'), 'set', { botId })],
    ],
  };
}

export async function themesScreen(ctx: OperatorContext, botId: number, offset: number): Promise<Screen> {
  const { words } = ctx;
  const themes = await themesOf(ctx, 'order');
  const { forbiddenThemes } = await settingsOf(ctx, botId);
  const page = themes.slice(offset, offset + themesPerPage).map(({ id, name }) => {
    const isOut = forbiddenThemes.includes(id);
    return button(`${isOut ? '🚫' : '⬜️'} ${shorten(name, 30)}`, 'set-theme', { botId, theme: id, offset });
  });
  return {
    html: words.html('set-themes-ask', { count: forbiddenThemes.length }),
    rows: [
      ...inRows(page, 2),
      turnRow({ offset, size: themesPerPage, total: themes.length }, (to) =>
        callbackData('set-themes', { botId, offset: to }),
      ),
      [button(words.text('button-back'), 'set', { botId })],
    ],
  };
}

function minutes(count: number, words: Words): string {
  if (count % 1_440 === 0) return words.text('time-days', { count: count / 1_440 });
  if (count % 60 === 0) return words.text('time-hours', { count: count / 60 });
  return words.text('time-minutes', { count });
}
