/** Who lives in the market's world: people with tastes, bots with audiences, orders with budgets, and farms. */
import type { EndUser } from '../../core/ports/audience-store.js';
import type { Bot } from '../../core/ports/bot-store.js';
import type { Order } from '../../core/ports/order-store.js';
import type { Impression } from '../../core/ports/sponsor-store.js';
import { unknownUser } from '../../core/unknown-user.js';
import { botWith, orderWith } from '../../test/core/choosing-world.js';
import { assumptions } from './assumptions.js';
import { beta, type Chance, chanceOf, seedOf } from './chance.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** A Monday. */
export const START_MS = Date.parse('2026-03-02T00:00:00Z');

export interface Person {
  user: EndUser;
  language: number;
  /** How much they care for each theme; 1 in all is indifference. */
  tastes: readonly number[];
  bots: readonly Channel[];
  /** What they are in, by membership key, and orders that are settled with them. */
  members: Set<string>;
  settled: Set<number>;
  /** How often each order was shown to them. */
  seen: Map<number, number>;
  /** What was shown to them, by order and bot. */
  shows: Map<string, Pick<Impression, 'orderId' | 'firstShownAtMs' | 'shownAtMs'>>;
}

/** A publisher's bot. */
export interface Channel {
  bot: Bot;
  theme: number;
  pull: number;
  /** How readily its users join, 1 is the middle; and how many of them leave again. */
  engagement: number;
  leaves: number;
  isFarm: boolean;
}

export interface Offer {
  order: Order;
  theme: number;
  appeal: number;
  startMs: number;
  purseMicros: bigint;
  /** One of those of which pacing is measured. */
  isPaced: boolean;
}

export interface Visit {
  atMs: number;
  person: Person;
  channel: Channel;
}

export interface Population {
  channels: readonly Channel[];
  offers: readonly Offer[];
  /** In the order of time. */
  visits: readonly Visit[];
}

const THEMES = assumptions.themes.length;
const LANGUAGE_IDS = [1, 2, 3];

export function populate(seed: number, languageIds: readonly number[] = LANGUAGE_IDS): Population {
  const channels = makeChannels(chanceOf(seedOf(seed, 1)));
  const honest = channels.filter(({ isFarm }) => !isFarm);
  const people = makePeople(chanceOf(seedOf(seed, 2)), honest);
  const visits = [
    ...visitsOf(chanceOf(seedOf(seed, 3)), people),
    ...farmVisits(
      chanceOf(seedOf(seed, 4)),
      channels.filter(({ isFarm }) => isFarm),
      people.length,
    ),
  ].sort((a, b) => a.atMs - b.atMs);
  return { channels, offers: makeOffers(chanceOf(seedOf(seed, 5)), languageIds), visits };
}

function makeChannels(chance: Chance): Channel[] {
  const { bots, farms, engagement, leaves } = assumptions;
  return Array.from({ length: bots + farms }, (_, index): Channel => {
    const isFarm = index >= bots;
    const botId = 7_000 + index;
    return {
      bot: botWith({
        botId,
        accountId: 100_000 + botId,
        name: `${isFarm ? 'Farm' : 'Bot'} ${String(index)}`,
      }),
      theme: Math.floor(chance.next() * THEMES),
      // As sizes of audiences go: the second has half of the first.
      pull: 1 / (index + 1),
      engagement: Math.exp(engagement * chance.normal()),
      leaves: isFarm ? assumptions.farm.leaves : chance.between(leaves.from, leaves.to),
      isFarm,
    };
  });
}

function makePeople(chance: Chance, channels: readonly Channel[]): Person[] {
  return Array.from({ length: assumptions.users }, (_, index) => makePerson(chance, channels, index));
}

function makePerson(chance: Chance, channels: readonly Channel[], index: number): Person {
  const drawn = assumptions.themes.map(() => chance.gamma(assumptions.tasteSpread));
  const sum = drawn.reduce((total, one) => total + one, 0);
  const tastes = drawn.map((one) => (one * THEMES) / sum);
  const language = chance.pick(assumptions.languages.map(({ share }) => share));
  const weights = channels.map(({ pull, theme }) => pull * (tastes[theme] ?? 0));
  const count = 1 + Math.floor(chance.next() * 3);
  const bots = Array.from({ length: count }, () => channels[chance.pick(weights)]!);
  return { ...blank(100_000_000 + index, language), tastes, bots };
}

function blank(userId: number, language: number): Omit<Person, 'tastes' | 'bots'> {
  const languageCode = assumptions.languages[language]?.code ?? '';
  return {
    user: { ...unknownUser(userId), languageCode },
    language,
    members: new Set(),
    settled: new Set(),
    seen: new Map(),
    shows: new Map(),
  };
}

