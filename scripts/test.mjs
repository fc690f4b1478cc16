/**
 * `npm test`: installs and builds what is missing, then runs the tests once; those that start processes only where they
 * are named, as `npm run e2e` does with all of them. What follows `--` goes to vitest: `npm test -- test/core -t money`.
 */
import path from 'node:path';
import { build } from './build.mjs';
import { install, main, root, run } from './install.mjs';

await main(async () => {
  await install();
  // Some tests start parts of the service as its operator does, from dist/.
  await build();
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const words = process.argv.slice(2);
  const isNarrowed = words.some((word) => !word.startsWith('-') || word.startsWith('--project'));
  const projects = isNarrowed ? [] : ['--project', 'together', '--project', 'alone'];
  const command = [vitest, 'run', ...projects, ...words];
  process.exitCode = await run(process.execPath, command, process.env, root, 'inherit');
});
