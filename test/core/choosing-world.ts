/** Small random worlds of orders, users and bots, in which much of what can be the case is the case. */
import { unknownUser } from '../../core/unknown-user.js';
import { defaultBotSettings } from '../../core/terms/index.js';
import { parseSettings, type Settings } from '../../core/config.js';
import { fieldDefaults } from '../../core/terms/index.js';
import type { Targeting } from '../../core/terms/rulebook.js';
import { defaultTargeting } from '../../core/terms/targeting.js';
import type { Store } from '../../core/ports.js';
import type { EndUser } from '../../core/ports/audience-store.js';
import type { Bot } from '../../core/ports/bot-store.js';
import type { OrderInBot, TrafficHour } from '../../core/ports/learning-store.js';
import type { CatalogStore, Order, OrderCounters } from '../../core/ports/order-store.js';
import type { StatisticsStore } from '../../core/ports/statistics-store.js';
import { createChooser, type Chooser, type Viewer } from '../../core/choosing/index.js';
import type { Draw } from './drawing.js';

export { type Draw, drawFrom, seededRandom } from './drawing.js';

export const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
export const DAY_MS = 86_400_000;

export function settingsWith(more: Record<string, string> = {}): Settings {
  return parseSettings({
    BOT_TOKEN: '1234567:operator-token',
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    RANKING: 'smoothed',
    EXPLORE_SHARE: '0',
    GEOIP_CITY_DB: 'city.mmdb',
    ...more,
  });
}

export function orderWith(orderId: number, more: Partial<Order> = {}): Order {
  return {
    orderId,
    accountId: 501,
    quantityNow: 0,
    checkState: 'ok',
    pauseReason: null,
    revision: 1,
    createdAtMs: NOW_MS - 10 * DAY_MS,
    link: `https://t.me/channel${String(orderId)}`,
    linkKey: `t.me/channel${String(orderId)}`,
    adsType: 'channel',
    decision: 'approved',
    reason: null,
    quantityAll: 1_000,
    priceMicros: 2_000_000n,
    pricePremiumMicros: 4_000_000n,
    realPriceMicros: 2_000_000n,
    coefficients: { total: 1 },
    botTokenCipher: null,
    resource: {
      resourceId: String(-1000 - orderId),
      name: 'Channel',
      logoFileId: '',
      takesJoinRequests: false,
      checkerBotId: null,
      inviteLink: '',
    },
    // After all that it lacks: see `db/work/order-row.ts`.
    ...fieldDefaults(),
    name: 'An order',
    targeting: { ...defaultTargeting(), languages: null },
    ...more,
  };
}

export function botWith(
  more: Partial<Omit<Bot, 'settings'>> & { settings?: Partial<Bot['settings']> } = {},
): Bot {
  return {
    botId: 7001,
    accountId: 601,
    name: 'A bot',
    nickname: 'a_bot',
    hasNetworks: false,
    hasToken: false,
    isOn: true,
    inArchive: false,
    isBlocked: false,
    isTokenInvalid: false,
    trust: 'unknown',
    note: null,
    theme: null,
    blockTest: { number: 0, sinceMs: null },
    profitMicros: 0n,
    profitOwnOrdersMicros: 0n,
    profitBeforeMicros: 0n,
    followers: 0,
    createdAtMs: NOW_MS - 100 * DAY_MS,
    ...more,
    settings: { ...defaultBotSettings, ...more.settings },
  };
}

export function viewerWith(more: Partial<Viewer> = {}): Viewer {
  return {
    user: unknownUser(42),
    bot: botWith(),
    botQuality: 1,
    excludedOrderIds: new Set(),
    excludedResourceIds: new Set(),
    settledOrderIds: new Set(),
    shownOrderIds: new Map(),
    isInContact: true,
    leftResourceIds: new Set(),
    memberResourceIds: new Set(),
    nowMs: NOW_MS,
    ...more,
  };
}

