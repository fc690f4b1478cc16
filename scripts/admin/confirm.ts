/** "Really?", before what cannot be undone. */
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Where the question is asked. */
export interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable;
}

/** The person did not confirm; nothing was done. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';
}

/**
 * Asks the person at the terminal; does nothing where `--yes` was said.
 * @param what is done and cannot be undone, as a sentence
 * @param options.isFreeForScripts without a terminal, proceeds without a question
 * @throws NotConfirmed
 */
export async function confirm(
  what: string,
  options: { yes: boolean; isFreeForScripts?: boolean },
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (options.yes) return;
  if (input.isTTY !== true) {
    if (options.isFreeForScripts === true) return;
    throw new NotConfirmed(`Nothing is changed. Add --yes for what cannot be undone: ${what}`);
  }
  output.write(`${what} This cannot be undone. Really? [y/N] `);
  const answer = await firstLine(input);
  if (!/^\s*(y|yes|д|да)\s*$/i.test(answer)) throw new NotConfirmed('Nothing is changed.');
}

/** "" where the input ends before a line. */
async function firstLine(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return '';
}
