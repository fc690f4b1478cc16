/** What a run of the fuzzing tried, for the page about promises. */
import { secondsSince, writeRows, writesDocs } from '../support/promises-page.js';

/** Called at the end of a run in which everything held; `WRITE_DOCS=1` writes it down. */
export function writeFuzz(what: string, count: number, startMs: number): void {
  if (!writesDocs) return;
  const seed = process.env['FC_SEED'] ?? '';
  const row = [what, String(count), '0', secondsSince(startMs), seed];
  writeRows('fuzz', ['hostile', 'cases', 'faults', 'seconds', 'seed'], [row]);
}
