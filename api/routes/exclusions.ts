/** POST /exclusions: the blacklists of both sides, to read and to change; /toggle-exclusion changes the same. */
import { z } from 'zod';
import * as field from '../fields.js';
import { cabinetActions, handler, resultHandler } from '../route.js';
import { exclude, exclusionFields } from './toggle-exclusion.js';
import { notYours, whole } from './wire.js';

const listFields = z.object({
  context: field.choice(['advertiser', 'publisher'], {
    description: 'advertiser: bots that an order is kept out of. publisher: sponsors kept out of bots.',
  }),
  ads_id: field.optional(field.id({ description: 'Your order; required for advertiser.' })),
  bot_id: field.optional(field.id({ description: 'For publisher: of this bot; absent: of all your bots.' })),
});
const { action: _, ...changed } = exclusionFields.shape;
const setFields = z.object({
  ...changed,
  is_excluded: field.flag({ description: '1 adds to the blacklist, 0 removes from it.' }),
});

export const route = cabinetActions('/exclusions', {
  summary: 'Exclusions',
  tag: 'Both',
  errors: notYours,
  actions: {
    list: resultHandler({
      summary: 'List exclusions of an order, a bot, or all bots',
      fields: listFields,
      result: z.strictObject({
        context: z.enum(['advertiser', 'publisher']),
        excluded: z
          .array(z.strictObject({ id: whole, name: z.string() }))
          .describe('Bots of an order, or orders of bots; at most 500.'),
      }),
      answered: { message: 'The blacklist.' },
      handle: async (service, { context, ads_id, bot_id }, { accountId }) => {
        const entries = await service.exclusions.list(accountId, { context, orderId: ads_id, botId: bot_id });
        const excluded = entries.map(({ id, name }) => ({ id, name }));
        return { context, excluded };
      },
    }),
    set: handler({
      summary: 'Add or remove an exclusion',
      fields: setFields,
      payload: { result: z.strictObject({ is_excluded: z.boolean() }) },
      answered: { message: 'It is excluded.' },
      handle: async (service, { is_excluded, ...rest }, caller) => {
        const change = { ...rest, action: is_excluded ? ('exclude' as const) : ('activate' as const) };
        const { isExcluded } = await exclude(service, change, caller);
        const message = isExcluded ? 'It is excluded.' : 'It is not excluded (any more).';
        return { message, payload: { result: { is_excluded: isExcluded } } };
      },
    }),
  },
});
