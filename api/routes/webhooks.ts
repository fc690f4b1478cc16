/** POST /webhooks: where a publisher's events go, how their delivery stands, and what died on the way. `bot_id` 0: all bots. */
import { z } from 'zod';
import type { WebhookView } from '../../core/events/index.js';
import type { PublisherEvent } from '../../core/ports/event-store.js';
import * as field from '../fields.js';
import { type ActionRoute, handler } from '../route.js';
import { AT, isoTime, moment, notYours, pageFields, whole } from './wire.js';

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

const event = z.strictObject({
  webhook_id: whole,
  bot_id: whole,
  user_id: whole,
  ads_id: whole,
  network: z
    .string()
    .meta({ description: 'The other network that offered it; "" for orders of this service.' }),
  status: z.enum(['subscribed', 'unsubscribed', 'notgetted']),
  at: moment,
  state: z.enum(['waiting', 'delivered', 'dead']),
  reason: z.string().meta({ description: 'Why it is dead; "" while it is not.' }),
});

const eventSample = {
  webhook_id: 9,
  bot_id: 4242,
  user_id: 2001,
  ads_id: 1,
  network: '',
  status: 'subscribed',
  at: AT,
  state: 'dead',
  reason: 'status:500',
};

const ofBot = { result: z.strictObject({ bot_id: whole }) };
const about = { bot_id: 4242 };

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/webhooks',
  access: ['access'],
  summary: 'Webhooks',
  tag: 'Publishers',
  isOfCabinet: true,
  errors: notYours,
  actions: {
    info: handler({
      summary: 'Get the address of events and the state of delivery',
      fields: aboutFields,
      payload: {
        result: z.strictObject({
          url: z.string(),
          is_inherited: z.boolean().meta({ description: 'They go to the address of all bots.' }),
          waiting: whole,
          dead: whole,
          failing_since: moment.nullable(),
          last_reason: z.string(),
          next_try_at: moment.nullable(),
          recent: z.array(event),
        }),
      },
      example: about,
      answered: {
        message: 'How events are delivered.',
        result: {
          url: 'https://example.org/events',
          is_inherited: false,
          waiting: 0,
          dead: 1,
          failing_since: null,
          last_reason: '',
          next_try_at: null,
          recent: [eventSample],
        },
      },
      handle: async (service, { bot_id }, { accountId }) => ({
        message: 'How events are delivered.',
        payload: { result: toWireView(await service.webhooks.view(accountId, bot_id)) },
      }),
    }),
    set: handler({
      summary: 'Set the address of events',
      fields: setFields,
      payload: ofBot,
      example: { ...about, url: 'https://example.org/events' },
      answered: { message: 'The address is set.', result: about },
      handle: async (service, { bot_id, url }, { accountId }) => {
        await service.webhooks.set(accountId, bot_id, url);
        return { message: 'The address is set.', payload: { result: { bot_id } } };
      },
    }),
    clear: handler({
      summary: 'Remove the address of events',
      fields: aboutFields,
      payload: ofBot,
      example: about,
      answered: { message: 'There is no address any more.', result: about },
      handle: async (service, { bot_id }, { accountId }) => {
        await service.webhooks.clear(accountId, bot_id);
        return { message: 'There is no address any more.', payload: { result: { bot_id } } };
      },
    }),
    test: handler({
      summary: 'Send a test event',
      fields: aboutFields,
      payload: { result: z.strictObject({ is_delivered: z.boolean(), reason: z.string() }) },
      example: about,
      answered: { message: 'The test has arrived.', result: { is_delivered: true, reason: '' } },
      errors: { 429: 'One in five seconds.' },
      handle: async (service, { bot_id }, { accountId }) => {
        const delivery = await service.webhooks.test(accountId, bot_id);
        const result = { is_delivered: delivery.ok, reason: delivery.ok ? '' : delivery.reason };
        const message = delivery.ok ? 'The test has arrived.' : 'The test did not arrive.';
        return { message, payload: { result } };
      },
    }),
    retry: handler({
      summary: 'Deliver now what waits',
      fields: aboutFields,
      payload: ofBot,
      example: about,
      answered: { message: 'What waits is tried at once.', result: about },
      handle: async (service, { bot_id }, { accountId }) => {
        await service.webhooks.hurry(accountId, bot_id);
        return { message: 'What waits is tried at once.', payload: { result: { bot_id } } };
      },
    }),
    dead: handler({
      summary: 'List failed deliveries, oldest first',
      fields: deadFields,
      payload: { result: z.strictObject({ events: z.array(event), total: whole }) },
      example: { ...about, limit: 25 },
      answered: {
        message: 'Events that could not be delivered, oldest first.',
        result: { events: [eventSample], total: 1 },
      },
      handle: async (service, { bot_id, ...page }, { accountId }) => {
        const { events, total } = await service.webhooks.dead(accountId, bot_id, page);
        const result = { events: events.map(toWireEvent), total };
        return { message: 'Events that could not be delivered, oldest first.', payload: { result } };
      },
    }),
    resend: handler({
      summary: 'Deliver failed events again: one, or all',
      fields: resendFields,
      payload: { result: z.strictObject({ resent: whole }) },
      example: { ...about, webhook_id: 9 },
      answered: { message: 'They wait to be delivered again.', result: { resent: 1 } },
      handle: async (service, { bot_id, webhook_id }, { accountId }) => {
        const which = webhook_id === undefined ? { botId: bot_id } : { webhookId: webhook_id };
        const resent = await service.webhooks.resend(accountId, which);
        return { message: 'They wait to be delivered again.', payload: { result: { resent } } };
      },
    }),
  },
};

function toWireView({ url, isInherited, queue, recent, dead }: WebhookView) {
  return {
    url: url ?? '',
    is_inherited: isInherited,
    waiting: queue?.waiting ?? 0,
    dead,
    failing_since: isoTime(queue?.failingSinceMs ?? null),
    last_reason: queue?.lastReason ?? '',
    next_try_at: isoTime(queue?.dueAtMs ?? null),
    recent: recent.map(toWireEvent),
  };
}

function toWireEvent(event: PublisherEvent) {
  return {
    webhook_id: event.webhookId,
    bot_id: event.botId,
    user_id: event.userId,
    ads_id: event.adsId,
    network: event.network ?? '',
    status: event.status,
    at: isoTime(event.atMs),
    state: event.state,
    reason: event.deadReason ?? '',
  };
}
