/** `npm run release` in a repository of its own: what it refuses, and what a release consists of. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const repository = path.resolve(import.meta.dirname, '..');
const { workspaces } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
  workspaces: string[];
};
/** What a release reads and writes. */
const files = [
  'package.json',
  'package-lock.json',
  'client',
  ...workspaces.map((name) => `${name}/package.json`),
  'core/client-packages.ts',
  'docs/quickstart.md',
  'scripts/release.mjs',
  'scripts/client-packages.mjs',
  'scripts/install.mjs',
  'scripts/lock.mjs',
  'tsconfig.json',
];
let folder: string;
/** Holds no Docker: an image takes minutes. */
let programs: string;

const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...words], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();
const release = (version: string) =>
  spawnSync('npm', ['run', '--silent', 'release', '--', version], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: programs },
  });

/** A commit whose CHANGELOG is this. */
function changes(text: string): void {
  writeFileSync(path.join(folder, 'CHANGELOG.md'), `# Changes\n\n${text}`);
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'Change');
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  programs = mkdtempSync(path.join(tmpdir(), 'programs-'));
  for (const name of ['node', 'npm', 'git', 'sh'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), path.join(programs, name));
  const isSource = (file: string) =>
    !/node_modules|client\/dist|__pycache__|_cache/.test(path.relative(repository, file));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(repository, file), path.join(folder, file), { recursive: true, filter: isSource });
  }
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, '.gitignore'), 'node_modules\n/dist/\n/client/dist/\n');
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.org');
});
afterAll(() => {
  for (const place of [folder, programs]) rmSync(place, { recursive: true });
});

it('releases once what the CHANGELOG describes, with all that names its version', () => {
  changes('## 0.7.0 (unreleased)\n\n### For both\n\n- One thing more.\n\n## 0.6.0 (2026-01-01)\n\n- Old.\n');
  const before = git('rev-parse', 'HEAD');

  // What cannot be released leaves everything as it is.
  expect(release('0.6.0').stderr).toContain('no part "## 0.6.0 (unreleased)"');
  expect(release('next').stderr).toContain('such as 0.2.0');
  writeFileSync(path.join(folder, 'core/left.ts'), '');
  expect(release('0.7.0').stderr).toContain('The work tree has changes');
  rmSync(path.join(folder, 'core/left.ts'));
  expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual([before, '', '']);

  const { status, stderr } = release('0.7.0');
  expect(status, stderr).toBe(0);
  expect(stderr).toContain('docker build -t sponsorgate:0.7.0 .');
  expect(git('status', '--porcelain')).toBe('');
  const [subject, ...notes] = git('tag', '--list', '--format=%(contents)', 'v0.7.0').split('\n');
  expect([subject, notes.join('\n').trim()]).toEqual(['0.7.0', '### For both\n\n- One thing more.']);
  for (const place of ['.', ...workspaces])
    expect(JSON.parse(read(`${place}/package.json`)), place).toMatchObject({ version: '0.7.0' });
  const { version, packages } = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  const locked = [version, ...['', ...workspaces].map((name) => packages[name]?.version)];
  expect(new Set(locked)).toEqual(new Set(['0.7.0']));
  const texts = [
    'core/client-packages.ts',
    'client/python/pyproject.toml',
    'client/README.md',
    'docs/quickstart.md',
  ];
  for (const file of texts) expect(read(file), file).toMatch(/0\.7\.0/);
  expect(read('CHANGELOG.md')).toMatch(/^## 0\.7\.0 \(\d{4}-\d\d-\d\d\)$/m);
  const packed = ['sponsorgate-0.7.0.tar.gz', 'sponsorgate-client-0.7.0.tgz'];
  expect(readdirSync(path.join(folder, 'client/released')).sort()).toEqual(packed);
  expect(
    git('ls-files', 'client/released')
      .split('\n')
      .map((name) => path.basename(name))
      .sort(),
  ).toEqual(packed);

  changes('## 0.7.0 (unreleased)\n\n- Another.\n');
  expect(release('0.7.0').stderr).toContain('0.7.0 is released: 0.7.0 is no later version');
  expect(release('0.6.9').stderr).toContain('0.6.9 is no later version');
}, 240_000);

it('leaves all as it was where the client cannot be packed', () => {
  const broken = '## 9.0.0 (unreleased)\n\n- Broken.\n';
  changes(broken);
  writeFileSync(path.join(folder, 'client/build.mjs'), 'process.exit(1);\n');
  changes(broken);
  const before = git('rev-parse', 'HEAD');
  const { status, stderr } = release('9.0.0');
  expect([status, stderr]).toEqual([1, expect.stringContaining('The client could not be packed')]);
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list', 'v9*')]).toEqual([
    before,
    '',
    '',
  ]);
  expect(existsSync(path.join(folder, 'client/released/sponsorgate-9.0.0.tar.gz'))).toBe(false);
  git('revert', '--no-edit', 'HEAD');
}, 120_000);
