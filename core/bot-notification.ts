/** A notification to the owner of a bot, of what became of it. */
import type { Bot } from './ports/bot-store.js';
import type { NewNotification, NotificationKind } from './ports/notification-store.js';

/** @param time distinguishes this time that it happened from others: a moment, or a day where once a day suffices */
export function botNotification(
  { botId, accountId, nickname }: Pick<Bot, 'botId' | 'accountId' | 'nickname'>,
  kind: NotificationKind,
  time: number,
): NewNotification {
  return {
    accountId,
    kind,
    facts: { botId, nickname },
    dedupeKey: `${kind}:${String(botId)}:${String(time)}`,
  };
}
