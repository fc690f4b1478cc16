/** Whom the gate holds: a person who asked for something, and nobody else; and where it says so. */
import { createGate, type GateOptions, memoryState, type Update } from 'sponsorgate-client';
import { expect, it, vi } from 'vitest';
import fields from './bot-api.json' with { type: 'json' };
import { scripted } from './scripted.js';

type Call = { method: string } & Record<string, unknown>;

function gateOf(options: Partial<GateOptions> = {}) {
  const calls: Call[] = [];
  const network = scripted();
  const gate = createGate({
    networks: [network],
    unavailable: 'pass',
    debounceMs: 0,
    ...options,
    call: (method, parameters) => {
      calls.push({ method, ...parameters });
      return Promise.resolve({ message_id: 11 });
    },
  });
  return { gate, network, calls };
}

const from = { id: 7, first_name: 'Emma', is_bot: false };
const chat = { id: 7, type: 'private' };
const group = { id: -100, type: 'supergroup' };
const common = { message_id: 5, date: 1, chat, from };
const message = (extra: object): Update => ({ update_id: 1, message: { ...common, ...extra } }) as Update;
const press = (extra: object, data = 'tea') =>
  ({ update_id: 2, callback_query: { id: 'q', from, data, message: { ...common, ...extra } } }) as Update;

it.each(fields.content)('holds a person who sends %s', async (name) => {
  const { gate, calls } = gateOf();
  expect(await gate.take(message({ [name]: {} }))).toEqual([]);
  expect(calls).toMatchObject([{ method: 'sendMessage', chat_id: 7 }]);
});

const nobody: [string, Update][] = [
  ...fields.news.map((name): [string, Update] => [name, message({ [name]: {} })]),
  ...fields.updates
    .filter((name) => !['message', 'callback_query'].includes(name))
    .map((name): [string, Update] => [name, { update_id: 1, [name]: { ...common, text: 'hello' } }]),
  ['a post in its discussion group', message({ chat: group, text: 'a', is_automatic_forward: true })],
  ['the platform', message({ from: { ...from, id: 777_000 }, text: 'a' })],
  ['a message of a chat', message({ chat: group, sender_chat: { id: -5, type: 'channel' }, text: 'a' })],
  ['an anonymous admin', message({ chat: group, sender_chat: group, text: 'a' })],
  ['a bot', message({ from: { ...from, is_bot: true }, text: 'a' })],
  ['a business', message({ business_connection_id: 'b', text: 'a' })],
  ['a bot of a business', message({ sender_business_bot: { ...from, is_bot: true }, text: 'a' })],
  ['a guest', message({ chat: group, guest_query_id: '1', text: 'a' })],
  ['what was sent at a time set before', message({ is_from_offline: true, text: 'a' })],
  ['a press in a channel', press({ chat: { id: -5, type: 'channel' }, text: 'a' })],
  ['a press in a chat of a business', press({ business_connection_id: 'b' })],
];
it.each(nobody)('asks nothing where nobody asked: %s', async (_, update) => {
  const { gate, calls } = gateOf();
  expect(await gate.take(update)).toEqual([update]);
  expect(calls).toEqual([]);
});

it.each([
  [
    'a topic of a forum',
    { chat: group, is_topic_message: true, message_thread_id: 42 },
    { message_thread_id: 42 },
  ],
  [
    'direct messages',
    { chat: group, direct_messages_topic: { topic_id: 9 } },
    { direct_messages_topic_id: 9 },
  ],
  ['replies, which are no topic', { chat: group, message_thread_id: 42 }, {}],
])('shows the block where the user asked: %s', async (_, place, parameters) => {
  const { gate, calls } = gateOf();
  const topicOf = ({ message_thread_id, direct_messages_topic_id }: Record<string, unknown> = {}) =>
    JSON.parse(JSON.stringify({ message_thread_id, direct_messages_topic_id })) as object;
  await gate.take(message({ ...place, text: 'a' }));
  expect(topicOf(calls[0])).toEqual(parameters);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 4_000);
  await gate.take(press(place));
  await gate.take(message({ ...place, text: 'b' }));
  const sent = calls.filter(({ method }) => method === 'sendMessage');
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.map(topicOf)).toEqual(sent.map(() => parameters));
});

it.each([true, Promise.resolve(true)])('asks nothing of who is exempt (%s)', async (answer) => {
  const claim = vi.fn(memoryState().claim);
  const state = { ...memoryState(), claim };
  const { gate, calls } = gateOf({ exempt: ({ id }) => id === 7 && answer, state });
  const update = message({ text: '/get' });
  expect(await gate.take(update)).toEqual([update]);
  expect(calls).toEqual([]);
  // Nor do they wait for another process.
  expect(claim).not.toHaveBeenCalled();
  const other = message({ text: '/get', from: { ...from, id: 8 } });
  expect(await gate.take(other)).toEqual([]);
});

it('frees who pays while they are held, by the button too', async () => {
  const paying = new Set<number>();
  const { gate, calls } = gateOf({ exempt: ({ id }) => paying.has(id) });
  await gate.take(message({ text: '/get' }));
  paying.add(7);
  expect(await gate.take(press({ message_id: 11 }, 'subgram-op'))).toMatchObject([
    { message: { text: '/get' } },
  ]);
  expect(calls.map(({ method }) => method)).toEqual(['sendMessage', 'answerCallbackQuery', 'deleteMessage']);
});

it('remembers who passed for so long, however often they write', async () => {
  const { gate, network } = gateOf({ restMs: { done: 30 * 60_000 } });
  const nowMs = Date.now();
  const at = (minutes: number) => vi.spyOn(Date, 'now').mockReturnValue(nowMs + minutes * 60_000);
  network.is('done');
  expect(await gate.take(message({ text: 'a' }))).toHaveLength(1);
  network.is('pending');
  for (const minutes of [10, 20, 29]) {
    at(minutes);
    expect(await gate.take(message({ text: 'b' }))).toHaveLength(1);
  }
  at(31);
  expect(await gate.take(message({ text: 'c' }))).toEqual([]);
});

it.each([
  ['a private chat', chat, ['Please try again in a moment.']],
  ['a group, where each message would bring another', group, []],
])('asks who is held to try again while the memory fails: %s', async (_, where, said) => {
  const state = { ...memoryState(), get: () => Promise.reject(new Error('The disk is gone.')) };
  const { gate, calls } = gateOf({ state, unavailable: 'hold' });
  expect(await gate.take(message({ chat: where, text: '/get' }))).toEqual([]);
  expect(calls.map(({ text }) => text)).toEqual(said);
});

it.each([
  ['sponsors are asked for', {}, { ask: 'Join us first.' }, 'Join us first.'],
  ['it has no words of its own for that', {}, { confirm: 'I have' }, 'Join the sponsors.'],
  ['a question is asked', { question: { kind: 'gender' } }, { ask: 'Join us first.' }, 'Join the sponsors.'],
] as const)('shows the words of the bot, or of the network: %s', async (_, more, own, said) => {
  const network = scripted();
  const list = async () => ({ ...(await network.list()), message: 'Join the sponsors.', ...more });
  const { gate, calls } = gateOf({ networks: [{ ...network, list }], words: () => own });
  expect(await gate.take(message({ text: '/get' }))).toEqual([]);
  expect(calls).toMatchObject([{ method: 'sendMessage', text: said }]);
});
