/**
 * Copies of backups in an object store, sealed before they leave this machine. One counts once it was read back whole: then
 * it gets a mark, an empty object under its name with `.verified`; retention and restoring go by marks.
 */
import { createHash } from 'node:crypto';
import { createReadStream, statfsSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  type ObjectStore,
  openObjectStore,
  type StoreTerms,
  type Tuning,
  OffsiteFault,
  StoreFault,
} from './object-store.js';
import { keyId } from '../../vault.js';
import { inPieces, opened, type Seal, SealBroken, sealed } from './sealed.js';

/** As a worker process is sent it. */
export interface OffsiteTerms extends StoreTerms {
  /** How many copies are kept; 0: all. */
  keep: number;
  /** Base64, newest first: the first seals, all of them open. */
  secrets: readonly string[];
}

export interface Copy {
  /** In the store: that of the file, and the id of its secret. */
  name: string;
  /** That of the file. */
  file: string;
  bytes: number;
  isVerified: boolean;
  /** One of our secrets opens it. */
  isOurs: boolean;
}

/** S3 takes parts from 5 MiB, and 10,000 of them. */
const PARTS_MAX = 10_000;
const USUAL: Tuning = { partBytes: 16 * 1_024 * 1_024, withinMs: 300_000, waitMs: 1_000 };
/** Nothing is sent for longer (`backup-runner.ts`): what was begun before was cut short. */
const CUT_SHORT_MS = 3 * 3_600_000;
const SPARE_BYTES = 16 * 1_024 * 1_024;

const MARK = '.verified';
const COPY = /^(?<file>(?<stem>[^/]+)-(?<stamp>\d{8}T\d{6}Z)(\.\w+)?)\.(?<key>[0-9a-f]{8})$/;

export type Offsite = ReturnType<typeof createOffsite>;

export function createOffsite(terms: OffsiteTerms, tuning: Partial<Tuning> = {}) {
  const usual = { ...USUAL, ...tuning };
  const store = openObjectStore(terms, usual);
  const secrets = new Map(
    terms.secrets.map((text) => Buffer.from(text, 'base64')).map((each) => [keyId(each), each]),
  );
  const [current] = [...secrets];
  if (current === undefined) throw new Error('SECRETS_KEY is empty.');

  const sealOf = (name: string): Seal => {
    const secret = secrets.get(name.slice(-8));
    if (secret !== undefined) return { secret, name };
    throw new OffsiteFault(
      `${name} is sealed under another SECRETS_KEY than yours (${[...secrets.keys()].join(', ')}; the end of its name says which). Put that one behind your own: SECRETS_KEY=<yours>,<its>.`,
    );
  };

  const list = () => listCopies(store, secrets);

  const send = async (file: string, nowMs: number) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) throw new OffsiteFault(`There is no file ${file}.`);
    if (stats.isDirectory())
      throw new OffsiteFault(
        `${file} is a folder: send one file, such as a dump in PostgreSQL's custom format.`,
      );
    const { size } = stats;
    // As a dump leaves it that failed: it would be the latest, and the oldest copy would go for it.
    if (size === 0) throw new OffsiteFault(`${file} is empty: it is no backup. Make it again.`);
    const name = `${stamped(path.basename(file), nowMs)}.${current[0]}`;
    await abortUploads(store, '', (each) => secrets.has(each.slice(-8)) && isCutShort(each, nowMs));
    const partBytes = Math.max(usual.partBytes, Math.ceil(size / (PARTS_MAX - 1)));
    try {
      await upload(store, { file, seal: sealOf(name), partBytes });
    } finally {
      // Whose id was lost with an answer, too. What is left then goes with the next backups.
      await abortUploads(store, name, (each) => each === name).catch(() => undefined);
    }
    await store.put(`${name}${MARK}`, Buffer.from(`${name} was read back whole.\n`));
    return { name, bytes: size, begunMs: begunMsOf(name) };
  };

  return {
    /** Sends a file, and reads it back. @throws OffsiteFault saying what to do; then no copy that was there is gone */
    send,
    /** Oldest first. */
    list,
    /** Takes away the oldest but for as many as are kept, and what was cut short. Returns which; never the one just made. */
    retire: async (made: string, nowMs: number) =>
      retire(store, { made, copies: await list(), keep: terms.keep, nowMs }),
    /** Brings a copy, the latest that is verified by default, into a folder. Returns its file. @throws OffsiteFault */
    fetch: async (name: string | null, folder: string) => {
      const copy = choose(name, await list(), terms.url);
      return bring(store, { copy, seal: sealOf(copy.name), folder });
    },
    /** Keeps a short text in the place of the one that is there. */
    keepText: async (file: string, text: string) => {
      const name = `${file}.${current[0]}`;
      await store.put(name, await buffer(sealed([Buffer.from(text)], sealOf(name))));
    },
    /** That text, under each of our secrets; the newest first. @throws OffsiteFault */
    keptTexts: async (file: string) => {
      const texts: string[] = [];
      for (const id of secrets.keys()) {
        const name = `${file}.${id}`;
        try {
          texts.push((await buffer(opened(store.read(name), sealOf(name)))).toString('utf8'));
        } catch (error) {
          if (error instanceof SealBroken)
            throw new OffsiteFault(
              `${name} is not what was sent: somebody changed, cut or renamed it. Delete it in the store: the next backup sends what ${file} in BACKUP_DIR says.`,
            );
          if (!isAbsent(error)) throw error;
        }
      }
      return texts;
    },
  };
}

