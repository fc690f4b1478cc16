/** Who decided what: one line for each command of a moderator, written in the commit of the command and never changed. */

export type ModerationAction =
  | 'approved'
  | 'rejected'
  | 'order_paused'
  | 'order_resumed'
  | 'link_blocked'
  | 'link_unblocked'
  | 'bot_blocked'
  | 'bot_unblocked'
  | 'bot_theme'
  | 'bot_trusted'
  | 'bot_refused'
  | 'account_blocked'
  | 'account_unblocked'
  | 'account_trusted'
  | 'account_untrusted'
  | 'payout_taken_back'
  /** Charges are taken back as fraud, step by step; and that is done. */
  | 'reversal_begun'
  | 'charges_reversed'
  | 'suspicion_cleared';

export interface ModerationLine {
  moderationId: number;
  atMs: number;
  moderatorId: number;
  action: ModerationAction;
  /** What it was about: an order, a link (normalised, `""` where there is none), a bot, an account or an end user. */
  orderId: number | null;
  linkKey: string;
  botId: number | null;
  accountId: number | null;
  /** An end user. */
  userId: number | null;
  /** The reason of a rejection, block or pause, why an order that goes on was paused, or the theme that was given. */
  reason: string | null;
}

export interface ModerationPage {
  beforeId: number | null;
  limit: number;
  moderatorId?: number | undefined;
}

export interface ModerationLog {
  /** Latest first, from before that line; of one moderator, or (absent) of all. */
  page(page: ModerationPage): Promise<ModerationLine[]>;
  /** The blocks of an account, latest first, each with its reason. */
  blocksOf(accountId: number, limit: number): Promise<ModerationLine[]>;
}