export function countersWith(orderId: number, more: Partial<OrderCounters> = {}): OrderCounters {
  return {
    orderId,
    quantityNow: 0,
    today: 0,
    lastHour: 0,
    balanceMicros: 1_000_000_000n,
    impressions: 100,
    subscribers: 30,
    pendingImpressions: 0,
    overrun: 0,
    ...more,
  };
}

/** The catalog's port over plain maps, and what it is asked. */
export class World {
  readonly orders = new Map<number, Order>();
  readonly figures = new Map<number, OrderCounters>();
  readonly asked: number[][] = [];
  /** What the orders did in the bot that asks. */
  inBot: OrderInBot[] = [];
  /** Of the bot that asks; null: it cannot be read. */
  quality: number | null = 1;
  qualityReads = 0;
  /** Lists that were asked for, by hours. */
  traffic: TrafficHour[] = [];
  /** Whether what is asked is no longer written down. */
  forget = false;
  nowMs = NOW_MS;
  /** Hears why orders were not shown. */
  noteIneligible: (orderId: number, reason: string, times: number) => void = () => undefined;
  /** Which order each version changed. */
  readonly #log: number[] = [];

  put(order: Order, counters?: OrderCounters): void {
    this.orders.set(order.orderId, order);
    this.#log.push(order.orderId);
    if (counters !== undefined) this.figures.set(order.orderId, counters);
    else if (!this.figures.has(order.orderId)) this.figures.set(order.orderId, countersWith(order.orderId));
  }

  change(orderId: number, more: Partial<Order>): void {
    const order = this.orders.get(orderId);
    if (order !== undefined) this.put({ ...order, ...more });
  }

  count(orderId: number, more: Partial<OrderCounters>): void {
    const known = this.figures.get(orderId) ?? countersWith(orderId);
    this.figures.set(orderId, { ...known, ...more });
  }

