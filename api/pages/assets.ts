/** The files that pages load: one style sheet, small scripts, an icon. Served by ourselves, cached by their content. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../core/errors.js';
import { publicGet } from '../route.js';
import { type PackedFile, packedFile } from './packed-file.js';

const names = ['style.css', 'form.js', 'opening.js', 'docs.js', 'docs.css', 'scalar.js', 'icon.svg'];

interface Asset {
  file: PackedFile;
  hash: string;
}

/** What is smaller arrives at once all the same. */
const PACKED_FROM_BYTES = 100_000;

/** Read once: a new version comes with a new process. */
const assets = new Map<string, Asset>();

export const route = publicGet('/assets/:name', async ({ request, response }) => {
  const asset = load(String(request.params['name']));
  if (asset === null) throw new ServiceError('not_found', 'There is no such file.');
  const isCurrent = request.query['v'] === asset.hash;
  const cache = isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache';
  await asset.file.send(request, response, cache);
});

/** The address of a file, changing with its content. */
export function assetUrl(name: string): string {
  return `/assets/${name}?v=${assetOf(name).hash}`;
}

export function assetText(name: string): string {
  return assetOf(name).file.bytes.toString('utf8');
}

function assetOf(name: string): Asset {
  const asset = load(name);
  if (asset === null) throw new Error(`There is no asset ${name}.`);
  return asset;
}

function load(name: string): Asset | null {
  const known = assets.get(name);
  if (known !== undefined) return known;
  if (!names.includes(name)) return null;
  const bytes = readFileSync(fileOf(name));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const file = packedFile(name, bytes, bytes.length > PACKED_FROM_BYTES ? ['gzip'] : []);
  const asset = { file, hash };
  assets.set(name, asset);
  return asset;
}

/** Our own files stand in our folder; what others made stays in their packages. */
function fileOf(name: string): string {
  if (name === 'scalar.js') {
    const main = fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'));
    return path.join(path.dirname(main), 'js/standalone.js');
  }
  // They are copied next to the built code, too.
  return path.join(import.meta.dirname, 'assets', name);
}
