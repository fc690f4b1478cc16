/** The .zip files that reports are. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeZip } from '../../core/adapters/zip.js';
import { unzip } from '../support/zip.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-zip-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const long = Array.from({ length: 5_000 }, (_, index) => `строка ${String(index)}\n`);

test('a zip file holds each entry as its text came', async () => {
  const file = path.join(folder, 'whole.zip');
  await writeZip(file, 4, async (add) => {
    await add('folder/long.txt', long);
    await add('empty.txt', []);
    await add('short.txt', ['a', '', 'b']);
  });
  const archive = await readFile(file);
  expect([...unzip(archive)]).toEqual([
    ['folder/long.txt', long.join('')],
    ['empty.txt', ''],
    ['short.txt', 'ab'],
  ]);
  expect(archive.length).toBeLessThan(Buffer.byteLength(long.join('')) / 2);
});

test('what fails in an entry fails the file', async () => {
  const file = path.join(folder, 'broken.zip');
  const texts = function* () {
    yield* long;
    throw new Error('no more rows');
  };
  await expect(writeZip(file, 4, (add) => add('long.txt', texts()))).rejects.toThrow('no more rows');
  const nowhere = path.join(folder, 'no-folder', 'a.zip');
  await expect(writeZip(nowhere, 4, (add) => add('a.txt', ['a']))).rejects.toThrow('ENOENT');
});
