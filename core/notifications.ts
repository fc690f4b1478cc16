/** Notifications of one shape: to the owner of a bot, of what became of it, and to each of some people. */
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
    // With the account: a bot may be claimed from two within a millisecond.
    dedupeKey: `${kind}:${String(botId)}:${String(accountId)}:${String(time)}`,
  };
}

/** The same to each. @param key names it among all; with a person's id it is that person's own */
export function toEach(
  accountIds: readonly number[],
  kind: NotificationKind,
  facts: NewNotification['facts'],
  key: string,
): NewNotification[] {
  return accountIds.map((accountId) => ({
    accountId,
    kind,
    facts,
    dedupeKey: `${key}:${String(accountId)}`,
  }));
}
