/** The two base images of the Dockerfile, made of Debian's packages and this machine's Node, where the real ones cannot be had. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Steps run in a chroot: neither a daemon nor a network of their own is needed. */
const environment = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
/** What this machine trusts, so that the steps reach the npm registry as this machine does. */
export const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** @returns what it said on stdout */
export const buildah = (...words: string[]): string =>
  execFileSync('buildah', words, {
    encoding: 'utf8',
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();

const isThere = (image: string) => buildah('images', '--quiet', '--filter', `reference=${image}`) !== '';

/** @param names of the slim one, and of the one with what compiles */
export function makeBases({ slim, whole }: { slim: string; whole: string }): void {
  if (!isThere(slim)) commit(slim, fromDebian);
  if (isThere(whole)) return;
  commit(whole, () => {
    const container = buildah('from', '--pull-never', slim);
    const packages = ['python3', 'make', 'g++'];
    buildah('run', container, 'apt-get', 'update', '-qq');
    buildah('run', container, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);
    return container;
  });
}

function commit(image: string, make: () => string): void {
  const container = make();
  buildah('commit', '--quiet', '--rm', container, image);
}

function fromDebian(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'image-base-'));
  try {
    const words = ['--variant=minbase', '--include=ca-certificates', 'bookworm', root];
    execFileSync('debootstrap', words, { stdio: ['ignore', 'ignore', 'inherit'] });
    takeNode(path.join(root, 'usr/local'));
    execFileSync('cp', [CERTIFICATES, path.join(root, CERTIFICATES)]);
    execFileSync('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node']);
    execFileSync('tar', ['-C', root, '-cf', `${root}.tar`, '.']);
    const container = buildah('from', 'scratch');
    buildah('add', '--quiet', container, `${root}.tar`, '/');
    const trusts = ['NODE_EXTRA_CA_CERTS', 'npm_config_cafile'].flatMap((name) => [
      '--env',
      `${name}=${CERTIFICATES}`,
    ]);
    buildah('config', ...trusts, container);
    return container;
  } finally {
    rmSync(root, { recursive: true });
    rmSync(`${root}.tar`, { force: true });
  }
}

/** Copies Node, npm, and the headers that the SQLite driver is compiled with. */
export function takeNode(to: string): void {
  const node = realpathSync(process.execPath);
  const npm = path.resolve(
    realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()),
    '../..',
  );
  const headers = path.resolve(node, '../../include/node');
  for (const folder of ['bin', 'include', 'lib/node_modules'])
    execFileSync('mkdir', ['-p', path.join(to, folder)]);
  execFileSync('cp', [node, path.join(to, 'bin/node')]);
  execFileSync('cp', ['-r', npm, path.join(to, 'lib/node_modules/npm')]);
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', path.join(to, 'bin/npm')]);
  if (existsSync(headers)) execFileSync('cp', ['-r', headers, path.join(to, 'include')]);
}
