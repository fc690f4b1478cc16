/**
 * A day of choosing: users come when people come, are shown what the chooser chooses, and some of them subscribe a little
 * later. The choices and the settlements are the service's own; platform, store and people are a seeded model. Who would
 * join which order, and after how long, depends on the seed alone, so that two ways of choosing meet the same people.
 *
 *     npx tsx tools/simulation/day.ts [--seed N] [--users N] [--orders N]
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { unknownUser } from '../../core/unknown-user.js';
import { fadeImpressions } from '../../core/pending-impressions.js';
import { openMsBetween } from '../../core/terms/schedule.js';
import type { EndUser } from '../../core/ports/audience-store.js';
import type { Order } from '../../core/ports/order-store.js';
import type { Impression } from '../../core/ports/sponsor-store.js';
import { targetOf } from '../../core/subscriptions/index.js';
import type { Chooser, Viewer } from '../../core/choosing/index.js';
import {
  botWith,
  countersWith,
  DAY_MS,
  type Draw,
  drawFrom,
  orderWith,
  seededRandom,
  viewerWith,
  settingsWith,
  World,
} from '../../test/core/choosing-world.js';
import { Agenda } from './agenda.js';
import { settleJoin } from './day-join.js';

const DAY_START_MS = Date.parse('2026-11-21T00:00:00Z');
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const BOTS = 10;
const PLACES = 4;
const NEW = { impressions: 0, subscribers: 0 };

/** Visits by the hour of the day: few at night, most in the evening. */
const visitsByHour = [5, 4, 4, 3, 3, 4, 5, 7, 8, 9, 9, 10, 11, 11, 10, 10, 11, 12, 13, 14, 14, 12, 9, 6];

export interface DayPlan {
  seed: number;
  users: number;
  orders: number;
  /** `price`: the dearest of what suits, for comparison. */
  rankBy: 'value' | 'price';
}

export interface OrderDay {
  order: Order;
  joined: number;
  /** Who joined without being counted: beyond the quantity, the day or the money. */
  late: number;
  spentMicros: bigint;
  budgetMicros: bigint;
  /** Counted by the end of each hour of the day. */
  byHour: number[];
  /** Where the even line is by then; null for orders without one. */
  line: number[] | null;
}

export interface DayOutcome {
  revenueMicros: bigint;
  visits: number;
  impressions: number;
  joined: number;
  late: number;
  orders: OrderDay[];
}

interface Person {
  user: EndUser;
  /** Orders joined, or offered and not wanted: not shown again today. */
  settled: Set<number>;
  joined: Set<string>;
}

interface Happening {
  atMs: number;
  act(): Promise<void> | void;
}

export async function simulateDay(plan: DayPlan): Promise<DayOutcome> {
  const draw = drawFrom(seededRandom(plan.seed));
  const day = new Day(plan, draw);
  const people = Array.from({ length: plan.users }, (_, index) => drawPerson(draw, index));
  for (const person of people) day.comes(person, drawMoment(draw));
  // Some come back once their list has ended.
  for (const person of people) if (draw.chance(0.3)) day.comes(person, drawMoment(draw));
  return day.play();
}

class Day {
  readonly #world = new World();
  readonly #chooser: Chooser;
  readonly #orders = new Map<number, OrderDay>();
  readonly #open = new Map<number, { count: number; atMs: number }>();
  readonly #recent = new Map<number, number[]>();
  readonly #wallets = new Map<number, bigint>();
  readonly #rates = new Map<number, number>();
  readonly #history = new Map<number, { impressions: number; subscribers: number }>();
  readonly #agenda = new Agenda<Happening>();
  #visits = 0;
  #shows = 0;

  constructor(
    readonly plan: DayPlan,
    draw: Draw,
  ) {
    this.#world.nowMs = DAY_START_MS;
    this.#world.forget = true;
    const scale = plan.users / 20_000;
    for (let orderId = 1; orderId <= plan.orders; orderId++) this.#addOrder(draw, orderId, scale);
    this.#chooser = this.#world.chooser(settingsWith(), seededRandom(plan.seed + 1));
  }

  comes(person: Person, atMs: number): void {
    this.#happens(atMs, () => this.#visit(person));
  }

  async play(): Promise<DayOutcome> {
    for (let next = this.#agenda.take(); next !== null; next = this.#agenda.take()) {
      if (next.atMs >= DAY_START_MS + DAY_MS) break;
      this.#world.nowMs = next.atMs;
      await next.act();
    }
    const orders = [...this.#orders.values()];
    const total = (count: (order: OrderDay) => number) =>
      orders.reduce((sum, order) => sum + count(order), 0);
    return {
      revenueMicros: orders.reduce((sum, order) => sum + order.spentMicros, 0n),
      visits: this.#visits,
      impressions: this.#shows,
      joined: total((order) => order.joined),
      late: total((order) => order.late),
      orders,
    };
  }

  #happens(atMs: number, act: Happening['act']): void {
    this.#agenda.add({ atMs, act });
  }

