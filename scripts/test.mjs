/**
 * `npm test`: installs and builds what is missing, then runs the tests once; those that start processes only where they
 * are named, as `npm run e2e` does with all of them. What follows `--` goes to vitest: `npm test -- test/core -t money`.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from './build.mjs';
import { install, main, root } from './install.mjs';

await main(async () => {
  await install();
  // Some tests start parts of the service as its operator does, from dist/.
  await build();
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const words = process.argv.slice(2);
  const isNarrowed = words.some((word) => !word.startsWith('-') || word.startsWith('--project'));
  const projects = isNarrowed ? [] : ['--project', 'together', '--project', 'alone'];
  const child = spawn(process.execPath, [vitest, 'run', ...projects, ...words], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
});
