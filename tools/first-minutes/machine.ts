/** A machine to begin with: a bare Debian in a chroot where root and debootstrap are here, else an empty folder. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CERTIFICATES, takeNode } from '../image/bases.js';

/** What a stranger installs in addition to Node. */
const PACKAGES = 'ca-certificates,git,openssl,caddy,python3,make,g++';
const HOME = '/home/operator';
/** As `npm start` promises to stop. */
const STOP_MS = 10_000;
const SAID_MAX = 10_000;

export interface Machine {
  name: string;
  /** Where the home folder is on this machine, and what its programs call it. */
  home: string;
  homeInside: string;
  /** Runs a line of a shell in a folder below the home. @returns its stdout @throws with its stderr */
  run(line: string, folder?: string, environment?: Environment): string;
  /** Starts a line that stays, until the machine is removed. Where it fails, the end of its stderr comes here. */
  start(line: string, folder?: string, environment?: Environment): void;
  /** Stops what was started, and removes the machine. */
  remove(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Each command gets /proc in a mount namespace that ends with it. */
const ENTER = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"';

export function openMachine(): Machine {
  const root = mkdtempSync(path.join(tmpdir(), 'first-minutes-'));
  const isBare = process.getuid?.() === 0 && spawnSync('which', ['debootstrap', 'unshare']).status === 0;
  if (isBare) installDebian(root);
  const home = path.join(root, isBare ? HOME : '');
  const homeInside = isBare ? HOME : root;
  const enter = isBare ? ['unshare', '--mount', 'sh', '-c', ENTER, root] : [];
  const bin = isBare ? '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' : (process.env['PATH'] ?? '');
  const usual = { ...ways(isBare), PATH: bin, HOME: homeInside };
  const wordsOf = (line: string, folder: string, environment: Environment): [string, string[]] => {
    const pairs = Object.entries({ ...usual, ...environment }).map(([name, value]) => `${name}=${value}`);
    const inside = ['-i', '-C', path.join(homeInside, folder), ...pairs, 'sh', '-c', line];
    const [program = '', ...words] = [...enter, 'env', ...inside];
    return [program, words];
  };
  const running: ChildProcess[] = [];
  return {
    name: isBare ? 'a bare Debian in a chroot' : 'an empty folder',
    home,
    homeInside,
    run: (line, folder = '.', environment = {}) => {
      const { status, stdout, stderr } = spawnSync(...wordsOf(line, folder, environment), {
        encoding: 'utf8',
      });
      if (status === 0) return stdout;
      throw new Error(`${line} ended with ${String(status)}:\n${stdout}${stderr}`);
    },
    start: (line, folder = '.', environment = {}) => {
      const child = spawn(...wordsOf(`exec ${line}`, folder, environment), {
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      running.push(child);
      let said = '';
      child.stderr.on('data', (data: Buffer) => (said = `${said}${data.toString()}`.slice(-SAID_MAX)));
      child.once('exit', (code) => {
        if (code !== 0 && code !== null)
          process.stderr.write(`${line} ended with ${String(code)}:\n${said}\n`);
      });
    },
    remove: async () => {
      for (const child of running.reverse()) await stop(child);
      rmSync(root, { recursive: true });
    },
  };
}

function installDebian(root: string): void {
  const words = ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', root];
  execFileSync('debootstrap', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  takeNode(path.join(root, 'usr/local'));
  copyFileSync(CERTIFICATES, path.join(root, CERTIFICATES));
  writeFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  execFileSync('mkdir', ['-p', path.join(root, HOME)]);
}

/** How this machine reaches the npm registry, which its chroot has to know. */
function ways(isBare: boolean): Environment {
  const given = Object.entries(process.env).flatMap(([name, value = '']): [string, string][] =>
    /^(https?|no)_proxy$/i.test(name) ? [[name, value]] : [],
  );
  const trusts = ['NODE_EXTRA_CA_CERTS', 'npm_config_cafile'].map((name): [string, string] => [
    name,
    CERTIFICATES,
  ]);
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  return Object.fromEntries([...given, ...(isBare ? trusts : []), ['npm_config_registry', registry]]);
}

/** Ctrl-C in its terminal. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-Number(child.pid), 'SIGINT');
  // Deadline for a stop.
  const late = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}
