/** Bots on the wire (`interface.md`, Bot and /bots; `decisions.md`, Bots): the parameters taken and the records given. */
import { z } from 'zod';
import { type BotWithKey } from '../../core/bots/index.js';
import type { Bot } from '../../core/ports/bot-store.js';
import type { HeldForTrust } from '../../core/ports/trust-store.js';
import { isTrustedBot } from '../../core/bot-trust.js';
import * as field from '../fields.js';
import { encode, named } from '../encode.js';
import type { Wire } from '../route.js';
import { settingSchemas, toWireSettings } from './bot-settings.js';
import { flag, micros, money, whole } from './wire.js';

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

type IdentityInput = z.output<z.ZodObject<typeof identityFields>>;

export function toIdentity({ bot_token, bot_name, bot_nickname }: IdentityInput) {
  return {
    ...(bot_token === undefined ? {} : { token: bot_token }),
    ...(bot_name === undefined ? {} : { name: bot_name }),
    ...(bot_nickname === undefined ? {} : { nickname: bot_nickname }),
  };
}

const status = z.enum(['active', 'archived', 'blocked', 'token_invalid']);

export const listedBotSchema = z.strictObject({
  bot_id: z.int().meta({ example: 4242 }),
  bot_name: named('name', z.string().meta({ example: 'Recipes' })),
  bot_nickname: named(
    'nickname',
    z.string().meta({ description: 'Username without @.', example: 'recipes_bot' }),
  ),
  status,
  is_on: flag.meta({ description: '1 enabled, 0 disabled.', example: 1 }),
  profit: micros('All the bot has earned.').meta({ example: 12.6 }),
  in_archive: flag,
  is_trusted: flag.meta({
    description:
      '1 for a bot with its token, and for one that a moderator trusts; 0: what it earns is held, and it gets a limited number of lists a day, or none once a moderator has refused it.',
    example: 1,
  }),
  has_token: flag.meta({
    description: '0: it was added without its token, so it builds its blocks itself.',
    example: 1,
  }),
});

/** What a record of a bot is made of. */
export const listedBot = (bot: Bot) => ({ ...bot, status: statusOf(bot), isTrusted: isTrustedBot(bot) });

const ownBotSchema = listedBotSchema.extend({
  note: z.string().nullable().meta({ example: null }),
  profit_own_orders: micros("The part from the owner's own orders.").meta({ example: 0 }),
  api_key: z.string().meta({ description: 'Bot Key.', example: 'sg_bot_…' }),
});

export const botSchema = ownBotSchema.extend(settingSchemas);

/** The Bot record of `interface.md`, and the settings it leaves out. */
export function toWireBot({ bot, apiKey }: BotWithKey): Wire<z.output<typeof botSchema>> {
  return { ...encode(ownBotSchema, { ...listedBot(bot), apiKey }), ...toWireSettings(bot.settings) };
}

export const heldBotsSchema = z
  .array(
    z.strictObject({
      bot_id: whole,
      bot_nickname: named('nickname', z.string()),
      subscribers: whole,
      amount: named('micros', money),
    }),
  )
  .describe('Bots whose earnings wait for a moderator.');

export const heldBots = (held: readonly ({ bot: Bot } & HeldForTrust)[]) =>
  held.map(({ bot, ...sum }) => ({ ...bot, ...sum }));

function statusOf(bot: Bot): z.output<typeof status> {
  if (bot.inArchive) return 'archived';
  if (bot.isBlocked) return 'blocked';
  return bot.isTokenInvalid ? 'token_invalid' : 'active';
}
