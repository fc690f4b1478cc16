/** The kinds of calls, what the platform lets each of them do, and how a pace is learnt from what it takes and refuses. */
import type { LearntPace, PaceRules } from '../../ports/pace-store.js';

/**
 * Kinds of calls that the platform limits apart from one another (about 30 messages a second a bot, 1 a second a chat,
 * 20 a minute a group: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this). Being limited in one lane does not hold up the others.
 */
export type Lane = 'messages' | 'membership' | 'invites' | 'other';

export interface LaneRule {
  perSecond: number;
  burst: number;
  /** How long a call waits for its turn before it is answered `limited`. */
  patienceMs: number;
  /** How long a call may take when the caller names no deadline. */
  timeoutMs: number;
}

/** 25 of the platform's 30 messages: what a person's bot sends without us needs room, too. */
export const laneRules: Readonly<Record<Lane, LaneRule>> = {
  messages: { perSecond: 25, burst: 5, patienceMs: 1_000, timeoutMs: 15_000 },
  membership: { perSecond: 100, burst: 50, patienceMs: 10_000, timeoutMs: 10_000 },
  // The platform says no figure, and asks for long pauses: they must not hold up what people wait for.
  invites: { perSecond: 1, burst: 5, patienceMs: 10_000, timeoutMs: 10_000 },
  other: { perSecond: 30, burst: 30, patienceMs: 10_000, timeoutMs: 10_000 },
};

type ChatRule = Pick<LaneRule, 'perSecond' | 'burst'>;

/** For new messages to one chat. */
export interface ChatRules {
  person: ChatRule;
  group: ChatRule;
}

/**
 * Short bursts to one person are taken well: somebody who answers quickly should be answered quickly, and a 429 is obeyed
 * in any case.
 */
export const usualChatRules: ChatRules = {
  person: { perSecond: 1, burst: 8 },
  // With the burst, 20 in the first minute.
  group: { perSecond: 16 / 60, burst: 4 },
};

const membershipMethods = new Set(['getChatMember', 'sendChatAction', 'getChatMemberCount']);
const inviteMethods = new Set(['createChatInviteLink', 'editChatInviteLink', 'revokeChatInviteLink']);
const messageMethods = /^(send|edit|copy|forward)/;

/**
 * Whether a message keeps the pace of its chat. The platform counts edits with new messages, and forgives those that
 * answer a person (tdlib/td#3034): edits nearly all do.
 */
export function keepsChatPace(method: string): boolean {
  return !method.startsWith('edit');
}

export function laneOf(method: string): Lane {
  if (membershipMethods.has(method)) return 'membership';
  if (inviteMethods.has(method)) return 'invites';
  return messageMethods.test(method) ? 'messages' : 'other';
}

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

/** By one call: from half a limit to the limit it takes some 4,000 calls, so that refusals are fewer than one in 1,000. */
const GROWTH = 0.000_5;
const GROWTH_NEAR_CEILING = 0.000_05;
/** Near begins here, as a part of the ceiling. */
const NEAR = 0.9;
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

/** By which factor a call that the platform took lets the rate grow. */
export function growthOf({ perSecond, ceiling }: Pick<LearntPace, 'perSecond' | 'ceiling'>): number {
  const isNear = ceiling !== null && perSecond >= NEAR * ceiling;
  return 1 + (isNear ? GROWTH_NEAR_CEILING : GROWTH);
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
