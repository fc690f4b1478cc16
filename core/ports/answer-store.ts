/** What was answered to calls that their callers may repeat: see `core/kept-answers.ts`. */

/** Of a call that may be repeated: how its answer is kept, in the same step as what it did. */
export interface Keeping<Made> {
  /** Identifies the call. */
  call: string;
  /** What is kept, sealed. Only made of what was done, since a step may be done again before it is committed. */
  answer: (made: Made) => string;
}

export interface AnswerStore {
  /** Null where none was kept at `sinceMs` or later. */
  find(call: string, sinceMs: number): Promise<string | null>;
}
