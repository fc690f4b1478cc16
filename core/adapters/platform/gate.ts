/**
 * What stands between us and one token: its pace by lane, as it is learnt, and by chat, the pauses that the platform asked
 * for, and a breaker that stops calling a platform which does not answer.
 */
import type { LearntPace, PaceReport, PaceRules } from '../../ports/pace-store.js';
import {
  LearningPace,
  Pace,
  type PaceFigure,
  steadyMs,
  type ChatRules,
  type Lane,
  lanes,
  usualChatRules,
} from './pace.js';
import type { SharedPaces } from './shared-paces.js';
import type { PlatformFailureKind } from '../../platform.js';

/** After this many calls in a row without an answer, calls are refused at once for a while. */
const BREAK_AFTER = 5;
const FIRST_BREAK_MS = 1_000;
const LAST_BREAK_MS = 30_000;

/** Chats whose pace is remembered; more are only looked through for rested ones. */
const CHATS_MAX = 5_000;

/** The platform does not say whether a chat or the bot is over its limit: of more chats than these it is the bot. */
const RESTING_CHATS_MAX = 2;

/** A chat that a message goes to. */
export interface CalledChat {
  id: number | string;
  /** New messages keep the pace of their chat; edits, which answer presses, wait only where the platform refused. */
  keepsPace: boolean;
}

export type Admission =
  /** @property isBusy the pace is what holds calls back: they come as quickly as it lets them */
  | { kind: 'go'; isBusy: boolean }
  /** Not in time: the pace or a pause of the platform's would hold it for this long. */
  | { kind: 'wait'; waitMs: number }
  /** The platform has not been answering. */
  | { kind: 'broken'; waitMs: number };

/** The part of the platform's limits that this process may use; 1 is all. */
export type Share = Partial<Record<Lane, number>>;

export interface GateParts {
  /** Whose token it is. */
  botId: number;
  rules: PaceRules;
  chatRules?: ChatRules | undefined;
  /** Of the start, until processes know what each of them wants. */
  share?: Share;
  /** Absent: this process alone uses the token, and forgets what it learnt. */
  shared?: SharedPaces | undefined;
  /** Reports what this process wants, however little it is. */
  isAlwaysShared?: boolean;
  /** Called with each try that this gate was asked for. */
  observe?: CallObserver | undefined;
}

export class Gate {
  readonly botId: number;
  readonly observe: CallObserver;
  readonly #lanes: Readonly<Record<Lane, LearningPace>>;
  readonly #parts: GateParts;
  readonly #chats = new Map<number | string, Pace>();
  /** Chats that the platform refused more messages for, and until when. */
  readonly #restingChats = new Map<number | string, number>();
  #silences = 0;
  #brokenUntilMs = 0;
  #isTrying = false;
  #inFlight = 0;

