/**
 * What publishers are paid by: the factors that were announced, by the rule as `docs/quality.md` states it, written down
 * once more. In thousandths, and in UTC, which the simulated service keeps.
 */
import type { Books } from './books.js';
import { DAY_MS } from './rules.js';

const ONE = 1_000n;
const LEAST_CHANGE = 50n;
const DAYS_AHEAD = 7;

export interface Announcement {
  botId: number;
  fromMs: number;
  thousandths: bigint;
}

export class Paying {
  readonly #announced: Announcement[] = [];
  /** Whether they were kept is seen in the database once the process that died has risen again. */
  #tried: Announcement[] = [];

  /** What is to be announced when these bots are read, with the quality of each; of all others nothing is known. */
  due(read: ReadonlyMap<number, number>, nowMs: number): Announcement[] {
    const botIds = new Set([...read.keys(), ...this.#announced.map(({ botId }) => botId)]);
    const fromMs = (Math.floor(nowMs / DAY_MS) + DAYS_AHEAD) * DAY_MS;
    const due: Announcement[] = [];
    for (const botId of botIds) {
      const thousandths = BigInt(Math.round((read.get(botId) ?? 1) * 1_000));
      const last = this.#lastOf(botId);
      if (last !== undefined && last.fromMs > nowMs) continue;
      const before = last?.thousandths ?? ONE;
      const change = thousandths > before ? thousandths - before : before - thousandths;
      if (change >= LEAST_CHANGE || (change > 0n && (before === ONE || thousandths === ONE)))
        due.push({ botId, fromMs, thousandths });
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
  of(botId: number, shownMs: number): bigint {
    const holding = this.#announced.filter((one) => one.botId === botId && one.fromMs <= shownMs);
    return holding.reduce((so, one) => (one.fromMs > so.fromMs ? one : so), { fromMs: -1, thousandths: ONE })
      .thousandths;
  }

  #lastOf(botId: number): Announcement | undefined {
    return this.#announced.findLast((one) => one.botId === botId);
  }
}
