/** How a pace is learnt from what the platform takes and refuses, and shared among processes. */
import type { LearntPace, PaceRules } from '../../ports/pace-store.js';
import { type Lane, laneRules } from './pace.js';

export interface PaceBounds {
  min: number;
  max: number;
}

/** What a learnt rate stays within, in calls a second of all processes together. */
export type LaneBounds = Readonly<Record<Lane, PaceBounds>>;

export const usualBounds: LaneBounds = {
  messages: { min: 1, max: 30 },
  membership: { min: 5, max: 1_000 },
  invites: { min: 0.05, max: 2 },
  other: { min: 1, max: 300 },
};

/** A bucket that was full let more pass than the platform takes for long: the ceiling is below the rate that was refused. */
const CEILING_BELOW = 0.85;
/** What was called with when the platform refused was too much for long; this part of it fills its bucket again. */
const BELOW_REFUSED = 0.7;
/** The platform refuses for other reasons, too: by one refusal a rate falls no further than from so much of it. */
const LEAST_REFUSED = 0.25;
/** The limit has moved when so much more passes without a refusal. */
const CEILING_LEFT = 1.25;
/** A process that has made no call for so long shares nothing. */
const PRESENT_MS = 10_000;
/** More than what a process wanted, so that it can want more. */
const HEADROOM = 1.25;
/** And it gets so much of its equal part in any case. */
const LEAST_PART = 0.1;

export function startPace(lane: Lane, { min, max }: PaceBounds): number {
  return Math.min(max, Math.max(min, laneRules[lane].perSecond));
}

/**
 * How a pace is learnt: it grows a little with each call while it is what holds calls back, quickly below the rate at
 * which the platform last said that it is too much and very slowly from there on; a refusal halves it, and takes it below
 * what was called with. The platform's own limits are not published, and differ by bot, load and time.
 */
export function createPaceRules(bounds: LaneBounds): PaceRules {
  const within = (lane: Lane, perSecond: number) =>
    Math.min(bounds[lane].max, Math.max(bounds[lane].min, perSecond));
  return {
    presentMs: PRESENT_MS,
    learn: (before, { botId, lane: name, grown, limited }) => {
      // Lanes are written by this module alone.
      const lane = name as Lane;
      const start = {
        perSecond: startPace(lane, bounds[lane]),
        ceiling: null,
        limitedAtMs: 0,
        restUntilMs: 0,
      };
      const known = before ?? { botId, lane, ...start };
      const perSecond = within(lane, known.perSecond * grown);
      const hasLeft = known.ceiling !== null && perSecond > known.ceiling * CEILING_LEFT;
      const pace: LearntPace = { ...known, perSecond, ceiling: hasLeft ? null : known.ceiling };
      if (limited === null) return pace;
      const restUntilMs = Math.max(known.restUntilMs, limited.untilMs);
      // What began before the rest was over was under way already, perhaps in a process that had not heard of it.
      if (limited.atMs < known.restUntilMs) return { ...pace, restUntilMs };
      const refused = Math.max(limited.perSecond, perSecond * LEAST_REFUSED);
      return {
        ...pace,
        perSecond: within(lane, Math.min(perSecond / 2, refused * BELOW_REFUSED)),
        ceiling: refused * CEILING_BELOW,
        limitedAtMs: limited.atMs,
        restUntilMs,
      };
    },
    share: ({ perSecond }, wanted, others) => shareOf(perSecond, wanted, others),
  };
}

/** Max-min: who wants less than an equal part gets what they want, the others share the rest; what none wants is divided. */
function shareOf(perSecond: number, wanted: number, others: readonly number[]): number {
  const wants = [wanted, ...others].map((each) => each * HEADROOM);
  let left = perSecond;
  let sharing = wants.length;
  for (const each of wants.toSorted((one, other) => one - other)) {
    if (each > left / sharing) break;
    left -= each;
    sharing -= 1;
  }
  const spare = sharing === 0 ? left / wants.length : 0;
  const mine = sharing === 0 ? wanted * HEADROOM + spare : Math.min(wanted * HEADROOM, left / sharing);
  return Math.min(1, Math.max(mine / perSecond, LEAST_PART / wants.length));
}
