/** The quality of the market's bots: read each day by the service's own job, over what the world has seen by then. */
import { dayNumberOf } from '../../core/days.js';
import type { Clock, Store } from '../../core/ports.js';
import type { QualityStore, QualitySubscriber } from '../../core/ports/quality-store.js';
import { createQualityReading, type QualityReading } from '../../core/quality/index.js';
import { DAY_MS, START_MS } from './population.js';
import type { Paid } from './world.js';

const ORDERS_PAGE = 500;
const NO_ODD_JOINS = { suspicious: 0, sharedAddress: 0, cameBack: 0 };

/** The recipient of reports. */
const MODERATOR = 1;

export class Qualities {
  /** Bots reported to moderators for joins out of line. */
  readonly told = new Set<number>();
  readonly #factors = new Map<number, number>();
  readonly #notifiedDays = new Map<number, number | null>();
  readonly #reading: QualityReading;
  readonly #paid: readonly Paid[];
  readonly #clock: Clock;
  #readAtMs: number | null = null;
  #nextMs = START_MS + DAY_MS;

  constructor(
    paid: readonly Paid[],
    clock: Clock,
    settings: Parameters<typeof createQualityReading>[0]['settings'],
  ) {
    this.#paid = paid;
    this.#clock = clock;
    // The reading asks nothing else of the store.
    const store = {
      quality: this.#store(),
      notifications: { queue: this.#hear },
      // Publishers are paid the usual share here: nothing is announced.
      payingFactors: { reset: () => Promise.resolve() },
    } as unknown as Store;
    this.#reading = createQualityReading({
      store,
      clock,
      settings: { ...settings, MODERATOR_IDS: [MODERATOR] },
    });
  }

  /** Reads when a day of the world has begun. */
  async keep(): Promise<void> {
    if (this.#clock.now() < this.#nextMs) return;
    this.#nextMs += DAY_MS;
    await this.#reading.daily();
  }

  factor(botId: number): number {
    return this.#factors.get(botId) ?? 1;
  }

  readonly #hear: Store['notifications']['queue'] = (notifications) => {
    for (const { facts } of notifications) this.told.add(Number(facts['botId']));
    return Promise.resolve();
  };

  #store(): Omit<QualityStore, 'find' | 'factor'> {
    return {
      lastReadAtMs: () => Promise.resolve(this.#readAtMs),
      orders: (afterOrderId) => {
        const ids = [...new Set(this.#paid.map(({ offer }) => offer.order.orderId))].sort((a, b) => a - b);
        const page = ids.filter((orderId) => orderId > afterOrderId).slice(0, ORDERS_PAGE);
        return Promise.resolve(page.map((orderId) => ({ orderId, hasSubscribers: true, isWatched: true })));
      },
      subscribers: (orderId, _sinceMs, cursor) => {
        const some = cursor === null ? this.#paid.filter(({ offer }) => offer.order.orderId === orderId) : [];
        return Promise.resolve(some.map((paid) => this.#subscriber(paid)));
      },
      joins: (botIds) => {
        const paid = (botId: number) =>
          this.#paid.filter(({ channel }) => channel.bot.botId === botId).length;
        return Promise.resolve(botIds.map((botId) => ({ botId, paid: paid(botId), ...NO_ODD_JOINS })));
      },
      days: (botIds, { fromDay, toDay }) => Promise.resolve(this.#days(botIds, fromDay, toDay)),
      notifiedDays: (botIds) =>
        Promise.resolve(
          botIds.flatMap((botId) => {
            const day = this.#notifiedDays.get(botId) ?? null;
            return day === null ? [] : [{ botId, day }];
          }),
        ),
      save: (qualities) => {
        for (const { botId, factor, notifiedDay = null } of qualities) {
          this.#factors.set(botId, factor);
          this.#notifiedDays.set(botId, notifiedDay);
        }
        return Promise.resolve();
      },
      finish: (atMs) => {
        this.#readAtMs = atMs;
        return Promise.resolve();
      },
    };
  }

  #days(botIds: readonly number[], fromDay: number, toDay: number) {
    const counts = new Map<string, { botId: number; day: number; joins: number }>();
    for (const { channel, atMs } of this.#paid) {
      const { botId } = channel.bot;
      const day = dayNumberOf(atMs, 'UTC');
      if (!botIds.includes(botId) || day < fromDay || day > toDay) continue;
      const key = `${String(botId)}:${String(day)}`;
      const known = counts.get(key) ?? { botId, day, joins: 0 };
      known.joins += 1;
      counts.set(key, known);
    }
    return [...counts.values()];
  }

  #subscriber({ channel, userId, atMs, shownAtMs, leavesAtMs }: Paid): QualitySubscriber {
    const hasLeft = leavesAtMs !== null && leavesAtMs <= this.#clock.now();
    return {
      userId,
      botId: channel.bot.botId,
      isOwn: false,
      atMs,
      state: hasLeft ? 'unsubscribed' : 'subscribed',
      changedAtMs: hasLeft ? leavesAtMs : null,
      removedAtMs: null,
      shownAtMs,
    };
  }
}
