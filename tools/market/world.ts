/**
 * The market lives through its days under one policy: visits come, the policy chooses over the service's ports, people
 * look, join a while later or not, and some of them leave. Who would join what, and when they would leave, hangs on the
 * seed, the person and the order alone, so that all policies meet the same people.
 */
import { languageIdOf } from '../../core/data/index.js';
import type { Ports, Store } from '../../core/ports.js';
import type { LearningStore, TrafficHour } from '../../core/ports/learning-store.js';
import type { CatalogStore } from '../../core/ports/order-store.js';
import type { Viewer } from '../../core/choosing/index.js';
import { membershipKey } from '../../core/subscriptions/index.js';
import { seededRandom, viewerWith } from '../../test/core/choosing-world.js';
import { Agenda } from '../simulation/agenda.js';
import { assumptions } from './assumptions.js';
import { chanceOf, seedOf } from './chance.js';
import type { FirstLists } from './first-lists.js';
import { type Filling, type FillingName, fillings } from './fillings.js';
import { ForecastsMade, type ForecastWorld, type ToldForecast } from './forecasts.js';
import { Books } from './ledger.js';
import { ForeignNetworks, oursOf } from './networks.js';
import {
  type Channel,
  chanceToJoin,
  DAY_MS,
  HOUR_MS,
  type Offer,
  type Person,
  populate,
  START_MS,
  type Visit,
} from './population.js';
import type { Policy, PolicyMaker } from './policies.js';
import { Qualities } from './qualities.js';
import { settingsOf } from './settings.js';
import { noteShown, shownOf } from './shows.js';

/** What came of one impression that brought a join. */
export interface Paid {
  offer: Offer;
  channel: Channel;
  userId: number;
  shownAtMs: number;
  micros: bigint;
  atMs: number;
  /** Null: they stay for good. */
  leavesAtMs: number | null;
  /** They leave within the hold, and the money goes back. */
  isReversed: boolean;
}

/** What the world reports to the measures. */
export interface Told {
  impressions: number;
  paid: readonly Paid[];
  books: Books;
  offers: readonly Offer[];
  /** Visits of an order's audience, by hour since the world began. */
  eligible(orderId: number): readonly number[];
  /** Where new orders stood after so many impressions: see `measures.ts`. */
  places: readonly FoundPlace[];
  /** Honest bots and farms reported to moderators, and all of them; null: their quality was not read. */
  told: { honest: [told: number, all: number]; farms: [told: number, all: number] } | null;
  /** What was forecast of orders as they started; null: by a policy that is not measured by it. */
  forecasts: readonly ToldForecast[] | null;
  /** Of orders with demands that suit a user on a first list, those that could be shown; null: not measured. */
  servedShare: number | null;
  /** Joins that other networks pay for. */
  foreign: readonly Paid[];
}

export interface FoundPlace {
  orderId: number;
  /** Its place among the orders that ran then, 0 is the best, by the policy and by the truth; and how many ran. */
  found: number;
  true: number;
  running: number;
}

/** When a new order's place is looked at. */
const FOUND_AFTER = 200;

export interface WorldOptions {
  /** First lists, pins and demands; null: each visit is a new list, and all is known of everybody. */
  firstLists?: FirstLists | null;
  /** Who leaves within it is not paid for; default that of the service's own settings. */
  holdMs?: number;
  /** Other networks, and how lists are made of them; null: there are none, and all of our orders. */
  filling?: FillingName | null;
}

export class Market {
  readonly firstLists: FirstLists | null;
  readonly #holdMs: number;
  nowMs = START_MS;
  readonly offers = new Map<number, Offer>();
  readonly books: Books;
  readonly #agenda = new Agenda<{ atMs: number; act(): void }>();
  readonly #visits: readonly Visit[];
  readonly #started: number[] = [];
  readonly #paid: Paid[] = [];
  readonly #foreignPaid: Paid[] = [];
  readonly #networks: ForeignNetworks | null;
  readonly #fill: Filling | null;
  readonly #eligible = new Map<number, number[]>();
  readonly #places: FoundPlace[] = [];
  readonly #policy: Policy;
  /** Read where a policy chooses by them. */
  #qualities: Qualities | null = null;
  #forecasts: ForecastsMade | null = null;
  readonly #lists = new Array<number>(assumptions.days + 2).fill(0);
  /** Who was there, by language. */
  readonly #people = new Map<string, number>();
  readonly #met = new Set<number>();
  readonly #traffic = new Map<string, TrafficHour>();
  #impressions = 0;