  constructor(parts: GateParts) {
    const { botId, rules, share = {}, observe = () => undefined } = parts;
    this.botId = botId;
    this.observe = observe;
    this.#parts = parts;
    const pace = (lane: Lane) => new LearningPace(lane, botId, rules, share[lane] ?? 1);
    this.#lanes = {
      messages: pace('messages'),
      membership: pace('membership'),
      invites: pace('invites'),
      other: pace('other'),
    };
    parts.shared?.recall(this);
  }

  /** How quickly its token may call, as far as is known. */
  figures(): PaceFigure[] {
    return lanes.map((lane) => this.#lanes[lane].figure);
  }

  /** What others have to know of this process's calls since it was asked last. */
  reports(): PaceReport[] {
    return lanes.flatMap((lane) => this.#lanes[lane].report(this.#parts.isAlwaysShared === true) ?? []);
  }

  adopt(learnt: readonly LearntPace[]): void {
    for (const pace of learnt) this.#lanes[pace.lane as Lane].adopt(pace);
  }

  /**
   * Waits for the turn of a call. After `go`, `ended` must follow.
   * @param chat where the message goes; null: the call is no message
   * @param patienceMs how long at most; 0: now or not at all
   * @param isBackground a fifth of the lane's pace is all that such calls take
   */
  async enter(
    lane: Lane,
    chat: CalledChat | null,
    patienceMs: number,
    isBackground = false,
  ): Promise<Admission> {
    const broken = this.#breaker();
    if (broken !== null) return broken;
    if (patienceMs < 0) return this.#refuse(0);
    const latestMs = steadyMs() + patienceMs;
    if (chat !== null) {
      const admission = chat.keepsPace
        ? await this.#turn(this.#chatPace(chat.id), lane, latestMs)
        : await this.#endOfRest(chat.id, latestMs);
      if (admission.kind !== 'go') return admission;
    }
    if (isBackground) {
      const admission = await this.#turn(this.#lanes[lane].background, lane, latestMs);
      if (admission.kind !== 'go') return admission;
    }
    this.#lanes[lane].want();
    this.#parts.shared?.used(this, false);
    const admission = await this.#turn(this.#lanes[lane].pace, lane, latestMs);
    if (admission.kind !== 'go') return admission;
    this.#inFlight += 1;
    this.#lanes[lane].go();
    return admission;
  }

  /**
   * A call that went has ended.
   * @param how `silent`: the platform did not answer, or only that it is out of order; `unknown`: its caller did not wait for long
   *   enough to know
   */
  ended(how: 'answered' | 'silent' | 'unknown', nowMs: number): void {
    this.#inFlight -= 1;
    this.#isTrying = false;
    if (how === 'answered') this.answered();
    if (how !== 'silent') return;
    this.#silences += 1;
    if (this.#silences < BREAK_AFTER) return;
    const times = Math.min(this.#silences - BREAK_AFTER, 10);
    this.#brokenUntilMs = nowMs + Math.min(FIRST_BREAK_MS * 2 ** times, LAST_BREAK_MS);
  }

  /** The platform is there: it answered this token, be it a call that went past this gate. */
  answered(): void {
    this.#silences = 0;
  }

  /** The platform took a call that came while the pace was busy, whatever it answered. */
  grow(lane: Lane): void {
    this.#lanes[lane].grow();
  }

  /**
   * The platform refused a call that began then, and asked for a pause: nothing of this lane goes before its end, or
   * nothing to this chat, while few chats are refused.
   */
  limited(lane: Lane, startedAtMs: number, untilMs: number, chat: CalledChat | null = null): void {
    if (chat !== null && this.#restsAlone(chat.id, untilMs)) return;
    this.#lanes[lane].limited(startedAtMs, untilMs);
    this.#parts.shared?.used(this, true);
  }

  /** Forgetting this gate would forget nothing that matters. */
  isIdle(nowMs: number): boolean {
    return (
      this.#inFlight === 0 &&
      nowMs >= this.#brokenUntilMs &&
      lanes.every((lane) => nowMs >= this.#lanes[lane].restUntilMs && this.#lanes[lane].pace.isRested(nowMs))
    );
  }

  /** While broken nothing goes; then one call tries, and what it meets decides. */
  #breaker(): Admission | null {
    if (this.#silences < BREAK_AFTER) return null;
    const waitMs = this.#brokenUntilMs - steadyMs();
    if (waitMs > 0) return { kind: 'broken', waitMs };
    if (this.#isTrying) return { kind: 'broken', waitMs: FIRST_BREAK_MS };
    this.#isTrying = true;
    return null;
  }

  #restsAlone(chat: number | string, untilMs: number): boolean {
    const nowMs = steadyMs();
    for (const [id, endMs] of this.#restingChats) if (endMs <= nowMs) this.#restingChats.delete(id);
    if (!this.#restingChats.has(chat) && this.#restingChats.size >= RESTING_CHATS_MAX) return false;
    this.#restingChats.set(chat, untilMs);
    this.#chatPace(chat).spendUntil(untilMs);
    return true;
  }

  async #endOfRest(chat: number | string, latestMs: number): Promise<Admission> {
    const nowMs = steadyMs();
    const untilMs = this.#restingChats.get(chat) ?? 0;
    if (untilMs > Math.max(nowMs, latestMs)) return this.#refuse(untilMs - nowMs);
    if (untilMs > nowMs) await waitUntil(untilMs);
    return { kind: 'go', isBusy: false };
  }

  async #turn(pace: Pace, lane: Lane, latestMs: number): Promise<Admission> {
    let isBusy = false;
    for (;;) {
      const nowMs = steadyMs();
      // What waits for the end of a pause takes its place behind it: all at once would be refused again.
      const startMs = pace.startMs(Math.max(nowMs, this.#lanes[lane].restUntilMs));
      // The clock moves on between two looks at it: whose turn is now need not hurry.
      if (startMs > Math.max(nowMs, latestMs)) return this.#refuse(startMs - nowMs);
      pace.take(startMs);
      isBusy ||= pace.isHalfSpent(startMs);
      if (startMs > nowMs) await waitUntil(startMs);
      // Another pause may have been asked for meanwhile.
      if (this.#lanes[lane].restUntilMs <= steadyMs()) return { kind: 'go', isBusy };
    }
  }

  #refuse(waitMs: number): Admission {
    this.#isTrying = false;
    return { kind: 'wait', waitMs };
  }

  #chatPace(chat: number | string): Pace {
    const known = this.#chats.get(chat);
    if (known !== undefined) return known;
    if (this.#chats.size >= CHATS_MAX) this.#forgetChats();
    // Groups have negative ids.
    const isGroup = typeof chat === 'string' || chat < 0;
    const { perSecond, burst } = (this.#parts.chatRules ?? usualChatRules)[isGroup ? 'group' : 'person'];
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

/** How a try ended; `held_back` by our own pacing, `broken`: not made, since the platform has not been answering. */
export type CallOutcome = 'ok' | 'held_back' | 'broken' | PlatformFailureKind;

/** Called with each try of each call, and how long it took. */
export type CallObserver = (lane: Lane, outcome: CallOutcome, tookMs: number) => void;
