/**
 * Processes that use the same tokens exchange, through the store, what they want and what they have learnt. A call
 * sets the next exchange; without calls nothing is exchanged.
 */
import type { Log } from '../../ports.js';
import type { LearntPace, PaceReport, PaceRules, PaceStore } from '../../ports/pace-store.js';
import { steadyMs } from './pace.js';

const EXCHANGE_MS = 1_000;
/** Tokens and kinds of call in one exchange; those beyond wait for the next. */
const REPORTS_MAX = 200;

/** What shared paces need to know of a token's gate. */
export interface SharedGate {
  botId: number;
  reports(): PaceReport[];
  adopt(learnt: readonly LearntPace[]): void;
}

/** Where processes report their calls to each other, and this one's name. */
export interface SharedParts {
  store: PaceStore;
  process: string;
  rules: PaceRules;
  log?: Log | undefined;
}

export class SharedPaces {
  readonly #parts: SharedParts;
  readonly #used = new Set<SharedGate>();
  #timer: NodeJS.Timeout | undefined;
  #isExchanging = false;

  constructor(parts: SharedParts) {
    this.#parts = parts;
  }

  /** What was learnt before this process began. */
  recall(gate: SharedGate): void {
    this.#parts.store
      .read([gate.botId])
      .then((learnt) => gate.adopt(learnt.map((pace) => shifted(pace, steadyMs() - Date.now()))))
      .catch((error: unknown) => this.#failed(error));
  }

  /** A call was made through this gate. @param isUrgent the platform refused: the others should know at once */
  used(gate: SharedGate, isUrgent: boolean): void {
    this.#used.add(gate);
    if (this.#isExchanging || (this.#timer !== undefined && !isUrgent)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#exchange(), isUrgent ? 0 : EXCHANGE_MS).unref();
  }

  async #exchange(): Promise<void> {
    this.#isExchanging = true;
    const gates = new Map([...this.#used].slice(0, REPORTS_MAX).map((gate) => [gate.botId, gate]));
    for (const gate of gates.values()) this.#used.delete(gate);
    const aheadMs = Date.now() - steadyMs();
    const { store, process, rules } = this.#parts;
    const reports = [...gates.values()]
      .flatMap((gate) => gate.reports())
      .map((each) => olderBy(each, aheadMs));
    try {
      const shares = reports.length === 0 ? [] : await store.exchange(process, reports, rules, Date.now());
      for (const [botId, gate] of gates)
        gate.adopt(shares.filter((share) => share.botId === botId).map((share) => shifted(share, -aheadMs)));
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isExchanging = false;
      this.#timer = undefined;
      const [next] = this.#used;
      if (next !== undefined) this.used(next, false);
    }
  }

  #failed(error: unknown): void {
    this.#parts.log?.warn({ error: String(error) }, 'the pace of calls could not be shared');
  }
}

/** By the machine's clock, as other processes and later ones have it; a process counts by its own. */
function shifted<T extends LearntPace>(pace: T, byMs: number): T {
  const { limitedAtMs, restUntilMs } = pace;
  return {
    ...pace,
    limitedAtMs: limitedAtMs === 0 ? 0 : limitedAtMs + byMs,
    restUntilMs: restUntilMs === 0 ? 0 : restUntilMs + byMs,
  };
}

function olderBy(report: PaceReport, byMs: number): PaceReport {
  const { limited } = report;
  if (limited === null) return report;
  return { ...report, limited: { ...limited, atMs: limited.atMs + byMs, untilMs: limited.untilMs + byMs } };
}
