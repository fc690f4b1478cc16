/** Copies in an emulated store on a real socket, on good days and bad ones. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  listErased,
  readErasedList,
  shareErasedList,
  writeErasedList,
} from '../../core/adapters/erased-list.js';
import { createOffsite, type OffsiteTerms } from '../../core/adapters/offsite/index.js';
import { latestOffsiteMs, sendBackup } from '../../core/adapters/offsite-backup.js';
import { openS3, type S3, type S3Fault } from '../../emulator/s3/server.js';
import { whileCollecting } from '../support/collecting.js';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 15, 3, 15);
const PART_BYTES = 100_000;
const tuning = { partBytes: PART_BYTES, withinMs: 5_000, waitMs: 1 };
/** Where the store falls silent. */
const impatient = { ...tuning, withinMs: 250 };
const secret = (byte: number) => Buffer.alloc(32, byte).toString('base64');

let s3: S3;
let folder: string;

beforeEach(async () => {
  s3 = await openS3({ partBytesMin: PART_BYTES });
  folder = mkdtempSync(path.join(tmpdir(), 'sponsorgate-offsite-'));
});
afterEach(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const terms = (more: Partial<OffsiteTerms> = {}): OffsiteTerms => ({
  url: `${s3.url}/sponsor gate/a&b`,
  region: s3.account.region,
  accessKey: s3.account.accessKey,
  secretKey: s3.account.secretKey,
  keep: 3,
  secrets: [secret(1)],
  ...more,
});
const offsite = (more: Partial<OffsiteTerms> = {}) => createOffsite(terms(more), tuning);
const facing = (faults: readonly (S3Fault | null)[]) =>
  createOffsite(terms(), faults.includes('silent') ? impatient : tuning);

const stampOf = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
/** A backup of that day. */
function backup(day: number, stem = 'service'): string {
  const file = path.join(folder, `${stem}-${stampOf(START_MS + day * DAY_MS)}.db`);
  writeFileSync(file, randomBytes(350_000));
  return file;
}
const send = (day: number, by = offsite(), file = backup(day)) => by.send(file, START_MS + day * DAY_MS);
const keys = () => [...s3.bucket.objects.keys()].map((key) => key.replace('sponsor gate/a&b/', '')).sort();
const days = async (by = offsite()) => (await by.list()).map(({ file }) => Number(file.slice(14, 16)) - 15);
const whole = (name: string) => s3.bucket.objects.get(`sponsor gate/a&b/${name}`) ?? Buffer.alloc(0);

describe('a copy', () => {
  it('is sealed, in parts, comes back as it was, and only then is marked', async () => {
    const file = backup(0);
    const { name } = await send(0, offsite(), file);
    expect(keys()).toEqual([name, `${name}.verified`]);
    expect(s3.calls.filter((each) => each === 'UploadPart')).toHaveLength(4);
    expect(s3.calls.filter((each) => each === 'GetObject')).toHaveLength(4);
    expect(whole(name).includes(readFileSync(file).subarray(0, 32))).toBe(false);
    const elsewhere = path.join(folder, 'new', 'machine');
    const brought = await offsite().fetch(null, elsewhere);
    expect(readFileSync(brought).equals(readFileSync(file))).toBe(true);
    expect(readdirSync(elsewhere), 'nothing half beside it').toEqual([path.basename(file)]);
    expect(await offsite().list()).toEqual([
      { name, file: path.basename(file), bytes: whole(name).length, isVerified: true, isOurs: true },
    ]);
  });

  it('of a file that says no moment gets one', async () => {
    const file = path.join(folder, 'sponsorgate.dump');
    writeFileSync(file, 'PGDMP');
    const { name } = await offsite().send(file, START_MS);
    expect(name).toMatch(/^sponsorgate-20260115T031500Z\.dump\.[0-9a-f]{8}$/);
    expect(path.basename(await offsite().fetch(null, path.join(folder, 'new')))).toBe(
      'sponsorgate-20260115T031500Z.dump',
    );
  });

  it.each<[Parameters<S3['fault']>[0], S3Fault[]]>([
    ['CreateUpload', ['error', 'silent', 'lost']],
    ['UploadPart', ['error', 'slow down', 'silent', 'lost']],
    ['UploadPart', ['truncated']],
    ['CompleteUpload', ['lost']],
    ['CompleteUpload', ['error', 'late error', 'lost']],
    ['GetObject', ['truncated', 'error', 'silent', 'lost']],
    ['GetObject', ['short', 'short']],
    ['PutObject', ['lost', 'silent']],
    ['ListUploads', ['error', 'truncated']],
  ])('is made though %s meets %s', async (operation, faults) => {
    s3.fault(operation, ...faults);
    const file = backup(0);
    const { name } = await send(0, facing(faults), file);
    expect(keys()).toEqual([name, `${name}.verified`]);
    expect([...s3.bucket.uploads], 'nothing half is left').toEqual([]);
    const brought = await offsite().fetch(null, path.join(folder, 'new'));
    expect(readFileSync(brought).equals(readFileSync(file))).toBe(true);
  });

  it.each<[Parameters<S3['fault']>[0], S3Fault[], RegExp]>([
    ['UploadPart', ['wrong tag'], /cannot be completed: the store answered 400 InvalidPart/],
    ['UploadPart', Array<S3Fault>(5).fill('error'), /answered 500 InternalError.* next backup tries again/],
    ['UploadPart', Array<S3Fault>(5).fill('silent'), /could not be reached, or fell silent/],
    ['UploadPart', ['denied'], /AccessDenied.* let it read, write, list and delete/],
  ])(
    'is not made where %s meets %s; it says so, and leaves nothing half',
    async (operation, faults, words) => {
      const good = await send(0);
      s3.fault(operation, ...faults);
      // A deadline is not collected as garbage.
      await whileCollecting(() => expect(send(1, facing(faults))).rejects.toThrow(words));
      expect(keys(), 'the one before is there').toEqual([good.name, `${good.name}.verified`]);
      expect([...s3.bucket.uploads]).toEqual([]);
      await send(1);
      expect(await days()).toEqual([0, 1]);
    },
  );

  it('of an empty file, such as of a dump that failed, is none', async () => {
    const file = path.join(folder, 'service.dump');
    writeFileSync(file, '');
    await expect(offsite().send(file, START_MS)).rejects.toThrow('service.dump is empty: it is no backup');
    expect(keys()).toEqual([]);
  });

  it('that the store keeps otherwise than it was sent is no copy', async () => {
    s3.onCall = (operation) => {
      if (operation !== 'GetObject') return;
      s3.onCall = null;
      for (const [key, body] of s3.bucket.objects) {
        const harmed = Buffer.from(body);
        harmed[200_000] = (harmed[200_000] ?? 0) ^ 1;
        s3.bucket.objects.set(key, harmed);
      }
    };
    await expect(send(0)).rejects.toThrow('Is the store sound?');
    expect(keys()).toEqual([]);
  });

  it('that was cut short is given up by a later one, and never taken for whole', async () => {
    const good = await send(0);
    const gone = new AbortController();
    const reached = new Promise<void>((resolve) => {
      s3.onCall = async (operation) => {
        if (operation !== 'UploadPart' || s3.calls.filter((each) => each === operation).length < 6) return;
        resolve();
        await once(gone.signal, 'abort');
      };
    });
    void send(1, createOffsite(terms(), { ...tuning, withinMs: 60_000 })).catch(() => undefined);
    await reached;
    expect([...s3.bucket.uploads.values()].map(({ parts }) => parts.size)).toEqual([1]);
    expect(await days()).toEqual([0]);
    // One that may still be under way is left alone.
    s3.onCall = null;
    const soon = path.join(folder, `service-${stampOf(START_MS + DAY_MS + 3_600_000)}.db`);
    writeFileSync(soon, randomBytes(1_000));
    await offsite().send(soon, START_MS + DAY_MS + 3_600_000);
    expect(s3.bucket.uploads.size).toBe(1);
    await send(2);
    expect(s3.bucket.uploads.size).toBe(0);
    expect(keys()).toContain(good.name);
    gone.abort();
  });
});

describe('retention', () => {
  it('keeps as many as it is to, over pages of lists, and nothing else goes', async () => {
    s3.bucket.limits.pageSize = 2;
    const others = [
      'sponsor gate/a&b/notes.txt',
      'sponsor gate/a&b/service-20200101T000000Z.db.ffffffff',
      'sponsor gate/a&b/service-20200101T000000Z.db.ffffffff.verified',
      'elsewhere/service-20200101T000000Z.db.ffffffff',
    ];
    for (const key of others) s3.bucket.objects.set(key, Buffer.from('of somebody else'));
    await send(0, offsite(), backup(0, 'another'));
    for (const day of [0, 1, 2, 3, 4])
      await offsite().retire((await send(day)).name, START_MS + day * DAY_MS);
    const kept = (await offsite().list()).filter(({ isOurs }) => isOurs).map(({ file }) => file);
    expect(kept).toEqual([
      'another-20260115T031500Z.db',
      'service-20260117T031500Z.db',
      'service-20260118T031500Z.db',
      'service-20260119T031500Z.db',
    ]);
    expect(others.filter((key) => !s3.bucket.objects.has(key))).toEqual([]);
    expect(keys().filter((key) => key.endsWith('.verified'))).toHaveLength(5);
  });

  it('never takes the one just made, also under a clock that was set back, nor one that is not verified yet', async () => {
    const one = offsite({ keep: 1 });
    await send(5, one);
    const { name } = await send(0, one);
    const unverified = `sponsor gate/a&b/${name.replace('0115T0315', '0115T0200')}`;
    s3.bucket.objects.set(unverified, Buffer.from('under way'));
    await one.retire(name, START_MS);
    expect((await one.list()).map((copy) => copy.name)).toEqual([unverified.split('/').at(-1), name]);
    // Three hours later no one sends it any more.
    await one.retire(name, START_MS + 3 * 3_600_000);
    expect((await one.list()).map((copy) => copy.name)).toEqual([name]);
  });

  it('keeps all where a setting says so, and says what to do where the key may not delete', async () => {
    const all = offsite({ keep: 0 });
    for (const day of [0, 1, 2, 3, 4]) await all.retire((await send(day, all)).name, START_MS + day * DAY_MS);
    expect(await days()).toEqual([0, 1, 2, 3, 4]);
    s3.fault('DeleteObject', 'denied');
    const { name } = await send(5);
    await expect(offsite().retire(name, START_MS + 5 * DAY_MS)).rejects.toThrow(
      /is there, verified; but older ones could not be taken away.*OFFSITE_KEEP=0/,
    );
    expect(await days()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('goes on where it was cut short', async () => {
    for (const day of [0, 1, 2]) await send(day);
    // The mark is gone, the copy is not.
    s3.fault('DeleteObject', 'lost', 'denied');
    const { name } = await send(3);
    await expect(offsite().retire(name, START_MS + 3 * DAY_MS)).rejects.toThrow('AccessDenied');
    await offsite().retire(name, START_MS + 3 * DAY_MS);
    expect(await days()).toEqual([1, 2, 3]);
    expect(keys()).toHaveLength(6);
  });
});

describe('a copy to be restored', () => {
  it('is the latest that was verified and that our secrets open', async () => {
    const old = await send(0, offsite({ secrets: [secret(2)] }));
    s3.bucket.objects.set('sponsor gate/a&b/service-20270101T000000Z.db.ffffffff.verified', Buffer.from('x'));
    s3.bucket.objects.set('sponsor gate/a&b/service-20270101T000000Z.db.ffffffff', Buffer.from('x'));
    const elsewhere = path.join(folder, 'new');
    await expect(offsite().fetch(null, elsewhere)).rejects.toThrow(
      /No copy under .* 2 are under another, such as service-2027/,
    );
    await expect(offsite().fetch(old.name, elsewhere)).rejects.toThrow(
      /sealed under another SECRETS_KEY than yours .* SECRETS_KEY=<yours>,<its>/,
    );
    const both = offsite({ secrets: [secret(1), secret(2)] });
    const newer = old.name.replace('0115T', '0116T');
    s3.bucket.objects.set(
      `sponsor gate/a&b/${newer}`,
      Buffer.from('whole, or cut short before it was read back'),
    );
    expect(path.basename(await both.fetch(null, elsewhere))).toBe('service-20260115T031500Z.db');
    await expect(both.fetch('service-20260101T000000Z.db', elsewhere)).rejects.toThrow('There is no copy');
  });

  it.each<[string, (name: string) => void]>([
    ['changed', (name) => whole(name).writeUInt8(whole(name).readUInt8(123_456) ^ 1, 123_456)],
    ['cut short', (name) => s3.bucket.put(`sponsor gate/a&b/${name}`, whole(name).subarray(0, -1))],
    [
      'exchanged for an older one',
      (name) => s3.bucket.put(`sponsor gate/a&b/${name}`, whole(name.replace('0116', '0115'))),
    ],
  ])('that was %s is refused, and leaves nothing', async (_, harm) => {
    await send(0);
    const { name } = await send(1);
    harm(name);
    const elsewhere = path.join(folder, 'new');
    await expect(offsite().fetch(null, elsewhere)).rejects.toThrow(/is not what was sent.*offsite list/);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(path.basename(await offsite().fetch('service-20260115T031500Z.db', elsewhere))).toMatch(
      /^service-20260115/,
    );
  });

  it('survives a connection that breaks between and within its parts', async () => {
    const file = backup(0);
    await send(0, offsite(), file);
    const faults: (S3Fault | null)[] = [
      'truncated',
      null,
      'error',
      null,
      'lost',
      'silent',
      null,
      'truncated',
    ];
    s3.fault('GetObject', ...faults);
    const brought = await facing(faults).fetch(null, path.join(folder, 'new'));
    expect(readFileSync(brought).equals(readFileSync(file))).toBe(true);
  });
});

describe('a setting that is wrong', () => {
  it.each<[string, () => Partial<OffsiteTerms>, RegExp]>([
    ['the key', () => ({ accessKey: 'OTHER' }), /InvalidAccessKeyId.*put OFFSITE_ACCESS_KEY right/],
    ['its secret', () => ({ secretKey: 'other' }), /SignatureDoesNotMatch.*put OFFSITE_SECRET_KEY right/],
    ['the region', () => ({ region: 'us-east-1' }), /expecting 'eu-north-1'.*name it in OFFSITE_REGION/],
    [
      'the bucket',
      () => ({ url: s3.url.replace('backups', 'other') }),
      /NoSuchBucket.*put it right in OFFSITE_URL/,
    ],
    [
      'the address',
      () => ({ url: 'http://127.0.0.1:9/backups' }),
      /127\.0\.0\.1:9 could not be reached.*Is OFFSITE_URL right/,
    ],
  ])('is named: %s', async (_, more, words) => {
    const fault: unknown = await send(0, offsite(more())).catch((error: unknown) => error);
    expect(String(fault)).toMatch(words);
    expect(String(fault)).not.toContain(s3.account.secretKey);
  });

  it('is the clock, or the store is full: both are said', async () => {
    const nowMs = Date.now();
    s3.now = () => nowMs + 16 * 60_000;
    await expect(send(0)).rejects.toThrow(
      `The clock of this machine is wrong (the store has ${new Date(s3.now()).toUTCString()}): set it`,
    );
    s3.now = Date.now;
    s3.bucket.limits.room = 250_000;
    await expect(send(0)).rejects.toThrow(
      /XMinioStorageFull.*no room left: enlarge it, or lower OFFSITE_KEEP/,
    );
    expect([...s3.bucket.uploads]).toEqual([]);
  });
});

describe('a backup that is sent', () => {
  it('takes the list of who was erased with it, and brings what others know', async () => {
    const list = (own: string, pseudonyms: number[]) => {
      writeErasedList(path.join(folder, own), { key: 'sealed key', pseudonyms });
      return path.join(folder, own);
    };
    const from = (own: string) =>
      sendBackup({ terms: terms(), file: backup(0), folder: own, nowMs: START_MS });
    const [one, two] = [list('one', [-1, -2]), list('two', [-2, -3])];
    await from(one);
    await from(two);
    await from(one);
    const all = { key: 'sealed key', pseudonyms: [-1, -2, -3] };
    expect(readErasedList(one)).toEqual(all);
    expect(new Set(readErasedList(two)?.pseudonyms)).toEqual(new Set([-1, -2, -3]));
    const [text = ''] = await offsite().keptTexts('erased.txt');
    expect(text).toBe('sealed key\n-1\n-2\n-3\n');
    expect(whole(keys().find((key) => key.startsWith('erased')) ?? '').includes('sealed key')).toBe(false);
    expect(latestOffsiteMs(one)).toBe(START_MS);
  });

  it('counts as none where the machine broke off while its moment was written', () => {
    writeFileSync(path.join(folder, 'latest-offsite.txt'), '');
    expect(latestOffsiteMs(folder)).toBeNull();
  });

  it('forgets no one who is erased while the store is asked for its list', async () => {
    writeErasedList(folder, { key: 'sealed key', pseudonyms: [-1] });
    const store = {
      keptTexts: () => {
        listErased(folder, { key: 'sealed key', pseudonym: -2 });
        return Promise.resolve(['sealed key\n-3\n']);
      },
      keepText: vi.fn(() => Promise.resolve()),
    };
    await shareErasedList(store, folder);
    expect(readErasedList(folder)).toEqual({ key: 'sealed key', pseudonyms: [-1, -2, -3] });
    expect(store.keepText).toHaveBeenCalledWith('erased.txt', 'sealed key\n-1\n-2\n-3\n');
  });

  it('does not go where the list cannot', async () => {
    writeErasedList(folder, { key: 'sealed key', pseudonyms: [-1] });
    s3.fault('PutObject', 'denied');
    const sent = sendBackup({ terms: terms(), file: backup(0), folder, nowMs: START_MS });
    await expect(sent).rejects.toThrow('erased.txt');
    expect(keys()).toEqual([]);
    expect(latestOffsiteMs(folder)).toBeNull();
  });

  it('that was changed in the store is named, and can be deleted there', async () => {
    writeErasedList(folder, { key: 'sealed key', pseudonyms: [-1] });
    await shareErasedList(offsite(), folder);
    const [name = ''] = keys();
    s3.bucket.objects.set(`sponsor gate/a&b/${name}`, whole(name).subarray(0, -1));
    const file = backup(0);
    const share = () => sendBackup({ terms: terms(), file, folder, nowMs: START_MS });
    await expect(share()).rejects.toThrow(/erased\.txt\..* is not what was sent.*Delete it in the store/);
    s3.bucket.objects.delete(`sponsor gate/a&b/${name}`);
    await share();
    expect(keys()).toContain(name);
  });
});
