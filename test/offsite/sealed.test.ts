/** Sealed files: what comes out is what went in, or nothing does. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opened, type Seal, SealBroken, sealed } from '../../core/adapters/offsite/sealed.js';

const MIB = 1_048_576;
const HEAD = 36;
const PIECE = MIB + 16;
const seal: Seal = { secret: Buffer.alloc(32, 7), name: 'service-20260115T031500Z.db.12345678' };

async function whole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
/** As they may come from a file or a connection. */
function* cut(bytes: Buffer, at: number): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += at) yield bytes.subarray(from, from + at);
}
const sealAll = (plain: Buffer, at = 65_536) => whole(sealed(cut(plain, at), seal));
const open = (bytes: Buffer, by: Seal = seal, at = 100_000) => whole(opened(cut(bytes, at), by));

describe('a sealed file', () => {
  it('opens to what was sealed, whatever its length, and however it comes in', async () => {
    const around = fc
      .integer({ min: 0, max: 2 })
      .chain((n) => fc.integer({ min: -20, max: 20 }).map((d) => n * MIB + d));
    const pieces = fc.integer({ min: 1_000, max: 3 * MIB });
    await fc.assert(
      fc.asyncProperty(around, pieces, pieces, async (length, cutIn, cutOut) => {
        const plain = randomBytes(Math.max(0, length));
        const bytes = await sealAll(plain, cutIn);
        expect((await open(bytes, seal, cutOut)).equals(plain)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('is another each time, and shows nothing of what is in it', async () => {
    const plain = Buffer.from('subscribers '.repeat(1_000));
    const [one, two] = [await sealAll(plain), await sealAll(plain)];
    expect(one.equals(two)).toBe(false);
    expect(one.includes('subscribers')).toBe(false);
  });

  it('with any byte changed does not open', async () => {
    const bytes = await sealAll(randomBytes(5_000));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ by;
        await expect(open(changed)).rejects.toThrow(SealBroken);
      }),
    );
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['without its last piece', (bytes) => bytes.subarray(0, HEAD + 2 * PIECE)],
    ['cut within a piece', (bytes) => bytes.subarray(0, HEAD + PIECE + 1_000)],
    ['cut before its first piece', (bytes) => bytes.subarray(0, HEAD)],
    ['of nothing', () => Buffer.alloc(0)],
    [
      'without its first piece',
      (bytes) => Buffer.concat([bytes.subarray(0, HEAD), bytes.subarray(HEAD + PIECE)]),
    ],
    [
      'with two pieces exchanged',
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, HEAD),
          bytes.subarray(HEAD + PIECE, HEAD + 2 * PIECE),
          bytes.subarray(HEAD, HEAD + PIECE),
          bytes.subarray(HEAD + 2 * PIECE),
        ]),
    ],
    ['with more behind it', (bytes) => Buffer.concat([bytes, Buffer.alloc(10)])],
    ['with a piece twice', (bytes) => Buffer.concat([bytes, bytes.subarray(HEAD, HEAD + PIECE)])],
  ])('%s does not open', async (_, harm) => {
    const bytes = await sealAll(randomBytes(2 * MIB + 500));
    await expect(open(harm(bytes))).rejects.toThrow(SealBroken);
    expect((await open(bytes)).length).toBe(2 * MIB + 500);
  });

  it('does not open under another name or another secret', async () => {
    const bytes = await sealAll(Buffer.from('money'));
    await expect(open(bytes, { ...seal, name: 'service-20260116T031500Z.db.12345678' })).rejects.toThrow(
      SealBroken,
    );
    await expect(open(bytes, { ...seal, secret: Buffer.alloc(32, 8) })).rejects.toThrow(SealBroken);
  });
});
