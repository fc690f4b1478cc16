/** Deadlines that come, whatever is collected as garbage before. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anySignal } from '../../core/any-signal.js';
import { exchange } from '../../networks/http.js';
import { whileCollecting } from '../support/collecting.js';

/** Takes requests, and answers none, or the half of one. */
const silence = createServer(({ url }, response) => {
  if (url === '/half') response.write('half');
});
let silent: string;

beforeAll(async () => {
  await once(silence.listen(0, '127.0.0.1'), 'listening');
  silent = `http://127.0.0.1:${String((silence.address() as AddressInfo).port)}`;
});
afterAll(() => {
  silence.close();
  silence.closeAllConnections();
});

const never = new AbortController();
const late = () => anySignal([never.signal, AbortSignal.timeout(300)]);

it.each<[string, () => Promise<unknown>]>([
  ['a request', () => request(silent, { signal: late() })],
  ['a fetch', () => fetch(silent, { signal: late() })],
  ['an event that is waited for', () => once(new EventTarget(), 'never', { signal: late() })],
  ['what has a signal made of it', () => request(silent, { signal: anySignal([late(), never.signal]) })],
])('ends %s in time', { timeout: 5_000 }, async (_, work) => {
  await whileCollecting(() => expect(work()).rejects.toThrow(/abort/i));
});

it('ends an exchange whose answer stops half-way', { timeout: 5_000 }, async () => {
  const sent = { url: `${silent}/half`, timeoutMs: 300 };
  const answered = await whileCollecting(() => exchange(sent));
  expect(answered).toMatchObject({ status: 0, body: { message: 'No answer within 300 ms.' } });
});

it('ends with the first that ends, and says why', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const any = anySignal([one.signal, other.signal]);
  other.abort(new Error('enough'));
  expect(any.reason).toEqual(new Error('enough'));
});
