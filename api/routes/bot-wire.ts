/** Bots on the wire (`interface.md`, Bot and /bots; `decisions.md`, Bots): the parameters taken and the records given. */
import type { z } from 'zod';
import type { BotWithKey } from '../../core/bots/index.js';
import { toNumber } from '../../core/money.js';
import type { Bot } from '../../core/ports.js';
import { isTrustedBot } from '../../core/trust/index.js';
import * as field from '../fields.js';
import { toWireSettings } from './bot-settings.js';

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

/** The Bot record of `interface.md`, and the settings it leaves out. */
export function toWireBot({ bot, apiKey }: BotWithKey) {
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
    ...toWireSettings(bot.settings),
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
