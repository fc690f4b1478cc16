/**
 * Files sealed for a place that is not trusted: a line of salt, then AES-256-GCM in pieces, each under its number and
 * whether it is the last. So a piece that was changed, moved, left out or added is refused, and so is a file under
 * another name: the name goes into the key.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  secret: Uint8Array;
  /** Of the file where it is kept. */
  name: string;
}

/** It was changed, cut short, or sealed for another name or under another secret. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const MAGIC = Buffer.from('SGO1');
const SALT_BYTES = 32;
const HEAD_BYTES = MAGIC.length + SALT_BYTES;
const PIECE_BYTES = 1_048_576;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const CIPHER = 'aes-256-gcm';

export async function* sealed(plain: Source, seal: Seal): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  yield Buffer.concat([MAGIC, salt]);
  const key = keyOf(seal, salt);
  let number = 0;
  for await (const { piece, isLast } of inPieces(plain, PIECE_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonceOf((number += 1), isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** @throws SealBroken with the first piece that is not what was sealed; what came before it is */
export async function* opened(source: Source, seal: Seal): AsyncGenerator<Buffer> {
  let key: Buffer | null = null;
  let number = 0;
  for await (const { piece, isLast } of inPieces(source, PIECE_BYTES + TAG_BYTES, HEAD_BYTES)) {
    if (key === null) {
      if (isLast || !piece.subarray(0, MAGIC.length).equals(MAGIC)) throw new SealBroken('no sealed file');
      key = keyOf(seal, piece.subarray(MAGIC.length));
    } else yield openPiece(piece, key, nonceOf((number += 1), isLast));
  }
}

function openPiece(piece: Buffer, key: Buffer, nonce: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(piece.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new SealBroken('changed, cut short, or sealed otherwise');
  }
}

/** The same bytes in pieces of one length, but for the first and the last. */
export async function* inPieces(
  source: Source,
  bytes: number,
  firstBytes = bytes,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let wanted = firstBytes;
  for await (const part of source) {
    held.push(part);
    heldBytes += part.length;
    if (heldBytes <= wanted) continue;
    const all = Buffer.concat(held);
    let from = 0;
    while (all.length - from > wanted) {
      const piece = all.subarray(from, from + wanted);
      from += wanted;
      wanted = bytes;
      yield { piece, isLast: false };
    }
    held = [all.subarray(from)];
    heldBytes = all.length - from;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}

/** One for each file, so that numbers can begin at one in all of them. */
function keyOf({ secret, name }: Seal, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, `sponsorgate offsite ${name}`, 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(number, NONCE_BYTES - 5);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}