  #addOrder(draw: Draw, orderId: number, scale: number): void {
    const isLite = orderId % 5 === 0;
    const rate = draw.whole(5, 60) / 100;
    // Dear orders are not liked better. Pacing only holds back: the even ones have to be worth showing at any hour.
    const price = isLite ? draw.whole(10, 12) : draw.whole(1, 8);
    const quantityDay = Math.round((isLite ? draw.whole(500, 800) : draw.whole(500, 2_000)) * scale);
    const quantityAll = draw.chance(0.3) ? Math.round(quantityDay * 0.8) : quantityDay * 3;
    const order = orderWith(orderId, {
      accountId: 500 + orderId,
      realPriceMicros: BigInt(price) * 1_000_000n,
      quantityAll: isLite ? quantityDay * 3 : quantityAll,
      quantityDay,
      isLite,
      createdAtMs: DAY_START_MS - DAY_MS,
      targeting: {
        ...orderWith(orderId).targeting,
        gender: !isLite && draw.chance(0.2) ? draw.one(['male', 'female'] as const) : 'all',
        languages: !isLite && draw.chance(0.4) ? draw.some([1, 2, 3], 2) : null,
        onlyPremium: !isLite && draw.chance(0.1) ? 2 : 0,
      },
      schedule: {
        startAtMs: null,
        startTimeSeconds: orderId % 10 === 0 ? 8 * 3_600 : null,
        endTimeSeconds: orderId % 10 === 0 ? 23 * 3_600 : null,
        excludedDays: [],
      },
    });
    const budget = !isLite && draw.chance(0.2) ? quantityDay * 0.5 : quantityDay * 4;
    const budgetMicros = order.realPriceMicros * BigInt(Math.round(budget));
    const trueRate = isLite ? Math.max(rate, 0.4) : rate;
    this.#rates.set(orderId, trueRate);
    // Most have run before; a third of the others are new.
    this.#history.set(
      orderId,
      isLite || orderId % 3 > 0 ? { impressions: 1_000, subscribers: 1_000 * trueRate } : NEW,
    );
    this.#wallets.set(order.accountId, budgetMicros);
    this.#open.set(orderId, { count: 0, atMs: DAY_START_MS });
    this.#recent.set(orderId, []);
    const line = isLite ? evenLine(order) : null;
    const figures = {
      joined: 0,
      late: 0,
      spentMicros: 0n,
      budgetMicros,
      byHour: Array<number>(24).fill(0),
      line,
    };
    this.#orders.set(orderId, { order, ...figures });
    this.#world.put(
      order,
      countersWith(orderId, { ...this.#history.get(orderId), balanceMicros: budgetMicros }),
    );
  }

  async #visit(person: Person): Promise<void> {
    const { nowMs } = this.#world;
    this.#visits++;
    const botId = 7_000 + (person.user.userId % BOTS);
    const viewer = viewerWith({
      user: person.user,
      bot: botWith({ botId, accountId: 100_000 + botId }),
      settledOrderIds: person.settled,
      memberResourceIds: person.joined,
      nowMs,
    });
    this.#refreshCounters();
    await this.#chooser.sync();
    for (const order of await this.#choose(viewer)) this.#show(person, order, botId);
  }

  async #choose(viewer: Viewer): Promise<Order[]> {
    if (this.plan.rankBy === 'value') {
      return this.#chooser.choose(viewer, PLACES);
    }
    const suiting = (await this.#chooser.explain(viewer)).filter(({ reason }) => reason === null);
    return suiting
      .map(({ orderId }) => this.#orders.get(orderId)!.order)
      .sort((a, b) => Number(b.realPriceMicros - a.realPriceMicros) || a.orderId - b.orderId)
      .slice(0, PLACES);
  }

  #show(person: Person, order: Order, botId: number): void {
    const { nowMs } = this.#world;
    const { orderId } = order;
    this.#shows++;
    const open = this.#open.get(orderId)!;
    open.count = fadeImpressions(open.count, nowMs - open.atMs) + 1;
    open.atMs = nowMs;
    this.#world.count(orderId, { impressions: this.#world.figures.get(orderId)!.impressions + 1 });
    const fate = drawFrom(seededRandom(this.plan.seed * 31 + person.user.userId * 1_009 + orderId * 7));
    if (!fate.chance(this.#rates.get(orderId) ?? 0)) return;
    // Most join within minutes, some later.
    const delayMs = Math.round(
      -Math.log(1 - fate.whole(0, 9_999) / 10_000) * (fate.chance(0.8) ? 2 : 20) * MINUTE_MS,
    );
    this.#happens(nowMs + delayMs, () => {
      this.#join(person, order, {
        orderId,
        botId,
        firstShownAtMs: nowMs,
        shownAtMs: nowMs,
        seenAtMs: nowMs,
        priceMicros: order.realPriceMicros,
        proof: 'contact',
        hasOwnLink: false,
        ...targetOf(order),
      });
    });
  }

  #join(person: Person, order: Order, show: Impression): void {
    const { nowMs } = this.#world;
    const { orderId, accountId, quantityAll, resource } = order;
    if (person.settled.has(orderId)) return;
    const figures = this.#orders.get(orderId)!;
    const walletMicros = this.#wallets.get(accountId)!;
    const { joined } = figures;
    const settlement = settleJoin(order, show, { joined, walletMicros, nowMs });
    person.settled.add(orderId);
    person.joined.add(resource.resourceId);
    const open = this.#open.get(orderId)!;
    open.count = fadeImpressions(open.count, nowMs - open.atMs) - fadeImpressions(1, nowMs - show.shownAtMs);
    open.atMs = nowMs;
    if (settlement.kind !== 'counted') {
      figures.late++;
      return;
    }
    figures.joined++;
    figures.spentMicros += settlement.priceMicros;
    for (let hour = Math.floor((nowMs - DAY_START_MS) / HOUR_MS); hour < 24; hour++)
      figures.byHour[hour]! += 1;
    this.#wallets.set(accountId, walletMicros - settlement.priceMicros);
    this.#recent.get(orderId)!.push(nowMs);
    if (figures.joined === quantityAll) this.#world.change(orderId, { quantityNow: quantityAll });
  }

  /** What the store would count, as of now. */
  #refreshCounters(): void {
    const { nowMs } = this.#world;
    for (const [orderId, { joined, order }] of this.#orders) {
      const recent = this.#recent.get(orderId)!;
      while ((recent[0] ?? Infinity) <= nowMs - HOUR_MS) recent.shift();
      const open = this.#open.get(orderId)!;
      this.#world.count(orderId, {
        quantityNow: joined,
        today: joined,
        subscribers: this.#history.get(orderId)!.subscribers + joined,
        lastHour: recent.length,
        balanceMicros: this.#wallets.get(order.accountId)!,
        pendingImpressions: Math.max(0, fadeImpressions(open.count, nowMs - open.atMs)),
      });
    }
  }
}

