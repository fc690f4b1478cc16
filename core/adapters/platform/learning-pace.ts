/** The pace of one token and kind of call in this process: its part of what all processes have learnt. */
import type { LearntPace, PaceReport, PaceRules, PaceShare } from '../../ports.js';
import { type Lane, laneRules } from './lanes.js';
import { Pace } from './pace.js';
import { growthOf } from './pace-rules.js';
import { RecentRate } from './recent-rate.js';
import { steadyMs } from './steady.js';

/** A process that makes less than this part of its calls does not tell others of it, unless the platform refused some. */
const WORTH_TELLING = 0.25;

/** Of a token in this process, for metrics and the status page. */
export interface PaceFigure {
  lane: Lane;
  /** What all processes together may do. */
  perSecond: number;
  /** What of it is this process's, from 0 to 1. */
  share: number;
  /** Where the platform refused; null: nowhere, as far as is remembered. */
  ceiling: number | null;
  restMs: number;
}

export class LearningPace {
  readonly lane: Lane;
  readonly pace: Pace;
  readonly #rules: PaceRules;
  readonly #burstMax: number;
  /** So many seconds' calls may go at once after a rest: as many as the lane's rule says at the rate that it begins with. */
  readonly #burstSeconds: number;
  #known: LearntPace;
  #share: number;
  /** What other processes want of the same token, as they said last. */
  #wantedBeside = 0;
  readonly #gone = new RecentRate();
  #grown = 1;
  #wanted = 0;
  #sinceMs = steadyMs();
  #limited: PaceReport['limited'] = null;

  /** @param share of the start: until processes have told each other what they want */
  constructor(lane: Lane, botId: number, rules: PaceRules, share: number) {
    this.lane = lane;
    this.#rules = rules;
    this.#share = share;
    const { burst, perSecond } = laneRules[lane];
    this.#burstMax = burst * Math.max(1, share);
    this.#burstSeconds = burst / perSecond;
    this.#known = rules.learn(null, { botId, lane, wanted: 0, grown: 1, limited: null }, 0);
    this.pace = new Pace(1, 1);
    this.#apply();
  }

  get figure(): PaceFigure {
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
    // What was under way at a refusal tells nothing new of the rate.
    const isSame = startedAtMs < this.#known.restUntilMs;
    const perSecond = isSame && this.#limited !== null ? this.#limited.perSecond : this.#used();
    this.#learn(1, { atMs: startedAtMs, untilMs, perSecond });
    if (!isSame) this.#gone.forget();
  }

  /** What this process did since the last report; null when nobody has to know. */
  report(isAlwaysTold: boolean): PaceReport | null {
    const nowMs = steadyMs();
    const seconds = Math.max(0.1, (nowMs - this.#sinceMs) / 1_000);
    const wanted = this.#wanted / seconds;
    const hasNews = this.#limited !== null || this.#known.ceiling !== null;
    const isWorthIt = hasNews || wanted >= WORTH_TELLING * this.#known.perSecond;
    if (this.#wanted === 0 || !(isAlwaysTold || isWorthIt)) return null;
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
      this.#wantedBeside = learnt.wantedBeside;
    }
    this.#known = this.#learnt(this.#grown, this.#limited);
    this.#apply();
  }

  /** What all processes together called with lately: often far less than they may, and that was too much already. */
  #used(): number {
    return Math.min(this.#known.perSecond, this.#gone.perSecond() + this.#wantedBeside);
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
  }
}
