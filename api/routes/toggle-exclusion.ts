/** POST /toggle-exclusion: blacklists a bot for an order, or a sponsor for a publisher's bots (`interface.md`). */
import { z } from 'zod';
import type { Service } from '../../core/service.js';
import * as field from '../fields.js';
import { type Caller, handler, type JsonRoute } from '../route.js';
import { notYours } from './wire.js';

export const exclusionFields = z.object({
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

export const route: JsonRoute = {
  kind: 'json',
  method: 'post',
  path: '/toggle-exclusion',
  access: ['statistics'],
  keyIn: 'query',
  tag: 'Both',
  handler: handler({
    summary: 'Exclude a source or a sponsor, or allow it again',
    description: 'Idempotent.',
    isRepeatable: true,
    fields: exclusionFields,
    payload: { result: z.strictObject({ is_excluded: z.boolean() }) },
    example: { action: 'exclude', context: 'publisher', ads_id: 1 },
    answered: { message: 'The sponsor is excluded.', result: { is_excluded: true } },
    errors: notYours,
    handle: async (service, input, caller) => {
      const { isExcluded } = await exclude(service, input, caller);
      const message = isExcluded ? 'It is excluded.' : 'It is not excluded (any more).';
      return { message, payload: { result: { is_excluded: isExcluded } } };
    },
  }),
};

/** Does what the fields say, as the caller. */
export function exclude(
  service: Service,
  { action, context, ads_id, bot_id }: z.output<typeof exclusionFields>,
  { accountId }: Caller,
): Promise<{ isExcluded: boolean }> {
  return service.exclusions.toggle(accountId, {
    context,
    isExcluded: action === 'exclude',
    orderId: ads_id,
    ...(bot_id === undefined ? {} : { botId: bot_id }),
  });
}
