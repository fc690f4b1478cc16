/** A clock that is set back, as by time servers and administrators: nothing lasts longer for it than it was to last. */
import { createClient, createGate, type GateOptions, memoryState } from 'sponsorgate-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scripted } from './scripted.js';

const HOUR_MS = 3_600_000;
const from = { id: 7, first_name: 'Emma' };
const chat = { id: 7, type: 'private' };
const message = (text: string, id = 1) =>
  ({ update_id: id, message: { message_id: id, chat, from, text } }) as never;
const press = () =>
  ({
    update_id: 2,
    callback_query: { id: '1', from, data: 'subgram-op', message: { message_id: 9, chat } },
  }) as never;

let nowMs: number;
const passes = (ms: number) => {
  nowMs += ms;
};
beforeEach(() => {
  nowMs = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
});
afterEach(() => vi.restoreAllMocks());

function open(options: Partial<GateOptions> = {}) {
  const network = scripted();
  const call = vi.fn<GateOptions['call']>(() => Promise.resolve({ message_id: 9 }));
  const gate = createGate({ networks: [network], unavailable: 'hold', call, ...options });
  return { network, gate, call };
}

it('keeps no user from pressing "Done" again, or from writing on', async () => {
  const { network, gate } = open();
  expect(await gate.take(message('/get'))).toEqual([]);
  expect(await gate.take(press())).toEqual([]);
  network.is('done');
  passes(-HOUR_MS);
  expect(await gate.take(press()), 'within two seconds').toEqual([]);
  passes(2_001);
  expect(await gate.take(press())).toEqual([message('/get')]);
});

it('has a user who writes on checked again, and shows the block again', async () => {
  const { network, gate, call } = open();
  await gate.take(message('/get'));
  passes(-HOUR_MS);
  await gate.take(message('hello?', 2));
  expect(call.mock.calls.map(([method]) => method)).toEqual(['sendMessage', 'deleteMessage', 'sendMessage']);
  network.is('done');
  passes(3_001);
  expect(await gate.take(message('hello?', 3))).toEqual([message('/get'), message('hello?', 3)]);
});

it('lets a user who passed go without a check no longer than it was to be', async () => {
  const { network, gate } = open({ restMs: { done: 10 * 60_000 } });
  network.is('done');
  expect(await gate.take(message('a'))).toHaveLength(1);
  network.is('pending');
  passes(-HOUR_MS);
  expect(await gate.take(message('b'))).toHaveLength(1);
  passes(10 * 60_000 + 1);
  expect(await gate.take(message('c'))).toEqual([]);
});

it('leaves a network alone no longer than it was to be', async () => {
  const away = vi.fn(() => Promise.reject(new Error('Away.')));
  const { gate } = open({ networks: [{ name: 'away', list: away, check: away }] });
  await gate.take(message('a'));
  passes(3_001);
  await gate.take(message('b'));
  expect(away).toHaveBeenCalledTimes(2);
  passes(-HOUR_MS);
  await gate.take(message('c'));
  passes(3_001);
  await gate.take(message('d'));
  expect(away).toHaveBeenCalledTimes(3);
});

it('holds no calls of the client back for longer than the service asked for', async () => {
  const answers = [
    new Response('{"status":"error"}', { status: 429, headers: { 'Retry-After': '30' } }),
    Response.json({ status: 'ok' }),
  ];
  const fetch = vi.fn(() => Promise.resolve(answers.shift() ?? Response.error()));
  const client = createClient({ url: 'http://service.example', key: 'k', fetch });
  await expect(client.getBalance()).rejects.toMatchObject({ code: 429 });
  passes(-HOUR_MS);
  await expect(client.getBalance()).rejects.toMatchObject({ retryAfter: 30 });
  passes(30_001);
  expect(await client.getBalance()).toMatchObject({ status: 'ok' });
});

it('gives names that were claimed free in time', async () => {
  const state = memoryState();
  expect(await state.claim('a', 1_000)).toBe(true);
  passes(-HOUR_MS);
  expect(await state.claim('a', 1_000)).toBe(false);
  passes(1_001);
  expect(await state.claim('a', 1_000)).toBe(true);
});