  get catalog(): CatalogStore {
    return {
      version: () => Promise.resolve(this.#log.length),
      changedSince: (version) => {
        const orders = [...new Set(this.#log.slice(version))].flatMap(
          (orderId) => this.orders.get(orderId) ?? [],
        );
        return Promise.resolve({ version: this.#log.length, orders });
      },
      counters: (orderIds) => {
        if (!this.forget) this.asked.push([...orderIds]);
        const known = orderIds.flatMap((orderId) => this.figures.get(orderId) ?? []);
        return Promise.resolve(new Map(known.map((counters) => [counters.orderId, counters])));
      },
    };
  }

  ports(settings: Settings = settingsWith(), next: () => number = () => 0) {
    return {
      // The chooser asks nothing else of the store. Exclusions of the viewer's own stand in the viewer.
      store: {
        catalog: this.catalog,
        learning: {
          ofBot: () => Promise.resolve([...this.inBot]),
          traffic: () => Promise.resolve([...this.traffic]),
        },
        quality: {
          factor: () => {
            this.qualityReads += 1;
            return this.quality === null
              ? Promise.reject(new Error('no store'))
              : Promise.resolve(this.quality);
          },
        },
        exclusions: { version: () => Promise.resolve(0), ofBot: () => Promise.resolve(new Set()) },
        statistics: {
          countIneligibility: (orderId, _, reason, times) => {
            this.noteIneligible(orderId, reason, times);
          },
        } satisfies Pick<StatisticsStore, 'countIneligibility'>,
      } as unknown as Store,
      clock: { now: () => this.nowMs },
      random: { next, bytes: (count: number) => new Uint8Array(count) },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      settings,
    };
  }

  chooser(settings: Settings = settingsWith(), next: () => number = () => 0): Chooser {
    return createChooser(this.ports(settings, next));
  }
}

const languages = [1, 2, 41];
const languageCodes = ['', 'ru', 'uz', 'en', 'xx'];
const countries = [643, 398];
const cities = [1, 2, 3];
const themes = ['news', 'crypto'];
const accounts = [501, 502, 601];
/** Made in 2014, 2017, 2019, 2022 and 2025, and of no known time. */
const userIds = [50_000_000, 380_000_000, 900_000_000, 5_500_000_000, 8_000_000_000, -5];

export function drawTargeting(draw: Draw, share: number): Targeting {
  const demands = () => draw.chance(share);
  const level = () => (demands() ? draw.one([1, 2, 3, 4, 5] as const) : 0);
  return {
    gender: demands() ? draw.one(['male', 'female'] as const) : 'all',
    onlyPremium: demands() ? draw.one([1, 2] as const) : 0,
    languages: draw.chance(0.5) ? null : draw.some(languages, 3),
    countries: demands() ? draw.some(countries, 2) : [],
    cities: demands() ? draw.some(cities, 2) : [],
    deviceTypes: demands() ? draw.some(['mobile', 'desktop', 'tablet'] as const, 2) : [],
    deviceSystems: demands() ? draw.some([1, 2, 3, 4], 3) : [],
    ages: demands() ? draw.some([1, 2, 3, 4, 5, 6] as const, 3) : [],
    hasPhoto: demands(),
    hasRealPhoto: demands(),
    hasUsername: demands(),
    hasBio: demands(),
    hasFirstName: demands(),
    hasRuName: demands(),
    hasRusName: demands(),
    hasOnlyCyrillic: demands(),
    hasFakeCheck: demands(),
    oldAccount: level(),
    gifts: level(),
    rating: level(),
  };
}

export function drawOrder(draw: Draw, orderId: number, share = 0.06): Order {
  const adsType = draw.one(['channel', 'channel', 'bot', 'resource'] as const);
  const seconds = () => draw.whole(0, 23) * 3600;
  const resourceId = draw.chance(0.2) ? '-1' : draw.chance(0.1) ? '7001' : String(-1000 - orderId);
  return orderWith(orderId, {
    accountId: draw.one(accounts),
    checkState: draw.chance(0.05) ? 'lost' : 'ok',
    adsType,
    quantityAll: draw.whole(10, 40),
    quantityDay: draw.chance(0.3) ? draw.whole(1, 10) : null,
    realPriceMicros: BigInt(draw.whole(1, 4)) * 1_000_000n,
    isLite: draw.chance(0.2),
    subSpeed: draw.chance(0.3) ? draw.whole(1, 5) : null,
    places: draw.one([0, 1, 2, 2, 2, 2] as const),
    isHighPriority: draw.chance(0.3),
    isFree: draw.chance(0.3),
    targeting: drawTargeting(draw, share),
    forbiddenThemes: draw.chance(0.2) ? draw.some(themes, 2) : [],
    minBotQuality: draw.chance(0.1) ? draw.one([0.8, 0.9, 1] as const) : 0,
    theme: draw.chance(0.4) ? draw.one(themes) : null,
    schedule: {
      startAtMs: draw.chance(0.1) ? NOW_MS + draw.whole(-1, 1) * 3_600_000 : null,
      startTimeSeconds: draw.chance(0.15) ? seconds() : null,
      endTimeSeconds: draw.chance(0.15) ? seconds() : null,
      excludedDays: draw.chance(0.1) ? draw.some([5, 6, 7] as const, 2) : [],
    },
    resource: {
      resourceId: adsType === 'resource' ? '' : resourceId,
      name: '',
      logoFileId: '',
      takesJoinRequests: false,
      checkerBotId: null,
      inviteLink: '',
    },
  });
}

export function drawCounters(draw: Draw, { orderId, quantityAll, quantityDay }: Order): OrderCounters {
  const quantityNow = draw.chance(0.1) ? quantityAll : draw.whole(0, quantityAll - 1);
  const today = draw.chance(0.5) ? 0 : Math.min(quantityNow, draw.whole(0, quantityDay ?? 10));
  return {
    orderId,
    quantityNow,
    today,
    lastHour: draw.chance(0.5) ? 0 : Math.min(today, draw.whole(0, 3)),
    balanceMicros: BigInt(draw.chance(0.1) ? draw.whole(0, 3) : draw.whole(50, 500)) * 1_000_000n,
    impressions: draw.whole(0, 200),
    subscribers: draw.whole(0, 60),
    pendingImpressions: draw.chance(0.7) ? 0 : draw.whole(0, 60) / 2,
    overrun: draw.chance(0.9) ? 0 : draw.whole(0, 50),
  };
}

export function drawUser(draw: Draw): EndUser {
  const known = <Value>(value: Value): Value | null => (draw.chance(0.7) ? value : null);
  return {
    ...unknownUser(draw.one(userIds)),
    firstName: draw.one(['', 'Мария', 'Ivan', 'Светлый Путь']),
    lastName: draw.one(['', 'Иванова', 'Smith']),
    username: draw.one(['', 'somebody']),
    languageCode: draw.one(languageCodes),
    isPremium: known(draw.chance(0.5)),
    gender: known(draw.one(['male', 'female'] as const)),
    age: known(draw.one([1, 2, 3, 4, 5, 6] as const)),
    hasPhoto: known(draw.chance(0.7)),
    hasRealPhoto: known(draw.chance(0.7)),
    hasBio: known(draw.chance(0.7)),
    gifts: known(draw.whole(0, 120)),
    rating: known(draw.whole(-2, 12)),
    deviceType: known(draw.one(['mobile', 'desktop'])),
    deviceOs: known(draw.one(['Android', 'iOS', 'Linux'])),
    countryId: known(draw.one(countries)),
    cityId: known(draw.one(cities)),
    visitedAtMs: known(NOW_MS - draw.whole(1, 72) * 3_600_000),
    suspiciousUntilMs: draw.chance(0.2) ? Number.MAX_SAFE_INTEGER : null,
  };
}

export function drawViewer(draw: Draw, orderIds: readonly number[]): Viewer {
  const few = (share: number) => new Set(orderIds.filter(() => draw.chance(share)));
  return {
    user: drawUser(draw),
    bot: botWith({
      accountId: draw.one(accounts),
      theme: draw.chance(0.5) ? draw.one(themes) : null,
      settings: {
        showBots: draw.chance(0.8),
        showResources: draw.chance(0.8),
        forbiddenThemes: draw.chance(0.3) ? draw.some(themes, 1) : [],
        minPriceMicros: draw.chance(0.3) ? draw.one([700_000n, 1_000_000n, 1_400_001n, 2_100_000n]) : 0n,
      },
    }),
    botQuality: draw.one([1, 1, 1, 1.2, 0.999, 0.9, 0.8, 0.5]),
    excludedOrderIds: few(0.1),
    excludedResourceIds: new Set(draw.chance(0.1) ? ['-1', ''] : []),
    settledOrderIds: few(0.1),
    shownOrderIds: new Map(),
    isInContact: true,
    leftResourceIds: new Set([...few(0.1)].map((id) => String(-1000 - id))),
    memberResourceIds: new Set(
      [...few(0.1)].map((id) => (draw.chance(0.3) ? `order:${String(id)}` : String(-1000 - id))),
    ),
    nowMs: NOW_MS,
  };
}

/** The ids of what is chosen for a viewer like this. */
export async function chosenIds(
  chooser: Chooser,
  count: number,
  viewer: Partial<Viewer> = {},
): Promise<number[]> {
  return (await chooser.choose(viewerWith(viewer), count)).map((order) => order.orderId);
}

/** Why each order is not shown to a viewer like this; null where it is. */
export async function reasons(
  chooser: Chooser,
  viewer: Partial<Viewer> = {},
): Promise<Record<number, string | null>> {
  const explained = await chooser.explain(viewerWith(viewer));
  return Object.fromEntries(explained.map(({ orderId, reason }) => [orderId, reason]));
}
