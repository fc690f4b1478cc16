/**
 * The rules of choosing, once more and without any haste: every order is looked at, and every reason against it is
 * named. The chooser has to agree with this.
 */
import { traitsOf } from '../../core/audience/index.js';
import { joinsDue } from '../../core/orders/pacing.js';
import { PENDING_MEAN_MS } from '../../core/pending-impressions.js';
import { boundsOfDay } from '../../core/days.js';
import { isOpen, openMsBetween } from '../../core/terms/schedule.js';
import type { Order, OrderCounters } from '../../core/ports/order-store.js';
import type { Viewer } from '../../core/choosing/index.js';
import { DAY_MS } from './choosing-world.js';

export const PRIOR = 0.3;
export const WEIGHT = 30;

interface Rated {
  impressions: number;
  subscribers: number;
}

export function rate({ impressions, subscribers }: Rated): number {
  return Math.min(1, (subscribers + PRIOR * WEIGHT) / (impressions + WEIGHT));
}

/** Reasons that a visit to a page might take away. */
const toldByVisit = ['countries', 'cities', 'devicestype', 'devicesos', 'has_fake_check'].map(
  (name) => `${name}_unknown`,
);

/** Everything that speaks against showing the order to this viewer now. */
export function reasonsAgainst(
  { order, counters, begins }: Candidate,
  viewer: Viewer,
  candidates: readonly Candidate[],
): string[] {
  return [
    ...againstBot(order, viewer),
    ...againstUser(order, viewer),
    ...againstTraits(order, viewer),
    ...againstTime(order, viewer),
    ...againstFigures(order, counters, begins, viewer),
    ...againstWallet(order, counters, candidates, viewer),
  ];
}

function againstBot(order: Order, { bot, botQuality }: Viewer): string[] {
  const reasons: string[] = [];
  const isOwn = order.accountId === bot.accountId;
  if (order.checkState === 'lost') reasons.push('check_lost');
  if (order.places === 0 && !isOwn) reasons.push('own_bots_only');
  if (order.places === 1 && isOwn) reasons.push('other_bots_only');
  if (order.adsType === 'bot' && !bot.settings.showBots) reasons.push('bots_not_shown');
  if (order.adsType === 'resource' && !bot.settings.showResources) reasons.push('resources_not_shown');
  if (order.adsType === 'bot' && order.resource.resourceId === String(bot.botId)) reasons.push('own_bot');
  if (bot.settings.forbiddenThemes.some((theme) => theme === order.theme)) reasons.push('theme_unwanted');
  if (order.forbiddenThemes.some((theme) => theme === bot.theme)) reasons.push('bot_theme_unwanted');
  if (botQuality < order.minBotQuality) reasons.push('below_min_bot_quality');
  // The publisher's part is 0.7 of the price.
  const brings = (order.realPriceMicros * 7n) / 10n;
  if (!isOwn && brings < bot.settings.minPriceMicros) reasons.push('below_min_price');
  return reasons;
}

function againstUser(order: Order, viewer: Viewer): string[] {
  const reasons: string[] = [];
  const { resourceId } = order.resource;
  if (viewer.excludedOrderIds.has(order.orderId)) reasons.push('excluded');
  if (resourceId !== '' && viewer.excludedResourceIds.has(resourceId)) reasons.push('excluded');
  if (viewer.settledOrderIds.has(order.orderId)) reasons.push('settled');
  else if (viewer.leftResourceIds.has(thingToJoin(order))) reasons.push('settled');
  if (viewer.memberResourceIds.has(thingToJoin(order))) reasons.push('member');
  return reasons;
}

export function thingToJoin({ resource, orderId }: Order): string {
  return resource.resourceId === '' ? `order:${String(orderId)}` : resource.resourceId;
}

