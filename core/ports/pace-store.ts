/** How quickly each token may call the platform, as all processes that use it have learnt (`docs/operating.md`). */

/** Of one token, which its bot's id names, and one kind of call. */
export interface LearntPace {
  botId: number;
  lane: string;
  /** What all processes together may do. */
  perSecond: number;
  /** The rate at which the platform said that it is too much; null: it has not, as far as is remembered. */
  ceiling: number | null;
  /** When the call began that was refused last; 0: none was. */
  limitedAtMs: number;
  /** Nothing goes before. */
  restUntilMs: number;
}

/** What one process did since its last report. */
export interface PaceReport {
  botId: number;
  lane: string;
  /** Calls a second that it made or had to hold back. */
  wanted: number;
  /** By which factor its calls without a refusal have let the rate grow. */
  grown: number;
  /** The platform refused a call: when that began, until when it wants a rest, and what all processes called with lately. */
  limited: { atMs: number; untilMs: number; perSecond: number } | null;
}

export type PaceShare = LearntPace & {
  /** What a process may do of a pace that several share, from 0 to 1. */
  share: number;
  /** Calls a second that the others want. */
  wantedElsewhere: number;
};

export interface PaceRules {
  /** @param before null: nothing was learnt yet */
  learn(before: LearntPace | null, report: PaceReport, nowMs: number): LearntPace;
  share(pace: LearntPace, wanted: number, others: readonly number[]): number;
  /** For how long a process that reports no more counts as one that shares. */
  presentMs: number;
}

export interface PaceStore {
  /**
   * Reports what a process did and returns what it may do, in one step. The rules are pure: they may be asked again.
   * @param reports of different tokens or kinds of call
   */
  exchange(
    process: string,
    reports: readonly PaceReport[],
    rules: PaceRules,
    nowMs: number,
  ): Promise<PaceShare[]>;
  /** Of these bots' tokens. */
  read(botIds: readonly number[]): Promise<LearntPace[]>;
}
