/**
 * Promise 4 for notifications of owners: each is stored from the very commit that caused it. The expected
 * ones follow from the model's own figures, not from what the service queued.
 */
import type { Books } from './books.js';
import type { OrderModel } from './order-model.js';
import { violation } from './violation.js';

/** Kinds of notifications that may lapse unsent: without a cause any more, or merged into one. */
export const MAY_LAPSE =
  "('moderation', 'moderation_many', 'bot_taken_over', 'bot_anomaly', 'bot_seen', 'withdrawal_asked', 'withdrawal_confirm', 'daily_summary')";

/** What it asks the model. */
interface Facts {
  lately(): OrderModel[];
  isRunning(order: OrderModel): boolean;
  realPrice(order: OrderModel): bigint;
  wallet(accountId: number): bigint;
}

export class NotificationJudge {
  /** What is due after the step under way, by the beginning of its key. */
  readonly #due = new Map<string, { about: string; isNew: boolean }>();
  /** How many there were when it was last looked. */
  readonly #counts = new Map<string, number>();
  /** At which quantity an order has been finished before: finishing there again is nothing new. */
  readonly #finished = new Set<string>();
  readonly #short = new Set<number>();
  /** The link of each order when its check was last looked at. */
  readonly #links = new Map<number, string>();

  /** @param isNew one more than there were: it was not due before */
  expect(kind: string, subject: number | string, isNew: boolean): void {
    const prefix = `${kind}:${String(subject)}:`;
    const known = this.#due.get(prefix);
    this.#due.set(prefix, {
      about: `${kind} of ${String(subject)}`,
      isNew: isNew || known?.isNew === true,
    });
  }

  /** An order was charged for one more. */
  charged({ orderId, quantityNow, quantityAll }: OrderModel): void {
    if (quantityNow < quantityAll) return;
    const key = `${String(orderId)}:${String(quantityNow)}`;
    this.expect('order_finished', orderId, !this.#finished.has(key));
    this.#finished.add(key);
  }

  /** A running order whose owner cannot pay for one more has a notification, whatever took the money. */
  #expectShort(model: Facts): void {
    for (const order of model.lately()) {
      const { orderId, accountId, isFree, places } = order;
      const mayCost = !isFree || places !== 0;
      const isShort = mayCost && model.isRunning(order) && model.realPrice(order) > model.wallet(accountId);
      if (isShort && !this.#short.has(orderId)) this.expect('order_out_of_money', orderId, false);
      if (isShort) this.#short.add(orderId);
      else this.#short.delete(orderId);
    }
  }

  /** What the platform says of an order's check changed. */
  checkBecame(
    order: OrderModel,
    { check_state: after, pause_reason: pausedFor }: { check_state: string; pause_reason: string | null },
  ): void {
    const { orderId, accountId, link, checkState: before } = order;
    // A copy is paused as its source is.
    const isNew = !this.#links.has(orderId);
    const isPaused = !isNew && pausedFor !== null && pausedFor !== order.pauseReason;
    // Another link starts a new series: its owner changed it, and nothing has come back.
    const isSameLink = (this.#links.get(orderId) ?? link) === link;
    this.#links.set(orderId, link);
    // Of the loss that pauses the order, the pause says enough.
    if (isPaused) this.expect('order_paused', `${String(accountId)}:${String(orderId)}`, true);
    else if (before !== 'lost' && after === 'lost') this.expect('order_rights_lost', orderId, true);
    if (before === 'lost' && after === 'ok' && isSameLink) this.expect('order_rights_back', orderId, true);
  }

  judge(model: Facts, books: Books): void {
    this.#expectShort(model);
    for (const [prefix, { about, isNew }] of this.#due) {
      const count = books.notifications(prefix);
      const before = isNew ? (this.#counts.get(prefix) ?? 0) : 0;
      if (count <= before) throw violation('4 delivery', `nobody will tell the owner: ${about}`);
      this.#counts.set(prefix, count);
    }
    this.#due.clear();
  }

  /** The power failed: of what is not money the last moments may be gone, the cause and its notification alike. */
  forgive(books: Books): void {
    this.#short.clear();
    this.#due.clear();
    for (const prefix of this.#counts.keys()) this.#counts.set(prefix, books.notifications(prefix));
  }
}
