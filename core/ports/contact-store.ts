/** Whether users use the bots that ask about them, as questions that wait and answers that came (`evidence.md`, Contact). */
import type { SliceSet } from '../slices.js';
import type { Contact, ShownOrder } from './sponsor-store.js';

/** A contact to be asked about, or one that was answered and whose joins were not all settled yet. */
export interface DueContact {
  botId: number;
  userId: number;
  /** The user's private chat with the bot, or the group that the request came from. */
  chatId: number;
  state: Contact['state'];
  /** This one included: 1 the first time. */
  attempts: number;
  /** Joins wait for the answer until then. */
  untilMs: number;
}

export interface ContactStore {
  find(botId: number, userId: number): Promise<Contact | null>;
  /**
   * Takes due contacts for `leaseMs`; an expired lease makes a contact due again. Oldest first.
   * @param slices of which bots; default all
   */
  claim(limit: number, leaseMs: number, nowMs: number, slices?: SliceSet): Promise<DueContact[]>;
  /**
   * Writes the platform's word and counts the impressions that waited for it, on this day: as impressions after a yes, as
   * unproven ones after a no, each once. The contact stays due, so that its joins are settled even if the process ends
   * now: see `settled`.
   */
  answer(
    contact: Pick<DueContact, 'botId' | 'userId' | 'chatId'>,
    state: 'yes' | 'no',
    nowMs: number,
  ): Promise<void>;
  /** No answer came in time: the impressions that waited for it are unproven, and counted as such on this day. Idempotent. */
  lapse(contact: Pick<DueContact, 'botId' | 'userId'>, nowMs: number): Promise<void>;
  /** The joins that waited for this contact are settled; nothing is due any more. */
  settled(contact: Pick<DueContact, 'botId' | 'userId'>): Promise<void>;
  /** The platform did not answer: ask again then. */
  retry(contact: Pick<DueContact, 'botId' | 'userId'>, dueAtMs: number): Promise<void>;
  /**
   * Orders that were shown to this user since then, in whatever bot and wherever they led, which the user has joined or opened without being
   * settled, or is out of while their subscription status does not say so; at most 500.
   */
  unsettled(userId: number, sinceMs: number): Promise<ShownOrder[]>;
  /** What the platform said of a bot's users since that day: how many use it, and how many do not. */
  record(botId: number, sinceDay: number): Promise<{ yes: number; no: number }>;
}
