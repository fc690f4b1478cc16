/** Small pictures made on the spot, and the sizes of pictures that others made. */
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A square PNG with a diagonal blend of two colours that depend on `seed`. */
export function makePng(seed: number, sizePixels = 160): Buffer {
  const hue = (seed * 47) % 360;
  const from = colour(hue, 0.62);
  const to = colour((hue + 40) % 360, 0.45);
  const rows = Buffer.alloc(sizePixels * (sizePixels * 3 + 1));
  for (let y = 0; y < sizePixels; y += 1) {
    for (let x = 0; x < sizePixels; x += 1) {
      const share = (x + y) / (2 * sizePixels);
      for (let part = 0; part < 3; part += 1) {
        const value = (from[part] ?? 0) * (1 - share) + (to[part] ?? 0) * share;
        rows[y * (sizePixels * 3 + 1) + 1 + x * 3 + part] = Math.round(value * 255);
      }
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(sizePixels, 0);
  head.writeUInt32BE(sizePixels, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Hue in degrees and lightness to red, green, blue between 0 and 1. */
function colour(hue: number, lightness: number): number[] {
  const chroma = 0.6 * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((shift) => {
    const angle = (shift + hue / 30) % 12;
    return lightness - chroma * Math.max(-1, Math.min(angle - 3, 9 - angle, 1));
  });
}

export interface Picture {
  mime_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  width: number;
  height: number;
}

/** What picture these bytes are, by their head; null when they are none. */
export function readPicture(bytes: Buffer): Picture | null {
  if (bytes.length < 24) return null;
  if (bytes.readUInt32BE(0) === 0x89504e47) {
    return { mime_type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.toString('latin1', 0, 4) === 'GIF8') {
    return { mime_type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return readWebp(bytes);
  return bytes.readUInt16BE(0) === 0xffd8 ? readJpeg(bytes) : null;
}

function readWebp(bytes: Buffer): Picture | null {
  const kind = bytes.toString('latin1', 12, 16);
  if (bytes.length < 30) return null;
  if (kind === 'VP8X') {
    return {
      mime_type: 'image/webp',
      width: bytes.readUIntLE(24, 3) + 1,
      height: bytes.readUIntLE(27, 3) + 1,
    };
  }
  if (kind === 'VP8L') {
    const packed = bytes.readUInt32LE(21);
    return { mime_type: 'image/webp', width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  return {
    mime_type: 'image/webp',
    width: bytes.readUInt16LE(26) & 0x3fff,
    height: bytes.readUInt16LE(28) & 0x3fff,
  };
}

function readJpeg(bytes: Buffer): Picture | null {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return {
        mime_type: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
