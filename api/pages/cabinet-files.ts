/**
 * The built files of the cabinet (`web/`): named by their content, packed once when they are first asked for, and kept by
 * browsers for a year. Which there are is read once: a new build comes with a new process.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What is smaller gains nothing. */
const PACKED_FROM_BYTES = 1_000;
const QUALITY = 9;

export type Encoding = 'br' | 'gzip' | 'identity';

export interface CabinetFile {
  type: string;
  /** How it may be sent, the smallest first. */
  encodings: readonly Encoding[];
  bytes(encoding: Encoding): Promise<Buffer>;
}

/** What the page loads first. */
export interface CabinetEntry {
  script: string;
  styles: readonly string[];
  /** Scripts that the first one imports, to be asked for at once. */
  imports: readonly string[];
  /** What it asks for as soon as it runs, by language: its words, and the overview. */
  next: Readonly<Record<'en' | 'ru', readonly string[]>>;
}

interface Chunk {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}

interface Built {
  entry: CabinetEntry;
  files: ReadonlyMap<string, CabinetFile>;
}

let built: Built | null = null;

/** Null where the cabinet has not been built. */
export function cabinetEntry(): CabinetEntry | null {
  return load()?.entry ?? null;
}

export function cabinetFileNamed(name: string): CabinetFile | null {
  return load()?.files.get(name) ?? null;
}

function load(): Built | null {
  built ??= read();
  return built;
}

function read(): Built | null {
  // Beside the built api, or where the sources of both lie side by side.
  const folder = ['../../web', '../../dist/web']
    .map((place) => path.resolve(import.meta.dirname, place))
    .find((place) => existsSync(path.join(place, 'manifest.json')));
  if (folder === undefined) return null;
  // Written by the build alone.
  const chunks = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const entry = Object.values(chunks).find(({ isEntry }) => isEntry === true);
  if (entry === undefined) return null;
  const names = readdirSync(path.join(folder, 'files'));
  return {
    entry: entryOf(entry, chunks),
    files: new Map(names.map((name) => [name, fileAt(path.join(folder, 'files', name))])),
  };
}

function entryOf(entry: Chunk, chunks: Readonly<Record<string, Chunk>>): CabinetEntry {
  const imported = (entry.imports ?? []).flatMap((name) => chunks[name] ?? []);
  const all = [entry, ...imported];
  return {
    script: path.basename(entry.file),
    styles: [...new Set(all.flatMap(({ css = [] }) => css))].map((file) => path.basename(file)),
    imports: imported.map(({ file }) => path.basename(file)),
    next: { en: nextOf('en', chunks), ru: nextOf('ru', chunks) },
  };
}

function nextOf(language: string, chunks: Readonly<Record<string, Chunk>>): string[] {
  const names = [`src/words/${language}/index.ts`, 'src/home/home.tsx'];
  return names.flatMap((name) => chunks[name] ?? []).map(({ file }) => path.basename(file));
}

const brotli = promisify(brotliCompress);
const pack = promisify(gzip);

function fileAt(file: string): CabinetFile {
  const bytes = readFileSync(file);
  const isPacked = bytes.length >= PACKED_FROM_BYTES;
  const packed = new Map<Encoding, Promise<Buffer>>();
  const made = (encoding: Encoding): Promise<Buffer> =>
    encoding === 'br'
      ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
      : pack(bytes, { level: QUALITY });
  return {
    type: types[path.extname(file)] ?? 'application/octet-stream',
    encodings: isPacked ? ['br', 'gzip', 'identity'] : ['identity'],
    bytes: (encoding) => {
      if (encoding === 'identity') return Promise.resolve(bytes);
      const known = packed.get(encoding) ?? made(encoding);
      packed.set(encoding, known);
      return known;
    },
  };
}
