/**
 * No room for the database: the service says so and stops writing rather than going on wrong, and goes on by itself once
 * there is room. On a small file system of its own where one may be mounted, and under a limit to the size of files.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { expectFiring, hasPromtool, scrape } from '../metrics/promtool.js';
import { dumpRows } from '../support/dump.js';
import { call } from '../support/service-process.js';
import { faultsIn, openWorld, type World } from './world.js';

let undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.reverse()) await step();
  undo = [];
});

const FILES_MAX_KIB = 3_000;

/** Orders are made until one is refused; answers those that were acknowledged, and the refusal. */
async function fillUp(api: string, key: string) {
  const made: number[] = [];
  for (let index = 0; index < 20_000; index += 1) {
    const link = `https://example.org/${'long-'.repeat(200)}${String(index)}`;
    const answer = await call(`${api}/orders`, key, {
      action: 'create',
      link,
      ads_type: 'resource',
      quantity_all: 10,
      name: 'x'.repeat(60),
    });
    if (answer.http !== 200) return { made, refusal: answer };
    made.push((answer.body['response'] as { order_id: number }).order_id);
  }
  throw new Error('The disk never became full.');
}

/** What is too small for an order may still hold something smaller: settings, and at last a sign of life, the least of all. */
async function useUp(api: string, key: string, botId: number): Promise<void> {
  for (let count = 0; ; count += 1) {
    const change = { action: 'update', bot_id: botId, max_sponsors: 3 + (count % 2) };
    if ((await call(`${api}/bots`, key, change)).http === 503) break;
  }
  for (;;) {
    // Looked at anew once a second; the deadline is the test's.
    const { checks } = (await (await fetch(`${api}/readyz`)).json()) as { checks: { store: string } };
    if (checks.store !== 'ok') return;
  }
}

async function tryOut(
  world: World,
  api: string,
  makeRoom: () => void,
  words: RegExp,
  whileFull: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { advertiser, publisher } = world.keys;
  const { made, refusal } = await fillUp(api, advertiser);
  expect(made.length).toBeGreaterThan(10);
  expect(refusal.http).toBe(503);
  expect(refusal.body['message']).toMatch(words);
  await useUp(api, publisher, world.bot.id);
  // It keeps saying so, for whatever is written, and is not ready; what is there can still be read.
  const user = { chat_id: 4_001, user_id: 4_001, first_name: 'User' };
  expect((await call(`${api}/get-sponsors`, world.bot.key, user)).http).toBe(503);
  const change = { action: 'change_api_key', bot_id: world.bot.id };
  expect((await call(`${api}/bots`, publisher, change)).http).toBe(503);
  expect((await call(`${api}/get-balance`, world.bot.key, {})).http, 'the old key lives').toBe(200);
  expect((await fetch(`${api}/healthz`)).status).toBe(200);
  const ready = await fetch(`${api}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { checks: { store: expect.stringMatching(/see the log/) as string } },
  ]);
  expect(world.processes.said()).toMatch(words);
  const info = { action: 'info', order_id: made.at(-1) };
  expect((await call(`${api}/orders`, advertiser, info)).http).toBe(200);

  await whileFull();
  makeRoom();
  // The same process goes on, with all that it had acknowledged and nothing of what it had refused.
  const { link } = (await call(`${api}/orders`, advertiser, info)).body['response'] as { link: string };
  const next = { action: 'create', link: `${link}-next`, ads_type: 'resource', quantity_all: 10 };
  const after = await call(`${api}/orders`, advertiser, next);
  expect(after.http).toBe(200);
  expect(await call(`${api}/get-sponsors`, world.bot.key, user)).toMatchObject({ http: 200 });
  expect((await fetch(`${api}/readyz`)).status).toBe(503);
  const rows = await dumpRows(world.processes.environment['DATABASE_URL'] ?? '');
  const there = rows
    .filter((row) => row.startsWith('orders '))
    .map((row) => /"order_id":"(\d+)"/.exec(row)?.[1]);
  const { order_id: nextId } = after.body['response'] as { order_id: number };
  expect(there.map(Number).sort((a, b) => a - b)).toEqual([world.order.id, ...made, nextId]);
  expect(await faultsIn(world)).toEqual([]);
}

it('a file that may not grow', async () => {
  const world = await openWorld();
  undo.push(() => world.close());
  // The signal that comes with such a write is ignored, as services do that want the error instead.
  const shell = `trap '' XFSZ; ulimit -S -f ${String(FILES_MAX_KIB)};`;
  const { api = '' } = await world.processes.start('api', { shell });
  const pid = world.processes.pid('api');
  await tryOut(
    world,
    api,
    () => execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited']),
    /The database cannot be used: the disk (is full|failed to read or write)/,
  );
}, 90_000);

/** A small file system, or null where none may be mounted. */
function mountSmall(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'sponsorgate-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

const small = mountSmall();

// Mounting needs root; the limit above is tried everywhere.
it.skipIf(small === null /* skipped where nothing may be mounted */)(
  'a full disk',
  async () => {
    const folder = small ?? '';
    undo.push(async () => {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    });
    const world = await openWorld({}, folder);
    undo.push(() => world.close());
    const { api = '', metrics = '' } = await world.processes.start('api', {
      environment: { METRICS_PORT: '0' },
    });
    const before = (await scrape(metrics)) ?? '';
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(path.join(folder, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - 1_500_000)));
    await tryOut(
      world,
      api,
      () => {
        rmSync(path.join(folder, 'ballast'));
      },
      /The database cannot be used: the disk is full/,
      async () => {
        if (!hasPromtool()) return;
        const alerts = ['Unavailable', 'NotReady', 'DiskFills', 'DiskFull', 'NoRoomForBackup'];
        const firing = alerts.map((name) => `Sponsorgate${name}`);
        expectFiring([{ before, now: before }], {
          firing: [],
          silent: firing.filter((name) => !name.endsWith('NotReady')),
        });
        // No bot process runs here, so that it is the store's alone to say.
        const isOfStore = (line: string) =>
          !line.startsWith('sponsorgate_ready{') || line.includes('"store"');
        const now = ((await scrape(metrics)) ?? '').split('\n').filter(isOfStore).join('\n');
        expectFiring([{ before, now }], {
          firing,
          silent: ['SponsorgateServerErrors', 'SponsorgateStoreUnreadable'],
        });
      },
    );
  },
  90_000,
);
