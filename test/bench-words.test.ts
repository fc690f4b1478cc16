/** The commands that measure say how they are used: nobody reads a stack trace for a wrong word. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const scripts = path.resolve(import.meta.dirname, '../scripts');

const run = (name: string, ...words: string[]) =>
  spawnSync(process.execPath, [path.join(scripts, name), ...words], { encoding: 'utf8' });

it.each(['bench.mjs', 'bench-pairs.mjs'])('%s --help prints the usage and ends well', (name) => {
  const { status, stdout, stderr } = run(name, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^`npm run bench/);
  expect(stdout).toContain('--rounds');
  expect(stdout).not.toMatch(/^\s*\*/m);
});

it.each([
  ['bench.mjs', ['--round', '3'], "Unknown option '--round'"],
  ['bench.mjs', ['--rounds', 'many'], '--rounds many'],
  ['bench.mjs', ['--rounds'], '--rounds'],
  ['bench.mjs', ['--sizes', '1,x'], '--sizes 1,x'],
  ['bench.mjs', ['--set', 'RANKING'], '--set RANKING'],
  ['bench.mjs', ['routes'], 'routes'],
  ['bench-pairs.mjs', [], 'a commit'],
  ['bench-pairs.mjs', ['HEAD', 'HEAD~1'], 'one commit'],
  ['bench-pairs.mjs', ['HEAD', '--rounds', '0'], '--rounds 0'],
])('%s with %j says what is wrong, and the usage', (name, words, fault) => {
  const { status, stdout, stderr } = run(name, ...words);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(fault);
  expect(stderr).toContain('`npm run bench');
  expect(stderr).not.toMatch(/^\s+at /m);
});
