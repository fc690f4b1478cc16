/**
 * Brings the packages of package-lock.json into node_modules when they are not there, and says what is missing where
 * the SQLite driver cannot be had ready-made and cannot be compiled. Plain Node, no packages: it runs on a fresh clone.
 *
 * Messages go to stderr; stdout belongs to the command that comes after.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const NODE_FLOOR = [20, 19];
const lockFile = path.join(root, 'package-lock.json');
/** Goes before the driver's sources when they are compiled, and says why. */
const driverHeader = path.join(root, 'scripts/sqlite-driver.h');
const driverFile = path.join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');
/** What npm notes about the packages it installed. */
const installedFile = path.join(root, 'node_modules/.package-lock.json');
const stampFile = path.join(root, 'node_modules/.cache/installed.json');

/** A fault that a person can mend: printed without a stack trace. */
export class SetupError extends Error {
  name = 'SetupError';
}

export const report = (text) => process.stderr.write(`${text}\n`);

/** @throws SetupError on a Node that is too old; npm only looks at it when it installs. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOldEnough = major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1]);
  if (!isOldEnough) {
    throw new SetupError(
      `Node.js ${NODE_FLOOR.join('.')} or newer is needed; this is ${version}. See https://nodejs.org`,
    );
  }
}

/**
 * Sets something of the checkout up, while no other process does.
 * @throws SetupError where this user may not write there: others may run what was set up before
 */
export async function alone(name, work) {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    const user = process.getuid?.() ?? 'who runs this';
    throw new SetupError(
      `There is something to install or build in ${root}, and user ${user} may not write there: run \`npm run build\` in it as its owner, and start again.`,
    );
  }
  return withLock(root, name, work);
}

/** Installs the packages in any case, as a clean machine would; the SQLite driver is left to `install`. @throws SetupError */
async function installAgain() {
  checkNode();
  await alone('install', () => installPackages(['--ignore-scripts']));
}

/**
 * Installs what is missing; does nothing, quickly, when all is there.
 * @throws SetupError
 */
export async function install() {
  checkNode();
  if (isCurrent()) return;
  await alone('install', async () => {
    if (isCurrent()) return;
    if (!isInstalled()) await installPackages();
    await ensureDriver();
    mkdirSync(path.dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, JSON.stringify(wantedStamp()));
  });
}

/** The lock, and how the driver is compiled, and for which Node. */
function wantedStamp() {
  const [lock, driver] = [lockFile, driverHeader].map((file) =>
    createHash('sha256').update(readFileSync(file)).digest('hex'),
  );
  return { lock, driver, abi: process.versions.modules, machine: `${process.platform}-${process.arch}` };
}

function isCurrent() {
  const stamp = readJson(stampFile);
  return stamp !== null && Object.entries(wantedStamp()).every(([name, value]) => stamp[name] === value);
}

/** Whether node_modules holds what the lock asks for: true also after an `npm ci` or `npm install` by hand. */
function isInstalled() {
  const installed = readJson(installedFile)?.packages;
  if (installed === undefined) return false;
  const wanted = Object.entries(readJson(lockFile)?.packages ?? {}).filter(([place]) => place !== '');
  return wanted.every(([place, { version, optional }]) => {
    const found = installed[place];
    return found === undefined
      ? optional === true
      : found.version === version && existsSync(path.join(root, place));
  });
}

/** @param words more for `npm ci` */
async function installPackages(words = []) {
  report(
    'Installing packages; a minute or two the first time, when the SQLite driver has to be compiled ...',
  );
  // The build needs the compiler among the development packages, whatever NODE_ENV says.
  if ((await npm('ci', '--include=dev', ...words)) !== 0)
    throw new SetupError(`The packages could not be installed; npm says why above.\n${compilerAdvice()}`);
}

/** Builds a missing driver; builds it again when it was compiled for another version of Node. */
async function ensureDriver() {
  if (isDriverGood()) return;
  report(
    existsSync(driverFile)
      ? 'The SQLite driver does not fit this Node; making it again ...'
      : 'Making the SQLite driver ...',
  );
  if ((await npm('rebuild', 'better-sqlite3')) === 0 && isDriverGood()) return;
  const packageFolder = path.join(root, 'node_modules/better-sqlite3');
  throw new SetupError(`The SQLite driver in ${packageFolder} cannot be loaded.\n${compilerAdvice()}`);
}

