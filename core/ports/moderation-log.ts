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
  /** A note for other moderators; its owner is not notified. */
  | 'account_noted'
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
  /** What it was about: an order, a link (normalised, `""` where there is none), a bot or an end user. */
  orderId: number | null;
  linkKey: string;
  botId: number | null;
  /** The account, or the owner of the order or bot; null where it was about a link or an end user. */
  accountId: number | null;
  /** An end user. */
  userId: number | null;
  /** The reason of a rejection, block or pause, why an order that goes on was paused, the theme that was given, or a note. */
  reason: string | null;
}

export interface ModerationPage {
  beforeId: number | null;
  limit: number;
  moderatorId?: number | undefined;
  /** Only what is about this account, its orders and its bots. */
  accountId?: number | undefined;
}

export interface ModerationLog {
  /** Latest first, from before that line; of one moderator or account, or (absent) of all. */
  page(page: ModerationPage): Promise<ModerationLine[]>;
  /** The latest block of an account, with its reason; null where there was none. */
  lastBlock(accountId: number): Promise<ModerationLine | null>;
  /** @param note.text 1 to `REASON_MAX` characters */
  addNote(note: { accountId: number; moderatorId: number; text: string }, nowMs: number): Promise<void>;
}
