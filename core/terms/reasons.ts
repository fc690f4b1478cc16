/** The closed sets of reasons, and whether a text, such as one that was stored, is one of them. */

/**
 * Why a list had room for more sponsors than it got. The chooser knows more reasons, one by one for each order
 * (`core/choosing/ineligibility-reasons.ts`); here they are put together by what a publisher can do about them.
 */
export const noFillReasons = [
  'no_more_orders', // Whatever runs is in the list already, or nothing runs.
  'other_users', // The orders are for users who are known to be otherwise.
  'unknown_users', // The orders demand what is unknown of the user.
  'min_price', // The orders bring less than `min_price`.
  'bot_settings', // The bot shows no bots, no resources, or not that theme.
  'not_for_bot', // The orders are not for this bot, by its theme or its owner.
  'bot_quality', // The orders ask for bots of better quality.
  'excluded', // Either side, or the request itself, excluded the orders.
  'subscribed', // The user is in already, or left of late.
  'schedule', // The orders are not shown at this time.
  'pacing', // The orders are spread over the day.
  'used_up', // The orders have their subscribers, or the advertisers no money.
  'halted', // The orders are paused, or their subscribers cannot be checked.
  'untrusted', // The bot was given no list, since no moderator trusts it.
] as const;

export type NoFillReason = (typeof noFillReasons)[number];

/** Why a bot's quality is what it is. */
export const qualityReasons = [
  'too_few',
  'as_others',
  'stay_longer',
  'leave_within_hour',
  'leave_within_day',
  'leave_within_week',
  'leave_within_month',
  'unusual_delays',
  'suspicious',
  'shared_address',
  'repeats',
] as const;

export type QualityReason = (typeof qualityReasons)[number];

export function isQualityReason(text: string): text is QualityReason {
  return (qualityReasons as readonly string[]).includes(text);
}

/**
 * Why a join is unpaid (`evidence.md`, What both sides see). Each reason is kept with the subscriber, counted by
 * bot, order and day, and shown in words to both sides.
 */
export const unpaidReasons = [
  'no_contact', // The platform does not say that the user uses the bot that showed the sponsor.
  'suspicious', // Several accounts behind one device or address.
  'member_before', // Was in before any bot showed it.
  'came_back', // Had been in before, and left.
  'paid_elsewhere', // This join was paid for already, over another order.
  'order_full', // The order has all the subscribers it wants, of all or of the day.
  'no_money', // The advertiser cannot pay for one more.
  'untrusted', // A bot without a token that no moderator trusts brought more than it may.
  'shared_address', // An address opened a resource more often than is paid for.
] as const;

export type UnpaidReason = (typeof unpaidReasons)[number];

export function isUnpaidReason(text: string): text is UnpaidReason {
  return (unpaidReasons as readonly string[]).includes(text);
}
