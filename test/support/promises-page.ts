/** Figures of a run, written into the page about promises: between two marks of their own, and nowhere else. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = path.resolve(import.meta.dirname, '../../docs/promises.md');

export type Section =
  | 'zoo'
  | 'simulation'
  | 'simulation-postgres'
  | 'simulation-citus'
  | 'kills'
  | 'kills-postgres'
  | 'kills-citus'
  | 'failover'
  | 'failover-loses'
  | 'fuzz'
  | 'faults';
export type Row = readonly string[];

/** Whether this run was asked to write its figures down: `WRITE_DOCS=1`. */
export const writesDocs = process.env['WRITE_DOCS'] === '1';

const marks = (section: Section) => [`<!-- ${section}: begin -->`, `<!-- ${section}: end -->`] as const;

/** What stands between a section's marks. @throws Error when the page lacks them */
export function readSection(section: Section): string {
  const [begin, end] = marks(section);
  const text = readFileSync(PAGE, 'utf8').split(begin)[1]?.split(end)[0];
  if (text === undefined) throw new Error(`docs/promises.md has no ${begin} … ${end}`);
  return text;
}

export function writeSection(section: Section, text: string): void {
  writeBetween(PAGE, marks(section), text);
}

/** Puts a text between two marks of a page, in place of what stands there. @throws Error when the page lacks them */
export function writeBetween(file: string, [begin, end]: readonly [string, string], text: string): void {
  const [before, rest] = readFileSync(file, 'utf8').split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no ${begin} … ${end}`);
  writeFileSync(file, `${before}${begin}\n\n${text}\n${end}${after}`);
}

/** Rows replace those of the section that begin with the same cell: several files write into one table. */
export function writeRows(section: Section, head: Row, rows: readonly Row[]): void {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, , ...old] = readSection(section)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cells);
  const all = new Map([...old, ...rows].map((row) => [row[0] ?? '', row]));
  const inOrder = [...all.values()].sort(([one = ''], [other = '']) => one.localeCompare(other));
  writeSection(section, table(head, inOrder));
}

export function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((word, column) =>
    Math.max(word.length, 3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: Row) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  return line(head) + line(widths.map((width) => '-'.repeat(width))) + rows.map(line).join('');
}

/** Whole seconds since a moment of `performance.now()`. */
export function secondsSince(startMs: number): string {
  return ((performance.now() - startMs) / 1_000).toFixed(0);
}
