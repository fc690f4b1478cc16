/** What a publisher's receiver is sent (`decisions.md`, Events to publishers). */
import { createHmac } from 'node:crypto';
import { formatDay } from '../days.js';
import type { PublisherEvent } from '../ports/event-store.js';

export interface EventMessage {
  headers: Record<string, string>;
  body: string;
}

type Reported = Pick<
  PublisherEvent,
  'webhookId' | 'adsId' | 'link' | 'network' | 'userId' | 'botId' | 'status' | 'subscribeDay'
> & { isTest?: true };

/**
 * A batch of one bot's events as JSON, with the Bot Key in `Api-Key` and the HMAC-SHA256 of the body under that key, in
 * small hexadecimal digits, in `X-Signature`.
 */
export function eventMessage(events: readonly Reported[], botKey: string): EventMessage {
  const webhooks = events.map((event) => ({
    webhook_id: event.webhookId,
    ads_id: String(event.adsId),
    link: event.link,
    user_id: event.userId,
    bot_id: event.botId,
    status: event.status,
    subscribe_date: formatDay(event.subscribeDay),
    ...(event.network === null ? {} : { network: event.network }),
    ...(event.isTest === true ? { test: true } : {}),
  }));
  const body = JSON.stringify({ webhooks });
  const signature = createHmac('sha256', botKey).update(body).digest('hex');
  return { body, headers: { 'Api-Key': botKey, 'X-Signature': signature } };
}
