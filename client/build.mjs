/**
 * Builds dist/ of src and of ../networks: JavaScript without comments and blanks, since it is read by machines, and types
 * with them; in dist/cjs the same for `require`. Wants `typescript` and `vite`, which the repository has; types are checked there, by `npm run typecheck`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync } from 'vite';

const folder = fileURLToPath(new URL('.', import.meta.url));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
const commonJs =
  '--module commonjs --moduleResolution bundler --verbatimModuleSyntax false --outDir dist/cjs';
for (const format of [[], commonJs.split(' ')])
  for (const options of [
    ['--removeComments', '--declaration', 'false'],
    ['--declaration', '--emitDeclarationOnly'],
  ]) {
    const words = [compiler, '-p', 'tsconfig.json', '--noCheck', ...format, ...options];
    const { status } = spawnSync(process.execPath, words, {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (status !== 0) process.exit(1);
  }
for (const name of readdirSync(path.join(folder, 'dist'), { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.js')) continue;
  const file = path.join(folder, 'dist', name);
  // Functions keep their names, so that an error can be followed; variables need none.
  const options = {
    module: !name.startsWith('cjs'),
    mangle: { toplevel: false, keepNames: true },
    compress: true,
  };
  writeFileSync(file, minifySync(file, readFileSync(file, 'utf8'), options).code);
}
writeFileSync(new URL('dist/cjs/package.json', import.meta.url), '{"type":"commonjs"}\n');
