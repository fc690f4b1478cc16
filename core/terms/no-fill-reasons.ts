/**
 * Why a list had room for more sponsors than it got: a closed set. The chooser knows
 * more reasons, one by one for each order (`core/choosing/ineligibility-reasons.ts`); here they are put together by what a
 * publisher can do about them.
 *
 * - `no_more_orders`: whatever runs is in the list already, or nothing runs
 * - `other_users`: the orders are for users who are known to be otherwise
 * - `unknown_users`: the orders demand what is unknown of the user
 * - `min_price`: the orders bring less than `min_price`
 * - `bot_settings`: the bot shows no bots, no resources, or not that theme
 * - `not_for_bot`: the orders are not for this bot, by its theme or its owner
 * - `bot_quality`: the orders ask for bots of better quality
 * - `excluded`: either side, or the request itself, excluded the orders
 * - `subscribed`: the user is in already, or left of late
 * - `schedule`: the orders are not shown at this time
 * - `pacing`: the orders are spread over the day
 * - `used_up`: the orders have their subscribers, or the advertisers no money
 * - `halted`: the orders are paused, or their subscribers cannot be checked
 * - `untrusted`: the bot was given no list, since no moderator trusts it
 */
export const noFillReasons = [
  'no_more_orders',
  'other_users',
  'unknown_users',
  'min_price',
  'bot_settings',
  'not_for_bot',
  'bot_quality',
  'excluded',
  'subscribed',
  'schedule',
  'pacing',
  'used_up',
  'halted',
  'untrusted',
] as const;

export type NoFillReason = (typeof noFillReasons)[number];
