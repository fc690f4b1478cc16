/**
 * What publishers are paid by, and how long that is held: the factors that were announced, by the rule as `docs/quality.md`
 * states it, written down once more. In thousandths, and in UTC, which the simulated service keeps.
 */
import type { Books } from './books.js';
import { longerHold, usualTerms } from './holding.js';
import { DAY_MS } from './rules.js';

const ONE = 1_000n;
const LEAST_CHANGE = 50n;
const DAYS_AHEAD = 7;

export interface Announcement {
  botId: number;
  fromMs: number;
  thousandths: bigint;
  holdThousandths: bigint;
}

/** What follows the quality, and everybody's hold. */
export interface PayingRules {
  paysByQuality: boolean;
  holdsByQuality: boolean;
  holdMs: number;
}

function isWorth(before: bigint, then: bigint): boolean {
  const change = then > before ? then - before : before - then;
  return change >= LEAST_CHANGE || (change > 0n && (before === ONE || then === ONE));
}

export class Paying {
  readonly #announced: Announcement[] = [];
  /** Whether they were kept is seen in the database once the process that died has risen again. */
  #tried: Announcement[] = [];

  /** What is to be announced when these bots are read, with the quality of each; of all others nothing is known. */
  due(read: ReadonlyMap<number, number>, rules: PayingRules, nowMs: number): Announcement[] {
    const botIds = new Set([...read.keys(), ...this.#announced.map(({ botId }) => botId)]);
    const fromMs = (Math.floor(nowMs / DAY_MS) + DAYS_AHEAD) * DAY_MS;
    const due: Announcement[] = [];
    for (const botId of botIds) {
      const found = BigInt(Math.round((read.get(botId) ?? 1) * 1_000));
      const thousandths = rules.paysByQuality ? found : ONE;
      const holdThousandths = rules.holdsByQuality && found < ONE ? found : ONE;
      const last = this.#lastOf(botId) ?? { fromMs: 0, ...usualTerms };
      if (last.fromMs > nowMs) continue;
      const isHold =
        isWorth(last.holdThousandths, holdThousandths) &&
        longerHold(rules.holdMs, last.holdThousandths) !== longerHold(rules.holdMs, holdThousandths);
      if (isHold || isWorth(last.thousandths, thousandths))
        due.push({ botId, fromMs, thousandths, holdThousandths });
    }
    return due;
  }

  /** They are being announced. */
  try(announcements: Announcement[]): void {
    this.#tried = announcements;
  }

  /** They were acknowledged. */
  accept(): void {
    this.#announced.push(...this.#tried);
    this.#tried = [];
  }

  /** Of what was tried by a process that died, what is there was announced. */
  resolve(books: Books): void {
    this.#tried = this.#tried.filter(({ botId, fromMs }) => books.hasPayingFactor(botId, fromMs));
    this.accept();
  }

  /** What holds for a sponsor that the bot showed at that moment. */
  of(botId: number, shownMs: number): Pick<Announcement, 'thousandths' | 'holdThousandths'> {
    const holding = this.#announced.filter((one) => one.botId === botId && one.fromMs <= shownMs);
    return holding.reduce((so, one) => (one.fromMs > so.fromMs ? one : so), { fromMs: -1, ...usualTerms });
  }

  #lastOf(botId: number): Announcement | undefined {
    return this.#announced.findLast((one) => one.botId === botId);
  }
}
