/**
 * `npm run bench:pairs -- <commit> [--rounds 5] [--only <part of a name>] [--set NAME=value]`: the paths of this checkout
 * against those of another commit, in turns within one run, since an hour on a shared machine is like no other. Each is
 * measured by its own `npm run bench -- --part routes`, as a ratio to its own bare route. The result is the median of this
 * checkout's ratios to the other's, by path: of the rates, and of the processor time a request takes, which other work on
 * the machine moves least. `--set` gives this checkout alone a setting: next to its own commit that is
 * what the setting costs. The other checkout is kept with the system's temporary files for the next time.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main, root } from '../../scripts/install.mjs';
import { wordsOf } from './usage.mjs';

const words = wordsOf(
  import.meta.url,
  {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
  },
  ({ values: { rounds }, positionals: [commit, more] }) => {
    if (commit === undefined) return 'It takes a commit to measure against.';
    if (more !== undefined) return `${more}: it takes one commit.`;
    return /^[1-9]\d?$/.test(rounds) ? null : `--rounds ${rounds}: it takes 1 to 99.`;
  },
);

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** A checkout of the commit; its own commands install and build what it lacks. */
function checkout(commit) {
  const id = git('rev-parse', '--short=12', `${commit}^{commit}`);
  const folder = path.join(tmpdir(), `sponsorgate-bench-${id}`);
  if (!existsSync(folder)) git('worktree', 'add', '--quiet', '--detach', folder, id);
  return folder;
}

/** One round of all paths; answers the ratios of each to the bare route: of the rates, and by processor. */
function measure(folder, only, set) {
  const words = ['run', '--silent', 'bench', '--', '--part', 'routes', '--rounds', '1', '--only', only];
  for (const one of set) words.push('--set', one);
  try {
    return ratiosIn(execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }));
  } catch (error) {
    throw new Error(`The bench of ${folder} failed:\n${error.stderr}`, { cause: error });
  }
}

/** Of the rows of the bench's table, by the titles of its columns. */
function ratiosIn(table) {
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  const [titles = [], , ...paths] = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  const [rate, processor] = [titles.indexOf('median'), titles.indexOf('by cpu')];
  return new Map(
    paths.map((cells) => [cells[1], { rate: Number(cells[rate]), processor: Number(cells[processor]) }]),
  );
}

function spreadOf(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)];
}

await main(async () => {
  const { only, set } = words.values;
  const [commit] = words.positionals;
  const rounds = Number(words.values.rounds);
  const measureIn = (folder) => measure(folder, only, folder === root ? set : []);
  const other = checkout(commit);
  const ratios = new Map();
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first has the warmer machine, or the colder: they take turns in that, too.
    const isFirst = round % 2 === 0;
    const first = measureIn(isFirst ? root : other);
    const second = measureIn(isFirst ? other : root);
    const [here, there] = isFirst ? [first, second] : [second, first];
    for (const [name, { rate, processor }] of here) {
      const theirs = there.get(name);
      if (theirs === undefined) continue;
      const ratio = { rate: rate / theirs.rate, processor: processor / theirs.processor };
      ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
    }
    console.error(`round ${round + 1} of ${rounds}`);
  }
  const width = Math.max(...[...ratios.keys()].map((name) => name.length));
  const titles = [`here / ${commit}`, 'lowest', 'highest', 'by processor', 'lowest', 'highest'];
  console.log(`${''.padEnd(width)}  ${titles.join('  ')}`);
  for (const [name, all] of ratios) {
    const figures = ['rate', 'processor'].flatMap((what) => spreadOf(all.map((ratio) => ratio[what])));
    const cells = figures.map((one, index) => one.toFixed(2).padStart(titles[index].length));
    console.log(`${name.padEnd(width)}  ${cells.join('  ')}`);
  }
});
