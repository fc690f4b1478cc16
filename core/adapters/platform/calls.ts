/** One call through a token's gate: its turn, its deadline, its retries, and what became of it. */
import type { CallOptions, PlatformFailure, PlatformFailureKind } from '../../platform.js';
import { failureOf, isDone, type Refusal, silenceOf } from './failures.js';
import type { CalledChat, Gate } from './gate.js';
import { keepsChatPace, laneOf, laneRules, steadyMs } from './pace.js';

const ATTEMPTS_MAX = 3;
const FIRST_RETRY_MS = 100;
/** No call waits longer for its answer, whatever deadline its caller set. */
const CALL_MAX_MS = 60_000;

/** What one try brought. */
export type Attempt<T> =
  | { kind: 'value'; value: T }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'silent'; error: unknown };

/** What became of the call; `done` means that it was so already. */
export type Outcome<T> =
  | { kind: 'value'; value: T }
  | { kind: 'done' }
  | { kind: 'failed'; failure: PlatformFailure };

export interface Call<T> extends CallOptions {
  method: string;
  payload: unknown;
  /** Doing it twice does harm: without an answer it is unknown, and not tried again. */
  isOnce: boolean;
  attempt(signal: AbortSignal): Promise<Attempt<T>>;
}

export async function perform<T>(gate: Gate, call: Call<T>): Promise<Outcome<T>> {
  const deadlineMs =
    steadyMs() +
    (call.deadlineMs === undefined
      ? laneRules[laneOf(call.method)].timeoutMs + (call.patienceMs ?? 0)
      : call.deadlineMs - Date.now());
  for (let number = 1; ; number += 1) {
    const outcome = await tryOnce(gate, call, deadlineMs);
    if (outcome.kind !== 'again') return outcome;
    const retryAtMs = steadyMs() + outcome.waitMs + FIRST_RETRY_MS * 4 ** (number - 1) * Math.random();
    if (number >= ATTEMPTS_MAX || retryAtMs >= deadlineMs)
      return { kind: 'failed', failure: outcome.failure };
    await new Promise((resolve) => setTimeout(resolve, retryAtMs - steadyMs()));
  }
}

type Failed =
  | { kind: 'failed'; failure: PlatformFailure }
  | { kind: 'again'; failure: PlatformFailure; waitMs: number };
type Tried<T> = Outcome<T> | Failed;

async function tryOnce<T>(gate: Gate, call: Call<T>, deadlineMs: number): Promise<Tried<T>> {
  const lane = laneOf(call.method);
  const isBackground = call.isBackground ?? false;
  const patienceMs = call.patienceMs ?? (isBackground ? Infinity : laneRules[lane].patienceMs);
  const chat = lane === 'messages' ? calledChat(call) : null;
  const waitMs = Math.min(deadlineMs - steadyMs(), patienceMs);
  const admission = await gate.enter(lane, chat, waitMs, isBackground);
  if (admission.kind !== 'go') {
    gate.observe(lane, admission.kind === 'wait' ? 'held_back' : 'broken', 0);
    return { kind: 'failed', failure: notAdmitted(admission.kind, admission.waitMs) };
  }
  const remainingMs = Math.min(CALL_MAX_MS, deadlineMs - steadyMs());
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(remainingMs)));
  const [startedAtMs, beganAtMs] = [performance.now(), steadyMs()];
  const made = await call.attempt(signal);
  const observe = (outcome: 'ok' | PlatformFailureKind) => {
    gate.observe(lane, outcome, performance.now() - startedAtMs);
  };
  if (made.kind === 'value') {
    observe('ok');
    gate.ended('answered', steadyMs());
    if (admission.isBusy) gate.grow(lane);
    return made;
  }
  if (made.kind === 'silent') {
    // A caller in a hurry proves nothing about the platform.
    gate.ended(signal.aborted && remainingMs < FAIR_WAIT_MS ? 'unknown' : 'silent', steadyMs());
    const tried = silent(call, made.error);
    observe(tried.failure.kind);
    return tried;
  }
  gate.ended(made.refusal.code < 500 ? 'answered' : 'silent', steadyMs());
  if (isDone(call.method, made.refusal.description)) {
    observe('ok');
    return { kind: 'done' };
  }
  const failure = failureOf(made.refusal);
  observe(failure.kind);
  if (admission.isBusy && failure.kind !== 'limited' && made.refusal.code < 500) gate.grow(lane);
  if (failure.kind === 'limited') {
    const untilMs = steadyMs() + (failure.retryAfterMs ?? 0);
    gate.limited(lane, beganAtMs, untilMs, chat);
    const isWorthWaiting = untilMs < Math.min(deadlineMs, steadyMs() + patienceMs);
    if (isWorthWaiting) return { kind: 'again', failure, waitMs: 0 };
  }
  return made.refusal.code >= 500
    ? { kind: 'again', failure, waitMs: FIRST_RETRY_MS }
    : { kind: 'failed', failure };
}

/** The chat that a message goes to. */
function calledChat({ payload, method }: Call<unknown>): CalledChat | null {
  if (typeof payload !== 'object' || payload === null || !('chat_id' in payload)) return null;
  const { chat_id: id } = payload;
  return typeof id === 'number' || typeof id === 'string' ? { id, keepsPace: keepsChatPace(method) } : null;
}

/** Who waited this long for an answer may say that none comes. */
const FAIR_WAIT_MS = 2_000;

function silent(call: Call<unknown>, error: unknown): Failed {
  const { failure, wasSent } = silenceOf(error);
  if (wasSent && call.isOnce) return { kind: 'failed', failure };
  // What does no harm when done twice has simply not happened yet.
  return { kind: 'again', failure: { ...failure, kind: 'unavailable' }, waitMs: FIRST_RETRY_MS };
}

function notAdmitted(kind: 'wait' | 'broken', waitMs: number): PlatformFailure {
  const retryAfterMs = Math.max(1, Math.ceil(waitMs));
  return kind === 'wait'
    ? { kind: 'limited', description: 'kept back to stay within the limits', retryAfterMs }
    : { kind: 'unavailable', description: 'the platform has not been answering', retryAfterMs };
}
