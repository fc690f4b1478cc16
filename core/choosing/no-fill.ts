/** The no-fill reasons, as the owner of the bot reads them. */
import type { NoFillReason } from '../terms/index.js';
import { isPlain, type PlainReason, type IneligibilityReason, UNKNOWN } from './ineligibility-reasons.js';

const reasons: Readonly<Record<PlainReason, NoFillReason>> = {
  check_lost: 'halted',
  paused: 'halted',
  own_bots_only: 'not_for_bot',
  other_bots_only: 'not_for_bot',
  own_bot: 'not_for_bot',
  bots_not_shown: 'bot_settings',
  resources_not_shown: 'bot_settings',
  theme_unwanted: 'bot_settings',
  bot_theme_unwanted: 'not_for_bot',
  below_min_price: 'min_price',
  below_min_bot_quality: 'bot_quality',
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
};

/** Returns the no-fill reason that an ineligibility reason counts under. */
export function noFillReasonOf(reason: IneligibilityReason): NoFillReason {
  if (isPlain(reason)) return reasons[reason];
  return reason.endsWith(UNKNOWN) ? 'unknown_users' : 'other_users';
}
