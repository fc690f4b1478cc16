/** Goes through the steps of a piece of work where each of them has to be waited for. */
import type { Step, Work } from './statement.js';

/** @param answer what the database says to a step; what goes wrong in it is thrown where the work wanted it */
export async function goThrough<T>(work: Work<T>, answer: (step: Step) => unknown): Promise<T> {
  const steps = work[Symbol.iterator]();
  let next = steps.next();
  while (next.done !== true) next = await proceed(steps, next.value, answer);
  return next.value;
}

async function proceed<T>(
  steps: Iterator<Step, T, unknown>,
  step: Step,
  answer: (step: Step) => unknown,
): Promise<IteratorResult<Step, T>> {
  let reply: unknown;
  try {
    reply = await answer(step);
  } catch (error) {
    if (steps.throw === undefined) throw error;
    return steps.throw(error);
  }
  return steps.next(reply);
}
