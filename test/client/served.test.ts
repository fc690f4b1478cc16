/** The client as a service serves it: installed from a running one into empty folders, and named so wherever it is named. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientPackages, type ClientPackages } from '../../core/client-packages.js';
import { publicUrl } from '../../core/config.js';
import { quickstart, ways } from '../../web/src/bots/quickstart.js';
import { type ClientStage, openClientStage } from './stage.js';

const run = promisify(execFile);
const repository = path.resolve(import.meta.dirname, '../..');
// Plain scripts have no types.
const { build } = (await import(path.join(repository, 'scripts/build.mjs'))) as {
  build: () => Promise<void>;
};
const { packClient } = (await import(path.join(repository, 'scripts/client-packages.mjs'))) as {
  packClient: (folder: string, released?: string) => Promise<void>;
};

interface Listed {
  name: string;
  version: string;
  url: string;
  sha256: string;
  bytes: number;
}

/** npm and the compiler, several times; they take 10 s on a quiet machine. */
const PACKING_MS = 240_000;
/** Where installers look for whatever has no address: nothing listens there. */
const NO_REGISTRY = 'http://127.0.0.1:9';
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let opened: ClientStage;
/** As the service names them, and where they are reached here. */
let named: ClientPackages;
let served: ClientPackages;
let folder: string;
beforeAll(async () => {
  await build();
  opened = await openClientStage();
  named = clientPackages(publicUrl(opened.stage.service.settings));
  served = clientPackages(opened.url);
  folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-served-'));
}, PACKING_MS);
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const listed = async () =>
  ((await (await fetch(`${opened.url}/client/`)).json()) as { packages: Listed[] }).packages;

