/** Messages from the operator bot to the people behind the accounts, queued in the commit of what caused them. */

import type { Keeping } from './answer-store.js';
import type { WorkQueue } from './work-queue.js';

/** What the notification is about; `bot/notifications` has the words for each, in every language. */
export type NotificationKind =
  | 'moderation'
  /** To a moderator: many orders wait. */
  | 'moderation_many'
  | 'order_approved'
  | 'order_rejected'
  | 'order_finished'
  | 'order_out_of_money'
  | 'order_rights_lost'
  | 'order_rights_back'
  /** The service paused an order (`facts.reason`, a `PauseReason`): to its owner, and to a moderator. */
  | 'order_paused'
  | 'order_paused_moderator'
  /** A paused order goes on by itself. */
  | 'order_resumed'
  /** A charge took of what was asked to be paid out. */
  | 'withdrawal_reduced'
  | 'bot_token_invalid'
  /** To the former owner: another account has added the bot with its token. */
  | 'bot_claimed'
  /** The first request of a bot (`facts.outcome`: how it was answered): changes the message that waits for it. */
  | 'bot_seen'
  | 'adjustment'
  /** Charges were taken back as fraud: to the advertiser who has them back, and to the publisher who earned them. */
  | 'charges_returned'
  | 'earnings_taken_back'
  | 'account_blocked'
  | 'account_unblocked'
  | 'bot_blocked'
  | 'bot_unblocked'
  /** A moderator trusts a bot without a token, or does not; trusts a new publisher. */
  | 'bot_trusted'
  | 'bot_refused'
  | 'account_trusted'
  /** To a moderator: a bot took over much of what it is paid for today (`core/evidence/taken-over.ts`). */
  | 'bot_taken_over'
  /** To a moderator: a bot's joins are out of line (`core/quality/anomalies.ts`). */
  | 'bot_anomaly'
  /** What a subscriber of the bot brings its owner changes in a week (`core/quality/announcing.ts`). */
  | 'bot_paying_factor'
  | 'daily_summary'
  | 'deposit'
  /** A withdrawal was asked for outside of the chat, and waits for its person's yes (`core/cabinet`). */
  | 'withdrawal_confirm'
  | 'withdrawal_asked'
  /** A payment rail has made a check of a withdrawal: its person takes it (`core/payments/checks.ts`). */
  | 'payout_check'
  | 'withdrawal_paid'
  | 'withdrawal_refused'
  /** To administrators: a payment rail refused a payout; a rail and the ledger differ. */
  | 'payout_refused'
  | 'rail_difference'
  /** To administrators: the money of the day before (`core/payments/day-summary.ts`). */
  | 'money_summary'
  | 'refund_paid'
  | 'webhook_dead';

export interface NewNotification {
  /** The person it goes to. */
  accountId: number;
  kind: NotificationKind;
  /** Ids and figures the words need; never a secret. */
  facts: Record<string, string | number | null>;
  /** A second notification with the same key is dropped: no account gets the same notification twice. */
  dedupeKey: string;
}

export interface Notification extends NewNotification {
  notificationId: number;
  /** This one included: 1 the first time. */
  attempts: number;
}

/** Names a claim: each has a number of its own. */
export type NotificationClaim = Pick<Notification, 'notificationId' | 'attempts'>;

export interface NotificationStore extends WorkQueue<Notification> {
  queue(notifications: NewNotification[], nowMs: number, keeping?: Keeping<undefined>): Promise<void>;
  /** A lost claim changes nothing. */
  done(claimed: NotificationClaim): Promise<void>;
  /**
   * Tries again at `retryAtMs`, or never (null): then it is kept as dead, with the reason. A claim that ended so can end
   * otherwise still. Returns false where the claim was lost: nothing was changed.
   */
  failed(claimed: NotificationClaim, reason: string, retryAtMs: number | null): Promise<boolean>;
  /** Those given up, latest first, with the reason. */
  dead(limit: number): Promise<(Notification & { reason: string; queuedAtMs: number })[]>;
  /** A notification that was given up is due again. Returns whether there was one. */
  revive(notificationId: number, nowMs: number): Promise<boolean>;
}
