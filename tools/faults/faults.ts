/**
 * What is put into the code by hand, to see the tests fail: `faults.json`, which somebody who does not program can read.
 * Texts are short: a change of the code moves few of them.
 */
import rows from './faults.json' with { type: 'json' };

export interface Fault {
  /** What is wrong with it, as a sentence. */
  what: string;
  file: string;
  /** Stands exactly once in the file. */
  text: string;
  becomes: string;
  /** The smallest test files that see it. */
  tests: readonly string[];
  /** Over which database the tests run; SQLite where it is left out. */
  store?: 'postgres';
}

export const faults = rows as readonly Fault[];
