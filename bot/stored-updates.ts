/** Updates that the webhook left in the store, in the order of the platform. */
import type { Update } from 'grammy/types';
import type { Log } from '../core/ports.js';
import type { Updates } from '../core/updates.js';
import { BATCH } from './updates.js';

/**
 * The platform brings several at a time, so that one may come before another with a lower id. So long one whose
 * predecessor is missing is kept waiting for it. Those of one user in one chat the platform brings one after the other.
 */
const REORDER_MS = 1_000;

export class StoredUpdates {
  readonly #log: Log;
  readonly #reorderMs: number;
  /** The highest id that was given out; null before the first. */
  #last: number | null = null;
  /** The one whose predecessor is missing, and when it was first seen so. */
  #held: { updateId: number; sinceMs: number } | null = null;
  /** Done with, but not yet confirmed to the store. */
  readonly #unconfirmed = new Set<number>();
  #performed = 0;

  /** @param options.isComplete nothing more comes, so that nothing is waited for */
  constructor(
    private readonly updates: Pick<Updates, 'waiting' | 'done'>,
    { log, isComplete = false }: { log: Log; isComplete?: boolean },
  ) {
    this.#log = log;
    this.#reorderMs = isComplete ? 0 : REORDER_MS;
  }

  /** How many are done with since the beginning. */
  get performed(): number {
    return this.#performed;
  }

  /** For how long the next one is still held back; null: none is. */
  heldForMs(): number | null {
    return this.#held === null ? null : Math.max(0, this.#held.sinceMs + this.#reorderMs - performance.now());
  }

  /**
   * Those whose turn it is.
   * @throws ServiceError when the store cannot be read
   */
  async next(): Promise<Update[]> {
    if (this.#unconfirmed.size > 0) await this.#confirm();
    const rows = (await this.updates.waiting(BATCH)).filter(
      ({ updateId }) => !this.#unconfirmed.has(updateId),
    );
    const updates: Update[] = [];
    for (const { updateId, body } of rows) {
      if (!this.#isItsTurn(updateId)) break;
      this.#last = Math.max(this.#last ?? updateId, updateId);
      updates.push(JSON.parse(body) as Update);
    }
    return updates;
  }

  async done(updates: readonly Update[]): Promise<void> {
    if (updates.length === 0) return;
    this.#performed += updates.length;
    for (const { update_id: updateId } of updates) this.#unconfirmed.add(updateId);
    await this.#confirm();
  }

  #isItsTurn(updateId: number): boolean {
    const isNext = this.#last !== null && updateId <= this.#last + 1;
    if (!isNext) {
      if (this.#held?.updateId !== updateId) this.#held = { updateId, sinceMs: performance.now() };
      if ((this.heldForMs() ?? 0) > 0) return false;
    }
    this.#held = null;
    return true;
  }

  async #confirm(): Promise<void> {
    try {
      await this.updates.done([...this.#unconfirmed]);
      this.#unconfirmed.clear();
    } catch (error) {
      this.#log.warn({ error: String(error) }, 'that updates are done with could not be stored yet');
    }
  }
}