/** Its own name where that says its moment, else with one. */
function stamped(name: string, nowMs: number): string {
  if (COPY.test(`${name}.00000000`)) return name;
  const stamp = `${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const { name: stem, ext } = path.parse(name);
  return `${stem}-${stamp}${ext}`;
}

const isCutShort = (name: string, nowMs: number): boolean => begunMsOf(name) < nowMs - CUT_SHORT_MS;

/** NaN where the name says no moment. */
function begunMsOf(name: string): number {
  const stamp = COPY.exec(name)?.groups?.['stamp'] ?? '';
  return Date.parse(stamp.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
}

async function abortUploads(
  store: ObjectStore,
  start: string,
  isMeant: (name: string) => boolean,
): Promise<void> {
  for await (const { name, uploadId } of store.uploads(start))
    if (isMeant(name)) await store.abort(name, uploadId);
}

/** Sends a file in parts, and reads it back. */
async function upload(
  store: ObjectStore,
  { file, seal, partBytes }: { file: string; seal: Seal; partBytes: number },
): Promise<void> {
  const { name } = seal;
  const uploadId = await store.begin(name);
  const sum = createHash('sha256');
  const tags: string[] = [];
  for await (const { piece } of inPieces(sealed(heard(createReadStream(file), sum), seal), partBytes))
    tags.push(await store.putPart(name, uploadId, tags.length + 1, piece));
  let refused: unknown = null;
  await store.complete(name, uploadId, tags).catch((error: unknown) => {
    refused = error;
  });
  // Its answer may be lost, or say what is not so: what is there decides.
  const there = await sumOf(opened(store.read(name), seal)).catch((error: unknown) => {
    if (error instanceof SealBroken) return 'broken';
    throw refused !== null && isAbsent(error) ? refused : error;
  });
  if (there === sum.digest('hex')) return;
  await store.remove(name);
  throw new OffsiteFault(
    `${name} came back from the store otherwise than it was sent, and was deleted there. Is the store sound?`,
  );
}

/** Nothing of another secret, or of a file with another beginning. */
async function retire(
  store: ObjectStore,
  { made, copies, keep, nowMs }: { made: string; copies: readonly Copy[]; keep: number; nowMs: number },
): Promise<string[]> {
  if (keep === 0) return [];
  const others = copies.filter(
    (copy) => copy.isOurs && copy.name !== made && stemOf(copy) === stemOf({ name: made }),
  );
  const verified = others.filter((copy) => copy.isVerified);
  const old = verified.slice(0, Math.max(0, verified.length - (keep - 1)));
  const broken = others.filter((copy) => !copy.isVerified && isCutShort(copy.name, nowMs));
  try {
    // The mark first: what is left of it then is no copy any more.
    for (const { name } of old) await store.remove(`${name}${MARK}`);
    for (const { name } of [...old, ...broken]) await store.remove(name);
  } catch (error) {
    throw new OffsiteFault(
      `${made} is there, verified; but older ones could not be taken away. ${error instanceof Error ? error.message : String(error)} Where the key shall not delete, set OFFSITE_KEEP=0, and let the store do it.`,
    );
  }
  return [...old, ...broken].map(({ name }) => name);
}

const stemOf = ({ name }: { name: string }): string => COPY.exec(name)?.groups?.['stem'] ?? '';

async function listCopies(store: ObjectStore, secrets: ReadonlyMap<string, unknown>): Promise<Copy[]> {
  const found: Copy[] = [];
  const marked = new Set<string>();
  for await (const { name, bytes } of store.list()) {
    const groups = COPY.exec(name)?.groups;
    if (groups !== undefined)
      found.push({
        name,
        bytes,
        file: groups['file'] ?? '',
        isOurs: secrets.has(groups['key'] ?? ''),
        isVerified: false,
      });
    else if (name.endsWith(MARK)) marked.add(name.slice(0, -MARK.length));
  }
  return found
    .map((copy) => ({ ...copy, isVerified: marked.has(copy.name) }))
    .sort((a, b) => begunMsOf(a.name) - begunMsOf(b.name));
}

function choose(name: string | null, copies: readonly Copy[], url: string): Copy {
  if (name !== null) {
    const named = copies.find((copy) => copy.name === name || copy.file === name);
    if (named !== undefined) return named;
    throw new OffsiteFault(
      `There is no copy ${name} under ${url}: \`npm run admin -- offsite list\` says which there are.`,
    );
  }
  const latest = copies.findLast((copy) => copy.isVerified && copy.isOurs);
  if (latest !== undefined) return latest;
  const others = copies.filter((copy) => !copy.isOurs);
  throw new OffsiteFault(
    others.length === 0
      ? `There is no verified copy under ${url}.`
      : `No copy under ${url} is sealed under your SECRETS_KEY; ${String(others.length)} are under another, such as ${others.at(-1)?.name ?? ''}.`,
  );
}