function againstTraits({ targeting }: Order, { user, nowMs }: Viewer): string[] {
  const traits = traitsOf(user, nowMs);
  const reasons: string[] = [];
  const demand = (name: string, isDemanded: boolean, value: unknown, fits: boolean) => {
    if (isDemanded && value === undefined) reasons.push(`${name}_unknown`);
    else if (isDemanded && !fits) reasons.push(name);
  };
  const among = (name: string, list: readonly unknown[], value: unknown) => {
    demand(name, list.length > 0, value, list.includes(value));
  };
  const needs = (name: string, isNeeded: boolean, value: boolean | undefined) => {
    demand(name, isNeeded, value, value === true);
  };
  const atLeast = (name: string, level: number, value: number | undefined) => {
    demand(name, level > 0, value, (value ?? 0) >= level);
  };
  among('gender', targeting.gender === 'all' ? [] : [targeting.gender], traits.gender);
  demand(
    'only_premium',
    targeting.onlyPremium > 0,
    traits.isPremium,
    traits.isPremium === (targeting.onlyPremium === 1),
  );
  among('languages', targeting.languages ?? [], traits.languageId);
  among('countries', targeting.countries, traits.countryId);
  among('cities', targeting.cities, traits.cityId);
  among('devicestype', targeting.deviceTypes, traits.deviceType);
  among('devicesos', targeting.deviceSystems, traits.deviceSystemId);
  among('ages', targeting.ages, traits.age);
  needs('has_photo', targeting.hasPhoto, traits.hasPhoto);
  needs('has_real_photo', targeting.hasRealPhoto, traits.hasRealPhoto);
  needs('has_username', targeting.hasUsername, traits.hasUsername);
  needs('has_bio', targeting.hasBio, traits.hasBio);
  needs('has_first_name', targeting.hasFirstName, traits.hasFirstName);
  needs('has_ru_name', targeting.hasRuName, traits.hasRuName);
  needs('has_rus_name', targeting.hasRusName, traits.hasRusName);
  needs('has_only_cyrillic', targeting.hasOnlyCyrillic, traits.hasOnlyCyrillic);
  needs('has_fake_check', targeting.hasFakeCheck, traits.passesFakeCheck);
  atLeast('old_account', targeting.oldAccount, traits.accountLevel);
  atLeast('gifts', targeting.gifts, traits.giftsLevel);
  atLeast('rating', targeting.rating, traits.ratingLevel);
  return reasons;
}

function againstTime({ schedule }: Order, { nowMs }: Viewer): string[] {
  const isEarly = schedule.startAtMs !== null && nowMs < schedule.startAtMs;
  if (isEarly) return ['not_started'];
  return isOpen(schedule, nowMs, 'UTC') ? [] : ['closed_now'];
}

function againstFigures(
  order: Order,
  counters: OrderCounters,
  begins: Candidate['begins'],
  { bot, nowMs }: Viewer,
): string[] {
  const price = priceFor(order, bot);
  const left = order.quantityAll - counters.quantityNow;
  const leftToday = (order.quantityDay ?? Infinity) - counters.today;
  const payable = price === 0 ? Infinity : Number(counters.balanceMicros) / price;
  const likely = counters.pendingImpressions * rate(counters);
  const reasons: string[] = [];
  if (left <= 0) reasons.push('finished');
  if (leftToday <= 0) reasons.push('day_limit');
  if (payable < 1) reasons.push('no_money');
  const wanted = Math.min(left, leftToday);
  if (counters.overrun >= 40 && counters.overrun * 5 >= counters.today) reasons.push('overrun');
  const beyond = Math.max(20, 2 * wanted) - counters.overrun;
  const isCrowded = counters.pendingImpressions >= wanted && counters.pendingImpressions >= wanted + beyond;
  // All who see it may join, with this one; beyond that, more than are wanted may only by a chance of one in forty.
  const [seeing, own] = [counters.pendingImpressions + 1, rate(counters)];
  const unlikely = seeing * own + 2 * Math.sqrt(seeing * own * (1 - own));
  const still = wanted - counters.overrun;
  if (isCrowded || (seeing > still + 0.25 && unlikely > still)) reasons.push('promised');
  if (order.isLite) {
    const quotaToday = Math.min(order.quantityDay ?? Infinity, left + counters.today);
    const dueByNow = joinsDue(
      {
        schedule: order.schedule,
        quotaToday,
        joinsToday: counters.today,
        joinsLastHour: counters.lastHour,
        begins,
        flow: null,
      },
      nowMs,
      'UTC',
    );
    // Until what is shown now is joined, the line moves on by a part of what is left.
    const leftMs = openMsBetween(order.schedule, nowMs, boundsOfDay(nowMs, 'UTC').endMs, 'UTC');
    const soon = leftMs === 0 ? 0 : Math.min(left, leftToday) * Math.min(1, PENDING_MEAN_MS / leftMs);
    if (counters.today + likely >= dueByNow + soon * (1 - rate(counters))) reasons.push('pacing');
    if (counters.lastHour + likely >= (order.subSpeed ?? Infinity)) reasons.push('pacing');
  }
  return reasons;
}

function priceFor(order: Order, bot: Viewer['bot']): number {
  return order.isFree && order.accountId === bot.accountId ? 0 : Number(order.realPriceMicros);
}

