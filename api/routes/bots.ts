/** POST /bots: a publisher's bots, by `action` (`interface.md`, POST /bots; `decisions.md`, Bots). */
import { z } from 'zod';
import { botBounds } from '../../core/bots/index.js';
import * as field from '../fields.js';
import { handler, type ActionRoute } from '../route.js';
import { settingFields, toSettings } from './bot-settings.js';
import { identityFields, toIdentity, toWireBot, toWireListedBot } from './bot-wire.js';

const { listLimit } = botBounds;
const botId = field.id({ description: 'Id of the bot.', example: 7000000002 });
const OFFSET_MAX = 1_000_000;

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
  offset: field.withDefault(
    field.integer({ min: 0, max: OFFSET_MAX, description: 'How many to pass over.' }),
    0,
  ),
  limit: field.withDefault(
    field.integer({ ...bounds(listLimit), description: 'How many to answer.' }),
    listLimit.default,
  ),
  in_archive: field.withDefault(field.flag({ description: '1 archived bots, 0 the others.' }), false),
  search_query: field.withDefault(field.name({ max: 128, description: 'Part of a name or username.' }), ''),
});

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/bots',
  access: ['access'],
  summary: "A publisher's bots.",
  actions: {
    add: handler(addFields, async (service, input, { accountId }) => {
      const { bot_id } = input;
      const identity = { ...toIdentity(input), ...(bot_id === undefined ? {} : { botId: bot_id }) };
      const { bot, apiKey } = await service.bots.add(accountId, { ...identity, settings: toSettings(input) });
      return {
        message: `Bot @${bot.nickname} is added.`,
        payload: { result: { bot_id: bot.botId, api_key: apiKey } },
      };
    }),
    update: handler(updateFields, async (service, input, { accountId }) => {
      const { is_on, in_archive } = input;
      const updated = await service.bots.update(accountId, input.bot_id, {
        ...toIdentity(input),
        ...(is_on === undefined ? {} : { isOn: is_on }),
        ...(in_archive === undefined ? {} : { inArchive: in_archive }),
        settings: toSettings(input),
      });
      return { message: `Bot @${updated.bot.nickname} is updated.`, payload: { result: toWireBot(updated) } };
    }),
    info: handler(z.object({ bot_id: botId }), async (service, { bot_id }, { accountId }) => {
      const found = await service.bots.info(accountId, bot_id);
      return { message: `Bot @${found.bot.nickname}.`, payload: { result: toWireBot(found) } };
    }),
    list: handler(listFields, async (service, { offset, limit, in_archive, search_query }, { accountId }) => {
      const page = { offset, limit, inArchive: in_archive, search: search_query };
      const { bots, total } = await service.bots.list(accountId, page);
      const response = { bots: bots.map(toWireListedBot), total };
      return { message: `${String(total)} bots in all.`, payload: { response } };
    }),
    change_api_key: handler(z.object({ bot_id: botId }), async (service, { bot_id }, { accountId }) => {
      const newKey = await service.bots.changeKey(accountId, bot_id);
      return { message: 'The old Bot Key no longer works.', payload: { response: { new_api_key: newKey } } };
    }),
  },
};

function bounds({ min, max }: { min: number; max: number }) {
  return { min, max };
}