/** Into its place once it is whole. */
async function bring(
  store: ObjectStore,
  { copy, seal, folder }: { copy: Copy; seal: Seal; folder: string },
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < copy.bytes + SPARE_BYTES)
    throw new OffsiteFault(
      `There is no room in ${folder}: ${String(copy.bytes + SPARE_BYTES)} bytes are needed, ${String(bavail * bsize)} are free.`,
    );
  const file = path.join(folder, copy.file);
  const part = path.join(folder, `.${copy.file}.part`);
  const handle = await open(part, 'w', 0o600);
  try {
    for await (const piece of opened(store.read(copy.name), seal)) await handle.writeFile(piece);
    await handle.sync();
  } catch (error) {
    await rm(part, { force: true });
    if (!(error instanceof SealBroken)) throw error;
    throw new OffsiteFault(
      `${copy.name} is not what was sent: somebody changed, cut or renamed it. Take another: \`npm run admin -- offsite list\`.`,
    );
  } finally {
    await handle.close();
  }
  await rename(part, file);
  return file;
}

async function* heard(
  source: AsyncIterable<Buffer>,
  sum: { update(bytes: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    sum.update(bytes);
    yield bytes;
  }
}

async function sumOf(source: AsyncIterable<Buffer>): Promise<string> {
  const sum = createHash('sha256');
  for await (const bytes of source) sum.update(bytes);
  return sum.digest('hex');
}

const isAbsent = (error: unknown): boolean => error instanceof StoreFault && error.code === 'NoSuchKey';
