/** The figures of a run of the simulation, for the page about promises. */
import { isSpread } from '../../test/support/database.js';
import { type Section, table, writeSection } from '../../test/support/promises-page.js';
import { type Caught, type Command, wayOf } from './command.js';
import type { Figures } from './plan.js';

const shown: readonly [name: string, words: string][] = [
  ['days', 'days of simulated time'],
  ['get-sponsors', 'requests to /get-sponsors'],
  ['updates delivered', 'deliveries of updates'],
  ['charges', 'charges'],
  ['charges by quality', 'charges by the quality of a bot'],
  ['charges held longer', 'charges on hold for longer by it'],
  ['reversals', 'charges taken back'],
  ['returns', 'charges booked again for users who came back'],
  ['reversals later', 'of them after everybody’s hold, within a longer one'],
  ['free: order_full', 'joins beyond quantity or day limit: free'],
  ['free: no_money', 'joins nobody could pay for: free'],
  ['free: came_back', 'members who came back: free'],
  ['free: member_before', 'members from before: free'],
  ['free: no_contact', 'joins without contact: free'],
  ['free: paid_elsewhere', 'joins that were paid for by another order: free'],
  ['free: suspicious', 'joins of suspicious users: free'],
  ['free: untrusted', 'joins beyond what an untrusted bot may bring: free'],
  ['taken of withdrawals', 'charges that took of a withdrawal'],
  ['deposits', 'deposits'],
  ['crashes', 'crashes'],
  ['power cut', 'of them power cuts'],
  ['fault points passed', 'points passed at which a process could die'],
  ['payments in stars', 'payments in stars'],
  ['refunds', 'of them given back'],
  ['stranger', 'attempts by strangers'],
];

export function writeDocs(
  figures: Figures,
  caught: readonly Caught[],
  command: Command,
  seconds: number,
): void {
  writeSection(sectionOf(command), block(figures, caught, command, seconds));
}

function sectionOf({ store }: Command): Section {
  if (store === 'sqlite') return 'simulation';
  return isSpread ? 'simulation-citus' : 'simulation-postgres';
}

function block(
  figures: Figures,
  caught: readonly Caught[],
  { store, seed, steps, workers }: Command,
  seconds: number,
): string {
  const rows: [string, string][] = [
    ['steps', String(steps)],
    ['seconds it took, with its canaries', seconds.toFixed(0)],
    ['seeds', Array.from({ length: workers }, (_, index) => String(seed + index)).join(', ')],
    ...shown.map(([name, words]): [string, string] => [words, String(figures[name] ?? 0)]),
    [
      'different things that strangers tried',
      String(Object.keys(figures).filter((name) => name.startsWith('stranger: ')).length),
    ],
  ];
  const birds = caught.map(({ canary, failure }): [string, string, string] => [
    canary.name,
    failure?.promise ?? 'not found',
    failure === null ? '' : String(failure.step),
  ]);
  const tables = [table(['of one run', 'figure'], rows)];
  if (birds.length > 0) tables.push(table(['canary', 'found as broken promise', 'at step'], birds));
  const { run, flags: over } = wayOf(store);
  const flags = `${over}--steps ${String(steps)} --workers ${String(workers)}${birds.length > 0 ? ' --canary all' : ''}`;
  return [`Of \`${run} -- ${flags} --write-docs\`:\n`, ...tables].join('\n');
}
