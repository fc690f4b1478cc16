/** The figures of a run, written into the page about promises: between two marks, and nowhere else. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Caught, Command } from './command.js';
import type { Figures } from './plan.js';

const PAGE = path.resolve(import.meta.dirname, '../../docs/promises.md');
const BEGIN = '<!-- simulation: begin -->';
const END = '<!-- simulation: end -->';

const shown: readonly [name: string, words: string][] = [
  ['days', 'days of simulated time'],
  ['get-sponsors', 'requests to /get-sponsors'],
  ['updates delivered', 'deliveries of updates'],
  ['charges', 'charges'],
  ['reversals', 'charges taken back'],
  ['free: late', 'members beyond quantity or day limit: free'],
  ['free: no money', 'members nobody could pay for: free'],
  ['free: came back', 'members who came back: free'],
  ['free: was in before', 'members from before: free'],
  ['deposits', 'deposits'],
  ['crashes', 'crashes'],
  ['power cut', 'of them power cuts'],
  ['fault points passed', 'points passed at which a process could die'],
  ['stranger', 'attempts by strangers'],
];

export function writeDocs(figures: Figures, caught: readonly Caught[], command: Command): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/promises.md has no ${BEGIN} … ${END}`);
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${block(figures, caught, command)}\n${END}${after}`);
}

function block(figures: Figures, caught: readonly Caught[], { seed, steps, workers }: Command): string {
  const rows: [string, string][] = [
    ['steps', String(steps)],
    ['seeds', Array.from({ length: workers }, (_, index) => String(seed + index)).join(', ')],
    ...shown.map(([name, words]): [string, string] => [words, String(figures[name] ?? 0)]),
  ];
  const birds = caught.map(({ canary, failure }): [string, string, string] => [
    canary.name,
    failure?.promise ?? 'not found',
    failure === null ? '' : String(failure.step),
  ]);
  const tables = [table(['of one run', 'figure'], rows)];
  if (birds.length > 0) tables.push(table(['canary', 'found as broken promise', 'at step'], birds));
  return tables.join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((word, column) =>
    Math.max(word.length, 3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |\n`;
  return line(head) + line(widths.map((width) => '-'.repeat(width))) + rows.map(line).join('');
}
