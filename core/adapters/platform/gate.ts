/**
 * What stands between us and one token: its pace by lane and chat, the pauses that the platform asked for, and a breaker
 * that stops calling a platform which does not answer.
 */
import { chatRule, groupRule, type Lane, laneRules } from './lanes.js';
import type { CallObserver } from './observer.js';
import { Pace } from './pace.js';
import { steadyMs } from './steady.js';

const LANES = ['messages', 'membership', 'invites', 'other'] as const;

/** After this many calls in a row without an answer, calls are refused at once for a while. */
const BREAK_AFTER = 5;
const FIRST_BREAK_MS = 1_000;
const LAST_BREAK_MS = 30_000;

/** Chats whose pace is remembered; more are only looked through for rested ones. */
const CHATS_MAX = 5_000;

export type Passage =
  | { kind: 'go' }
  /** Not in time: the pace or a pause of the platform's would hold it for this long. */
  | { kind: 'wait'; waitMs: number }
  /** The platform has not been answering. */
  | { kind: 'broken'; waitMs: number };

/** The part of the platform's limits that this process may use; 1 is all. */
export type Share = Partial<Record<Lane, number>>;

export class Gate {
  #paces: Record<Lane, Pace>;
  readonly #pausedUntilMs: Record<Lane, number> = {
    messages: 0,
    membership: 0,
    invites: 0,
    other: 0,
  };
  readonly #chats = new Map<number | string, Pace>();
  #silences = 0;
  #brokenUntilMs = 0;
  #isTrying = false;
  #inFlight = 0;

  /** Told of each try that this gate was asked for. */
  readonly observe: CallObserver;

  readonly #share: Share;

  constructor(share: Share = {}, observe: CallObserver = () => undefined) {
    this.observe = observe;
    this.#share = share;
    this.#paces = this.#pacesAmong(1);
  }

  /** From now on this many processes alike have what was this one's part. */
  shareAmong(processes: number): void {
    this.#paces = this.#pacesAmong(processes);
  }

  #pacesAmong(processes: number): Record<Lane, Pace> {
    const pace = (lane: Lane) => {
      const part = (this.#share[lane] ?? 1) / processes;
      return new Pace(laneRules[lane].perSecond * part, Math.ceil(laneRules[lane].burst * part));
    };
    return {
      messages: pace('messages'),
      membership: pace('membership'),
      invites: pace('invites'),
      other: pace('other'),
    };
  }

  /**
   * Waits for the turn of a call. After `go`, `ended` must follow.
   * @param chat whose pace the call counts against, too
   * @param patienceMs how long at most; 0: now or not at all
   */
  async enter(lane: Lane, chat: number | string | null, patienceMs: number): Promise<Passage> {
    const broken = this.#breaker();
    if (broken !== null) return broken;
    if (patienceMs < 0) return this.#refuse(0);
    const latestMs = steadyMs() + patienceMs;
    if (chat !== null) {
      const passage = await this.#turn(this.#chatPace(chat), lane, latestMs);
      if (passage.kind !== 'go') return passage;
    }
    const passage = await this.#turn(this.#paces[lane], lane, latestMs);
    if (passage.kind === 'go') this.#inFlight += 1;
    return passage;
  }

  /** @param answered false when the platform did not answer, or only that it is out of order */
  ended(answered: boolean, nowMs: number): void {
    this.#inFlight -= 1;
    this.#isTrying = false;
    if (answered) {
      this.#silences = 0;
      return;
    }
    this.#silences += 1;
    if (this.#silences < BREAK_AFTER) return;
    const times = Math.min(this.#silences - BREAK_AFTER, 10);
    this.#brokenUntilMs = nowMs + Math.min(FIRST_BREAK_MS * 2 ** times, LAST_BREAK_MS);
  }

  /** The platform asked for a pause: nothing of this lane goes before. */
  pause(lane: Lane, untilMs: number): void {
    this.#pausedUntilMs[lane] = Math.max(this.#pausedUntilMs[lane], untilMs);
  }

  /** Forgetting this gate would forget nothing that matters. */
  isIdle(nowMs: number): boolean {
    return (
      this.#inFlight === 0 &&
      nowMs >= this.#brokenUntilMs &&
      LANES.every((lane) => nowMs >= this.#pausedUntilMs[lane] && this.#paces[lane].isRested(nowMs))
    );
  }

  /** While broken nothing goes; then one call tries, and what it meets decides. */
  #breaker(): Passage | null {
    if (this.#silences < BREAK_AFTER) return null;
    const waitMs = this.#brokenUntilMs - steadyMs();
    if (waitMs > 0) return { kind: 'broken', waitMs };
    if (this.#isTrying) return { kind: 'broken', waitMs: FIRST_BREAK_MS };
    this.#isTrying = true;
    return null;
  }

  async #turn(pace: Pace, lane: Lane, latestMs: number): Promise<Passage> {
    const nowMs = steadyMs();
    const startMs = pace.startMs(nowMs);
    const dueMs = Math.max(startMs, this.#pausedUntilMs[lane]);
    // The clock moves on between two looks at it: whose turn is now need not hurry.
    if (dueMs > Math.max(nowMs, latestMs)) return this.#refuse(dueMs - nowMs);
    pace.take(startMs);
    if (startMs > nowMs) await waitUntil(startMs);
    // A pause may have been asked for while we waited, or be asked for while we wait for its end.
    for (let untilMs = this.#pausedUntilMs[lane]; untilMs > steadyMs(); untilMs = this.#pausedUntilMs[lane]) {
      if (untilMs > latestMs) return this.#refuse(untilMs - steadyMs());
      await waitUntil(untilMs);
    }
    return { kind: 'go' };
  }

  #refuse(waitMs: number): Passage {
    this.#isTrying = false;
    return { kind: 'wait', waitMs };
  }

  #chatPace(chat: number | string): Pace {
    const known = this.#chats.get(chat);
    if (known !== undefined) return known;
    if (this.#chats.size >= CHATS_MAX) this.#forgetChats();
    const isGroup = typeof chat === 'string' || chat < 0;
    const { perSecond, burst } = isGroup ? groupRule : chatRule;
    const pace = new Pace(perSecond, burst);
    this.#chats.set(chat, pace);
    return pace;
  }

  #forgetChats(): void {
    const nowMs = steadyMs();
    for (const [chat, pace] of this.#chats) if (pace.isRested(nowMs)) this.#chats.delete(chat);
    // Thousands of chats written to within seconds cannot be, at the token's own pace; but a map must have a bound.
    if (this.#chats.size >= CHATS_MAX) this.#chats.clear();
  }
}

async function waitUntil(timeMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, timeMs - steadyMs())));
}
