/**
 * The quality of a bot: a factor between 0.5 and 1.2, the sum of 1 and what each of five readings adds or takes
 * (`docs/quality.md` has the formula for those who are judged by it). Only subscribers who stay longer than other bots'
 * add something.
 */
import type { Quality, QualityCause, CurvePoint } from '../ports/quality-store.js';
import { type Delays, distanceOf } from './delays.js';
import type { QualityReason } from '../terms/index.js';
import { type BotStays, curveOf, hazardsOf, type LifeTable } from './stays.js';

export const qualityBounds = { least: 0.5, most: 1.2 } as const;

/** With fewer joins nothing is said of a bot. */
const JOINS_LEAST = 30;
/** So many joins weigh as much as the guess that a bot has as many odd ones as all. */
const GUESS_JOINS = 50;
/** What adds or takes less is not worth a word. */
const EFFECT_LEAST = 0.01;
/** So far may a bot's delays be from the network's: its users speak other languages and come at other hours. */
const DISTANCE_FREE = 0.25;
const DISTANCE_COSTS = 0.2;

/** By how much each reading may lower the factor, and how long subscribers stay may raise it. */
const most = {
  stay: 0.2,
  leave: 0.5,
  delays: 0.1,
  suspicious: 0.3,
  sharedAddress: 0.2,
  repeats: 0.2,
} as const;

/** Marks of the curve by which a bot is judged: an hour, a day, a week, a month. */
export const JUDGED = [
  { at: 0, reason: 'leave_within_hour' },
  { at: 2, reason: 'leave_within_day' },
  { at: 4, reason: 'leave_within_week' },
  { at: 6, reason: 'leave_within_month' },
] as const;

/** Joins of some weeks. */
export interface JoinCounts {
  /** Paid for, or not paid for since they were suspicious, of a shared address, or of somebody who came back. */
  joins: number;
  suspicious: number;
  sharedAddress: number;
  /** Had been in before and left, or left and came back after being paid for. */
  repeats: number;
}

/** What is known of a bot. */
export interface BotReading {
  stays: BotStays;
  delays: Delays;
  counts: JoinCounts;
  /** Paid joins by day, the oldest first; the last full day is the last. */
  days: number[];
}

/** What is known of all bots together. */
export interface NetworkReading extends Omit<BotReading, 'stays'> {
  hazards: number[];
}

export function networkOf(bots: Iterable<BotReading>): NetworkReading {
  const tables: LifeTable[] = [];
  const delays: Delays = [];
  const days: number[] = [];
  const counts: JoinCounts = { joins: 0, suspicious: 0, sharedAddress: 0, repeats: 0 };
  for (const bot of bots) {
    tables.push(bot.stays);
    for (const [at, count] of bot.delays.entries()) delays[at] = (delays[at] ?? 0) + count;
    for (const [at, count] of bot.days.entries()) days[at] = (days[at] ?? 0) + count;
    counts.joins += bot.counts.joins;
    counts.suspicious += bot.counts.suspicious;
    counts.sharedAddress += bot.counts.sharedAddress;
    counts.repeats += bot.counts.repeats;
  }
  return { hazards: hazardsOf(tables), delays, counts, days };
}

export function judge(bot: BotReading, network: NetworkReading): Quality {
  const curve = curveOf(bot.stays, network.hazards);
  const { joins } = bot.counts;
  if (joins < JOINS_LEAST) {
    const cause: QualityCause = { reason: 'too_few', effect: 0, share: 0, others: 0 };
    return { factor: 1, causes: [cause], joins, curve };
  }
  const found = [
    stayCause(curve),
    delayCause(bot.delays, network.delays),
    excessCause('suspicious', most.suspicious, bot, network, ({ suspicious }) => suspicious),
    excessCause('shared_address', most.sharedAddress, bot, network, ({ sharedAddress }) => sharedAddress),
    excessCause('repeats', most.repeats, bot, network, ({ repeats }) => repeats),
  ];
  const sum = found.reduce((factor, { effect }) => factor + effect, 1);
  const factor = rounded(Math.min(qualityBounds.most, Math.max(qualityBounds.least, sum)));
  const causes = found
    .filter(({ effect }) => Math.abs(effect) >= EFFECT_LEAST)
    .map((cause) => ({ ...cause, effect: rounded(cause.effect) }))
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  const asOthers: QualityCause = { reason: 'as_others', effect: 0, share: 0, others: 0 };
  return { factor, causes: causes.length === 0 ? [asOthers] : causes, joins, curve };
}

/** The mean, over the judged marks, of how the part that stays compares with other bots'. */
function stayCause(curve: readonly CurvePoint[]): QualityCause {
  const marks = JUDGED.map(({ at, reason }) => {
    const { stayed, others } = curve[at] ?? { stayed: 1, others: 1 };
    return { reason, share: stayed, others, ratio: others < 0.01 ? 1 : stayed / others };
  });
  const mean = marks.reduce((sum, { ratio }) => sum + ratio, 0) / marks.length;
  const effect = Math.min(most.stay, Math.max(-most.leave, mean - 1));
  if (effect >= 0) {
    const best = marks.reduce((so, mark) => (mark.ratio > so.ratio ? mark : so));
    return { reason: 'stay_longer', effect, share: best.share, others: best.others };
  }
  // Where most of them left: compared with others, the curve fell most on the way to this mark.
  const falls = marks.map((mark, at) => ({ ...mark, fall: (marks[at - 1]?.ratio ?? 1) - mark.ratio }));
  const worst = falls.reduce((so, mark) => (mark.fall > so.fall ? mark : so));
  return { reason: worst.reason, effect, share: worst.share, others: worst.others };
}

function delayCause(delays: Delays, network: Delays): QualityCause {
  const share = distanceOf(delays, network);
  const effect = -Math.min(most.delays, DISTANCE_COSTS * Math.max(0, share - DISTANCE_FREE));
  return { reason: 'unusual_delays', effect, share, others: 0 };
}

/** Odd joins beyond the network's share cost as much as their part of the bot's joins. */
function excessCause(
  reason: QualityReason,
  atMost: number,
  bot: BotReading,
  network: NetworkReading,
  of: (counts: JoinCounts) => number,
): QualityCause {
  const others = of(network.counts) / Math.max(1, network.counts.joins);
  const share = (of(bot.counts) + GUESS_JOINS * others) / (bot.counts.joins + GUESS_JOINS);
  return { reason, effect: -Math.min(atMost, Math.max(0, share - others)), share, others };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
