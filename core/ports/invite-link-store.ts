/** Bots' own invite links to the chats of orders (`evidence.md`, Joins). */
import type { AsOf } from './as-of.js';

/** A link to be made (`link` is `""`), or to be revoked. */
export interface DueInviteLink {
  orderId: number;
  botId: number;
  link: string;
  /** This one included: 1 the first time. */
  attempts: number;
}

type Key = Pick<DueInviteLink, 'orderId' | 'botId'>;

export interface InviteLinkStore {
  /**
   * Queues a link to be made, unless this bot has one for this order, or `most` bots have. One that is revoked makes room.
   * @param wanted.lists further lists that show the order, which bring it forward in the queue
   */
  want(wanted: Key & { lists: number }, most: number, nowMs: number): Promise<void>;
  /** Takes links that are to be made or revoked for `leaseMs`: of those that are due the most shown first, then the longest due. */
  claim(limit: number, leaseMs: number, nowMs: number): Promise<DueInviteLink[]>;
  /** The link is made, and used in lists from `sinceMs` on. Where it is not wanted any more it is queued to be revoked. */
  made(key: Key, link: string, sinceMs: number): Promise<void>;
  /** Tries again then. */
  retry(key: Key, dueAtMs: number): Promise<void>;
  /**
   * It can be used no more. For `keptMs` after it was retired it still shows whose it was, since joins are reported late, and
   * then it is due once more; retired again after that time, it is forgotten.
   */
  revoked(key: Key, keptMs: number, nowMs: number): Promise<void>;
  /** The platform ended the order's links that are used from then or before: as if they were retired. */
  end(orderId: number, usedUntilMs: number, nowMs: number): Promise<void>;
  /** It is not to be made any more: forgets it. */
  forget(key: Key): Promise<void>;
  /** Whose own link this is, of those that are made, or were a short while ago. */
  ownerOf(link: string): Promise<Key | null>;
  /**
   * The links of this bot that were used at that moment, by order.
   * @param asOf when the request came in
   */
  linksAt(
    botId: number,
    orderIds: readonly number[],
    atMs: number,
    asOf?: AsOf,
  ): Promise<ReadonlyMap<number, string>>;
}
