/** The settings of a bot: each a button that turns it, a short list to choose from, or a question. */
import { botBounds, type BotChange, isTested } from '../../../core/bots/index.js';
import type { BotSettings } from '../../../core/ports.js';
import type { Words } from '../../words.js';
import { callbackData, flags } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { money, shorten } from '../figures.js';
import { namedFilters } from '../values.js';
import { button, inRows, type Screen, turnRow } from '../screen.js';

/** In the order their buttons stand in; each has a line that says what it does. */
export const explained = [
  ...flags,
  ...([
    'maxSponsors',
    'timePurgeMinutes',
    'text',
    'image',
    'textB',
    'imageB',
    'redirectOpenType',
    'forbiddenThemes',
    'minPriceMicros',
  ] as const),
] as const satisfies readonly (keyof BotSettings)[];

const themesPerPage = 10;
const minutesOffered = [5, 30, 60, 180, 720, 1440, 4320];

export async function settingsOf(ctx: OperatorContext, botId: number): Promise<BotSettings> {
  return (await ctx.parts.service.bots.info(ctx.visitor.accountId, botId)).bot.settings;
}

export async function change(
  ctx: OperatorContext,
  botId: number,
  settings: BotChange['settings'],
): Promise<void> {
  await ctx.parts.service.bots.update(ctx.visitor.accountId, botId, { settings });
}

export async function settingsScreen(ctx: OperatorContext, botId: number): Promise<Screen> {
  const { words } = ctx.visitor;
  const { bot } = await ctx.parts.service.bots.info(ctx.visitor.accountId, botId);
  const { settings } = bot;
  const turned = flags.map((flag) =>
    button(`${settings[flag] ? '✅' : '⬜️'} ${words.text(`set-${flag}`)}`, 'set-flag', {
      botId,
      name: flag,
      isOn: !settings[flag],
    }),
  );
  const chosen = [
    button(words.text('set-max', { count: settings.maxSponsors }), 'set-max', { botId }),
    button(words.text('set-time', { time: minutes(settings.timePurgeMinutes, words) }), 'set-time', {
      botId,
    }),
    button(
      words.text('set-text', { state: words.text(settings.text === null ? 'state-default' : 'state-own') }),
      'set-text',
      { botId },
    ),
    button(
      words.text('set-image', { state: words.text(settings.image === null ? 'state-none' : 'state-own') }),
      'set-image',
      { botId },
    ),
    button(
      words.text('set-test', { state: words.text(isTested(settings) ? 'state-runs' : 'state-none') }),
      'set-test',
      { botId },
    ),
    button(
      words.text('set-redirect', { where: words.text(`redirect-${settings.redirectOpenType}`) }),
      'set-redirect',
      { botId, where: settings.redirectOpenType === 'url' ? 'miniapp' : 'url' },
    ),
    button(words.text('set-themes', { count: settings.forbiddenThemes.length }), 'set-themes', {
      botId,
      offset: 0,
    }),
    button(words.text('set-price', { price: leastPrice(ctx, settings) }), 'set-price', { botId }),
  ];
  return {
    html: [
      words.html('settings', { name: bot.name, nickname: bot.nickname }),
      '',
      ...explained.map((name) => `• ${words.html(`about-${name}`)}`),
    ].join('\n'),
    rows: [
      ...turned.map((one) => [one]),
      ...inRows(chosen, 2),
      [button(words.text('button-back'), 'bot', { botId })],
    ],
  };
}

function leastPrice({ visitor: { words }, parts }: OperatorContext, { minPriceMicros }: BotSettings): string {
  if (minPriceMicros === 0n) return words.text('state-none');
  return money(minPriceMicros, parts.service.settings.CURRENCY, words);
}

export async function maxScreen(ctx: OperatorContext, botId: number): Promise<Screen> {
  const { words } = ctx.visitor;
  const { maxSponsors } = await settingsOf(ctx, botId);
  const { min, max } = botBounds.maxSponsors;
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
  const { words } = ctx.visitor;
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
  const { words } = ctx.visitor;
  const { bots } = await namedFilters(ctx.parts.service, words);
  const themes = bots.forbidden_themes;
  const { forbiddenThemes } = await settingsOf(ctx, botId);
  const page = themes.slice(offset, offset + themesPerPage).map(({ id, name }) => {
    const isOut = forbiddenThemes.includes(id);
    return button(`${isOut ? '🚫' : '⬜️'} ${shorten(name, 30)}`, 'set-theme', { botId, theme: id, offset });
  });
  return {
    html: words.html('set-themes-ask', { count: forbiddenThemes.length }),
    rows: [
      ...inRows(page, 2),
      ...turnRow({ offset, size: themesPerPage, total: themes.length }, (to) =>
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