function* visitsOf(chance: Chance, people: readonly Person[]): Generator<Visit> {
  for (let day = 0; day < assumptions.days; day++) {
    const often = assumptions.visitsADay * (assumptions.visitsByWeekday[(day + 4) % 7] ?? 1);
    for (const person of people) {
      for (let count = chance.poisson(often); count > 0; count--) {
        const channel = person.bots[Math.floor(chance.next() * person.bots.length)]!;
        yield { atMs: momentOf(chance, day, person.language), person, channel };
      }
    }
  }
}

/** Some new people, and some who were there before. */
function* farmVisits(chance: Chance, farms: readonly Channel[], people: number): Generator<Visit> {
  const { farmShare, visitsADay, farm } = assumptions;
  const perDay = Math.round((people * visitsADay * farmShare) / farms.length);
  let userId = 900_000_000;
  for (const channel of farms) {
    const known: Person[] = [];
    for (let day = 0; day < assumptions.days; day++) {
      for (let count = 0; count < perDay; count++) {
        const isNew = known.length === 0 || chance.chance(farm.newUsers);
        if (isNew)
          known.push({ ...blank(userId++, 0), tastes: Array<number>(THEMES).fill(1), bots: [channel] });
        const person = isNew ? known.at(-1)! : known[Math.floor(chance.next() * known.length)]!;
        yield { atMs: momentOf(chance, day, 0), person, channel };
      }
    }
  }
}

function momentOf(chance: Chance, day: number, language: number): number {
  const shift = assumptions.languages[language]?.shiftHours ?? 0;
  const hour = (chance.pick(assumptions.visitsByHour) + shift + 24) % 24;
  return Math.floor(START_MS + day * DAY_MS + (hour + chance.next()) * HOUR_MS);
}

function makeOffers(chance: Chance, languageIds: readonly number[]): Offer[] {
  return Array.from({ length: assumptions.orders }, (_, index) => makeOffer(chance, index + 1, languageIds));
}

function makeOffer(chance: Chance, orderId: number, languageIds: readonly number[]): Offer {
  const { paced, price, wantsADay, wantsDays, purse, appeal } = assumptions;
  const isPaced = orderId <= paced.orders;
  const isAtFirst = isPaced || chance.chance(assumptions.ordersAtFirst);
  const startMs = isAtFirst
    ? START_MS
    : START_MS + Math.floor(chance.next() * (assumptions.days - 1) * DAY_MS);
  const drawn = Math.round(price.medianMicros * Math.exp(price.deviation * chance.normal()));
  const priceMicros = isPaced ? paced.priceMicros : Math.max(price.leastMicros, drawn);
  const range = isPaced ? paced.wantsADay : wantsADay;
  const daily = Math.round(chance.between(range.from, range.to));
  const days = Math.ceil(chance.between(wantsDays.from, wantsDays.to));
  const isLite = chance.chance(assumptions.isLite) || isPaced;
  const theme = Math.floor(chance.next() * THEMES);
  const quantityAll = daily * (isPaced ? assumptions.days : days);
  const hasDailyLimit = isLite || !chance.chance(assumptions.noDailyLimit);
  const named = chance.chance(assumptions.namesLanguage) && !isPaced;
  const language = chance.pick(assumptions.languages.map(({ share }) => share));
  const share = isPaced ? 2 : chance.between(purse.from, purse.to);
  const order = orderWith(orderId, {
    accountId: 500 + orderId,
    realPriceMicros: BigInt(priceMicros),
    quantityAll,
    quantityDay: hasDailyLimit ? daily : null,
    isLite,
    theme: assumptions.themes[theme] ?? null,
    createdAtMs: startMs,
    targeting: {
      ...orderWith(orderId).targeting,
      languages: named ? [languageIds[language] ?? 1] : null,
    },
  });
  return {
    order,
    theme,
    appeal: beta(chance, ...appeal),
    startMs,
    purseMicros: BigInt(Math.round(priceMicros * quantityAll * share)),
    isPaced,
  };
}

/** The chance that this person joins, having looked; unknown to the service. */
export function chanceToJoin(
  { tastes, seen }: Person,
  channel: Channel,
  { appeal, theme, order }: Offer,
): number {
  const { indifference, mostLikely, fatigue, farm } = assumptions;
  if (channel.isFarm) return farm.joins;
  const fit = indifference + (1 - indifference) * (tastes[theme] ?? 1);
  const tired = fatigue ** (seen.get(order.orderId) ?? 0);
  return Math.min(mostLikely, appeal * fit * channel.engagement) * tired;
}
