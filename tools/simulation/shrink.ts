/** Makes a failing run short: the fewest steps, of those that led to it, that still break the same promise. */
import type { Failure, Outcome, Plan } from './plan.js';
import { play } from './run.js';

export interface Shrunk {
  failure: Failure;
  /** The numbers of the steps that are left. */
  steps: number[];
  runs: number;
}

/** A run of a few thousand steps takes seconds; longer failures are left longer. */
const MAX_RUNS = 150;

export interface ShrinkOptions {
  /** Builds a fresh plan: some mutations count their calls. */
  plan: () => Plan;
  maxRuns?: number;
  onRun?: (steps: number, runs: number) => void;
}

export async function shrink(
  failure: Failure,
  { plan, maxRuns = MAX_RUNS, onRun }: ShrinkOptions,
): Promise<Shrunk> {
  let runs = 0;
  const fails = async (steps: readonly number[]): Promise<Failure | null> => {
    runs += 1;
    onRun?.(steps.length, runs);
    const last = steps.at(-1) ?? 0;
    const attempt: Plan = { ...plan(), steps: last, only: new Set(steps), auditEvery: 1 };
    const outcome: Outcome = await play(attempt);
    return outcome.failure?.promise === failure.promise ? outcome.failure : null;
  };
  let steps = Array.from({ length: Math.min(failure.step, plan().steps) }, (_, index) => index + 1);
  // Looked at after each step, it is found where it happened, which may be long before.
  let found = await fails(steps);
  if (found === null) return { failure, steps, runs };
  steps = steps.filter((step) => step <= found!.step);
  for (
    let size = Math.ceil(steps.length / 2);
    size >= 1 && runs < maxRuns;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < steps.length && runs < maxRuns;) {
      const fewer = steps.toSpliced(from, size);
      const still = await fails(fewer);
      if (still === null) from += size;
      else {
        found = still;
        steps = fewer.filter((step) => step <= still.step);
      }
    }
  }
  return { failure: found, steps, runs };
}
