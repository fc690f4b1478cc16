/** One user before several processes of a bot, or several bots, which share a state. */
import { Bot } from 'grammy';
import { createGate, memoryState, type StateStore, type Update } from 'sponsorgate-client';
import { guard } from 'sponsorgate-client/grammy';
import { setImmediate as later } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { scripted } from './scripted.js';

/** As far away as a server is. */
function remote(): StateStore {
  const { get, set, delete: remove, claim } = memoryState();
  const far =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A) => {
      await later();
      return work(...given);
    };
  return { get: far(get), set: far(set), delete: far(remove), claim: far(claim) };
}

const chat = { id: 7, type: 'private' };
const from = { id: 7, first_name: 'Emma' };
const message = (id: number, more: object) =>
  ({ update_id: id, message: { message_id: id, chat, from, ...more } }) as Update;
const press = {
  update_id: 99,
  callback_query: { id: 'q', from, data: 'subgram-op', message: { message_id: 100, chat } },
} as Update;

function open(timeoutMs = 1_500) {
  const network = scripted();
  const state = remote();
  const call = vi.fn(async (method: string) => {
    await later();
    return method === 'sendMessage' ? { message_id: 100 } : true;
  });
  const options = { networks: [network], unavailable: 'pass', state, call, timeoutMs } as const;
  const take = (updates: readonly Update[]) =>
    Promise.all(updates.map((update) => createGate(options).take(update)));
  const methods = () => call.mock.calls.map(([method]) => method);
  return { network, state, take, methods };
}

it('keeps one list and one block of an album whose parts come to all at once', async () => {
  const { network, take, methods } = open();
  const album = [1, 2, 3, 4, 5].map((id) => message(id, { photo: [{}], media_group_id: '5' }));
  expect((await take(album)).flat()).toEqual([]);
  expect(methods()).toEqual(['sendMessage']);
  network.is('done');
  expect(await take([press])).toEqual([album]);
});

it('waits no longer for a process that died than for a network and a message', async () => {
  const { state, take, methods } = open(50);
  await state.claim('turn:7:7', 10_000);
  expect(await take([message(1, { text: '/get' })])).toEqual([[]]);
  expect(methods()).toEqual(['sendMessage']);
});

it('holds a user of two bots with one memory in each for itself', async () => {
  const network = scripted();
  const [state, done] = [memoryState(), [] as string[]];
  const names = { first_name: 'Bot', username: 'some_bot', is_bot: true } as const;
  const botOf = (id: number) => {
    const bot = new Bot(`${String(id)}:secret`, { botInfo: { id, ...names } as never });
    bot.api.config.use(async (_, method) => {
      if (method === 'sendMessage') done.push(`${String(id)} blocks`);
      return { ok: true, result: { message_id: 100 } as never };
    });
    bot.use(guard(bot, { networks: [network], unavailable: 'pass', state, debounceMs: 0 }));
    bot.on('message:text', ({ message }) => {
      done.push(`${String(id)} handles ${message.text}`);
    });
    return bot;
  };
  const bots = [botOf(1), botOf(2)];
  for (const bot of bots) await bot.handleUpdate(message(1, { text: 'soup' }));
  network.is('done');
  for (const bot of bots) await bot.handleUpdate(press);
  expect(done).toEqual(['1 blocks', '2 blocks', '1 handles soup', '2 handles soup']);
});
