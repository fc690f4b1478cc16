/** What charges add up to that are taken back, or were. */
import type { FoundJoin, Pair } from '../ports/reversal-store.js';

export interface OrderSum {
  orderId: number;
  name: string;
  /** The advertiser, who has `micros` back. */
  accountId: number;
  joins: number;
  micros: bigint;
}

export interface PublisherSum {
  accountId: number;
  joins: number;
  /** What they earned: still on hold, and paid into the wallet. */
  heldMicros: bigint;
  paidMicros: bigint;
}

/** Adds joins up, pair after pair. */
export class ReversalSums {
  joins = 0;
  micros = 0n;
  feeMicros = 0n;
  readonly #byPublisher = new Map<number, PublisherSum>();
  readonly #byOrder = new Map<number, { joins: number; micros: bigint }>();

  add({ orderId }: Pair, { priceMicros, feeMicros, payeeId: accountId, state }: FoundJoin): void {
    this.joins += 1;
    this.micros += priceMicros;
    this.feeMicros += feeMicros;
    const earned = this.#byPublisher.get(accountId) ?? {
      accountId,
      joins: 0,
      heldMicros: 0n,
      paidMicros: 0n,
    };
    this.#byPublisher.set(accountId, earned);
    earned.joins += 1;
    earned[state === 'held' ? 'heldMicros' : 'paidMicros'] += priceMicros - feeMicros;
    const sum = this.#byOrder.get(orderId) ?? { joins: 0, micros: 0n };
    this.#byOrder.set(orderId, { joins: sum.joins + 1, micros: sum.micros + priceMicros });
  }

  publishers(): PublisherSum[] {
    return [...this.#byPublisher.values()];
  }

  /** By order, the largest first. */
  orders(): { orderId: number; joins: number; micros: bigint }[] {
    const sums = [...this.#byOrder].map(([orderId, sum]) => ({ orderId, ...sum }));
    return sums.toSorted((a, b) =>
      a.micros === b.micros ? a.orderId - b.orderId : a.micros > b.micros ? -1 : 1,
    );
  }
}
