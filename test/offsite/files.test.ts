/** What is sent off-site, and the folder in which its moment is kept: each there or not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { latestOffsiteMs, sendBackup } from '../../core/adapters/offsite-backup.js';
import { openS3, type S3 } from '../../emulator/s3/server.js';

const NOW_MS = Date.UTC(2026, 0, 15, 3, 15);

let s3: S3;
let root: string;
const there = (name: string) => path.join(root, name);

beforeEach(async () => {
  s3 = await openS3();
  root = mkdtempSync(path.join(tmpdir(), 'sponsorgate-offsite-'));
  writeFileSync(there('service.dump'), 'of PostgreSQL');
});
afterEach(async () => {
  await s3.close();
  rmSync(root, { recursive: true, force: true });
});

const send = (file: string, folder: string) => {
  const { region, accessKey, secretKey } = s3.account;
  const secrets = [Buffer.alloc(32, 1).toString('base64')];
  const terms = { url: s3.url, region, accessKey, secretKey, keep: 3, secrets };
  return sendBackup({ terms, file: there(file), folder: there(folder), nowMs: NOW_MS });
};

it('makes the folder of backups, which nothing else makes over PostgreSQL', async () => {
  expect(await send('service.dump', 'data/backups')).toMatchObject({ bytes: 13, removed: [] });
  expect(latestOffsiteMs(there('data/backups'))).toBe(NOW_MS);
});

it.each([
  ['service.dump', 'service.dump', /EEXIST.*Set BACKUP_DIR to a folder that the service may write/],
  ['', 'backups', / is a folder: send one file, such as a dump/],
  ['no.dump', 'backups', /There is no file .*no\.dump/],
])('sends no file "%s" with the folder %s, and says what to do', async (file, folder, words) => {
  await expect(send(file, folder)).rejects.toThrow(words);
  expect(s3.bucket.objects.size).toBe(0);
});
