/**
 * Sends the notifications that wait in the store. Each is marked as being sent before it is: when this process dies in
 * between, the notification stands among the dead with that reason, rather than being sent twice.
 */
import type { MessageContent, Platform, PlatformAnswer } from '../../core/platform.js';
import type { Log } from '../../core/ports.js';
import type { Notification } from '../../core/ports/notification-store.js';
import type { Service } from '../../core/service.js';
import { type RunningOutbox, type SliceWorker, startOutbox } from '../outbox.js';
import { wordNotification } from './words.js';

const WORKER = 'notifications';
const LEASE_MS = 60_000;
const AT_ONCE = 16;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10 * 60_000;
/** With the delays in between: about two days. */
const ATTEMPTS_MAX = 300;
/** What cannot be worded will hardly ever be. */
const WORDING_ATTEMPTS_MAX = 8;

export interface NotificationWorkerParts {
  service: Service;
  platform: Pick<Platform, 'send' | 'edit'>;
  log: Log;
}

export function startNotificationWorker(parts: NotificationWorkerParts): SliceWorker {
  const { service, log } = parts;
  const { notifications } = service;
  const outbox: RunningOutbox = startOutbox<Notification>({
    name: 'notifications',
    atOnce: AT_ONCE,
    log,
    claim: (room, slices) => notifications.claim(WORKER, room, LEASE_MS, Date.now(), slices),
    // One person's notifications keep their order.
    idOf: ({ accountId }) => accountId,
    keyOf: ({ accountId }) => String(accountId),
    perform: (notification) => send(parts, notification, (timeMs) => outbox.dueAt(timeMs)),
    changed: (signal) => service.blocks.changed(signal),
    release: (slices) => notifications.release(WORKER, slices),
  });
  return outbox;
}

async function send(
  { service, platform, log }: NotificationWorkerParts,
  notification: Notification,
  dueAt: (timeMs: number) => void,
): Promise<void> {
  const { notifications, settings } = service;
  const { notificationId, accountId, kind, attempts } = notification;
  const giveUp = async (reason: string): Promise<void> => {
    log.warn({ notificationId, accountId, kind, reason }, 'a notification is given up');
    await notifications.failed(notification, reason, null);
  };
  const again = async (reason: string, waitMs: number): Promise<void> => {
    const retryAtMs = Date.now() + waitMs;
    dueAt(retryAtMs);
    await notifications.failed(notification, reason, retryAtMs);
  };
  const message = await wordNotification(notification, service).catch(
    (error: unknown) => new Error(String(error)),
  );
  if (message instanceof Error) {
    if (attempts >= WORDING_ATTEMPTS_MAX) await giveUp(message.message);
    else await again(message.message, delayMs(attempts));
    return;
  }
  if (message === null) {
    await notifications.done(notification);
    return;
  }
  // A claim that ran out meanwhile is another worker's by now, or will be: they send it.
  if (!(await notifications.failed(notification, 'the bot process ended while it was sent', null))) return;
  const sent = await show(platform, settings.BOT_TOKEN, notification, message);
  if (sent.ok) {
    await notifications.done(notification);
    return;
  }
  const { failure } = sent;
  const isPassing = failure.kind === 'limited' || failure.kind === 'unavailable';
  // Who has blocked the bot wants no more of them.
  if (kind === 'daily_summary' && failure.kind === 'blocked')
    await service.summaries.setWanted(accountId, false);
  if (!isPassing || attempts >= ATTEMPTS_MAX) {
    await giveUp(
      failure.kind === 'uncertain' ? 'the reply was lost; it may have been sent' : failure.description,
    );
    return;
  }
  await again(failure.description, Math.max(failure.retryAfterMs ?? 0, delayMs(attempts)));
}

/** In the message that waits for it where there is one and it is there still, else in a new one. */
async function show(
  platform: NotificationWorkerParts['platform'],
  token: string,
  { accountId, facts }: Notification,
  message: MessageContent,
): Promise<PlatformAnswer<unknown>> {
  const { messageId } = facts;
  if (messageId != null) {
    const edited = await platform.edit(token, accountId, Number(messageId), message);
    if (edited.ok || edited.failure.kind !== 'bad_request') return edited;
  }
  return platform.send(token, accountId, message);
}

function delayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LAST_RETRY_MS);
}
