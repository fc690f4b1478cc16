/**
 * Packs the client for npm and for Python into dist/packages, where the api serves it from (`docs/operating.md`). An archive that
 * stands in client/released is taken as it is: what was once served under an address stays the same for ever.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root, run, SetupError } from './install.mjs';
import { withLock } from './lock.mjs';

const client = path.join(root, 'client');
const isArchive = (name) => /\.(?:tgz|tar\.gz)$/.test(name);
/** The same bytes of the same sources, whenever they are packed; npm does so, too. */
const PACKED_AT = new Date('1985-10-26T08:15:00Z');

/**
 * @param released holds archives of former versions, and of this one once it is released
 * @throws SetupError
 */
export async function packClient(folder, released = path.join(client, 'released')) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'sponsorgate-pack-'));
  try {
    const words = ['pack', '--silent', '--pack-destination', scratch];
    // Packing makes client/dist again: two at once would pack what the other has just removed.
    const code = await withLock(root, 'pack', () => run('npm', words, process.env, client));
    if (code !== 0) throw new SetupError('The client could not be packed; npm says why above.');
    await packPython(scratch);
    if (existsSync(released)) takeReleased(released, scratch);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(scratch).filter(isArchive))
      copyFileSync(path.join(scratch, name), path.join(folder, name));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @throws SetupError where an archive that was served has become another without a new version */
function takeReleased(released, folder) {
  for (const name of readdirSync(released).filter(isArchive)) {
    const [from, to] = [path.join(released, name), path.join(folder, name)];
    // Node's versions compress differently; what is compressed is the same.
    if (existsSync(to) && !gunzipSync(readFileSync(from)).equals(gunzipSync(readFileSync(to))))
      throw new SetupError(
        `client/released has another ${name}: raise the version of the client (docs/operating.md).`,
      );
    copyFileSync(from, to);
  }
}

/** A source distribution, as pip installs it. */
async function packPython(folder) {
  // Tests set up a smaller service, which has no such package.
  const { create } = await import('tar');
  const source = path.join(client, 'python');
  const [, version] = /^version = "(.+)"$/m.exec(readFileSync(path.join(source, 'pyproject.toml'), 'utf8'));
  const name = `sponsorgate-${version}`;
  const top = path.join(folder, name);
  cpSync(source, top, { recursive: true, filter: (file) => !/__pycache__|_cache$|\.egg-info$/.test(file) });
  copyFileSync(path.join(client, 'LICENSE'), path.join(top, 'LICENSE'));
  writeFileSync(
    path.join(top, 'PKG-INFO'),
    `Metadata-Version: 2.1\nName: sponsorgate\nVersion: ${version}\nRequires-Python: >=3.9\n`,
  );
  const files = readdirSync(top, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  await create(
    { gzip: { level: 9 }, portable: true, mtime: PACKED_AT, cwd: folder, file: `${top}.tar.gz` },
    files,
  );
}
