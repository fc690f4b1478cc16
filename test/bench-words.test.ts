/** The commands that measure say how they are used: nobody reads a stack trace for a wrong word. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const bench = path.resolve(import.meta.dirname, '../tools/bench');

const run = (name: string, ...words: string[]) =>
  spawnSync(process.execPath, [path.join(bench, name), ...words], { encoding: 'utf8' });

it.each(['index.mjs', 'pairs.mjs'])('%s --help prints the usage and ends well', (name) => {
  const { status, stdout, stderr } = run(name, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^`npm run bench/);
  expect(stdout).toContain('--rounds');
  expect(stdout).not.toMatch(/^\s*\*/m);
});

it.each([
  ['index.mjs', ['--round', '3'], "Unknown option '--round'"],
  ['index.mjs', ['--rounds', 'many'], '--rounds many'],
  ['index.mjs', ['--rounds'], '--rounds'],
  ['index.mjs', ['--sizes', '1,x'], '--sizes 1,x'],
  ['index.mjs', ['--set', 'RANKING'], '--set RANKING'],
  ['index.mjs', ['routes'], 'routes'],
  ['pairs.mjs', [], 'a commit'],
  ['pairs.mjs', ['HEAD', 'HEAD~1'], 'one commit'],
  ['pairs.mjs', ['HEAD', '--rounds', '0'], '--rounds 0'],
])('%s with %j says what is wrong, and the usage', (name, words, fault) => {
  const { status, stdout, stderr } = run(name, ...words);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(fault);
  expect(stderr).toContain('`npm run bench');
  expect(stderr).not.toMatch(/^\s+at /m);
});
