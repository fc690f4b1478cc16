/**
 * Whether the platform answers the operator bot. What keeps it from answering is reported to callers who ask whether the
 * service is ready, and to the log: once when it begins, then once a minute.
 */
import { GrammyError, HttpError } from 'grammy';
import type { Log } from '../core/ports.js';

const LOG_EACH_MS = 60_000;
/** One failed call is a hiccup. */
const FAILURES_REPORTED = 2;
/** For so long after another program took a poll from us, an answer does not say that it is gone. */
const RIVAL_MS = 60_000;

/** The platform answers, but what it posts to us does not arrive. */
export class UndeliveredError extends Error {
  override readonly name = 'UndeliveredError';
}

export interface ReachabilityParts {
  /** Host and port of the platform. */
  host: string;
  /** Where the bot's token stands in the settings, when it is not the operator bot's: `CHECKER_TOKENS (bot 123)`. */
  setting?: string | undefined;
  log: Log;
  /** Reports the platform's state and its begin to the other processes; null: it answers. */
  report(words: string | null, sinceMs: number): Promise<void>;
  nowMs?: () => number;
}

export class Reachability {
  readonly #now: () => number;
  #failures = 0;
  #failingSinceMs = 0;
  #loggedAtMs: number | null = null;
  /** When another program last took a poll from us. */
  #rivalAtMs: number | null = null;
  /** The last report; undefined before the first one, and after one that failed. */
  #reported: string | null | undefined;

  constructor(private readonly parts: ReachabilityParts) {
    this.#now = parts.nowMs ?? Date.now;
  }

  /** Whether it may be gone; one that gives the updates to another program is there. */
  get isFailing(): boolean {
    return this.#failures > 0 && this.#rivalAtMs === null;
  }

  async answered(): Promise<void> {
    if (this.#rivalAtMs !== null && this.#now() - this.#rivalAtMs < RIVAL_MS) return;
    this.#rivalAtMs = null;
    const { log, host } = this.parts;
    if (this.#loggedAtMs !== null)
      log.info(
        { host, ...this.#whose(), failed_for_seconds: this.#failedForSeconds() },
        'the platform answers again',
      );
    this.#failures = 0;
    this.#loggedAtMs = null;
    await this.#report(null, this.#now());
  }

  async failed(error: unknown): Promise<void> {
    const { log, host, setting = 'BOT_TOKEN' } = this.parts;
    const nowMs = this.#now();
    if (this.#failures === 0) this.#failingSinceMs = nowMs;
    this.#failures += 1;
    const isRival = isOfRival(error);
    this.#rivalAtMs = isRival ? nowMs : null;
    if (this.#failures < FAILURES_REPORTED) return;
    const { cause, words } = causeOf(error, setting);
    if (this.#loggedAtMs === null || nowMs - this.#loggedAtMs >= LOG_EACH_MS) {
      this.#loggedAtMs = nowMs;
      const facts = { host, ...this.#whose(), cause, failing_for_seconds: this.#failedForSeconds() };
      if (isRival)
        log.error(
          facts,
          'another program takes the updates of this bot: stop it, or give it a bot of its own',
        );
      else log.warn(facts, 'the platform does not answer as it should; it is asked again');
    }
    await this.#report(`${host} ${words} (${cause})`, this.#failingSinceMs);
  }

  #whose(): { setting?: string } {
    const { setting } = this.parts;
    return setting === undefined ? {} : { setting };
  }

  #failedForSeconds(): number {
    return Math.round((this.#now() - this.#failingSinceMs) / 1_000);
  }

  async #report(words: string | null, sinceMs: number): Promise<void> {
    if (this.#reported === words) return;
    this.#reported = words;
    await this.parts.report(words, sinceMs).catch((error: unknown) => {
      this.#reported = undefined;
      this.parts.log.warn({ error: String(error) }, 'whether the platform answers could not be reported');
    });
  }
}

/** https://core.telegram.org/bots/api#getupdates: a second poll ends the first. */
function isOfRival(error: unknown): boolean {
  return (
    error instanceof GrammyError && error.error_code === 409 && error.description.includes('other getUpdates')
  );
}

/** https://core.telegram.org/bots/api#making-requests: a token that is none has no methods, which is 404; one that was revoked is 401. */
export const isTokenRefused = (error: unknown): error is GrammyError =>
  error instanceof GrammyError && [401, 404].includes(error.error_code);

/** Of a network error only its code is passed on: its words hold the address, and the address the token. */
function causeOf(error: unknown, setting: string): { cause: string; words: string } {
  if (error instanceof GrammyError) {
    const { error_code: code, description } = error;
    const words = isTokenRefused(error) ? `refuses ${setting}` : wordsFor(code);
    return { cause: `${String(code)} ${description}`, words };
  }
  if (error instanceof UndeliveredError) return { cause: error.message, words: 'cannot bring its updates' };
  return { cause: codeIn(error instanceof HttpError ? error.error : error), words: 'cannot be reached' };
}

function wordsFor(code: number): string {
  if (code === 409) return 'gives the updates to another program';
  if (code === 429) return 'asks for a pause';
  return code >= 500 ? 'is out of order' : 'refuses';
}

function codeIn(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'no answer';
  if ('name' in error && (error.name === 'AbortError' || error.name === 'TimeoutError'))
    return 'no answer in time';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'no answer';
}
