/**
 * What a store counts of the market's orders, in memory: impressions, joins by the service's own settlement, purses. The
 * figures are those of `CatalogStore.counters`, without delay.
 */
import { fadeImpressions } from '../../core/pending-impressions.js';
import type { OrderCounters } from '../../core/ports/order-store.js';
import { targetOf } from '../../core/subscriptions/index.js';
import { settleJoin } from '../simulation/day-join.js';
import { assumptions } from './assumptions.js';
import { DAY_MS, HOUR_MS, type Offer, START_MS } from './population.js';

/** The rate of subscribers per show is that of these days, as in the stores. */
const RATE_DAYS = 7;

export interface PairFigures {
  impressions: number;
  subscribers: number;
}

/** One order's book. */
class Book {
  joined = 0;
  purseMicros: bigint;
  late = 0;
  overrun = { day: -1, joins: 0 };
  readonly impressions = new Array<number>(assumptions.days + 2).fill(0);
  readonly subscribers = new Array<number>(assumptions.days + 2).fill(0);
  /** Joins by hour since the world began. */
  readonly byHour = new Array<number>((assumptions.days + 2) * 24).fill(0);
  readonly recent: number[] = [];
  readonly pairs = new Map<number, PairFigures>();
  open = { count: 0, atMs: START_MS };

  constructor(readonly offer: Offer) {
    this.purseMicros = offer.purseMicros;
  }
}

const dayOf = (atMs: number) => Math.floor((atMs - START_MS) / DAY_MS);

export interface Join {
  offer: Offer;
  botId: number;
  shownAtMs: number;
  priceMicros: bigint;
}

export class Books {
  readonly #books = new Map<number, Book>();

  constructor(offers: readonly Offer[]) {
    for (const offer of offers) this.#books.set(offer.order.orderId, new Book(offer));
  }

  all(): IterableIterator<Book> {
    return this.#books.values();
  }

  of(orderId: number): Book {
    const book = this.#books.get(orderId);
    if (book === undefined) throw new RangeError('no such order');
    return book;
  }

  shown(orderId: number, botId: number, atMs: number): void {
    const book = this.of(orderId);
    book.impressions[dayOf(atMs)]! += 1;
    book.open = { count: fadeImpressions(book.open.count, atMs - book.open.atMs) + 1, atMs };
    this.#pair(book, botId).impressions += 1;
  }

  /** Returns what was charged. */
  joined({ offer, botId, shownAtMs, priceMicros }: Join, nowMs: number): bigint {
    const book = this.of(offer.order.orderId);
    const { order } = offer;
    const show = {
      orderId: order.orderId,
      botId,
      firstShownAtMs: shownAtMs,
      shownAtMs,
      seenAtMs: shownAtMs,
      priceMicros,
      proof: 'contact' as const,
      hasOwnLink: false,
      ...targetOf(order),
    };
    const day = dayOf(nowMs);
    const { joined, purseMicros: walletMicros } = book;
    const today = book.subscribers[day] ?? 0;
    const settlement = settleJoin(order, show, { joined, today, walletMicros, nowMs });
    const left =
      fadeImpressions(book.open.count, nowMs - book.open.atMs) - fadeImpressions(1, nowMs - shownAtMs);
    book.open = { count: Math.max(0, left), atMs: nowMs };
    if (settlement.kind !== 'counted') {
      book.late += 1;
      book.overrun = { day, joins: book.overrun.day === day ? book.overrun.joins + 1 : 1 };
      return 0n;
    }
    book.joined += 1;
    book.purseMicros -= settlement.priceMicros;
    book.subscribers[day]! += 1;
    book.byHour[Math.floor((nowMs - START_MS) / HOUR_MS)]! += 1;
    book.recent.push(nowMs);
    this.#pair(book, botId).subscribers += 1;
    return settlement.priceMicros;
  }

  /** Who left within the hold is not paid for: money and place are the order's again. @param joinedAtMs of the join */
  reversed({ offer }: Join, micros: bigint, joinedAtMs: number): void {
    const book = this.of(offer.order.orderId);
    book.joined -= 1;
    book.purseMicros += micros;
    book.subscribers[dayOf(joinedAtMs)]! -= 1;
  }

  counters(orderId: number, nowMs: number): OrderCounters {
    const book = this.of(orderId);
    const day = dayOf(nowMs);
    while ((book.recent[0] ?? Infinity) <= nowMs - HOUR_MS) book.recent.shift();
    const since = Math.max(0, day - RATE_DAYS + 1);
    const sum = (counts: readonly number[]) =>
      counts.slice(since, day + 1).reduce((total, one) => total + one, 0);
    return {
      orderId,
      quantityNow: book.joined,
      today: book.subscribers[day] ?? 0,
      lastHour: book.recent.length,
      balanceMicros: book.purseMicros,
      impressions: sum(book.impressions),
      subscribers: sum(book.subscribers),
      pendingImpressions: fadeImpressions(book.open.count, nowMs - book.open.atMs),
      overrun: book.overrun.day === day ? book.overrun.joins : 0,
    };
  }

  /** What the orders did in one bot. */
  ofBot(botId: number): { orderId: number; impressions: number; subscribers: number }[] {
    return [...this.#books].flatMap(([orderId, { pairs }]) => {
      const pair = pairs.get(botId);
      return pair === undefined ? [] : [{ orderId, ...pair }];
    });
  }

  #pair(book: Book, botId: number): PairFigures {
    const known = book.pairs.get(botId) ?? { impressions: 0, subscribers: 0 };
    book.pairs.set(botId, known);
    return known;
  }
}
