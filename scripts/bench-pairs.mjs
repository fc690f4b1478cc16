/**
 * `npm run bench:pairs -- <commit> [--rounds 5] [--only <part of a name>] [--set NAME=value]`: the paths of this checkout
 * beside those of another commit, in turns within one run, since an hour on a shared machine is like no other. Each is
 * measured by its own `npm run bench -- --part routes`, as a ratio to its own bare route; told is the median of this
 * checkout's ratios to the other's, by path. `--set` gives this checkout alone a setting: beside its own commit that is
 * what the setting costs. The other checkout is kept beside the system's temporary files for the next time.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { main, root } from './install.mjs';

function readWords() {
  const options = { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } };
  options.set = { type: 'string', multiple: true, default: [] };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [commit] = positionals;
  if (commit === undefined || !/^[1-9]\d?$/.test(values.rounds))
    throw new Error(
      'npm run bench:pairs -- <commit> [--rounds 1 to 99] [--only <part of a name>] [--set NAME=value]',
    );
  return { commit, rounds: Number(values.rounds), only: values.only, set: values.set };
}

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** A checkout of the commit; its own commands install and build what it lacks. */
function checkout(commit) {
  const id = git('rev-parse', '--short=12', `${commit}^{commit}`);
  const folder = path.join(tmpdir(), `sponsorgate-bench-${id}`);
  if (!existsSync(folder)) git('worktree', 'add', '--quiet', '--detach', folder, id);
  return folder;
}

/** One round of all paths; answers the ratio of each to the bare route. */
async function measure(folder, only, set) {
  const words = ['run', '--silent', 'bench', '--', '--part', 'routes', '--rounds', '1', '--only', only];
  for (const one of set) words.push('--set', one);
  const child = spawn('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The bench of ${folder} failed:\n${said}`);
  return new Map(
    [...said.matchAll(/^round 1: (.+): ([\d.]+)$/gm)].map(([, name, ratio]) => [name, Number(ratio)]),
  );
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

await main(async () => {
  const { commit, rounds, only, set } = readWords();
  const measureIn = (folder) => measure(folder, only, folder === root ? set : []);
  const other = checkout(commit);
  const ratios = new Map();
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first has the warmer machine, or the colder: they take turns in that, too.
    const isFirst = round % 2 === 0;
    const first = await measureIn(isFirst ? root : other);
    const second = await measureIn(isFirst ? other : root);
    const [here, there] = isFirst ? [first, second] : [second, first];
    for (const [name, ratio] of here)
      if (there.has(name)) ratios.set(name, [...(ratios.get(name) ?? []), ratio / there.get(name)]);
    console.error(`round ${round + 1} of ${rounds}`);
  }
  const width = Math.max(...[...ratios.keys()].map((name) => name.length));
  console.log(`${'path'.padEnd(width)}  here / ${commit}  lowest  highest`);
  for (const [name, all] of ratios) {
    const [middle, least, most] = [median(all), Math.min(...all), Math.max(...all)];
    const cells = [middle, least, most].map((one) => one.toFixed(2).padStart(8));
    console.log(`${name.padEnd(width)}  ${cells.join('  ')}`);
  }
});