/** All of an account's orders that run are paid out of one wallet, and so are the users who see them now. */
function againstWallet(
  order: Order,
  counters: OrderCounters,
  candidates: readonly Candidate[],
  { bot }: Viewer,
): string[] {
  const price = priceFor(order, bot);
  const balance = Number(counters.balanceMicros);
  const { likely, most, overrun, variance } = promisedOf(order.accountId, candidates);
  const beyond = Math.max(20 * price, 2 * balance) - overrun;
  const isCrowded = most >= balance && most >= balance + beyond;
  const own = rate(counters);
  // With this one, and what came for nothing today has to be there again.
  const unlikely = likely + own * price + 2 * Math.sqrt(variance + own * (1 - own) * price ** 2);
  const [seeing, left] = [most + price, balance - overrun];
  const isSpokenFor = isCrowded || (seeing > left + price / 4 && unlikely > left);
  return price > 0 && isSpokenFor ? ['promised'] : [];
}

interface Promised {
  likely: number;
  most: number;
  overrun: number;
  variance: number;
}

/** Of each list of candidates, what its accounts have promised: adding it up for each of 1,500 orders took seconds. */
const promised = new WeakMap<readonly Candidate[], Map<number, Promised>>();

function promisedOf(accountId: number, candidates: readonly Candidate[]): Promised {
  const ofAccounts = promised.get(candidates) ?? new Map<number, Promised>();
  promised.set(candidates, ofAccounts);
  const known = ofAccounts.get(accountId) ?? addUp(accountId, candidates);
  ofAccounts.set(accountId, known);
  return known;
}

function addUp(accountId: number, candidates: readonly Candidate[]): Promised {
  const sums = { likely: 0, most: 0, overrun: 0, variance: 0 };
  for (const { order, counters } of candidates) {
    const isFreeEverywhere = order.isFree && order.places === 0;
    if (order.accountId !== accountId || isFreeEverywhere) continue;
    const [price, one] = [Number(order.realPriceMicros), rate(counters)];
    sums.likely += Math.round(counters.pendingImpressions * one * price);
    sums.most += Math.round(counters.pendingImpressions * price);
    sums.overrun += counters.overrun * price;
    sums.variance += Math.round(counters.pendingImpressions * one * (1 - one) * price ** 2);
  }
  return sums;
}

export interface Candidate {
  order: Order;
  counters: OrderCounters;
  /** Where the even line begins, when that is not the day. */
  begins: { atMs: number; joinsToday: number } | null;
}

export function bruteChoose(candidates: readonly Candidate[], viewer: Viewer, count: number): number[] {
  const { accountId } = viewer.bot;
  const isOnTop = ({ order }: Candidate) => order.isHighPriority && order.accountId === accountId;
  const value = ({ order, counters }: Candidate) => Number(order.realPriceMicros) * rate(counters);
  const ranked = candidates
    .filter((candidate) => reasonsAgainst(candidate, viewer, candidates).length === 0)
    .sort(
      (a, b) =>
        Number(isOnTop(b)) - Number(isOnTop(a)) || value(b) - value(a) || a.order.orderId - b.order.orderId,
    );
  const chosen: Candidate[] = [];
  for (const candidate of ranked) {
    const isNew = chosen.every((other) => thingToJoin(other.order) !== thingToJoin(candidate.order));
    if (isNew && chosen.length < count) chosen.push(candidate);
  }
  return chosen.map(({ order }) => order.orderId);
}

export function bruteCouldSuit(candidates: readonly Candidate[], viewer: Viewer): boolean {
  const { visitedAtMs } = viewer.user;
  if (visitedAtMs !== null && viewer.nowMs - visitedAtMs < DAY_MS) return false;
  return candidates.some((candidate) => {
    const reasons = reasonsAgainst(candidate, viewer, candidates);
    return reasons.length > 0 && reasons.every((reason) => toldByVisit.includes(reason));
  });
}

export function bruteAvailable(
  candidates: readonly Candidate[],
  orderIds: readonly number[],
  viewer: Viewer,
): number[] {
  const blocking = ['check_lost', 'not_started', 'closed_now', 'finished', 'day_limit', 'no_money'];
  return candidates
    .filter(({ order }) => orderIds.includes(order.orderId))
    .filter(
      (candidate) =>
        !reasonsAgainst(candidate, viewer, candidates).some((reason) => blocking.includes(reason)),
    )
    .map(({ order }) => order.orderId);
}
