/**
 * `npm run test:nodes`: builds and tests a copy of this checkout under the other versions of Node.js that the service runs
 * on; its own is what `npm test` runs under.
 *
 *     npm run test:nodes [-- [22] [24] [what npm test takes]]
 *
 * Without words it takes both, and a part of the suite: core, both sides of the ports, the api, and a service as its operator
 * starts it. Node comes from npm's registry (Linux only) with its headers, and the SQLite driver is compiled for it where none
 * can be fetched. Node and the copy with its packages stay in a temporary folder for the next time.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main, root, run, SetupError, report } from './install.mjs';

const MAJORS = ['22', '24'];
const PART = ['test/core', 'test/contract', 'test/api', 'test/setup.test.ts', 'test/e2e/start.test.ts'];

/** @returns the folder of that Node's commands */
async function nodeOf(major, folder) {
  const name = `node-linux-${process.arch}`;
  const bin = path.join(folder, 'node_modules', name, 'bin');
  if (existsSync(path.join(bin, 'node'))) return bin;
  if (process.platform !== 'linux') {
    throw new SetupError(
      `Only Linux has Node.js from npm: put Node.js ${major} on your PATH and use npm test.`,
    );
  }
  mkdirSync(folder, { recursive: true });
  const words = ['install', '--no-save', '--loglevel=error', '--prefix', folder, `${name}@${major}`];
  const code = await run('npm', words, process.env, folder);
  if (code !== 0) throw new SetupError(`Node.js ${major} could not be fetched; npm says why above.`);
  return bin;
}

/** Puts all files that git has or would take into a folder, as they are now; the packages that are there stay. */
function copyTo(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((one) => one !== 'node_modules'))
    rmSync(path.join(folder, name), { recursive: true });
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  for (const file of files.filter((one) => one !== '' && existsSync(path.join(root, one))))
    cpSync(path.join(root, file), path.join(folder, file));
}

/** @returns the exit code of its tests */
async function test(major, words) {
  const place = path.join(tmpdir(), `sponsorgate-node-${major}`);
  const bin = await nodeOf(major, path.join(place, 'node'));
  const node = path.join(bin, 'node');
  const copy = path.join(place, 'copy');
  copyTo(copy);
  report(`Node.js ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()} in ${copy}`);
  const environment = { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` };
  return run(node, ['scripts/test.mjs', ...words], environment, copy);
}

await main(async () => {
  const words = process.argv.slice(2);
  const others = words.findIndex((word) => !MAJORS.includes(word));
  const majors = words.slice(0, others < 0 ? words.length : others);
  const wanted = words.slice(majors.length);
  for (const major of majors.length === 0 ? MAJORS : majors)
    if ((await test(major, wanted.length === 0 ? PART : wanted)) !== 0) process.exitCode = 1;
});