function isDriverGood() {
  return canLoadDriver() && !takesHooksAway(readFileSync(driverFile));
}

/** Whether a compiled driver would end the process: see `sqlite-driver.h`. An install by hand compiles such a one. */
export function takesHooksAway(driver) {
  return driver.includes('RemoveEnvironmentCleanupHook');
}

function canLoadDriver() {
  const script = "new (require('better-sqlite3'))(':memory:').close()";
  return spawnSync(process.execPath, ['-e', script], { cwd: root, stdio: 'ignore' }).status === 0;
}

/** Environment for compiling the driver, where no ready-made one can be fetched. */
function compiling() {
  const flags = `-include "${driverHeader}" ${process.env['CXXFLAGS'] ?? ''}`;
  return { ...nodeHeaders(), ...(process.platform === 'win32' ? {} : { CXXFLAGS: flags.trim() }) };
}

/**
 * The compiler needs Node's headers, which usually lie next to Node. Naming them avoids a download, and
 * the headers of another Node (`nodedir` in a person's `.npmrc`).
 */
function nodeHeaders() {
  const prefix = path.resolve(path.dirname(process.execPath), '..');
  const header = path.join(prefix, 'include/node/node_version.h');
  if (!existsSync(header)) return {};
  const text = readFileSync(header, 'utf8');
  const version = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`NODE_${part}_VERSION (\\d+)`).exec(text)?.[1],
  );
  return version.join('.') === process.versions.node ? { npm_config_nodedir: prefix } : {};
}

/** What compiling the driver takes that is not here, and the line that installs it. */
export function compilerAdvice(isThere = isOnPath, platform = process.platform) {
  const missing = ['python3', 'make', 'g++'].filter((command) => !isThere(command));
  if (missing.length === 0) return 'The tools to compile the SQLite driver are all here: python3, make, g++.';
  const lines = {
    'apt-get': `apt-get install -y ${missing.join(' ')}`,
    dnf: `dnf install -y ${missing.map((name) => (name === 'g++' ? 'gcc-c++' : name)).join(' ')}`,
    apk: `apk add ${missing.join(' ')}`,
  };
  const known = Object.keys(lines).find((manager) => isThere(manager));
  const advice =
    platform === 'darwin'
      ? 'xcode-select --install'
      : (lines[known] ?? Object.values(lines).join('   or   '));
  return `To compile the SQLite driver these are missing: ${missing.join(', ')}. Install them with\n  ${advice}`;
}

function isOnPath(command) {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs npm, which may compile the driver. */
function npm(...words) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const quiet = ['--loglevel=error', '--no-update-notifier'];
  return run(command, [...words, ...quiet], { ...process.env, ...compiling() });
}

/**
 * Runs a command and answers its exit code. A signal that reaches us ends the command, and then us.
 * @param stdio by default all that it says goes to stderr
 */
export function run(
  command,
  words,
  environment = process.env,
  cwd = root,
  stdio = ['ignore', process.stderr, process.stderr],
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd, env: environment, stdio });
    let stoppedBy = null;
    const pass = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM'];
    for (const signal of signals) process.on(signal, pass);
    const done = () => {
      for (const signal of signals) process.off(signal, pass);
    };
    child.once('error', (error) => {
      done();
      reject(new SetupError(`${command} could not be run: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      done();
      if (stoppedBy !== null) process.exit(stoppedBy === 'SIGINT' ? 130 : 143);
      if (signal !== null) report(`${command} was ended by ${signal}.`);
      resolve(code ?? 1);
    });
  });
}

/** Runs a script's main work; prints faults that a person can mend as one message. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    report(error instanceof SetupError ? error.message : String(error?.stack ?? error));
    process.exit(1);
  }
}

/** Null where it cannot be read. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(() => (process.argv.includes('--again') ? installAgain() : install()));
}
