/** POST /webhooks: where a publisher's events go, how their delivery stands, and what died on the way. `bot_id` 0: all bots. */
import { z } from 'zod';
import type { WebhookView } from '../../core/events/index.js';
import type { PublisherEvent } from '../../core/ports.js';
import * as field from '../fields.js';
import { type ActionRoute, handler } from '../route.js';
import { isoTime } from './moments.js';

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
  offset: field.withDefault(
    field.integer({ min: 0, max: 1_000_000, description: 'How many to pass over.' }),
    0,
  ),
  limit: field.withDefault(field.integer({ min: 1, max: 100, description: 'How many to answer.' }), 25),
});
const resendFields = z.object({
  bot_id: botId,
  webhook_id: field.optional(field.id({ description: 'This one alone; absent: all that are dead.' })),
});

export const route: ActionRoute = {
  kind: 'actions',
  method: 'post',
  path: '/webhooks',
  access: ['access'],
  summary: 'Where events go.',
  actions: {
    info: handler(aboutFields, async (service, { bot_id }, { accountId }) => ({
      message: 'How events are delivered.',
      payload: { result: toWireView(await service.webhooks.view(accountId, bot_id)) },
    })),
    set: handler(setFields, async (service, { bot_id, url }, { accountId }) => {
      await service.webhooks.set(accountId, bot_id, url);
      return { message: 'The address is set.', payload: { result: { bot_id } } };
    }),
    clear: handler(aboutFields, async (service, { bot_id }, { accountId }) => {
      await service.webhooks.clear(accountId, bot_id);
      return { message: 'There is no address any more.', payload: { result: { bot_id } } };
    }),
    test: handler(aboutFields, async (service, { bot_id }, { accountId }) => {
      const delivery = await service.webhooks.test(accountId, bot_id);
      const result = { is_delivered: delivery.ok, reason: delivery.ok ? '' : delivery.reason };
      const message = delivery.ok ? 'The test has arrived.' : 'The test did not arrive.';
      return { message, payload: { result } };
    }),
    retry: handler(aboutFields, async (service, { bot_id }, { accountId }) => {
      await service.webhooks.hurry(accountId, bot_id);
      return { message: 'What waits is tried at once.', payload: { result: { bot_id } } };
    }),
    dead: handler(deadFields, async (service, { bot_id, ...page }, { accountId }) => {
      const { events, total } = await service.webhooks.dead(accountId, bot_id, page);
      const result = { events: events.map(toWireEvent), total };
      return { message: 'Events that could not be delivered, oldest first.', payload: { result } };
    }),
    resend: handler(resendFields, async (service, { bot_id, webhook_id }, { accountId }) => {
      const which = webhook_id === undefined ? { botId: bot_id } : { webhookId: webhook_id };
      const resent = await service.webhooks.resend(accountId, which);
      return { message: 'They wait to be delivered again.', payload: { result: { resent } } };
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
    ads_id: event.orderId,
    status: event.status,
    at: isoTime(event.atMs),
    state: event.state,
    reason: event.deadReason ?? '',
  };
}
