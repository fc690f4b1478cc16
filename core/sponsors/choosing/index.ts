/** Choosing the most relevant sponsors (stands in until the indexed chooser lands: correct, linear). */
import { traitsOf, type UserTraits } from '../../audience/traits.js';
import { dayNumberOf } from '../../days.js';
import { isOpen } from '../../orders/schedule.js';
import type { Bot, EndUser, Order, OrderCounters, Ports } from '../../ports.js';

export interface Seeker {
  user: EndUser;
  bot: Bot;
  excludedOrderIds: ReadonlySet<number>;
  excludedResourceIds: ReadonlySet<string>;
  settledOrderIds: ReadonlySet<number>;
  memberResourceIds: ReadonlySet<string>;
  nowMs: number;
}
export interface Choice {
  order: Order;
}
export type Refusal = string;
export interface Chooser {
  sync(): Promise<void>;
  order(orderId: number): Order | undefined;
  choose(seeker: Seeker, count: number): Promise<Choice[]>;
  couldSuitAfterVisit(seeker: Seeker): Promise<boolean>;
  explain(seeker: Seeker): Promise<{ orderId: number; refusal: Refusal | null }[]>;
  available(orderIds: readonly number[], nowMs: number): Promise<Set<number>>;
}

export function createChooser(ports: Pick<Ports, 'store' | 'clock' | 'random' | 'settings'>): Chooser {
  const { store, settings } = ports;
  const orders = new Map<number, Order>();
  let version = 0;
  const live = async (ids: readonly number[], nowMs: number) =>
    store.catalog.counters(ids, dayNumberOf(nowMs, settings.SERVICE_TIMEZONE), nowMs);
  const refusal = (order: Order, seeker: Seeker, traits: UserTraits): Refusal | null =>
    placeRefusal(order, seeker, settings.SERVICE_TIMEZONE) ?? traitRefusal(order, traits, false);
  return {
    sync: async () => {
      if ((await store.catalog.version()) === version) return;
      const changed = await store.catalog.changedSince(version);
      for (const order of changed.orders) {
        if (runs(order)) orders.set(order.orderId, order);
        else orders.delete(order.orderId);
      }
      version = changed.version;
    },
    order: (orderId) => orders.get(orderId),
    choose: async (seeker, count) => {
      const traits = traitsOf(seeker.user, seeker.nowMs);
      const suiting = [...orders.values()].filter((order) => refusal(order, seeker, traits) === null);
      const figures = await live(suiting.map((order) => order.orderId), seeker.nowMs);
      const payable = suiting.filter((order) => canTake(order, figures.get(order.orderId)));
      return payable.toSorted((a, b) => rank(b, seeker, figures) - rank(a, seeker, figures)).slice(0, count).map((order) => ({ order }));
    },
    couldSuitAfterVisit: (seeker) => {
      const traits = traitsOf(seeker.user, seeker.nowMs);
      const could = [...orders.values()].some(
        (order) =>
          placeRefusal(order, seeker, settings.SERVICE_TIMEZONE) === null &&
          traitRefusal(order, traits, false) !== null &&
          traitRefusal(order, traits, true) === null,
      );
      return Promise.resolve(could);
    },
    explain: (seeker) => {
      const traits = traitsOf(seeker.user, seeker.nowMs);
      return Promise.resolve([...orders.values()].map((order) => ({ orderId: order.orderId, refusal: refusal(order, seeker, traits) })));
    },
    available: async (orderIds, nowMs) => {
      const running = orderIds.flatMap((id) => orders.get(id) ?? []).filter((order) => order.checkState === 'ok' && isOpen(order.schedule, nowMs, settings.SERVICE_TIMEZONE));
      const figures = await live(running.map((order) => order.orderId), nowMs);
      return new Set(running.filter((order) => canTake(order, figures.get(order.orderId))).map((order) => order.orderId));
    },
  };
}

function runs(order: Order): boolean {
  return order.decision === 'approved' && order.isOn && !order.inArchive && order.quantityNow < order.quantityAll;
}
function canTake(order: Order, figures: OrderCounters | undefined): boolean {
  if (figures === undefined) return false;
  const { quantityNow, today, balanceMicros } = figures;
  return quantityNow < order.quantityAll && today < (order.quantityDay ?? Infinity) && balanceMicros >= order.realPriceMicros;
}
function rank(order: Order, seeker: Seeker, figures: Map<number, OrderCounters>): number {
  const counters = figures.get(order.orderId);
  const rate = ((counters?.subscribers ?? 0) + 10) / ((counters?.shows ?? 0) + 50);
  const isOwnHigh = order.isHighPriority && order.accountId === seeker.bot.accountId;
  return (isOwnHigh ? 1e15 : 0) + Number(order.realPriceMicros) * rate;
}
function placeRefusal(order: Order, seeker: Seeker, zone: string): Refusal | null {
  const { bot } = seeker;
  const isOwn = order.accountId === bot.accountId;
  if (order.checkState !== 'ok') return 'check_lost';
  if ((order.places === 0 && !isOwn) || (order.places === 1 && isOwn)) return 'places';
  if (order.adsType === 'bot' && !bot.settings.showBots) return 'no_bots';
  if (order.adsType === 'resource' && !bot.settings.showResources) return 'no_resources';
  if (order.theme !== null && bot.settings.forbiddenThemes.includes(order.theme)) return 'theme';
  if (bot.theme !== null && order.forbiddenThemes.includes(bot.theme)) return 'bot_theme';
  if (seeker.excludedOrderIds.has(order.orderId)) return 'excluded';
  const { resourceId } = order.resource;
  if (resourceId !== '' && (seeker.excludedResourceIds.has(resourceId) || seeker.memberResourceIds.has(resourceId))) return 'resource';
  if (seeker.settledOrderIds.has(order.orderId)) return 'settled';
  return isOpen(order.schedule, seeker.nowMs, zone) ? null : 'schedule';
}
function traitRefusal(order: Order, traits: UserTraits, afterVisit: boolean): Refusal | null {
  const t = order.targeting;
  const among = (list: readonly unknown[], value: unknown, fromVisit = false) =>
    list.length === 0 || (value === undefined ? afterVisit && fromVisit : list.includes(value));
  if (t.gender !== 'all' && traits.gender !== t.gender) return 'gender';
  if (t.onlyPremium !== 0 && traits.isPremium !== (t.onlyPremium === 1)) return 'premium';
  if (t.languages !== null && !among(t.languages, traits.languageId)) return 'language';
  if (!among(t.countries, traits.countryId, true)) return 'country';
  if (!among(t.cities, traits.cityId, true)) return 'city';
  if (!among(t.deviceTypes, traits.deviceType, true)) return 'device';
  if (!among(t.deviceSystems, traits.deviceSystemId, true)) return 'system';
  if (!among(t.ages, traits.age)) return 'age';
  const flags = ['hasPhoto', 'hasRealPhoto', 'hasUsername', 'hasBio', 'hasFirstName', 'hasRuName', 'hasRusName', 'hasOnlyCyrillic'] as const;
  for (const flag of flags) if (t[flag] && traits[flag] !== true) return flag;
  if (t.hasFakeCheck && traits.passesFakeCheck !== true) return 'fake_check';
  if ((traits.accountLevel ?? 0) < t.oldAccount) return 'account_age';
  if ((traits.giftsLevel ?? 0) < t.gifts) return 'gifts';
  return (traits.ratingLevel ?? 0) < t.rating ? 'rating' : null;
}
