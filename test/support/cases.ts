/** The tables of cases in test/cases that describe one rule each. */
import { readFileSync } from 'node:fs';

/** Reads a table; an empty one is a fault, since its test would hold nothing. */
// The caller says what its table holds: JSON has no types.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function readCases<Case, Rest = unknown>(name: string): Rest & { cases: Case[] } {
  const path = new URL(`../cases/${name}.json`, import.meta.url);
  const table = JSON.parse(readFileSync(path, 'utf8')) as Rest & { cases: Case[] };
  if (table.cases.length === 0) throw new Error(`${name}.json holds no cases`);
  return table;
}
