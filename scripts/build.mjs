/**
 * Builds dist/ when a source has changed: compiles TypeScript incrementally and copies everything else
 * (pages' styles, migrations) to the same place, so built code finds its files where the source does.
 * Vite bundles the cabinet (`web/`) into `dist/web`; the client is packed into `dist/packages`. Takes a few
 * milliseconds when all is up to date.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { alone, install, main, readJson, root, run, SetupError, report } from './install.mjs';

/** What runs in production and in the demo; the same list stands in tsconfig.build.json. */
const folders = ['api', 'bot', 'client/src', 'core', 'db', 'emulator', 'networks', 'scripts', 'words'];
const settings = ['tsconfig.json', 'tsconfig.build.json'];
/** What the client's packages are made of, but for what the compiler brings. */
const packed = {
  folders: ['client/src', 'client/python', 'client/released', 'networks'],
  settings: ['package.json', 'README.md', 'LICENSE', 'build.mjs', 'tsconfig.json'].map(
    (name) => `client/${name}`,
  ),
};
const dist = path.join(root, 'dist');

/** What is built, in turn. Each has a stamp: its sources as they were; outside the folder of Vite, which Vite empties first. */
const service = { stamp: path.join(dist, '.built.json'), sources: serviceSources, make: makeService };
const parts = [
  service,
  { stamp: path.join(dist, '.built-web.json'), sources: webSources, make: makeWeb },
  { stamp: path.join(dist, '.built-packages.json'), sources: packageSources, make: makePackages },
];

/** @throws SetupError when the sources cannot be compiled */
export async function build() {
  if (parts.every((part) => changed(part) === null)) return;
  await alone('build', async () => {
    for (const part of parts) {
      const files = changed(part);
      if (files === null) continue;
      await part.make(files);
      writeFileSync(part.stamp, JSON.stringify(files));
    }
  });
}

/** Returns whether what was built of the service is of the sources as they are. */
export const isBuilt = () => changed(service) === null;

async function makeService(files) {
  report('Building ...');
  const built = readJson(service.stamp);
  if (built === null) rmSync(dist, { recursive: true, force: true });
  for (const file of Object.keys(built ?? {}).filter((name) => !(name in files))) remove(file);
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const code = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--pretty', 'false']);
  if (code !== 0) throw new SetupError('The sources could not be compiled; the compiler says why above.');
  for (const file of Object.keys(files).filter(isCopied)) copy(file);
}

async function makeWeb() {
  report('Building the cabinet ...');
  const bundler = path.join(root, 'node_modules/vite/bin/vite.js');
  const how = ['build', '--config', 'web/vite.config.ts', '--logLevel', 'error'];
  // The bundler would make a larger and slower cabinet where NODE_ENV says otherwise.
  const environment = { ...process.env, NODE_ENV: 'production' };
  const code = await run(process.execPath, [bundler, ...how], environment);
  if (code !== 0) throw new SetupError('The cabinet could not be built; the bundler says why above.');
}

async function makePackages() {
  report('Packing the client ...');
  const { packClient } = await import('./client-packages.mjs');
  await packClient(path.join(dist, 'packages'));
}

function packageSources() {
  // A service can do without: then nothing of it is served.
  if (!existsSync(path.join(root, 'client/package.json'))) return [];
  const sources = packed.folders.flatMap((folder) => sourcesIn(folder));
  return [...packed.settings, ...sources.filter((file) => !/__pycache__|_cache\//.test(file))];
}

function webSources() {
  // A service can do without: then its page says so.
  if (!existsSync(path.join(root, 'web/vite.config.ts'))) return [];
  // Types are made from the interface, and are nothing that runs. The versions of packages are in the lock file.
  const sources = ['web', 'words'].flatMap((folder) => sourcesIn(folder));
  return ['package-lock.json', ...sources.filter((file) => !/\.d\.ts$/.test(file))];
}

function serviceSources() {
  return [...settings, ...folders.flatMap((folder) => sourcesIn(folder))];
}

/**
 * Each source with a hash of what it holds: a fresh checkout changes the times of files, not what they say. Null where the
 * stamp has the same, or there are none.
 */
function changed({ stamp, sources }) {
  const hash = (file) =>
    createHash('sha1')
      .update(readFileSync(path.join(root, file)))
      .digest('base64');
  const files = Object.fromEntries(
    sources()
      .sort()
      .map((file) => [file, hash(file)]),
  );
  return Object.keys(files).length === 0 || isDeepStrictEqual(readJson(stamp), files) ? null : files;
}

function sourcesIn(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.mjs'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** The compiler sees to its own; JSON that code imports it writes too, the same as it is. */
const isCopied = (file) => !settings.includes(file) && !/\.ts$/.test(file);

function copy(file) {
  mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
  cpSync(path.join(root, file), path.join(dist, file));
}

/** What was deleted in the source must not live on in what was built. */
function remove(file) {
  const outputs = isCopied(file) ? [file] : ['.js', '.js.map'].map((end) => file.replace(/\.ts$/, end));
  for (const output of outputs) rmSync(path.join(dist, output), { force: true });
}

/** Installs and builds what is missing, then runs a built script in this very process, with our arguments and streams. */
export function launch(script) {
  return main(async () => {
    await install();
    await build();
    process.setSourceMapsEnabled(true);
    process.argv[1] = path.join(dist, `scripts/${script}.js`);
    await import(pathToFileURL(process.argv[1]).href);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await install();
    await build();
  });
}