  constructor(
    readonly seed: number,
    make: PolicyMaker,
    { firstLists = null, holdMs = settingsOf({}).HOLD_HOURS * HOUR_MS, filling = null }: WorldOptions = {},
  ) {
    this.firstLists = firstLists;
    this.#holdMs = holdMs;
    const ids = assumptions.languages.map(({ code }) => languageIdOf(code) ?? 0);
    const { offers: all, visits } = populate(seed, ids);
    const targeted = firstLists?.target(all) ?? all;
    const offers = filling === null ? targeted : oursOf(seed, targeted);
    this.#networks = filling === null ? null : new ForeignNetworks(seed, all);
    this.#fill = filling === null || this.#networks === null ? null : fillings[filling](this.#networks);
    this.#visits = visits;
    this.books = new Books(offers);
    for (const offer of offers) {
      const { orderId } = offer.order;
      this.offers.set(orderId, offer);
      this.#eligible.set(orderId, new Array<number>((assumptions.days + 2) * 24).fill(0));
      this.#plan(offer.startMs, () => {
        this.#started.push(orderId);
        this.#forecasts?.start(offer.order);
      });
    }
    this.#policy = make(this);
  }

  #plan(atMs: number, act: () => void): void {
    this.#agenda.add({ atMs, act });
  }

  /** @param days how many of the world's days */
  async live(days: number = assumptions.days): Promise<Told> {
    for (const visit of this.#visits) {
      if (visit.atMs >= START_MS + days * DAY_MS) break;
      this.#catchUp(visit.atMs);
      this.nowMs = visit.atMs;
      await this.#qualities?.keep();
      await this.#forecasts?.keep();
      await this.#visit(visit);
    }
    this.#catchUp(START_MS + (assumptions.days + 1) * DAY_MS);
    const { books, offers } = this;
    return {
      impressions: this.#impressions,
      paid: this.#paid,
      books,
      offers: [...offers.values()],
      eligible: (orderId) => this.#eligible.get(orderId) ?? [],
      places: this.#places,
      told: this.#told(),
      forecasts: this.#forecasts?.told ?? null,
      servedShare: this.firstLists?.servedShare ?? null,
      foreign: this.#foreignPaid,
    };
  }

  #told(): Told['told'] {
    if (this.#qualities === null) return null;
    const { told } = this.#qualities;
    const channels = [...new Map(this.#visits.map(({ channel }) => [channel.bot.botId, channel])).values()];
    const of = (isFarm: boolean): [number, number] => {
      const some = channels.filter((channel) => channel.isFarm === isFarm);
      return [some.filter(({ bot }) => told.has(bot.botId)).length, some.length];
    };
    return { honest: of(false), farms: of(true) };
  }

  /** The ports that choosing needs, over the market's books. */
  ports(environment: Record<string, string>): Pick<Ports, 'store' | 'clock' | 'random' | 'settings' | 'log'> {
    const next = seededRandom(seedOf(this.seed, 9));
    const settings = settingsOf(environment);
    const clock = { now: () => this.nowMs };
    if (settings.RANKING === 'learned' && settings.RANK_BY_QUALITY)
      this.#qualities = new Qualities(this.#paid, clock, settings);
    const store = {
      catalog: this.#catalog(),
      learning: {
        ofBot: (botId: number) => Promise.resolve(this.books.ofBot(botId)),
        traffic: (fromHour: number, toHour: number) =>
          Promise.resolve(
            [...this.#traffic.values()].filter(({ hour }) => hour >= fromHour && hour <= toHour),
          ),
      } satisfies Pick<LearningStore, 'ofBot' | 'traffic'>,
      quality: { factor: (botId: number) => Promise.resolve(this.#qualities?.factor(botId) ?? 1) },
      exclusions: { version: () => Promise.resolve(0), ofBot: () => Promise.resolve(new Set<number>()) },
    };
    if (this.#qualities !== null)
      this.#forecasts = new ForecastsMade(this.#forecastWorld({ clock, settings, store }));
    return {
      // Choosing asks nothing else of the store.
      store: store as unknown as Store,
      clock,
      random: { next, bytes: (count: number) => new Uint8Array(count) },
      log: { info: () => undefined, warn: refuse, error: refuse },
      settings,
    };
  }

  #forecastWorld(parts: Pick<ForecastWorld, 'clock' | 'settings'> & { store: unknown }): ForecastWorld {
    return {
      ...parts,
      store: parts.store as ForecastWorld['store'],
      books: this.books,
      running: () => this.running(),
      lists: this.#lists,
      people: this.#people,
      plan: (atMs, act) => {
        this.#plan(atMs, act);
      },
    };
  }

  running(): Offer[] {
    return this.#started.flatMap((orderId) => {
      const offer = this.offers.get(orderId);
      return offer !== undefined && this.books.of(orderId).joined < offer.order.quantityAll ? [offer] : [];
    });
  }

  #catalog(): CatalogStore {
    return {
      version: () => Promise.resolve(this.#started.length),
      changedSince: (version) => {
        const ids = this.#started.slice(version);
        const orders = ids.flatMap((orderId) => this.offers.get(orderId)?.order ?? []);
        return Promise.resolve({ version: this.#started.length, orders });
      },
      counters: (orderIds, _day, nowMs) =>
        Promise.resolve(new Map(orderIds.map((orderId) => [orderId, this.books.counters(orderId, nowMs)]))),
    };
  }

  #catchUp(untilMs: number): void {
    for (let next = this.#agenda.take(untilMs); next !== null; next = this.#agenda.take(untilMs)) {
      this.nowMs = next.atMs;
      next.act();
    }
  }

  async #visit({ person, channel, atMs }: Visit): Promise<void> {
    this.#noteEligible(person, channel, atMs);
    const pinned = this.firstLists?.pinned(person, channel, atMs) ?? null;
    if (pinned !== null) {
      this.#show({ person, channel, atMs }, pinned);
      return;
    }
    const { user, isFirst } = this.firstLists?.meet(person, channel) ?? { user: person.user, isFirst: false };
    const viewer = viewerWith({
      user,
      bot: channel.bot,
      settledOrderIds: person.settled,
      shownOrderIds: shownOf(person, atMs),
      memberResourceIds: person.members,
      nowMs: atMs,
    });
    if (isFirst && !channel.isFarm) await this.#noteFirst(viewer, person);
    const ours = async (count: number) => {
      const ids = await this.#policy.choose(viewer, count, { person, channel });
      this.#noteList(person, ids.length, atMs);
      return ids.flatMap((id) => this.offers.get(id) ?? []);
    };
    this.#networks?.meet(person, channel, atMs);
    const orderIds =
      (await this.#fill?.({ person, channel, atMs, ours })) ??
      (await ours(assumptions.places)).map(({ order }) => order.orderId);
    this.firstLists?.pin(person, channel, orderIds, atMs);
    this.#show({ person, channel, atMs }, orderIds);
    for (const orderId of orderIds) if (this.offers.has(orderId)) await this.#lookAt(orderId, viewer);
  }

  /** What would suit if all were known, next to what suits by what is known. */
  async #noteFirst(viewer: Viewer, person: Person): Promise<void> {
    if (this.firstLists === null) return;
    const knowing = { ...viewer, user: this.firstLists.truthOf(person) };
    const wanted = await this.#policy.suiting(knowing);
    const offers = wanted.flatMap((orderId) => this.offers.get(orderId) ?? []);
    this.firstLists.note(offers, new Set(await this.#policy.suiting(viewer)));
  }

  /** As the picker counts it. */
  #noteList({ user }: Person, filled: number, atMs: number): void {
    this.#lists[Math.floor((atMs - START_MS) / DAY_MS)]! += 1;
    if (!this.#met.has(user.userId))
      this.#people.set(user.languageCode, (this.#people.get(user.languageCode) ?? 0) + 1);
    this.#met.add(user.userId);
    const hour = Math.floor(atMs / HOUR_MS);
    const languageId = languageIdOf(user.languageCode) ?? 0;
    const key = `${String(hour)}:${String(languageId)}`;
    const known = this.#traffic.get(key) ?? { hour, languageId, lists: 0, places: 0, filled: 0 };
    known.lists += 1;
    known.places += assumptions.places;
    known.filled += filled;
    this.#traffic.set(key, known);
  }

  #noteEligible({ user }: Person, { isFarm }: Channel, atMs: number): void {
    if (isFarm) return;
    const languageId = languageIdOf(user.languageCode);
    const hour = Math.floor((atMs - START_MS) / HOUR_MS);
    for (const orderId of this.#started) {
      const languages = this.offers.get(orderId)?.order.targeting.languages ?? null;
      if (languages === null || (languageId !== undefined && languages.includes(languageId)))
        this.#eligible.get(orderId)![hour]! += 1;
    }
  }

  #show(visit: Visit, orderIds: readonly number[]): void {
    const { person, channel, atMs } = visit;
    const chance = chanceOf(seedOf(this.seed, person.user.userId, atMs - START_MS));
    let looks = true;
    for (const orderId of orderIds) {
      const offer = this.offers.get(orderId) ?? this.#networks?.find(orderId);
      if (offer === undefined) continue;
      this.#impressions += 1;
      const fate = chanceOf(seedOf(this.seed, person.user.userId, orderId, person.seen.get(orderId) ?? 0));
      if (looks && fate.chance(chanceToJoin(person, channel, offer))) this.#willJoin(visit, offer, fate);
      if (this.offers.has(orderId)) {
        this.books.shown(orderId, channel.bot.botId, atMs);
        noteShown(person, { orderId, botId: channel.bot.botId }, atMs);
      }
      if (looks) person.seen.set(orderId, (person.seen.get(orderId) ?? 0) + 1);
      looks = looks && chance.chance(assumptions.looksOn);
    }
  }

  #willJoin({ person, channel, atMs }: Visit, offer: Offer, fate: ReturnType<typeof chanceOf>): void {
    const { delay, leaves, farm } = assumptions;
    const delayMs = Math.min(delay.mostMs, delay.medianMs * Math.exp(delay.deviation * fate.normal()));
    const stays = !fate.chance(channel.leaves);
    const meanMs = channel.isFarm ? farm.meanMs : leaves.meanMs;
    const stayMs = stays ? null : -Math.log(1 - fate.next()) * meanMs;
    const priceMicros = offer.order.realPriceMicros;
    this.#plan(Math.floor(atMs + delayMs), () => {
      const { nowMs } = this;
      const key = membershipKey(offer.order);
      if (person.members.has(key)) return;
      person.members.add(key);
      person.settled.add(offer.order.orderId);
      const join = { offer, botId: channel.bot.botId, shownAtMs: atMs, priceMicros };
      const foreign = this.#networks?.find(offer.order.orderId);
      const micros =
        foreign === undefined
          ? this.books.joined(join, nowMs)
          : (this.#networks?.joined(foreign, nowMs) ?? 0n);
      const leavesAtMs = stayMs === null ? null : nowMs + stayMs;
      const { userId } = person.user;
      const paid = { offer, channel, userId, shownAtMs: atMs, micros, atMs: nowMs, leavesAtMs };
      if (micros === 0n) return;
      const isReversed = stayMs !== null && stayMs < this.#holdMs;
      (foreign === undefined ? this.#paid : this.#foreignPaid).push({ ...paid, isReversed });
      if (!isReversed || foreign !== undefined) return;
      this.#plan(Math.floor(nowMs + stayMs), () => {
        this.books.reversed(join, micros, nowMs);
      });
    });
  }

  /** Once an order that came later has been seen often enough: where it stands. */
  async #lookAt(orderId: number, viewer: Viewer): Promise<void> {
    const offer = this.offers.get(orderId);
    const book = this.books.of(orderId);
    const impressions = book.impressions.reduce((sum, count) => sum + count, 0);
    if (offer === undefined || offer.startMs === START_MS || impressions !== FOUND_AFTER) return;
    const ranked = await this.#policy.ranked?.(viewer);
    if (ranked === undefined) return;
    const running = new Set(this.running().map(({ order }) => order.orderId));
    const found = ranked.filter((id) => running.has(id)).indexOf(orderId);
    const worth = (id: number) => {
      const { order, appeal } = this.offers.get(id)!;
      return Number(order.realPriceMicros) * appeal;
    };
    const better = [...running].filter((id) => worth(id) > worth(orderId)).length;
    if (found >= 0) this.#places.push({ orderId, found, true: better, running: running.size });
  }
}

/** Nothing is away in a market: what is logged is a fault. */
function refuse(facts: Record<string, unknown>, message: string): never {
  throw new Error(message, { cause: facts });
}
