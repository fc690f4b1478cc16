/** `npm run bench`: installs and builds what is missing, then measures (test/bench/run.ts), with our arguments. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from './build.mjs';
import { install, main, root } from './install.mjs';

await main(async () => {
  await install();
  await build();
  const bench = path.join(root, 'test/bench/run.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', bench, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
});
