/** Blocks that the service shows itself, as rows that say what each user's screen should hold. */

import type { TestedBlock } from './block-test-store.js';
import type { WorkQueue } from './work-queue.js';

/** What a block holds; the words are found when it is rendered, in the user's language. */
export type BlockContent =
  | {
      kind: 'sponsors';
      language: string;
      /** `opensInside`: a page of ours, to be opened inside the messenger where it can be. */
      buttons: { text: string; url: string; opensInside?: true }[];
    }
  | { kind: 'gender'; language: string }
  | { kind: 'age'; language: string }
  | { kind: 'form'; language: string; url: string };

/** The message that shows it now. */
export interface ShownBlock {
  chatId: number;
  /** 0: one may be there, and it is unknown which. */
  messageId: number;
  /** Hash of what it shows, so that an unchanged one is not edited. */
  contentHash: string;
  isPhoto: boolean;
  sentAtMs: number;
}

/** A queued block that a worker took to deliver. */
export interface ClaimedBlock {
  botId: number;
  userId: number;
  chatId: number;
  /** null: delete what is shown. */
  content: BlockContent | null;
  /** Moves each time the block is queued: the outcome of an older one does not end a newer one. */
  revision: number;
  shown: ShownBlock | null;
  /** This one included: 1 the first time. */
  attempts: number;
  queuedAtMs: number;
}

export interface BlockStore extends WorkQueue<ClaimedBlock> {
  /**
   * Writes down what is on the screen and keeps the claim; a lost claim changes nothing. Message id 0 says that a message
   * is about to be sent: when the worker dies before it reports more, the next to claim knows that one may be there.
   */
  noteShown(claimed: ClaimedBlock, shown: ShownBlock): Promise<void>;
  /**
   * The block is delivered: this is on the screen now (null: nothing is). A newer block stays due. What is on the screen is
   * the platform's word that the user uses the bot, and proves what was shown in it.
   * @param tested the test for which its user counts as shown, once; default none
   */
  fulfilled(
    claimed: ClaimedBlock,
    shown: ShownBlock | null,
    nowMs: number,
    tested?: TestedBlock | null,
  ): Promise<void>;
  /** Not fulfilled: again at `retryAtMs`, or given up (null) with the reason, what is known to be shown kept as `shown`. */
  failed(
    claimed: ClaimedBlock,
    failure: { reason: string; retryAtMs: number | null; shown: ShownBlock | null },
  ): Promise<void>;
  /**
   * The question that this bot's block asks in the user's own private chat. Null while it is on its way there, or when
   * something else is on the screen.
   */
  questionShown(botId: number, userId: number): Promise<'gender' | 'age' | null>;
}
