/**
 * Builds dist/: JavaScript without comments, since it is read by machines, and types with them. Wants `typescript`, which the
 * repository has; types are checked there, by `npm run typecheck`.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
for (const options of [
  ['--removeComments', '--declaration', 'false'],
  ['--declaration', '--emitDeclarationOnly'],
]) {
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.json', '--noCheck', ...options], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(1);
}
