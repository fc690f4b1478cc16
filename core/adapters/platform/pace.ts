/** The kinds of calls, and the rates at which they go: a fixed one, the one that is measured, and the one that is learnt. */
import type { LearntPace, PaceReport, PaceRules, PaceShare } from '../../ports/pace-store.js';

/**
 * Kinds of calls that the platform limits apart from one another (about 30 messages a second a bot, 1 a second a chat,
 * 20 a minute a group: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this). Being limited in one lane does not hold up the others.
 */
export const lanes = ['messages', 'membership', 'invites', 'other'] as const;
export type Lane = (typeof lanes)[number];

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

/**
 * A rate: so many in a second, a few at once. Counting is by the time at which the next one is due, so an idle pace
 * costs nothing and nothing ticks.
 */
export class Pace {
  #intervalMs = 0;
  #leadMs = 0;
  #dueMs = 0;

  /** @param burst how many may go at once after a rest, at least 1 */
  constructor(perSecond: number, burst: number) {
    this.become(perSecond, burst);
  }

  /** Another rate from now on; places that were taken stay taken. */
  become(perSecond: number, burst: number): void {
    this.#intervalMs = 1_000 / perSecond;
    this.#leadMs = (Math.max(1, burst) - 1) * this.#intervalMs;
  }

  /** When the next one may go, if no other takes the place. */
  startMs(nowMs: number): number {
    return Math.max(nowMs, this.#dueMs - this.#leadMs);
  }

  /** Takes the place that `startMs` returned. */
  take(startMs: number): void {
    this.#dueMs = Math.max(this.#dueMs, startMs) + this.#intervalMs;
  }

  /** All that may go at once is spent, and the next one goes at that time. */
  spendUntil(untilMs: number): void {
    this.#dueMs = Math.max(this.#dueMs, untilMs + this.#leadMs);
  }

  /** Nothing of what was taken weighs any more. */
  isRested(nowMs: number): boolean {
    return this.#dueMs <= nowMs;
  }

  /** So many came lately that half of what may go at once is gone. */
  isHalfSpent(nowMs: number): boolean {
    return this.#dueMs - nowMs >= Math.max(this.#leadMs / 2, 2 * this.#intervalMs);
  }
}

/**
 * The time as this process has counted it since its start. Unlike the machine's clock it is never set back, which would
 * hold up everything that is paced, paused or retried until the clock has caught up.
 */
export function steadyMs(): number {
  return performance.timeOrigin + performance.now();
}

const SLOT_MS = 1_000;
/** A burst weighs little in it, and what was minutes ago nothing. */
const SLOTS = 5;

/** How many calls a second went lately. */
class RecentRate {
  readonly #counts: number[] = Array.from({ length: SLOTS }, () => 0);
  #slot = 0;
  #firstMs: number | null = null;

