/** Bots on the wire (`interface.md`, Bot and /bots; `decisions.md`, Bots): the parameters taken and the records given. */
import type { z } from 'zod';
import { botBounds, defaultBotSettings, type BotWithKey } from '../../core/bots/index.js';
import { toNumber } from '../../core/money.js';
import type { Bot, BotSettings } from '../../core/ports.js';
import { isTrustedBot } from '../../core/trust/index.js';
import * as field from '../fields.js';

const defaults = defaultBotSettings;
const openType = field.optional(
  field.choice(['url', 'miniapp'], {
    description:
      'Where a smart link opens: in the browser (url, the default) or inside the platform (miniapp).',
  }),
);

/** The settings that `add` and `update` take, all optional; a default is what a new bot has. */
export const settingFields = {
  time_purge: field.optional(
    field.integer({
      ...botBounds.timePurgeMinutes,
      description: `Minutes the chosen sponsors are kept for a user; default ${String(defaults.timePurgeMinutes)}.`,
      example: 180,
    }),
  ),
  max_sponsors: field.optional(
    field.integer({
      ...botBounds.maxSponsors,
      description: `Sponsors returned a request; default ${String(defaults.maxSponsors)}.`,
      example: 4,
    }),
  ),
  get_links: field.optional(
    field.flag({ description: '1 links only, 0 the service shows the block itself; default 0.' }),
  ),
  use_smart_link: field.optional(field.flag({ description: 'Smart links; default 1.' })),
  show_quiz: field.optional(field.flag({ description: 'The web form that asks gender and age; default 0.' })),
  gender_question: field.optional(field.flag({ description: 'Ask the gender by buttons; default 0.' })),
  age_question: field.optional(field.flag({ description: 'Ask the age by buttons; default 0.' })),
  redirect_open_type: openType,
  redirect_open_typeString: openType,
  redirect_open_typeshow_bots: openType,
  show_bots: field.optional(field.flag({ description: 'Show bots as sponsors; default 1.' })),
  show_resources: field.optional(
    field.flag({ description: 'Show external resources as sponsors; default 1.' }),
  ),
  text_op: field.resettable(
    field.prose({
      max: botBounds.textLength.max,
      description: "The block's own text; null goes back to the default.",
    }),
  ),
  image_op: field.resettable(
    imageUrl({
      description: 'Image of the block, an http(s) URL; null removes it.',
      example: 'https://example.org/i.png',
    }),
  ),
  text_b: field.resettable(
    field.prose({
      max: botBounds.textLength.max,
      description:
        'A second text of the block, for one half of the users: a test of the two, whose figures are block_test of /figures. null: as text_op. Texts and images of a test that change begin a new one; it ends when both text_b and image_b are null.',
    }),
  ),
  image_b: field.resettable(
    imageUrl({
      description: 'A second image of the block, as text_b; null: as image_op.',
      example: 'https://example.org/b.png',
    }),
  ),
  min_price: field.optional(
    field.money({
      description:
        'What a subscriber has to bring you at least; orders that bring less are not shown. 0 (the default): any.',
      example: 1.5,
    }),
  ),
  forbidden_themes: field.optional(
    field.codeList({
      max: 200,
      description: 'Theme codes not to be shown, from /filters: filters.bots.forbidden_themes.',
    }),
  ),
};

/** Who the bot is: a token, or id, name and nickname. */
export const identityFields = {
  bot_token: field.optional(
    field.text({ max: 128, description: 'The bot token. Without it: bot_id, bot_name and bot_nickname.' }),
  ),
  bot_name: field.optional(
    field.name({ max: 128, description: "The bot's name; required without bot_token." }),
  ),
  bot_nickname: field.optional(
    field.botUsername({
      description: "The bot's username without @, 5-32 letters, digits and _; required without bot_token.",
    }),
  ),
};

type SettingInput = z.output<z.ZodObject<typeof settingFields>>;
type IdentityInput = z.output<z.ZodObject<typeof identityFields>>;

/** Only what was given. `null` of a list is absent; `null` of text and image resets. */
export function toSettings(input: SettingInput): Partial<BotSettings> {
  const given: { [Name in keyof BotSettings]: BotSettings[Name] | undefined } = {
    timePurgeMinutes: input.time_purge,
    maxSponsors: input.max_sponsors,
    getLinks: input.get_links,
    useSmartLink: input.use_smart_link,
    showQuiz: input.show_quiz,
    genderQuestion: input.gender_question,
    ageQuestion: input.age_question,
    redirectOpenType:
      input.redirect_open_type ?? input.redirect_open_typeString ?? input.redirect_open_typeshow_bots,
    showBots: input.show_bots,
    showResources: input.show_resources,
    text: input.text_op,
    image: input.image_op,
    textB: input.text_b,
    imageB: input.image_b,
    forbiddenThemes: input.forbidden_themes,
    minPriceMicros: input.min_price,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export function toIdentity({ bot_token, bot_name, bot_nickname }: IdentityInput) {
  return {
    ...(bot_token === undefined ? {} : { token: bot_token }),
    ...(bot_name === undefined ? {} : { name: bot_name }),
    ...(bot_nickname === undefined ? {} : { nickname: bot_nickname }),
  };
}

/** The Bot record of `interface.md`, and the settings it leaves out. */
export function toWireBot({ bot, apiKey }: BotWithKey) {
  const { settings } = bot;
  return {
    bot_id: bot.botId,
    bot_name: bot.name,
    bot_nickname: bot.nickname,
    status: statusOf(bot),
    note: bot.note,
    is_on: Number(bot.isOn),
    in_archive: Number(bot.inArchive),
    is_trusted: Number(isTrustedBot(bot)),
    profit: toNumber(bot.profitMicros),
    profit_own_orders: toNumber(bot.profitOwnOrdersMicros),
    api_key: apiKey,
    time_purge: settings.timePurgeMinutes,
    max_sponsors: settings.maxSponsors,
    get_links: Number(settings.getLinks),
    show_quiz: Number(settings.showQuiz),
    gender_question: Number(settings.genderQuestion),
    age_question: Number(settings.ageQuestion),
    use_smart_link: Number(settings.useSmartLink),
    redirect_open_type: settings.redirectOpenType,
    show_bots: Number(settings.showBots),
    show_resources: Number(settings.showResources),
    text_op: settings.text,
    image_op: settings.image,
    text_b: settings.textB,
    image_b: settings.imageB,
    forbidden_themes: settings.forbiddenThemes,
    min_price: toNumber(settings.minPriceMicros),
  };
}

export function toWireListedBot(bot: Bot) {
  return {
    bot_id: bot.botId,
    bot_name: bot.name,
    bot_nickname: bot.nickname,
    status: statusOf(bot),
    is_on: Number(bot.isOn),
    profit: toNumber(bot.profitMicros),
    in_archive: Number(bot.inArchive),
    is_trusted: Number(isTrustedBot(bot)),
  };
}

function statusOf(bot: Bot): 'active' | 'archived' | 'blocked' | 'token_invalid' {
  if (bot.inArchive) return 'archived';
  if (bot.isBlocked) return 'blocked';
  return bot.isTokenInvalid ? 'token_invalid' : 'active';
}

function imageUrl(about: field.About) {
  const { max } = botBounds.imageLength;
  const must = `must be an http or https URL of at most ${String(max)} characters`;
  return field.text({ max, ...about }).refine((url) => isWebUrl(url), must);
}

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
