import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlatformClock } from '../../core/adapters/platform/clock.js';
import { createPlatformAdapter, type PlatformAdapter } from '../../core/adapters/platform/index.js';
import { operatorToken } from './stage.js';

const SECOND_MS = 1_000;
const me = { id: 900, is_bot: true, first_name: 'Sponsorgate', username: 'SponsorgateBot' };

/** What the platform's clock is ahead by; null: its answers carry no time. */
let platformAheadMs: number | null;
let server: Server;
let platform: PlatformAdapter;
const warn = vi.fn();

beforeEach(async () => {
  platformAheadMs = 0;
  warn.mockClear();
  server = createServer((request, response) => {
    request.resume();
    if (platformAheadMs === null) response.sendDate = false;
    else response.setHeader('Date', new Date(Date.now() + platformAheadMs).toUTCString());
    response.end(JSON.stringify({ ok: true, result: me }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiRoot = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const log = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  platform = createPlatformAdapter({ apiRoot, operatorToken, operatorShare: {}, log });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ask = async () => expect((await platform.me(operatorToken)).ok).toBe(true);

it.each([
  ['ahead', 5, -5 * SECOND_MS],
  ['behind', -5, 5 * SECOND_MS],
])('a clock that is %s is noticed by one answer, and logged once', async (_, seconds, aheadMs) => {
  platformAheadMs = aheadMs;
  await ask();
  // The next answer may know it more closely.
  const logged = Math.round(platform.clockAheadMs() / SECOND_MS);
  await ask();
  expect(Math.abs(platform.clockAheadMs() / SECOND_MS - seconds)).toBeLessThan(1.2);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(
    { ahead_seconds: logged },
    'the clock of this machine differs from the platform’s; set it by NTP',
  );
});

it('an answer that was long on its way takes nothing back, nor one while the clock was set', () => {
  const clock = new PlatformClock(undefined);
  const date = new Date('2026-01-05T12:00:00Z');
  const atMs = date.getTime();
  clock.heard(date.toUTCString(), atMs + 5_000, atMs + 5_100);
  expect(clock.aheadMs).toBe(4_000);
  clock.heard(date.toUTCString(), atMs - 20_000, atMs + 5_100);
  clock.heard(date.toUTCString(), atMs + 9_000, atMs + 100);
  expect(clock.aheadMs).toBe(4_000);
});

it('a clock that agrees again is noticed, too', async () => {
  platformAheadMs = -60 * SECOND_MS;
  await ask();
  platformAheadMs = 0;
  await ask();
  expect(Math.abs(platform.clockAheadMs())).toBeLessThan(1.2 * SECOND_MS);
});

it('without a time in the answers nothing is said', async () => {
  platformAheadMs = null;
  await ask();
  expect(platform.clockAheadMs()).toBe(0);
  expect(warn).not.toHaveBeenCalled();
});
