/** The package as it is published: small, with types that hold under strict, and examples that run in an empty folder. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPackage, repository } from './package.js';
import { openPeer } from '../../emulator/networks/peer.js';

const GZIPPED_BYTES_MAX = 12_900;

let installed: Installed;
beforeAll(async () => {
  installed = await installPackage(['grammy', 'telegraf']);
}, 60_000);
afterAll(() => installed.remove());

/** A file of the package, and what it imports of the package. */
function withImports(file: string, known = new Set<string>()): Set<string> {
  known.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/from ?['"](\.[^'"]+)/g)) {
    const imported = path.resolve(path.dirname(file), name);
    if (!known.has(imported)) withImports(imported, known);
  }
  return known;
}

const compile = (compiler: 'typescript' | 'typescript-native', folder: string) =>
  spawnSync(process.execPath, [path.join(repository, `node_modules/${compiler}/bin/tsc`), '-p', folder], {
    encoding: 'utf8',
  });

describe('the package', () => {
  it('holds what its users need, and nothing else', () => {
    const { files } = installed;
    expect(files).toContain('README.md');
    expect(files).toContain('LICENSE');
    expect(files.filter((file) => !/^dist\/|^(?:package\.json|README\.md|LICENSE)$/.test(file))).toEqual([]);
    const { exports } = JSON.parse(readFileSync(path.join(installed.package, 'package.json'), 'utf8')) as {
      exports: Record<string, Record<'import' | 'require', string>>;
    };
    for (const file of Object.values(exports).flatMap((ways) => Object.values(ways))) {
      expect(existsSync(path.join(installed.package, file))).toBe(true);
      expect(existsSync(path.join(installed.package, file.replace(/\.js$/, '.d.ts')))).toBe(true);
    }
  });

  it('has a client and a gate of 12.9 kB at most', () => {
    const files = [...withImports(path.join(installed.package, 'dist/client/src/index.js'))];
    expect(files.length).toBeGreaterThan(10);
    const bytes = gzipSync(Buffer.concat(files.map((file) => readFileSync(file))), { level: 9 }).length;
    expect(bytes).toBeLessThanOrEqual(GZIPPED_BYTES_MAX);
  });

  it('has types that hold under strict, its own included', async () => {
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      noEmit: true,
    };
    await writeFile(
      path.join(installed.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['uses.ts'] }),
    );
    await writeFile(
      path.join(installed.folder, 'uses.ts'),
      `import { createClient, createGate, platformApi, sponsorgate, type State } from 'sponsorgate-client';
import { botohub, flyer } from 'sponsorgate-client/networks';
import { guard } from 'sponsorgate-client/grammy';
import { guard as guardTelegraf } from 'sponsorgate-client/telegraf';
import { redisState, sqliteState } from 'sponsorgate-client/state';
import { verifyWebhook, webhookFetch } from 'sponsorgate-client/webhooks';

const client = createClient({ url: 'https://sponsors.example', key: 'k' });
const answer = await client.getSponsors({ user_id: 1, chat_id: 1 });
switch (answer.status) {
  case 'ok': case 'warning': case 'gender': case 'age': case 'register': break;
  default: { const none: never = answer; void none; }
}
const order = await client.orders.create({ link: 'https://t.me/a', ads_type: 'channel', quantity_all: 10 });
const id: number = order.response.order_id;
// @ts-expect-error what is wanted is wanted
await client.getSponsors({ user_id: 1 });
// @ts-expect-error no such kind of order
await client.orders.create({ link: 'https://t.me/a', ads_type: 'group', quantity_all: 10 });
// @ts-expect-error nothing is chosen for the bot
createGate({ networks: [], call: platformApi('1:a') });
const gate = createGate({
  networks: [sponsorgate({ url: 'https://sponsors.example', key: 'k' }), { network: flyer({ key: 'f' }), share: 2 }, botohub({ key: 'b' })],
  unavailable: 'hold', order: 'share', call: platformApi('1:a'),
});
const state: State = await gate.check({ id: 1 }, { update_id: 1 });
void [id, state, guard, guardTelegraf, redisState, sqliteState, verifyWebhook, webhookFetch];
`,
    );
    const { stdout } = compile('typescript-native', installed.folder);
    expect(stdout).toBe('');
  }, 60_000);

  it.each([
    ['commonjs', 'node16', 'node16'],
    ['commonjs', 'nodenext', 'nodenext'],
    ['commonjs', 'commonjs', 'bundler'],
    // What `tsc` chooses for CommonJS before version 6.
    ['commonjs', 'commonjs', 'node10'],
    ['module', 'node16', 'node16'],
    ['module', 'nodenext', 'nodenext'],
    ['module', 'esnext', 'bundler'],
  ])(
    'compiles and runs in a package of type %s, module %s, resolved by %s',
    async (type, module, how) => {
      const folder = path.join(installed.folder, `${type}-${module}-${how}`);
      await mkdir(folder);
      await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type, private: true }));
      const compilerOptions = {
        strict: true,
        skipLibCheck: false,
        target: 'es2022',
        types: [],
        lib: ['es2022', 'dom'],
        module,
        moduleResolution: how,
        ...(how === 'node10' ? { ignoreDeprecations: '6.0' } : {}),
        outDir: 'out',
        rootDir: '.',
      };
      await writeFile(
        path.join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['uses.ts'] }),
      );
      const names = ['', '/grammy', '/telegraf', '/networks', '/state', '/webhooks'];
      const imports = names.map((name, at) => `import * as p${String(at)} from 'sponsorgate-client${name}';`);
      const all = names.map((_, at) => `p${String(at)}`).join(', ');
      await writeFile(
        path.join(folder, 'uses.ts'),
        `${imports.join('\n')}
const state: p4.StateStore = p4.memoryState();
const error: unknown = new p0.KeyError({ code: 401, message: 'No.' });
console.log([${all}].map((one) => Object.keys(one).length > 0).join() + String(error instanceof p0.SponsorgateError) + typeof state.get);
`,
      );
      // Version 7 has no node10 any more, and takes a twentieth of the time.
      const compiler = how === 'node10' ? 'typescript' : 'typescript-native';
      expect(compile(compiler, folder).stdout).toBe('');
      const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'out/uses.js')], {
        encoding: 'utf8',
      });
      expect([stdout, stderr]).toEqual(['true,true,true,true,true,truetruefunction\n', '']);
    },
    60_000,
  );

  it('is there for a plain require', async () => {
    const file = path.join(installed.folder, 'plain.cjs');
    await writeFile(
      file,
      `const { createGate } = require('sponsorgate-client');
const { guard } = require('sponsorgate-client/grammy');
console.log(typeof createGate, typeof guard, require.resolve('sponsorgate-client').includes('cjs'));
`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['function function true\n', '']);
  });

  /** Where these are not installed, Node alone is tried. */
  const runtimes = [
    ['Node', process.execPath, []],
    ['Deno', 'deno', ['run', '--allow-all']],
    ['Bun', 'bun', ['run']],
  ] as const;
  it.each(runtimes.filter(([, command]) => spawnSync(command, ['--version']).status === 0))(
    'runs in %s',
    async (_, command, words) => {
      const peer = await openPeer(() => ({ body: { status: 'ok', code: 404, message: '', additional: {} } }));
      const file = path.join(installed.folder, 'runs.mjs');
      await writeFile(
        file,
        `import { createGate, sponsorgate } from 'sponsorgate-client';
import { verifyWebhook } from 'sponsorgate-client/webhooks';
const gate = createGate({ networks: [sponsorgate({ url: '${peer.url}', key: 'k' })], unavailable: 'hold', call: async () => ({}) });
const from = { id: 7, first_name: 'Emma' };
const update = { update_id: 1, message: { message_id: 1, chat: { id: 7 }, from, text: 'hello' } };
console.log(await gate.check(from, update), await verifyWebhook('a', '0'.repeat(64), 'k'));
process.exit(0);
`,
      );
      const child = spawn(command, [...words, file], {
        cwd: installed.folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      child.stdout.on('data', (data: Buffer) => (said += data.toString()));
      child.stderr.on('data', (data: Buffer) => (said += data.toString()));
      await once(child, 'close');
      await peer.close();
      expect(said).toBe('none false\n');
    },
  );
});
