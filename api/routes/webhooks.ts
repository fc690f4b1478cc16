/** POST /webhooks: where a publisher's events go, how their delivery stands, and what died on the way. `bot_id` 0: all bots. */
import { z } from 'zod';
import type { WebhookView } from '../../core/events/index.js';
import { sayUndelivered } from '../../words/reasons.js';
import { named } from '../encode.js';
import * as field from '../fields.js';
import { cabinetActions, resultHandler } from '../route.js';
import { moment, notYours, pageFields, textOrNone, whole, wordsOf } from './wire.js';

const botId = field.withDefault(
  field.integer({ min: 0, description: '0: the address of all bots without one of their own.' }),
  0,
);
const aboutFields = z.object({ bot_id: botId });
const setFields = z.object({
  bot_id: botId,
  url: field.text({
    max: 500,
    description: 'Where events are posted to.',
    example: 'https://example.org/events',
  }),
});
const deadFields = z.object({
  bot_id: botId,
  ...pageFields,
});
const resendFields = z.object({
  bot_id: botId,
  webhook_id: field.optional(field.id({ description: 'This one alone; absent: all that are dead.' })),
});

const reasonWords = wordsOf((reason: string | null, language) => sayUndelivered(reason ?? '', language));
const event = z.strictObject({
  webhook_id: whole,
  bot_id: whole,
  user_id: whole,
  ads_id: whole,
  network: textOrNone.describe('The other network that offered it; "" for orders of this service.'),
  status: z.enum(['subscribed', 'unsubscribed', 'notgetted']),
  at: moment,
  state: z.enum(['waiting', 'delivered', 'dead']),
  reason: named('deadReason', textOrNone.describe('Why it is dead; "" while it is not.')),
  words: named('deadReason', reasonWords),
});

const ofBot = z.strictObject({ bot_id: whole });

export const route = cabinetActions('/webhooks', {
  summary: 'Webhooks',
  tag: 'Publishers',
  errors: notYours,
  actions: {
    info: resultHandler({
      summary: 'Get the address of events and the state of delivery',
      fields: aboutFields,
      result: z.strictObject({
        url: textOrNone,
        is_inherited: z.boolean().describe('They go to the address of all bots.'),
        waiting: whole.describe('Of all bots where `bot_id` is 0, as `dead` is.'),
        dead: whole,
        failing_since: moment
          .nullable()
          .describe(
            'Since when nothing is delivered, of several bots the one that fails longest; else null.',
          ),
        last_reason: textOrNone,
        words: named('lastReason', reasonWords),
        next_try_at: named('dueAtMs', moment.nullable()),
        recent: z.array(event),
      }),
      answered: { message: 'How events are delivered.' },
      handle: async (service, { bot_id }, { accountId }) =>
        viewOf(await service.webhooks.view(accountId, bot_id)),
    }),
    set: resultHandler({
      summary: 'Set the address of events',
      fields: setFields,
      result: ofBot,
      answered: { message: 'The address is set.' },
      handle: async (service, { bot_id, url }, { accountId }) => {
        await service.webhooks.set(accountId, bot_id, url);
        return { botId: bot_id };
      },
    }),
    clear: resultHandler({
      summary: 'Remove the address of events',
      fields: aboutFields,
      result: ofBot,
      answered: { message: 'There is no address any more.' },
      handle: async (service, { bot_id }, { accountId }) => {
        await service.webhooks.clear(accountId, bot_id);
        return { botId: bot_id };
      },
    }),
    test: resultHandler({
      summary: 'Send a test event',
      fields: aboutFields,
      result: z.strictObject({
        is_delivered: z.boolean(),
        reason: z.string(),
        words: named('reason', reasonWords),
      }),
      answered: { message: 'The test has arrived.' },
      says: ({ isDelivered }) => (isDelivered ? 'The test has arrived.' : 'The test did not arrive.'),
      errors: { 429: 'One in five seconds.' },
      handle: async (service, { bot_id }, { accountId }) => {
        const delivery = await service.webhooks.test(accountId, bot_id);
        return { isDelivered: delivery.ok, reason: delivery.ok ? '' : delivery.reason };
      },
    }),
    retry: resultHandler({
      summary: 'Deliver now what waits',
      fields: aboutFields,
      result: ofBot,
      answered: { message: 'What waits is tried at once.' },
      handle: async (service, { bot_id }, { accountId }) => {
        await service.webhooks.hurry(accountId, bot_id);
        return { botId: bot_id };
      },
    }),
    dead: resultHandler({
      summary: 'List failed deliveries, oldest first',
      fields: deadFields,
      result: z.strictObject({ events: z.array(event), total: whole }),
      answered: { message: 'Events that could not be delivered, oldest first.' },
      handle: async (service, { bot_id, ...page }, { accountId }) => {
        return service.webhooks.dead(accountId, bot_id, page);
      },
    }),
    resend: resultHandler({
      summary: 'Deliver failed events again: one, or all',
      fields: resendFields,
      result: z.strictObject({ resent: whole }),
      answered: { message: 'They wait to be delivered again.' },
      says: ({ resent }) =>
        resent === 0 ? 'There is nothing to deliver again.' : 'They wait to be delivered again.',
      handle: async (service, { bot_id, webhook_id }, { accountId }) => {
        const which = webhook_id === undefined ? { botId: bot_id } : { webhookId: webhook_id };
        return { resent: await service.webhooks.resend(accountId, which) };
      },
    }),
  },
});

const NO_QUEUE = { waiting: 0, failingSinceMs: null, lastReason: null, dueAtMs: null };

const viewOf = ({ queue, ...view }: WebhookView) => ({ ...(queue ?? NO_QUEUE), ...view });