/** Where an even order should be at the end of each hour. */
function evenLine({ schedule, quantityDay }: Order): number[] {
  const openUntil = (hour: number) =>
    openMsBetween(schedule, DAY_START_MS, DAY_START_MS + hour * HOUR_MS, 'UTC');
  return Array.from({ length: 24 }, (_, hour) => ((quantityDay ?? 0) * openUntil(hour + 1)) / openUntil(24));
}

function drawPerson(draw: Draw, index: number): Person {
  const user = {
    ...unknownUser(100_000_000 + index),
    languageCode: draw.one(['ru', 'ru', 'ru', 'uz', 'kk']),
    gender: draw.chance(0.8) ? draw.one(['male', 'female'] as const) : null,
    isPremium: draw.chance(0.1),
  };
  return { user, settled: new Set(), joined: new Set() };
}

function drawMoment(draw: Draw): number {
  const total = visitsByHour.reduce((sum, visits) => sum + visits);
  let ticket = draw.whole(0, total - 1);
  const hour = visitsByHour.findIndex((visits) => (ticket -= visits) < 0);
  return DAY_START_MS + hour * HOUR_MS + draw.whole(0, HOUR_MS - 1);
}

/** The worst that a lite order was off its line at the end of an hour, as a share of the line. */
function worstOffLine({ byHour, line }: OrderDay): number {
  const shares = (line ?? []).map((due, hour) => (due === 0 ? 0 : Math.abs((byHour[hour] ?? 0) - due) / due));
  return Math.max(...shares);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, users: { type: 'string' }, orders: { type: 'string' } },
  });
  const plan = {
    seed: Number(values.seed ?? 1),
    users: Number(values.users ?? 20_000),
    orders: Number(values.orders ?? 50),
  };
  const byValue = await simulateDay({ ...plan, rankBy: 'value' });
  const byPrice = await simulateDay({ ...plan, rankBy: 'price' });
  const say = (name: string, { revenueMicros, visits, impressions, joined, late }: DayOutcome) => {
    console.log(
      `${name.padEnd(10)} revenue ${(Number(revenueMicros) / 1e6).toFixed(0)}, ${String(visits)} visits, ` +
        `${String(impressions)} shows, ${String(joined)} subscribers, ${String(late)} late and free`,
    );
  };
  console.log(`seed ${String(plan.seed)}, ${String(plan.users)} users, ${String(plan.orders)} orders`);
  say('by value', byValue);
  say('by price', byPrice);
  console.log('even orders: joined of their day; the worst they were off their line at the end of an hour');
  for (const figures of byValue.orders) {
    if (figures.line === null) continue;
    const off = (worstOffLine(figures) * 100).toFixed(1);
    console.log(
      `  ${String(figures.order.orderId).padStart(3)}  ${String(figures.joined)} of ${String(figures.order.quantityDay)}, ${off} %`,
    );
  }
}
