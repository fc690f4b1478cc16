/** Why an order is not shown: a closed set of names, in the order in which they are looked for. */
import type { TargetingField } from './targeting.js';

/** Reasons that are not about targeting. */
export const plainReasons = [
  'check_lost',
  'paused',
  'own_bots_only',
  'other_bots_only',
  'own_bot',
  'bots_not_shown',
  'resources_not_shown',
  'theme_unwanted',
  'bot_theme_unwanted',
  'below_min_bot_quality',
  'below_min_price',
  'excluded',
  'settled',
  'member',
  'not_started',
  'closed_now',
  'finished',
  'day_limit',
  'no_money',
  'promised',
  'overrun',
  'pacing',
] as const;

export type PlainReason = (typeof plainReasons)[number];

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

/** The end of the reasons that say that a value is unknown. */
export const UNKNOWN = '_unknown';

/** Whether a reason is about something else than targeting. */
export function isPlain(reason: string): reason is PlainReason {
  return (plainReasons as readonly string[]).includes(reason);
}