  note(): void {
    const nowMs = steadyMs();
    this.#firstMs ??= nowMs;
    this.#moveTo(nowMs);
    const place = this.#slot % SLOTS;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  /** Over the last seconds, or over the time since the first call where that is less. */
  perSecond(): number {
    const nowMs = steadyMs();
    this.#moveTo(nowMs);
    const calls = this.#counts.reduce((sum, count) => sum + count, 0);
    const sinceFirstMs = nowMs - (this.#firstMs ?? nowMs);
    // The slot of now is not over yet.
    const windowMs = (SLOTS - 1) * SLOT_MS + (nowMs % SLOT_MS);
    return (calls * 1_000) / Math.max(SLOT_MS, Math.min(windowMs, sinceFirstMs));
  }

  /** Starts again with the next call: the time of a rest is not one of few calls. */
  forget(): void {
    this.#counts.fill(0);
    this.#firstMs = null;
  }

  #moveTo(nowMs: number): void {
    const slot = Math.floor(nowMs / SLOT_MS);
    for (let passed = Math.max(this.#slot + 1, slot - SLOTS + 1); passed <= slot; passed += 1)
      this.#counts[passed % SLOTS] = 0;
    this.#slot = slot;
  }
}

/** By one call: from half a limit to the limit it takes some 4,000 calls, so that refusals are fewer than one in 1,000. */
const GROWTH = 0.000_5;
const GROWTH_NEAR_CEILING = 0.000_05;
/** Near begins here, as a part of the ceiling. */
const NEAR = 0.9;
/** By which factor a call that the platform took lets the rate grow. */
export function growthOf({ perSecond, ceiling }: Pick<LearntPace, 'perSecond' | 'ceiling'>): number {
  const isNear = ceiling !== null && perSecond >= NEAR * ceiling;
  return 1 + (isNear ? GROWTH_NEAR_CEILING : GROWTH);
}

/** A process that makes less than this part of a pace's calls does not report them, unless the platform refused some. */
const WORTH_REPORTING = 0.25;

/** What no answer waits for takes no more of a pace: the rest is for people who wait. */
const BACKGROUND_PART = 0.2;

export type PaceFigure = LearningPace['figure'];

/** The pace of one token and kind of call in this process: its part of what all processes have learnt. */
export class LearningPace {
  readonly lane: Lane;
  readonly pace: Pace;
  /** Of calls that no answer waits for: they take their turn here first. */
  readonly background: Pace;
  readonly #rules: PaceRules;
  readonly #burstMax: number;
  /** So many seconds' calls may go at once after a rest: as many as the lane's rule says at the rate that it begins with. */
  readonly #burstSeconds: number;
  #known: LearntPace;
  #share: number;
  /** What other processes want of the same token, as they said last. */
  #wantedElsewhere = 0;
  readonly #gone = new RecentRate();
  #grown = 1;
  #wanted = 0;
  #sinceMs = steadyMs();
  #limited: PaceReport['limited'] = null;

  /** @param share of the start: until processes know what each of them wants */
  constructor(lane: Lane, botId: number, rules: PaceRules, share: number) {
    this.lane = lane;
    this.#rules = rules;
    this.#share = share;
    const { burst, perSecond } = laneRules[lane];
    this.#burstMax = burst * Math.max(1, share);
    this.#burstSeconds = burst / perSecond;
    this.#known = rules.learn(null, { botId, lane, wanted: 0, grown: 1, limited: null }, 0);
    this.pace = new Pace(1, 1);
    this.background = new Pace(1, 1);
    this.#apply();
  }

  /**
   * Of a token in this process, for metrics and the status page. `perSecond`: what all processes together may do; `share`: what of
   * it is this process's, from 0 to 1; `ceiling`: where the platform refused, as far as is remembered.
   */
  get figure() {
    const { perSecond, ceiling, restUntilMs } = this.#known;
    return {
      lane: this.lane,
      perSecond,
      share: this.#share,
      ceiling,
      restMs: Math.max(0, restUntilMs - steadyMs()),
    };
  }

  get restUntilMs(): number {
    return this.#known.restUntilMs;
  }

  want(): void {
    this.#wanted += 1;
  }

  /** A call goes. */
  go(): void {
    this.#gone.note();
  }

  /** The platform took a call that came as soon as the pace let it: a little more may do, too. */
  grow(): void {
    this.#learn(growthOf(this.#known), null);
  }

  /** The platform refused a call that began then, and wants a rest. */
  limited(startedAtMs: number, untilMs: number): void {
    // What was under way at a refusal says nothing new of the rate.
    const isSame = startedAtMs < this.#known.restUntilMs;
    const perSecond = isSame && this.#limited !== null ? this.#limited.perSecond : this.#used();
    this.#learn(1, { atMs: startedAtMs, untilMs, perSecond });
    if (!isSame) this.#gone.forget();
  }

  /** What this process did since the last report; null when there is nothing to report. */
  report(isAlwaysShared: boolean): PaceReport | null {
    const nowMs = steadyMs();
    const seconds = Math.max(0.1, (nowMs - this.#sinceMs) / 1_000);
    const wanted = this.#wanted / seconds;
    const hasNews = this.#limited !== null || this.#known.ceiling !== null;
    const isWorthIt = hasNews || wanted >= WORTH_REPORTING * this.#known.perSecond;
    if (this.#wanted === 0 || !(isAlwaysShared || isWorthIt)) return null;
    const { botId } = this.#known;
    const report = { botId, lane: this.lane, wanted, grown: this.#grown, limited: this.#limited };
    this.#wanted = 0;
    this.#grown = 1;
    this.#limited = null;
    this.#sinceMs = nowMs;
    return report;
  }

  /** Takes over what all processes have learnt, with what this one has learnt since its report. */
  adopt(learnt: LearntPace | PaceShare): void {
    this.#known = { ...learnt };
    if ('share' in learnt) {
      this.#share = learnt.share;
      this.#wantedElsewhere = learnt.wantedElsewhere;
    }
    this.#known = this.#learnt(this.#grown, this.#limited);
    this.#apply();
  }

  /** What all processes together called with lately: often far less than they may, and that was too much already. */
  #used(): number {
    return Math.min(this.#known.perSecond, this.#gone.perSecond() + this.#wantedElsewhere);
  }

  #learn(grown: number, limited: PaceReport['limited']): void {
    this.#grown *= grown;
    this.#limited = limited ?? this.#limited;
    this.#known = this.#learnt(grown, limited);
    this.#apply();
  }

  #learnt(grown: number, limited: PaceReport['limited']): LearntPace {
    const { botId } = this.#known;
    return this.#rules.learn(this.#known, { botId, lane: this.lane, wanted: 0, grown, limited }, steadyMs());
  }

  #apply(): void {
    const mine = this.#known.perSecond * this.#share;
    this.pace.become(mine, Math.min(this.#burstMax, mine * this.#burstSeconds));
    this.background.become(mine * BACKGROUND_PART, 1);
  }
}
