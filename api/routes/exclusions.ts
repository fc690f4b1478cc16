/**
 * POST /toggle-exclusion: blacklists a bot for an order, or a sponsor for a publisher's bots (`interface.md`). POST /exclusions: the
 * same blacklists, to read and to change.
 */
import { z } from 'zod';
import * as field from '../fields.js';
import { cabinetActions, type Caller, jsonRoute, madeHandler, resultHandler } from '../route.js';
import { notYours, whole } from './wire.js';
import type { ExclusionState } from '../../core/audience/index.js';
import type { Service } from '../../core/service.js';

const toggleFields = z.object({
  action: field.choice(['exclude', 'activate'], {
    description: 'exclude adds to the blacklist, activate removes from it.',
  }),
  context: field.choice(['advertiser', 'publisher'], {
    description:
      'advertiser: exclude a bot from showing your order. publisher: exclude a sponsor from your bots.',
  }),
  ads_id: field.id({ description: "Your own order (advertiser), or the sponsor's (publisher).", example: 1 }),
  bot_id: field.optional(
    field.id({
      description: 'Required for advertiser. For publisher: this bot alone; absent means all your bots.',
    }),
  ),
});
const excluding = {
  result: z.strictObject({ is_excluded: z.boolean() }),
  shows: ({ isExcluded }: ExclusionState) => ({ isExcluded }),
  says: (_: unknown, { isExcluded, isInAll }: ExclusionState) => {
    if (isInAll) return 'It is excluded in all your bots. To activate it there, leave bot_id out.';
    return isExcluded ? 'It is excluded.' : 'It is not excluded (any more).';
  },
};

const listFields = z.object({
  context: field.choice(['advertiser', 'publisher'], {
    description: 'advertiser: bots that an order is kept out of. publisher: sponsors kept out of bots.',
  }),
  ads_id: field.optional(field.id({ description: 'Your order; required for advertiser.' })),
  bot_id: field.optional(field.id({ description: 'For publisher: of this bot; absent: of all your bots.' })),
});
const { action: _, ...changed } = toggleFields.shape;
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
        const excluded = await service.exclusions.list(accountId, {
          context,
          orderId: ads_id,
          botId: bot_id,
        });
        return { context, excluded };
      },
    }),
    set: madeHandler({
      ...excluding,
      summary: 'Add or remove an exclusion',
      fields: setFields,
      answered: { message: 'It is excluded.' },
      handle: (service, { is_excluded, ...rest }, caller) => exclude(service, rest, is_excluded, caller),
    }),
  },
});

export const toggle = jsonRoute('post', '/toggle-exclusion', {
  access: ['statistics'],
  keyIn: 'query',
  tag: 'Both',
  handler: madeHandler({
    ...excluding,
    summary: 'Exclude a source or a sponsor, or allow it',
    description:
      'Idempotent. A sponsor that is out of all your bots stays excluded in each until it is activated without `bot_id`.',
    isRepeatable: true,
    fields: toggleFields,
    example: { action: 'exclude', context: 'publisher', ads_id: 1 },
    answered: { message: 'The sponsor is excluded.', result: { is_excluded: true } },
    errors: notYours,
    handle: (service, { action, ...rest }, caller) => exclude(service, rest, action === 'exclude', caller),
  }),
});

function exclude(
  service: Service,
  { context, ads_id, bot_id }: Omit<z.output<typeof toggleFields>, 'action'>,
  isWanted: boolean,
  { accountId }: Caller,
) {
  return service.exclusions.toggle(accountId, {
    context,
    isExcluded: isWanted,
    orderId: ads_id,
    ...(bot_id === undefined ? {} : { botId: bot_id }),
  });
}
