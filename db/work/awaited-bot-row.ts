/** The notification about a bot's first request, between row and notification. */
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { RequestOutcome } from '../../core/ports/statistics-store.js';

export interface AwaitedBotRow {
  bot_id: number;
  account_id: number;
  /** 0: in no message. */
  message_id: number;
}

/** @param outcome how it was answered; null: that is counted already, and not known any more */
export function seenNotification(row: AwaitedBotRow, outcome: RequestOutcome | null): NewNotification {
  const { bot_id: botId, account_id: accountId, message_id: messageId } = row;
  return {
    accountId,
    kind: 'bot_seen',
    facts: { botId, messageId: messageId === 0 ? null : messageId, outcome },
    dedupeKey: `bot_seen:${String(botId)}:${String(messageId)}`,
  };
}

/** Of the answers that were counted together, the best. */
export function bestOutcome(counts: Readonly<Record<RequestOutcome, number>>): RequestOutcome {
  return (['sponsors', 'passed', 'no_sponsors'] as const).find((outcome) => counts[outcome] > 0) ?? 'error';
}
