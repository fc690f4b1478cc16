/**
 * The service's forecast for the market's orders as they start, and the result of their first whole day. As
 * in the service's own measure, a day does not count in which an order was filled or ran out of money.
 */
import { createFilters } from '../../core/audience/index.js';
import type { Ports, Store } from '../../core/ports.js';
import type { Order } from '../../core/ports/order-store.js';
import { createForecasts, createReach, type Forecasts } from '../../core/forecast/index.js';
import type { Books } from './ledger.js';
import { assumptions } from './assumptions.js';
import { DAY_MS, type Offer, START_MS } from './population.js';

export interface ToldForecast {
  orderId: number;
  /** The first whole day, counted from the world's first. */
  day: number;
  expected: Awaited<ReturnType<Forecasts['expected']>>;
  /** Joins of the first whole day; null: the order did not run until that day's end. */
  came: number | null;
}

/** What the forecast asks of the world. */
export interface ForecastWorld extends Pick<Ports, 'clock' | 'settings'> {
  store: Pick<Store, 'catalog' | 'learning'>;
  books: Books;
  running(): Offer[];
  /** Lists since the world began, by day; and people who were there, by language code. */
  lists: readonly number[];
  people: ReadonlyMap<string, number>;
  plan(atMs: number, act: () => void): void;
}

const FIRST_DAY = START_MS / DAY_MS;
/** Orders never change in this world: running orders are the unfilled ones. */
const NONE = new Map<never, never>();

export class ForecastsMade {
  readonly told: ToldForecast[] = [];
  readonly #started: Order[] = [];
  readonly #forecasts: Pick<Forecasts, 'expected'>;

  constructor(readonly world: ForecastWorld) {
    const ports = { store: this.#store(), clock: world.clock, settings: world.settings };
    const reach = createReach(ports, createFilters(ports));
    // Nothing is quoted: what is expected hangs on the order alone.
    const none = () => Promise.reject(new Error());
    this.#forecasts = createForecasts(ports, { reach, orders: { quote: none, info: none } });
  }

  start(order: Order): void {
    this.#started.push(order);
  }

  /** Forecasts those that have started since. */
  async keep(): Promise<void> {
    for (let order = this.#started.shift(); order !== undefined; order = this.#started.shift())
      await this.#forecast(order);
  }

  async #forecast(order: Order): Promise<void> {
    const { clock, books, plan } = this.world;
    const expected = await this.#forecasts.expected(order);
    const day = Math.ceil((order.createdAtMs - START_MS) / DAY_MS);
    if (day >= assumptions.days) return;
    const told: ToldForecast = { orderId: order.orderId, day, expected, came: null };
    this.told.push(told);
    plan(Math.max(clock.now(), START_MS + (day + 1) * DAY_MS), () => {
      const { joined, purseMicros, subscribers } = books.of(order.orderId);
      const isStopped = joined >= order.quantityAll || purseMicros < order.realPriceMicros;
      told.came = isStopped ? null : (subscribers[day] ?? 0);
    });
  }

  #store(): Store {
    const { store, books, running, lists, people } = this.world;
    const orders = () =>
      running()
        .map(({ order }) => order)
        .sort((a, b) => a.orderId - b.orderId);
    const sum = (counts: readonly number[], fromDay: number, toDay: number) =>
      counts
        .slice(Math.max(0, fromDay - FIRST_DAY), Math.max(0, toDay - FIRST_DAY + 1))
        .reduce((total, one) => total + one, 0);
    const forecasts = {
      traffic: ({ fromDay, toDay }: { fromDay: number; toDay: number }) => {
        const all = [...books.all()].map(({ subscribers }) => sum(subscribers, fromDay, toDay));
        const subscribers = all.reduce((total, one) => total + one, 0);
        const first = lists.findIndex((count, at) => count > 0 && at + FIRST_DAY >= fromDay);
        const firstDay = first === -1 || first + FIRST_DAY > toDay ? null : first + FIRST_DAY;
        return Promise.resolve({ lists: sum(lists, fromDay, toDay), subscribers, firstDay });
      },
      runningPrices: () =>
        Promise.resolve(
          orders()
            .map(({ realPriceMicros }) => realPriceMicros)
            .sort((a, b) => Number(b - a)),
        ),
      countRunning: () => Promise.resolve(running().length),
      running: (afterOrderId: number) =>
        Promise.resolve(orders().filter(({ orderId }) => orderId > afterOrderId)),
    };
    const counts = { countries: NONE, cities: NONE, ages: NONE, deviceTypes: NONE, deviceSystems: NONE };
    const audience = {
      sharesOf: () => Promise.resolve({ languages: people, ...counts, cityNames: NONE }),
      sample: () => Promise.resolve([]),
    };
    // A forecast asks nothing else of the store.
    return { ...store, forecasts, audience } as unknown as Store;
  }
}
