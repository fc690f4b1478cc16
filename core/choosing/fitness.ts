/** Whether an order fits a bot, a user and a moment, as far as that does not hang on its counters or on targeting. */
import { isChat, kindNames, kindOf, type AdsType } from '../kinds/index.js';
import { MAX_MICROS, type Micros, share } from '../money.js';
import { isOpen, type Schedule } from '../terms/index.js';
import type { AsOf } from '../ports/as-of.js';
import type { EndUser } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { Order } from '../ports/order-store.js';
import type { Entry } from './entry.js';
import type { IneligibilityReason } from './ineligibility-reasons.js';

/** Who asks, and in which bot. */
export interface Viewer {
  /** With what this very request says of them. */
  user: EndUser;
  bot: Bot;
  /** The bot's quality (`Chooser.quality`). */
  botQuality: number;
  /** The platform has said that they use this bot. */
  isInContact: boolean;
  /** Orders not to be shown here: exclusions of both sides and of the request itself. */
  excludedOrderIds: ReadonlySet<number>;
  excludedResourceIds: ReadonlySet<string>;
  /** Orders the user subscribed to or left within RESHOW_DAYS. */
  settledOrderIds: ReadonlySet<number>;
  /** Orders that the user was shown of late, in whatever bot, and did not join: how often. */
  shownOrderIds: ReadonlyMap<number, number>;
  /** What the user left within RESHOW_DAYS, by membership key: coming back would not count. */
  leftResourceIds: ReadonlySet<string>;
  /** What the user is in already, by membership key. */
  memberResourceIds: ReadonlySet<string>;
  nowMs: number;
  /** When the request came in. */
  asOf?: AsOf;
}

export function isOwn(order: Order, bot: Bot): boolean {
  return order.accountId === bot.accountId;
}

function hiddenAs(order: Pick<Order, 'adsType'>, settings: Bot['settings']): IneligibilityReason | null {
  const turned = kindOf(order).switch;
  return turned === null || settings[turned.setting] ? null : turned.off;
}

/** Kinds of orders that the publisher does not want (`interface.md`, /bots add). */
export function hiddenTypes({ settings }: Bot): AdsType[] {
  return kindNames.filter((adsType) => hiddenAs({ adsType }, settings) !== null);
}

/** What the index knows too, but for whose the bot is. */
export function refuseBot({ order }: Entry, bot: Bot): IneligibilityReason | null {
  if (order.checkState === 'lost') return 'check_lost';
  if (order.pauseReason !== null) return 'paused';
  if (order.places === 0 && !isOwn(order, bot)) return 'own_bots_only';
  if (order.places === 1 && isOwn(order, bot)) return 'other_bots_only';
  const hidden = hiddenAs(order, bot.settings);
  if (hidden !== null) return hidden;
  if (order.theme !== null && bot.settings.forbiddenThemes.includes(order.theme)) return 'theme_unwanted';
  if (bot.theme !== null && order.forbiddenThemes.includes(bot.theme)) return 'bot_theme_unwanted';
  return null;
}

/** In the owner's own bots, too, as with themes: who asks for good bots means all of them. */
export function refuseQuality({ order }: Entry, botQuality: number): IneligibilityReason | null {
  return order.minBotQuality > botQuality ? 'below_min_bot_quality' : null;
}

/**
 * Micro-units of an order's price, of which the publisher's part is at least `minPriceMicros`; 0: any, Infinity: none is.
 * @param publisherShare an exact decimal, from 0 to 1
 */
export function leastPriceOf(minPriceMicros: Micros, publisherShare: string): number {
  if (minPriceMicros <= 0n) return 0;
  // Half a micro-unit is rounded up.
  const near = (Number(minPriceMicros) - 0.5) / Number(publisherShare);
  if (near > Number(MAX_MICROS)) return Infinity;
  // What is divided in doubles may be off by a few micro-units; what is multiplied below is exact.
  let price = BigInt(Math.floor(near));
  while (price > 0n && share(price - 1n, publisherShare).part >= minPriceMicros) price -= 1n;
  while (share(price, publisherShare).part < minPriceMicros) price += 1n;
  return Number(price);
}

/** Own orders are shown whatever they cost: they earn their owner nothing anyway. */
export function refusePrice(
  { order, price }: Entry,
  bot: Bot,
  leastPrice: number,
): IneligibilityReason | null {
  return price < leastPrice && !isOwn(order, bot) ? 'below_min_price' : null;
}

/** What is between this one user, this one bot and this one order. */
export function refusePersonally(
  { order, membershipKey }: Entry,
  viewer: Viewer,
): IneligibilityReason | null {
  const { resourceId } = order.resource;
  if (!isChat(order) && resourceId === String(viewer.bot.botId)) return 'own_bot';
  if (viewer.excludedOrderIds.has(order.orderId)) return 'excluded';
  if (resourceId !== '' && viewer.excludedResourceIds.has(resourceId)) return 'excluded';
  if (viewer.settledOrderIds.has(order.orderId) || viewer.leftResourceIds.has(membershipKey))
    return 'settled';
  return viewer.memberResourceIds.has(membershipKey) ? 'member' : null;
}

/** Whether a schedule opens an order at any time in a minute: windows begin and end with one, a start need not. */
export function mayOpen(schedule: Schedule, minuteStartMs: number, zone: string): boolean {
  return isOpen(schedule, minuteStartMs, zone) || isOpen(schedule, minuteStartMs + 59_999, zone);
}

export function refuseTime({ schedule }: Order, nowMs: number, zone: string): IneligibilityReason | null {
  if (schedule.startAtMs !== null && nowMs < schedule.startAtMs) return 'not_started';
  return isOpen(schedule, nowMs, zone) ? null : 'closed_now';
}
