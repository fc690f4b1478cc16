/**
 * Why a list had room for more sponsors than it got: a closed set. The chooser knows
 * more reasons, one by one for each order (`core/choosing/ineligibility-reasons.ts`); here they are put together by what a
 * publisher can do about them.
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
