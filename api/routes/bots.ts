/** POST /bots: a publisher's bots, by `action` (`interface.md`, POST /bots; `decisions.md`, Bots). */
import { z } from 'zod';
import type { BotWithKey } from '../../core/bots/index.js';
import * as field from '../fields.js';
import { actionRoute, handler, madeHandler, resultHandler } from '../route.js';
import { networkActions } from './bot-networks.js';
import { settingFields, toSettings } from './bot-settings.js';
import { botSchema, identityFields, listedBot, listedBotSchema, toIdentity, toWireBot } from './bot-wire.js';
import { limitOf, notYours, pageFields } from './wire.js';

const botId = field.id({ description: 'Id of the bot.', example: 7000000002 });

export const addFields = z.object({
  ...identityFields,
  bot_id: field.optional(
    field.id({ description: 'Id of the bot; required without bot_token.', example: 7000000002 }),
  ),
  ...settingFields,
});

export const updateFields = z.object({
  bot_id: botId,
  is_on: field.optional(field.flag({ description: '1 switches the bot on, 0 off.' })),
  in_archive: field.optional(field.flag({ description: '1 archives the bot, 0 restores it.' })),
  ...identityFields,
  ...settingFields,
});

export const listFields = z.object({
  offset: pageFields.offset,
  limit: limitOf({ min: 1, max: 100, default: 15 }),
  in_archive: field.withDefault(field.flag({ description: '1 archived bots, 0 the others.' }), false),
  search_query: field.withDefault(field.name({ max: 128, description: 'Part of a name or username.' }), ''),
});

export const route = actionRoute('/bots', {
  access: ['access'],
  summary: 'Bots',
  tag: 'Publishers',
  actions: {
    add: madeHandler({
      summary: 'Add a bot',
      isKept: true,
      description: 'Either `bot_token`, or all of `bot_id`, `bot_name` and `bot_nickname`.',
      fields: addFields,
      result: z.strictObject({
        bot_id: z.int(),
        api_key: z.string().describe('The new Bot Key.'),
      }),
      example: { bot_id: 4242, bot_name: 'Recipes', bot_nickname: 'recipes_bot', get_links: 1 },
      answered: { message: 'The bot is added.', result: { bot_id: 4242, api_key: 'sg_bot_…' } },
      errors: {
        409: 'The bot has been added already, or is a bot of this service itself.',
        429: 'The account has as many bots as it may have, archived ones included, or has added too many within an hour.',
      },
      handle: (service, input, { accountId }, kept) => {
        const { bot_id } = input;
        const identity = { ...toIdentity(input), ...(bot_id === undefined ? {} : { botId: bot_id }) };
        return service.bots.add(accountId, { ...identity, settings: toSettings(input) }, kept);
      },
      shows: ({ bot, apiKey }: BotWithKey) => ({ botId: bot.botId, apiKey }),
      says: (_, { bot }) => `Bot @${bot.nickname} is added.`,
    }),
    update: handler({
      summary: 'Change a bot (send only what changes)',
      fields: updateFields,
      payload: { result: botSchema },
      example: { bot_id: 4242, max_sponsors: 3, text_op: null },
      answered: { message: 'The bot is updated.' },
      errors: {
        ...notYours,
        409: '`bot_nickname` or `bot_token` is that of a bot of this service itself.',
      },
      handle: async (service, input, { accountId }) => {
        const { is_on, in_archive } = input;
        const updated = await service.bots.update(accountId, input.bot_id, {
          ...toIdentity(input),
          ...(is_on === undefined ? {} : { isOn: is_on }),
          ...(in_archive === undefined ? {} : { inArchive: in_archive }),
          settings: toSettings(input),
        });
        return {
          message: `Bot @${updated.bot.nickname} is updated.`,
          payload: { result: toWireBot(updated) },
        };
      },
    }),
    info: handler({
      summary: 'Get a bot',
      isRepeatable: true,
      fields: z.object({ bot_id: botId }),
      payload: { result: botSchema },
      example: { bot_id: 4242 },
      answered: { message: 'The bot.' },
      errors: notYours,
      handle: async (service, { bot_id }, { accountId }) => {
        const found = await service.bots.info(accountId, bot_id);
        return { message: `Bot @${found.bot.nickname}.`, payload: { result: toWireBot(found) } };
      },
    }),
    list: resultHandler({
      summary: 'List bots',
      isRepeatable: true,
      fields: listFields,
      under: 'response',
      result: z.strictObject({ bots: z.array(listedBotSchema), total: z.int() }),
      example: { limit: 15, search_query: 'recipes' },
      answered: { message: '1 bots in all.' },
      handle: async (service, { offset, limit, in_archive, search_query }, { accountId }) => {
        const page = { offset, limit, inArchive: in_archive, search: search_query };
        const { bots, total } = await service.bots.list(accountId, page);
        return { bots: bots.map(listedBot), total };
      },
      says: ({ total }) => `${String(total)} bots in all.`,
    }),
    change_api_key: madeHandler({
      summary: 'Replace a Bot Key; the old one stops working at once',
      isKept: true,
      fields: z.object({ bot_id: botId }),
      under: 'response',
      result: z.strictObject({ new_api_key: z.string() }),
      example: { bot_id: 4242 },
      answered: { message: 'The key is changed.', response: { new_api_key: 'sg_bot_…' } },
      errors: notYours,
      handle: (service, { bot_id }, { accountId }, kept) => service.bots.changeKey(accountId, bot_id, kept),
      shows: (newApiKey: string) => ({ newApiKey }),
      says: () => 'The old Bot Key no longer works.',
    }),
    ...networkActions,
  },
});
