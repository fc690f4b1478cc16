/** POST /get-user-subscriptions: what this bot showed a user, checked live (`interface.md`; `decisions.md`, Subscriptions). */
import { z } from 'zod';
import * as field from '../fields.js';
import { botOf, handler, jsonRoute } from '../route.js';
import { sponsorSample, sponsorSchema, toWireSponsor } from './sponsor-wire.js';

const LINK_MAX = 2_048;

export const subscriptionFields = z.object({
  user_id: field.id({ description: 'End-user id.', example: 2001 }),
  links: field.withDefault(
    field.list(field.text({ max: LINK_MAX }), {
      description: 'Links to check, the original or the tracked ones.',
    }),
    [],
  ),
  ads_ids: field.withDefault(
    field.idList({
      description:
        'Order ids to check. An order behind a smart link that was not opened yet has no id to be found by.',
    }),
    [],
  ),
  start_date: field.optional(
    field.date({ description: 'First day; 30 days ago by default, unless links are given.' }),
  ),
  end_date: field.optional(field.date({ description: 'Last day; today by default.' })),
});

export const route = jsonRoute('post', '/get-user-subscriptions', {
  access: ['bot'],
  tag: 'Publishers',
  handler: handler({
    summary: 'Get the subscriptions of a user',
    description:
      'Checked live. Without links and dates: the last 30 days. It is how mode `newtask` is confirmed.',
    isRepeatable: true,
    fields: subscriptionFields,
    payload: { additional: z.strictObject({ sponsors: z.array(sponsorSchema) }) },
    example: { user_id: 2001, ads_ids: [1] },
    answered: {
      message: 'Subscriptions of the user.',
      additional: { sponsors: [{ ...sponsorSample, status: 'subscribed' }] },
    },
    handle: async (service, input, caller) => {
      const sponsors = await service.sponsors.subscriptions(botOf(caller), {
        userId: input.user_id,
        links: input.links,
        orderIds: input.ads_ids,
        ...(input.start_date === undefined ? {} : { startDate: input.start_date }),
        ...(input.end_date === undefined ? {} : { endDate: input.end_date }),
      });
      const message =
        sponsors.length === 0 ? 'Nothing was shown to this user then.' : 'The subscriptions of this user.';
      return { message, payload: { additional: { sponsors: sponsors.map(toWireSponsor) } } };
    },
  }),
});
