/** Updates that the platform's webhook brought, from before it is told that we have them until they are done with. */

export interface StoredUpdate {
  updateId: number;
  /** As it came: JSON. */
  body: string;
}

export interface UpdateStore {
  /** Durable. One that came before stays as it is, done with or not; returns whether it is new. */
  keep(botId: number, update: StoredUpdate, nowMs: number): Promise<boolean>;
  /** Those of a bot that are not done with, lowest id first; at most 500. */
  waiting(botId: number, limit: number): Promise<StoredUpdate[]>;
  /** Nothing is left to do for these; of them only the ids are kept, so that none comes twice. */
  done(botId: number, updateIds: readonly number[], nowMs: number): Promise<void>;
}
