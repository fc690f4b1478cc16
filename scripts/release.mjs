/**
 * `npm run release -- <version>`: one version for service, client and emulator; a commit, an annotated tag with the notes of
 * the CHANGELOG, the packages of the client, and the image where Docker or Podman runs. What fails leaves all as it was.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packClient } from './client-packages.mjs';
import { main, root, SetupError, report } from './install.mjs';

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const write = (file, text) => writeFileSync(path.join(root, file), text);
const changeJson = (file, change) =>
  write(file, `${JSON.stringify(change(JSON.parse(read(file))), null, 2)}\n`);
/** What names the version of the client, as text. */
const named = [
  'client/README.md',
  'client/python/README.md',
  'client/python/pyproject.toml',
  'core/client-packages.ts',
  'docs/quickstart.md',
];
const { workspaces } = JSON.parse(read('package.json'));
const VERSION = /^\d+\.\d+\.\d+$/;

/** @throws SetupError saying what keeps it from being released */
function requireReady(version) {
  if (!VERSION.test(version ?? '')) throw new SetupError('npm run release -- <version>, such as 0.2.0');
  if (git('status', '--porcelain') !== '')
    throw new SetupError('The work tree has changes: commit them first, or put them away.');
  const released = git('tag', '--list', 'v*')
    .split('\n')
    .filter(Boolean)
    .map((tag) => tag.slice(1));
  const later = released.find((one) => VERSION.test(one) && inOrder(version, one) <= 0);
  if (later !== undefined) throw new SetupError(`${later} is released: ${version} is no later version.`);
}

/** Compares versions number by number. */
const { compare: inOrder } = new Intl.Collator('en', { numeric: true });

/** @throws SetupError where the CHANGELOG has no part for this version, or an empty one */
function notesOf(version) {
  const parts = read('CHANGELOG.md').split(/^## /m);
  const part = parts.find((one) => one.startsWith(`${version} (unreleased)\n`));
  const notes = part?.slice(part.indexOf('\n')).trim() ?? '';
  if (notes === '')
    throw new SetupError(`CHANGELOG.md has no part "## ${version} (unreleased)" that says what is new.`);
  return notes;
}

function writeVersion(version) {
  for (const place of ['.', ...workspaces])
    changeJson(path.join(place, 'package.json'), (its) => ({ ...its, version }));
  changeJson('package-lock.json', (lock) => {
    for (const place of ['', ...workspaces]) lock.packages[place].version = version;
    return { ...lock, version };
  });
  const before = /VERSION = '(.+)'/.exec(read('core/client-packages.ts'))?.[1] ?? '';
  for (const file of named) write(file, read(file).replaceAll(before, version));
  const today = new Date().toISOString().slice(0, 10);
  const changes = read('CHANGELOG.md').replace(`## ${version} (unreleased)`, `## ${version} (${today})`);
  write('CHANGELOG.md', changes);
}

/** The packages under their addresses are kept for ever: they are part of the release. */
async function keepPackages() {
  const [packed, released] = ['dist/packages', 'client/released'].map((folder) => path.join(root, folder));
  await packClient(packed, released);
  mkdirSync(released, { recursive: true });
  for (const name of readdirSync(packed)) copyFileSync(path.join(packed, name), path.join(released, name));
}

/** @returns the words about the image */
function makeImage(version) {
  const builder = ['docker', 'podman'].find(
    (name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0,
  );
  const image = `sponsorgate:${version}`;
  if (builder === undefined)
    return `No Docker and no Podman runs here, so there is no image: docker build -t ${image} . at the tag makes it.`;
  execFileSync(builder, ['build', '--tag', image, root], { stdio: ['ignore', 2, 2] });
  return `The image ${image} is built.`;
}

async function release(version) {
  requireReady(version);
  const notes = notesOf(version);
  const before = git('rev-parse', 'HEAD');
  try {
    writeVersion(version);
    await keepPackages();
    git('add', '--all');
    git('commit', '--quiet', '--message', `Release ${version}`);
    const aboutImage = makeImage(version);
    // A "#" begins a heading of the notes, not a comment.
    git('tag', '--annotate', `v${version}`, '--cleanup=whitespace', '--message', `${version}\n\n${notes}`);
    report(`${aboutImage}\nReleased ${version}. To publish it: git push --follow-tags`);
  } catch (error) {
    git('reset', '--quiet', '--hard', before);
    git('clean', '--quiet', '--force', '-d', 'client/released');
    throw error;
  }
}

await main(() => release(process.argv[2]));
