/** The package as it is published: packed, and installed in an empty folder. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';

const run = promisify(execFile);
export const repository = path.resolve(import.meta.dirname, '../..');
const { withLock } = (await import(path.join(repository, 'scripts/lock.mjs'))) as {
  withLock<T>(folder: string, name: string, work: () => Promise<T>): Promise<T>;
};

export interface Installed {
  folder: string;
  /** Where the package stands there. */
  package: string;
  /** Files that were packed. */
  files: string[];
  remove(): Promise<void>;
}

/** @param frameworks packages of ours that stand beside it, for examples that want them */
export async function installPackage(frameworks: readonly string[] = []): Promise<Installed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-package-'));
  const client = path.join(repository, 'client');
  const silent = { env: { ...process.env, npm_config_loglevel: 'error' } };
  const words = ['pack', '--json', '--pack-destination', folder];
  // The build packs it, too, and other tests do.
  const packed = await withLock(repository, 'pack', () => run('npm', words, { cwd: client, ...silent }));
  // What builds it may speak before.
  const [told] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[\n'))) as {
    filename: string;
    files: { path: string }[];
  }[];
  await writeFile(path.join(folder, 'package.json'), '{"type":"module","private":true}\n');
  const options = ['--offline', '--no-audit', '--no-fund', `./${told?.filename ?? ''}`];
  await run('npm', ['install', ...options], { cwd: folder, ...silent });
  for (const name of frameworks) {
    const place = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(place), { recursive: true });
    await symlink(path.join(repository, 'node_modules', name), place);
  }
  return {
    folder,
    package: path.join(folder, 'node_modules/sponsorgate-client'),
    files: (told?.files ?? []).map((file) => file.path),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Puts an example into the folder, as JavaScript. */
export async function putExample({ folder }: Installed, name: string): Promise<string> {
  const text = await readFile(path.join(repository, 'examples', name), 'utf8');
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const file = path.join(folder, name.replace(/\.ts$/, '.mjs'));
  await writeFile(file, ts.transpileModule(text, { compilerOptions: options }).outputText);
  return file;
}
