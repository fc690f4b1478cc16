/** A bot that keeps nothing, restarted while users are held: what their buttons know is enough. */
import { createGate, memoryState, type Update } from 'sponsorgate-client';
import { expect, it } from 'vitest';
import { scripted } from './scripted.js';

type Call = { method: string; text?: string; callback_query_id?: string; message_id?: number } & Record<
  string,
  unknown
>;
interface Block {
  reply_markup: { inline_keyboard: { callback_data?: string }[][] };
}

const from = { id: 7_123_456_789, first_name: 'Emma', language_code: 'en' };
const chat = { id: from.id, type: 'private' };
const group = { id: -1_001_234_567_890, type: 'supergroup' };
const message = (text: string, extra: object = {}) =>
  ({ update_id: 5, message: { message_id: 4_321_000, date: 1, chat, from, text, ...extra } }) as Update;

const command = (length: number) => ({ entities: [{ offset: 0, length, type: 'bot_command' }] });
const get = (extra: object = {}) => message('/get', { ...command(4), ...extra });

/** A process: its gate, and what it has called. */
function start({ secret = '1:token', prefix = 'subgram', isKept = false } = {}) {
  const calls: Call[] = [];
  const network = scripted();
  const gate = createGate({
    networks: [network],
    unavailable: 'pass',
    debounceMs: 0,
    secret,
    prefix,
    ...(isKept ? { state: memoryState() } : {}),
    call: (method, parameters) => {
      calls.push({ method, ...parameters });
      return Promise.resolve({ message_id: 4_321_001 });
    },
  });
  return { gate, network, calls };
}
type Process = ReturnType<typeof start>;

const dataOf = (call: Call | undefined) =>
  (call as unknown as Block).reply_markup.inline_keyboard.flat().at(-1)?.callback_data ?? '';
const press = (data: string, where: object = chat, who: object = from) =>
  ({
    update_id: 9,
    callback_query: {
      id: 'press',
      from: who,
      data,
      chat_instance: 'c',
      message: { message_id: 4_321_001, date: 2, chat: where },
    },
  }) as Update;

async function held(update: Update, before: Process = start()) {
  expect(await before.gate.take(update)).toEqual([]);
  const data = dataOf(before.calls.findLast(({ method }) => method !== 'answerCallbackQuery'));
  expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
  return data;
}

it.each([
  ['a command', message('/start ref_42', command(6))],
  ['words', message('привет, суп')],
  ['a link', message('https://youtu.be/dQw4w9WgXcQ', { entities: [{ offset: 0, length: 28, type: 'url' }] })],
])('gives back %s after a restart, once', async (_, first) => {
  const data = await held(first);
  const { gate, network, calls } = start();
  network.is('done');
  const [again, ...others] = await gate.take(press(data));
  const { message: asked } = first as unknown as { message: object };
  expect(again).toEqual({ update_id: 9, message: { ...asked, date: expect.any(Number) as number } });
  expect(others).toEqual([]);
  expect(calls).toMatchObject([
    { method: 'answerCallbackQuery', callback_query_id: 'press' },
    { method: 'deleteMessage', message_id: 4_321_001 },
  ]);
  expect(calls[0]?.text).toBeUndefined();
  expect(await gate.take(press(data))).toEqual([]);
});

it('gives back a pressed button after a restart, as answered', async () => {
  const shown = { message_id: 77, date: 1, chat };
  const data = await held({
    update_id: 5,
    callback_query: { id: 'old', from, chat_instance: 'c', data: 'page:2', message: shown },
  } as Update);
  const { gate, network } = start();
  network.is('done');
  expect(await gate.take(press(data))).toMatchObject([
    { callback_query: { id: 'press', data: 'page:2', message: { message_id: 77, chat } } },
  ]);
});

it('holds on who has not joined, and forgets nothing by it', async () => {
  const data = await held(get());
  const { gate, network, calls } = start();
  expect(await gate.take(press(data))).toEqual([]);
  expect(calls).toMatchObject([
    { method: 'answerCallbackQuery', show_alert: true },
    { method: 'editMessageText' },
  ]);
  expect(dataOf(calls[1])).toBe(data);
  network.is('done');
  expect(await gate.take(press(data))).toMatchObject([{ message: { text: '/get' } }]);
});

it.each([
  ['a picture', message('', { text: undefined, photo: [{}] })],
  ['a long text', message('x'.repeat(60))],
  ['a text in bold', message('soup', { entities: [{ offset: 0, length: 4, type: 'bold' }] })],
])('says what to do where %s does not fit', async (_, first) => {
  const data = await held(JSON.parse(JSON.stringify(first)) as Update);
  const { gate, network, calls } = start();
  network.is('done');
  expect(await gate.take(press(data))).toEqual([]);
  expect(calls).toMatchObject([
    { method: 'answerCallbackQuery', text: 'Thank you! Please send your request again.', show_alert: true },
    { method: 'deleteMessage', message_id: 4_321_001 },
  ]);
});

it('says what to do also where the user presses once too early, and not where they ask again', async () => {
  const picture = message('', { text: undefined, photo: [{}] });
  const data = await held(JSON.parse(JSON.stringify(picture)) as Update);
  for (const asked of [[], [get()]]) {
    const { gate, network, calls } = start();
    expect(await gate.take(press(data))).toEqual([]);
    for (const update of asked) expect(await gate.take(update)).toEqual([]);
    network.is('done');
    expect(await gate.take(press(data))).toEqual(asked);
    const answer = calls.findLast(({ method }) => method === 'answerCallbackQuery');
    expect(answer?.text).toBe(asked.length === 0 ? 'Thank you! Please send your request again.' : undefined);
  }
});

it('takes the block of a group away for whose it is, and for nobody else', async () => {
  const data = await held(get({ chat: group }));
  const { gate, network, calls } = start();
  network.is('done');
  expect(await gate.take(press(data, group, { id: 8 }))).toEqual([]);
  expect(calls.map(({ method }) => method)).toEqual(['answerCallbackQuery']);
  expect(await gate.take(press(data, group))).toMatchObject([{ message: { text: '/get', chat: group } }]);
  expect(calls.at(-1)).toMatchObject({ method: 'deleteMessage', chat_id: group.id });
});

it('believes nothing that it did not sign', async () => {
  const data = await held(get());
  for (const [secret, forged] of [
    ['1:token', data.replace('/get', '/ban')],
    ['2:other', data],
  ] as const) {
    const { gate, network } = start({ secret });
    network.is('done');
    expect(await gate.take(press(forged))).toEqual([]);
  }
});

it('leaves buttons bare where a state is kept, and short where the prefix is long', async () => {
  expect(await held(get(), start({ isKept: true }))).toBe('subgram-op');
  const prefix = 'p'.repeat(60);
  expect(await held(get(), start({ prefix }))).toBe(`${prefix}-op`);
});
