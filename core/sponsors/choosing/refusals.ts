/** Why an order is not shown: a closed set of names, in the order in which they are looked for. */
import type { TargetingField } from './targeting.js';

const plainMeanings = {
  check_lost: 'Nobody can tell who subscribes: the check has failed for good, until the rights come back.',
  paused: 'The service paused the order: its link leads elsewhere, or it removes its subscribers.',
  own_bots_only: 'The order is for its owner’s own bots.',
  other_bots_only: 'The order is for other bots than its owner’s.',
  own_bot: 'The order advertises the very bot that asks.',
  bots_not_shown: 'This bot shows no other bots (show_bots).',
  resources_not_shown: 'This bot shows no external resources (show_resources).',
  theme_unwanted: 'The publisher does not want the order’s theme.',
  bot_theme_unwanted: 'The advertiser does not want the bot’s theme.',
  below_min_bot_quality: 'The bot’s quality is below what the advertiser asks for (min_bot_quality).',
  below_min_price: 'It brings less than the publisher wants of a subscriber (min_price).',
  excluded: 'Either side, or this very request, excluded it.',
  settled: 'The user subscribed or left within RESHOW_DAYS.',
  member: 'The user is in already.',
  not_started: 'Its start lies in the future.',
  closed_now: 'Its schedule does not show it at this time.',
  finished: 'All its subscribers are there.',
  day_limit: 'Today’s subscribers are all there.',
  no_money: 'The advertiser cannot pay for one more subscriber.',
  promised: 'Enough users see it already to use up what is left of its quantity, day limit or money.',
  overrun: 'Too many joined today when it was full or could not pay, more than a fifth of those it paid for.',
  pacing: 'It is spread over the day, and the next subscriber is not due yet.',
} as const;

/** A refusal that is not about targeting. */
export type PlainRefusal = keyof typeof plainMeanings;

/**
 * A targeting field by its own name means that the user is known to be otherwise; with `_unknown`, that nobody can tell,
 * and unknown never matches a demand.
 */
export type Refusal = PlainRefusal | TargetingField | `${TargetingField}_unknown`;

/** The end of the refusals that say that nobody knows. */
export const UNKNOWN = '_unknown';

/** Whether a refusal is about something else than targeting. */
export function isPlain(refusal: Refusal): refusal is PlainRefusal {
  return refusal in plainMeanings;
}

/** One line that says what a refusal means. */
export function refusalMeaning(refusal: Refusal): string {
  if (isPlain(refusal)) return plainMeanings[refusal];
  if (!refusal.endsWith(UNKNOWN)) return `The user is not one of those whom ${refusal} demands.`;
  return `Nobody knows whether the user is one of those whom ${refusal.slice(0, -UNKNOWN.length)} demands.`;
}
