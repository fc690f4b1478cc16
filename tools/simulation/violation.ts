/** That a promise was broken. */
export type Violation = Error & { promise: string };

/** @param promise the number and name of what was promised */
export function violation(promise: Promised, message: string): Violation {
  return Object.assign(new Error(message), { promise });
}

/** What was found, in the words of a violation. */
export const text = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

/** `docs/promises.md` has them in words. */
export type Promised =
  | '1 balance'
  | '2 charge'
  | '3 kept'
  | '4 delivery'
  | '5 keys'
  | '6 deadline'
  | '7 ownership'
  | 'answers'
  | 'no faults';
