/**
 * Updates of the platform that the service answers for: those that its webhook brought, from before it learns that we have
 * them until they are done with; and, however they came, those that are deferred, since the server of their user is away or this
 * build cannot read them.
 */

export interface StoredUpdate {
  updateId: number;
  /** As it came: JSON. */
  body: string;
}

/** One that the store cannot take now, as it is put off. */
export interface DeferredUpdate extends StoredUpdate {
  /**
   * Those of one queue follow each other: they are of one user in one chat, or (`payments:…`) payments of one user. One that
   * waits for a later build (`unread:…`) is alone.
   */
  queue: string;
  /** When it happened, as the platform says. */
  happenedAtMs: number;
}

export interface UpdateStore {
  /** Durable. One that came before stays as it is, done with or not; returns whether it is new. */
  keep(botId: number, update: StoredUpdate, nowMs: number): Promise<boolean>;
  /** Those of a bot that are neither done with nor deferred, lowest id first; at most 500. */
  waiting(botId: number, limit: number): Promise<StoredUpdate[]>;
  /** Nothing is left to do for these; of them only the ids are kept, so that none comes twice. Deferred ones stay. */
  done(botId: number, updateIds: readonly number[], nowMs: number): Promise<void>;
  /** Durable. It is due at once, behind those of its queue. One that is deferred there or done with already stays as it is; from another queue it moves. */
  defer(botId: number, update: DeferredUpdate, nowMs: number): Promise<void>;
  /** Which of these queues have deferred updates. */
  deferredAmong(botId: number, queues: readonly string[]): Promise<string[]>;
  /** Queues of which something is due by then, those due longest first; at most as many, and at most 500. */
  dueQueues(botId: number, untilMs: number, limit: number): Promise<string[]>;
  /** The deferred ones of a queue, in their order, and since when each is here; at most 500. */
  ofQueue(botId: number, queue: string, limit: number): Promise<(StoredUpdate & { atMs: number })[]>;
  /** All of the queue is due then, and not before. */
  putOff(botId: number, queue: string, dueAtMs: number): Promise<void>;
  /** As `done`, of one that was deferred. */
  doneDeferred(botId: number, updateId: number, nowMs: number): Promise<void>;
  /** When the oldest that waits for the store happened, of all or of memberships alone; null: none does. */
  oldestDeferredMs(botId: number, about: 'all' | 'memberships'): Promise<number | null>;
}
