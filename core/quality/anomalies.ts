/**
 * What of a bot is so far out of line that a moderator should look at it (`docs/quality.md`, What moderators see). The
 * bounds are far from what honest bots do: the factor takes care of what is merely worse than others.
 */
import { median } from '../collections.js';
import { type Delays, distanceOf } from './delays.js';
import { type BotReading, JUDGED, type JoinCounts, type NetworkReading } from './quality.js';
import type { Quality } from '../ports/quality-store.js';
import type { QualityReason } from '../terms/index.js';

/** Days before the last full one that a jump is measured by. */
export const USUAL_DAYS = 28;

export const anomalyBounds = {
  /** With fewer joins in 30 days only a jump is reported. */
  joins: 30,
  /**
   * Joins of a day, times the median of the days with joins, times the most of any of them; and such days. By as much as
   * the other bots' joins rose that day all of it is raised: an order that everybody joins is no bot's doing.
   */
  jump: { joins: 30, ofMedian: 4, ofMost: 2, days: 7, guessJoins: 100 },
  /** So many subscribers were followed to a mark, and of those who were to stay so few did. */
  stay: { followed: 30, share: 0.5 },
  /** So many joins lie in other stretches of time than all bots' joins: twice what is free. */
  delays: 0.5,
  /** So much more of a bot's joins are odd than of others', drawn to theirs by so many joins. */
  odd: { excess: 0.15, guessJoins: 50 },
} as const;

/** The marks reported to moderators; but for a jump, in the words of the quality's reasons. */
export const anomalyReasons = [
  'jump',
  'leave_within_hour',
  'leave_within_day',
  'leave_within_week',
  'leave_within_month',
  'unusual_delays',
  'suspicious',
  'shared_address',
] as const satisfies readonly ('jump' | QualityReason)[];

export type AnomalyReason = (typeof anomalyReasons)[number];

export interface Anomaly {
  reason: AnomalyReason;
  /** Of a jump the joins of the day, and the median of the days before; else parts between 0 and 1. */
  share: number;
  others: number;
}

/** What a bot is compared with. */
export interface Surroundings {
  network: Pick<NetworkReading, 'counts' | 'days'>;
  /** As `usualDelays` of all bots. */
  delays: Delays;
}

/** Everything about a bot that is out of line; mostly nothing. */
export function anomaliesOf(
  bot: BotReading,
  { network, delays }: Surroundings,
  { curve }: Pick<Quality, 'curve'>,
): Anomaly[] {
  const jumps = jumpOf(bot.days, network.days);
  if (bot.counts.joins < anomalyBounds.joins) return jumps;
  return [
    ...jumps,
    ...stayOf(curve),
    ...delaysOf(bot, delays),
    ...oddOf('suspicious', bot, network, ({ suspicious }) => suspicious),
    ...oddOf('shared_address', bot, network, ({ sharedAddress }) => sharedAddress),
  ];
}

/** A bot that has only just begun has no usual day to compare another one with. */
function jumpOf(days: readonly number[], network: readonly number[]): Anomaly[] {
  const { joins, ofMedian, ofMost, days: daysLeast } = anomalyBounds.jump;
  const last = days.at(-1) ?? 0;
  const before = [...days.slice(0, -1).entries()].filter(([, count]) => count > 0);
  if (before.length < daysLeast || last < joins) return [];
  const usual = median(before.map(([, count]) => count));
  const most = Math.max(...before.map(([, count]) => count));
  const rise = riseOf(
    before.map(([at, count]) => (network[at] ?? 0) - count),
    (network.at(-1) ?? 0) - last,
  );
  const isJump = last >= rise * Math.max(ofMedian * usual, ofMost * most);
  return isJump ? [{ reason: 'jump', share: last, others: usual }] : [];
}

/** By how much other bots' joins rose, at least 1: drawn to 1 where they are few. */
function riseOf(before: readonly number[], last: number): number {
  const { guessJoins } = anomalyBounds.jump;
  return Math.max(1, (last + guessJoins) / (median(before) + guessJoins));
}

/** The first mark alone: who has left within the hour has left within the day, too. */
function stayOf(curve: Quality['curve']): Anomaly[] {
  const { followed: least, share } = anomalyBounds.stay;
  for (const { at, reason } of JUDGED) {
    const { followed = 0, stayed = 1, others = 1 } = curve[at] ?? {};
    if (followed >= least && stayed <= share * others) return [{ reason, share: stayed, others }];
  }
  return [];
}

function delaysOf({ delays }: BotReading, usual: Delays): Anomaly[] {
  const share = distanceOf(delays, usual);
  return share >= anomalyBounds.delays ? [{ reason: 'unusual_delays', share, others: 0 }] : [];
}

/** Against all other bots together: one large bot would hide behind itself. */
function oddOf(
  reason: 'suspicious' | 'shared_address',
  bot: BotReading,
  network: Surroundings['network'],
  pick: (counts: JoinCounts) => number,
): Anomaly[] {
  const { excess, guessJoins } = anomalyBounds.odd;
  const { joins } = bot.counts;
  const otherJoins = network.counts.joins - joins;
  const others = otherJoins <= 0 ? 0 : (pick(network.counts) - pick(bot.counts)) / otherJoins;
  const drawn = (pick(bot.counts) + guessJoins * others) / (joins + guessJoins);
  return drawn - others >= excess ? [{ reason, share: pick(bot.counts) / joins, others }] : [];
}
