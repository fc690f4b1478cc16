/**
 * Writes a .zip file entry by entry, each as its text comes, so that memory stays bounded however long an entry is. Sizes
 * stand after an entry, as the format allows where they are not known before, and are of four bytes: at most 4 GiB.
 */
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** Resolves when the entry is in the file. The next one is added after that. */
export type AddEntry = (name: string, texts: Iterable<string> | AsyncIterable<string>) => Promise<void>;

const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
/** 2.0, the first with directories and deflate. */
const VERSION = 20;
const SIZES_FOLLOW = 8;
const DEFLATED = 8;
/** Midnight of the first day that the format knows: when an entry was made is nobody's concern. */
const [NO_TIME, NO_DATE] = [0, 0x21];

/**
 * @param level of the compression, 1 to 9
 * @param fill adds all entries; what it throws leaves a file that is not whole
 * @throws RangeError for a file beyond 4 GiB
 */
export async function writeZip(
  path: string,
  level: number,
  fill: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'w');
  const directory: Buffer[] = [];
  let at = 0;
  const put = async (bytes: Buffer): Promise<void> => {
    at += bytes.length;
    // Goes on where the last one ended.
    await file.appendFile(bytes);
  };
  try {
    await fill(async (name, texts) => {
      const startAt = at;
      const start = littleEndian([2, VERSION], [2, SIZES_FOLLOW], [2, DEFLATED], [2, NO_TIME], [2, NO_DATE]);
      const named = littleEndian([2, Buffer.byteLength(name)], [2, 0]);
      const unknown = littleEndian([4, 0], [4, 0], [4, 0]);
      await put(Buffer.concat([littleEndian([4, LOCAL_HEADER]), start, unknown, named, Buffer.from(name)]));
      const dataAt = at;
      const { crc, bytes } = await deflate(texts, level, put);
      const sizes = littleEndian([4, crc], [4, at - dataAt], [4, bytes]);
      await put(Buffer.concat([littleEndian([4, DESCRIPTOR]), sizes]));
      const head = Buffer.concat([littleEndian([4, DIRECTORY_ENTRY], [2, VERSION]), start, sizes, named]);
      // No comment, the first disk, no attributes.
      directory.push(head, littleEndian([2, 0], [2, 0], [2, 0], [4, 0], [4, startAt]), Buffer.from(name));
    });
    const records = Buffer.concat(directory);
    const entries = directory.length / PARTS;
    const counted = littleEndian([4, DIRECTORY_END], [2, 0], [2, 0], [2, entries], [2, entries]);
    const end = Buffer.concat([records, counted, littleEndian([4, records.length], [4, at], [2, 0])]);
    await put(end);
  } finally {
    await file.close();
  }
}

/** A directory entry is kept in so many. */
const PARTS = 3;

/** @returns what a reader compares the text with: its checksum, and how many bytes it has */
async function deflate(
  texts: Iterable<string> | AsyncIterable<string>,
  level: number,
  put: (bytes: Buffer) => Promise<void>,
): Promise<{ crc: number; bytes: number }> {
  let [crc, bytes] = [0, 0];
  const counted = async function* () {
    for await (const text of texts) {
      const chunk = Buffer.from(text);
      crc = crc32(chunk, crc);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(counted, createDeflateRaw({ level, chunkSize: CHUNK_BYTES }), async (packed) => {
    for await (const chunk of packed as AsyncIterable<Buffer>) await put(chunk);
  });
  return { crc, bytes };
}

const CHUNK_BYTES = 65_536;

/** Numbers of two or four bytes. */
function littleEndian(...numbers: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of numbers) at = buffer.writeUIntLE(value, at, size);
  return buffer;
}
