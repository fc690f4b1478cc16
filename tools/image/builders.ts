/** What builds the image here, and starts it as compose.yaml does: nothing can be written to but the data. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildah, makeBases } from './bases.js';

export type Environment = Record<string, string>;

export interface Running {
  /** A command inside, with its output; null: it failed. */
  inside(...words: string[]): string | null;
  /** As `docker stop` does. @returns its exit code */
  stop(): Promise<number | null>;
}

export interface Builder {
  name: string;
  build(image: string): void;
  /** How the image says that it is well. */
  health(image: string): string[];
  start(image: string, environment: Environment): Running;
}

const repository = path.resolve(import.meta.dirname, '../..');
const isGood = (program: string, ...words: string[]) =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;
const output = (program: string, words: string[]) =>
  execFileSync(program, words, {
    encoding: 'utf8',
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
const ask = (program: string, words: string[]): string | null => {
  const { status, stdout } = spawnSync(program, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? stdout.trim() : null;
};

/** @returns null where there is none, or its bases cannot be had */
export function findBuilder(): Builder | null {
  const [whole = '', slim = ''] = bases();
  const engine = ['docker', 'podman'].find(
    (name) => isGood(name, 'info') && isGood(name, 'pull', '--quiet', slim),
  );
  if (engine !== undefined) return engineBuilder(engine);
  const isPlayed =
    process.getuid?.() === 0 && isGood('buildah', '--version') && isGood('which', 'debootstrap');
  return isPlayed ? chrootBuilder({ whole, slim }) : null;
}

const bases = () =>
  [...readFileSync(path.join(repository, 'Dockerfile'), 'utf8').matchAll(/^FROM (\S+)/gm)].map(
    ([, name]) => name,
  );

function engineBuilder(engine: string): Builder {
  return {
    name: engine,
    build: (image) => {
      execFileSync(engine, ['build', '--tag', image, repository], { stdio: 'inherit' });
    },
    health: (image) => {
      const health = output(engine, [
        'image',
        'inspect',
        '--format',
        '{{json .Config.Healthcheck.Test}}',
        image,
      ]);
      return (JSON.parse(health) as string[]).slice(1);
    },
    start: (image, environment) => {
      const flags = ['--detach', '--network', 'host', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
      const settings = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
      const container = output(engine, ['run', ...flags, ...settings, image]);
      return {
        inside: (...words) => ask(engine, ['exec', container, ...words]),
        stop: () => {
          output(engine, ['stop', container]);
          const code = output(engine, ['inspect', '--format', '{{.State.ExitCode}}', container]);
          output(engine, ['rm', '--volumes', container]);
          return Promise.resolve(Number(code));
        },
      };
    },
  };
}

interface Config {
  Env: string[];
  Cmd: string[];
  User: string;
  WorkingDir: string;
  Volumes: Record<string, unknown>;
  Healthcheck: { Test: string[] };
}

const configOf = (image: string) =>
  (JSON.parse(buildah('inspect', '--type', 'image', image)) as { Docker: { config: Config } }).Docker.config;

/** What stands in the chroot's root is read-only, as `docker run --read-only --tmpfs /tmp` has it. */
const ENTER = `root=$1 data=$2 folder=$3 user=$4; shift 4
mount --bind "$root" "$root" && mount -o remount,ro,bind "$root" && mount --bind "$data" "$root$folder"
mount -t tmpfs tmpfs "$root/tmp" && mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc"
exec chroot --userspec="$user" "$root" env -i "$@"`;

/** Buildah plays each line of the Dockerfile in a chroot, over bases that are made here. */
function chrootBuilder(stoodIn: { whole: string; slim: string }): Builder {
  return {
    name: 'buildah, over bases made here',
    build: (image) => {
      makeBases({ whole: `docker.io/library/${stoodIn.whole}`, slim: `docker.io/library/${stoodIn.slim}` });
      buildah('bud', '--format', 'docker', '--pull-never', '--tag', image, repository);
    },
    health: (image) => configOf(image).Healthcheck.Test.slice(1),
    start: (image, environment) => {
      const config = configOf(image);
      const container = buildah('from', '--pull-never', image);
      const data = mkdtempSync(path.join(tmpdir(), 'image-data-'));
      chownSync(data, 1000, 1000);
      const [folder = ''] = Object.keys(config.Volumes);
      const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const place = [buildah('mount', container), data, folder, `${config.User}:${config.User}`];
      const enter = ['--mount', 'sh', '-ec', ENTER, 'sh', ...place, `--chdir=${config.WorkingDir}`];
      const words = [...enter, 'HOME=/home/node', ...config.Env, ...settings];
      const child = spawn('unshare', [...words, ...config.Cmd], { stdio: ['ignore', 'ignore', 'inherit'] });
      return {
        inside: (...command) => ask('unshare', [...words, ...command]),
        stop: async () => {
          const ended = child.exitCode === null ? once(child, 'exit') : [child.exitCode];
          child.kill('SIGTERM');
          const [code] = (await ended) as [number | null];
          buildah('rm', container);
          rmSync(data, { recursive: true });
          return code;
        },
      };
    },
  };
}
