/** Why an order is not shown: a closed set of names, in the order in which they are looked for. */
import type { NoFillReason } from '../terms/index.js';
import type { TargetingField } from './targeting.js';

/** Reasons that are not about targeting, with what the owner of the bot reads of each. */
const plain = {
  check_lost: 'halted',
  paused: 'halted',
  own_bots_only: 'not_for_bot',
  other_bots_only: 'not_for_bot',
  own_bot: 'not_for_bot',
  bots_not_shown: 'bot_settings',
  resources_not_shown: 'bot_settings',
  theme_unwanted: 'bot_settings',
  bot_theme_unwanted: 'not_for_bot',
  below_min_bot_quality: 'bot_quality',
  below_min_price: 'min_price',
  excluded: 'excluded',
  settled: 'subscribed',
  member: 'subscribed',
  not_started: 'schedule',
  closed_now: 'schedule',
  finished: 'used_up',
  day_limit: 'used_up',
  no_money: 'used_up',
  promised: 'used_up',
  overrun: 'used_up',
  pacing: 'pacing',
} as const satisfies Readonly<Record<string, NoFillReason>>;

export type PlainReason = keyof typeof plain;
// Object.keys has no types: these are the names above.
export const plainReasons = Object.keys(plain) as PlainReason[];

/**
 * Reasons for which an order was not shown at all at that time (`decisions.md`, The cabinet: its forecast is
 * struck out then). That it was full for the day is not among them: a forecast knows the day's limit.
 */
export const standstills: readonly PlainReason[] = [
  'check_lost',
  'paused',
  'not_started',
  'closed_now',
  'finished',
  'no_money',
  'overrun',
];

/**
 * A targeting field by its own name means that the user is known to be otherwise; with `_unknown`, that it is unknown,
 * and unknown never matches a demand.
 */
export type IneligibilityReason = PlainReason | TargetingField | `${TargetingField}_unknown`;

/** Returns the no-fill reason that an ineligibility reason counts under. */
export function noFillReasonOf(reason: IneligibilityReason): NoFillReason {
  if (isPlain(reason)) return plain[reason];
  return reason.endsWith('_unknown') ? 'unknown_users' : 'other_users';
}

function isPlain(reason: string): reason is PlainReason {
  return Object.hasOwn(plain, reason);
}