describe('/client', () => {
  it('lists each package with the checksum of what its address leads to', async () => {
    const all = await listed();
    expect(all.map(({ name }) => name).toSorted()).toEqual(['sponsorgate', 'sponsorgate-client']);
    for (const { url, sha256, bytes } of all) {
      const response = await fetch(url.replace(/^https?:\/\/[^/]+/, opened.url));
      const body = Buffer.from(await response.arrayBuffer());
      expect([response.status, sha256Of(body), body.length]).toEqual([200, sha256, bytes]);
      const { headers } = response;
      expect(headers.get('content-type')).toBe('application/gzip');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('etag')).toBe(`"${sha256}"`);
      const again = await fetch(response.url, { headers: { 'If-None-Match': `"${sha256}"` } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  it('is a page for a person', async () => {
    const response = await fetch(`${opened.url}/client/`, { headers: { Accept: 'text/html' } });
    const page = await response.text();
    for (const { url, sha256 } of await listed())
      expect([page.includes(sha256), page.includes(url)]).toEqual([true, true]);
  });

  it.each(['sponsorgate-client-9.9.9.tgz', '..%2f..%2fpackage.json', 'current'])(
    'has no %s, and says so in JSON',
    async (file) => {
      const response = await fetch(`${opened.url}/client/${file}`);
      const answer: unknown = await response.json();
      expect([response.status, answer]).toEqual([
        404,
        { status: 'error', code: 404, message: 'There is no such package.' },
      ]);
    },
  );

  it('has both packages in the version that its addresses name', () => {
    const text = (file: string) => readFileSync(path.join(repository, 'client', file), 'utf8');
    const { version } = JSON.parse(text('package.json')) as { version: string };
    expect(served.npm).toBe(`${opened.url}/client/sponsorgate-client-${version}.tgz`);
    expect(served.python).toBe(`${opened.url}/client/sponsorgate-${version}.tar.gz`);
    expect(text('python/pyproject.toml')).toContain(`version = "${version}"`);
  });
});

describe('the archives', () => {
  it(
    'are the same bytes whenever they are packed',
    async () => {
      const again = path.join(folder, 'again');
      await packClient(again, path.join(folder, 'none'));
      const packed = await Promise.all(
        (await readdir(again)).map(async (file) => sha256Of(await readFile(path.join(again, file)))),
      );
      expect(packed.toSorted()).toEqual((await listed()).map(({ sha256 }) => sha256).toSorted());
    },
    PACKING_MS,
  );

  it(
    'stay as they were released, and are not packed where they would change',
    async () => {
      const [released, packed] = ['released', 'packed'].map((name) => path.join(folder, name));
      if (released === undefined || packed === undefined) throw new Error('There are two.');
      await mkdir(released);
      const [former, current] = ['sponsorgate-client-0.0.9.tgz', path.basename(served.python)];
      const content = gunzipSync(Buffer.from(await (await fetch(served.python)).arrayBuffer()));
      // Another Node compresses differently.
      const files = { [former]: Buffer.from('former'), [current]: gzipSync(content, { level: 1 }) };
      for (const [file, bytes] of Object.entries(files)) await writeFile(path.join(released, file), bytes);
      await packClient(packed, released);
      expect(await readdir(packed)).toEqual([...Object.keys(files), path.basename(served.npm)].toSorted());
      for (const [file, bytes] of Object.entries(files))
        expect(await readFile(path.join(packed, file))).toEqual(bytes);

      await writeFile(path.join(released, current), gzipSync(Buffer.concat([content, Buffer.from('x')])));
      await expect(packClient(packed, released)).rejects.toThrow('raise the version of the client');
    },
    PACKING_MS,
  );
});

describe('installing from a running service', () => {
  it('works with npm, without a registry', async () => {
    const place = path.join(folder, 'npm');
    await mkdir(place);
    await writeFile(path.join(place, 'package.json'), '{"type":"module","private":true}\n');
    const options = { cwd: place, env: { ...process.env, npm_config_registry: NO_REGISTRY } };
    await run('npm', ['install', '--no-audit', '--no-fund', served.npm], options);
    await writeFile(
      path.join(place, 'call.js'),
      `import { createClient } from 'sponsorgate-client';
console.log((await createClient({ url: '${opened.url}', key: '${opened.key}' }).getBalance()).status);\n`,
    );
    const { stdout } = await run(process.execPath, ['call.js'], { cwd: place });
    expect(stdout).toBe('ok\n');
  }, 60_000);

  const python = ['python3', '/usr/bin/python3'].find(
    (one) => spawnSync(one, ['-c', 'import setuptools, wheel, pip']).status === 0,
  );
  if (python === undefined && process.env['CI'] === 'true')
    throw new Error('python3-pip, python3-setuptools and python3-wheel are wanted.');

  // It needs the packages that `.ci/run` installs; elsewhere pip brings its builder from its own registry.
  it.skipIf(python === undefined)(
    'works with pip, without a registry',
    async () => {
      const target = path.join(folder, 'python');
      const options = ['--no-deps', '--no-index', '--no-build-isolation', '--disable-pip-version-check'];
      await run(python ?? '', ['-m', 'pip', 'install', '-q', ...options, '--target', target, served.python]);
      const code = `from sponsorgate import Client; print(Client("${opened.url}", "${opened.key}").get_balance()["status"])`;
      const env = { PATH: process.env['PATH'], PYTHONPATH: target };
      const { stdout } = await run(python ?? '', ['-c', code], { cwd: folder, env });
      expect(stdout).toBe('ok\n');
      expect(await readdir(path.join(target, 'sponsorgate'))).toContain('py.typed');
    },
    60_000,
  );
});

describe('whatever names the client', () => {
  it.each(['/openapi.json', '/llms.txt', '/docs/openapi.json'])('%s has the address here', async (way) => {
    const text = await (await fetch(opened.url + way)).text();
    expect([text.includes(named.npm), text.includes(named.python)]).toEqual([true, true]);
  });

  it('leads to its page from the start page', async () => {
    const page = await (await fetch(opened.url, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain('href="/client"');
  });

  it.each(ways)('the snippet for %s has the address here', (way) => {
    const text = quickstart(way, { public_url: opened.url, client: served }, 'sg_bot_…');
    const [installs] = text.split('\n');
    if (way === 'curl') expect(text).toContain(opened.url);
    else {
      expect([served.npm, served.python].filter((one) => installs?.includes(one))).toHaveLength(1);
      // Else a wrong key lets all users pass, and nothing says so.
      expect(text).toMatch(/onError: console\.error|on_error=print/);
    }
  });

  it('never has a bare name to install', async () => {
    const pages = [
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'client/README.md',
      'client/python/README.md',
    ];
    for (const name of await readdir(path.join(repository, 'docs')))
      if (name.endsWith('.md')) pages.push(`docs/${name}`);
    const bare =
      /(?:npm (?:install|i|add)|pip3? install|yarn add|pnpm add|bun add)[^\n`]* sponsorgate(?:-client)?(?=[\s`]|$)/m;
    expect(' npm install grammy sponsorgate-client\n').toMatch(bare);
    const found = pages.filter((page) => bare.test(readFileSync(path.join(repository, page), 'utf8')));
    expect(found).toEqual([]);
  });
});
