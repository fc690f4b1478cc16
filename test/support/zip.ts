/** Reads what lies in a zip file, as an .xlsx is one: for looking at the text that a reader of workbooks hides. */
import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL_HEADER_BYTES = 30;

/** Path in the archive → text. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(uint32(END));
  if (end < 0) throw new Error('This is no zip file.');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('The directory of the zip file is broken.');
    const method = archive.readUInt16LE(at + 10);
    const crc = archive.readUInt32LE(at + 16);
    const packedBytes = archive.readUInt32LE(at + 20);
    const bytes = archive.readUInt32LE(at + 24);
    const nameBytes = archive.readUInt16LE(at + 28);
    const skippedBytes = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const localAt = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameBytes);
    const dataAt =
      localAt + LOCAL_HEADER_BYTES + archive.readUInt16LE(localAt + 26) + archive.readUInt16LE(localAt + 28);
    const packed = archive.subarray(dataAt, dataAt + packedBytes);
    const content = method === 0 ? packed : inflateRawSync(packed);
    if (content.length !== bytes || crc32(content) !== crc)
      throw new Error(`${name} of the zip file is broken.`);
    files.set(name, content.toString('utf8'));
    at += 46 + nameBytes + skippedBytes;
  }
  return files;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
