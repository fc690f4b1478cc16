/** The gate's own promises, over the emulated platform, with a network that does what it is told to. */
import {
  createGate,
  type GateOptions,
  type Listing,
  memoryState,
  type Network,
  type Offer,
} from 'sponsorgate-client';
import { heard } from '../../client/src/gate/collect.js';
import { createBreaker } from '../../networks/index.js';
import { UnavailableError } from 'sponsorgate-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type GateStage, openGateStage } from './gate-stage.js';
import { emma } from './stage.js';

const brick = (id: string, state: Offer['state'] = 'pending'): Offer => ({
  id,
  chat: '',
  link: `https://t.me/${id}_channel`,
  title: id,
  state,
});
const pending = (...ids: string[]): Listing => ({ state: 'pending', offers: ids.map((id) => brick(id)) });

/** Lists and checks from what it is told; counts what it is asked. */
function scripted(first: Listing) {
  const network = {
    name: 'scripted',
    next: first as Listing | 'away' | 'silent',
    asked: 0,
    answer: (): Promise<Listing> => {
      network.asked += 1;
      if (network.next === 'away') return Promise.reject(new UnavailableError({ code: 0, message: 'Away.' }));
      return network.next === 'silent' ? new Promise(() => undefined) : Promise.resolve(network.next);
    },
    list: (): Promise<Listing> => network.answer(),
    check: (): Promise<Listing> => network.answer(),
  };
  return network satisfies Network & object;
}

let stage: GateStage | undefined;
const open = async (network: Network, options: Partial<Omit<GateOptions, 'call'>> = {}) =>
  (stage = await openGateStage({ networks: [network], unavailable: 'pass', ...options }));
afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

const done = (...ids: string[]): Listing => ({ state: 'done', offers: ids.map((id) => brick(id, 'done')) });

describe('the gate', () => {
  it('keeps the list it has shown, whatever the network would list now', async () => {
    const network = scripted(pending('a', 'b'));
    const { says, presses, links } = await open(network);
    await says('/get');
    network.next = pending('a', 'b', 'c', 'd');
    await presses();
    expect(await links()).toEqual(['https://t.me/a_channel', 'https://t.me/b_channel']);
  });

  it('takes more only when it is asked to', async () => {
    const network = scripted(pending('a'));
    const { says, links, gate } = await open(network);
    await says('/get');
    network.next = pending('a', 'b');
    expect(await gate.topUp(emma)).toBe(1);
    expect(await links()).toEqual(['https://t.me/a_channel', 'https://t.me/b_channel']);
    expect(await gate.topUp(emma)).toBe(0);
    expect(await gate.topUp({ id: 7 })).toBe(0);
  });

  it('holds a user while messages come too fast for the block', async () => {
    const { client, failures, says } = await open(scripted(pending('a')));
    await client.faults({ method: 'sendMessage', kind: '429', times: 1, retry_after: 1 });
    expect(await says('/get')).toEqual([]);
    expect(failures).toEqual([expect.stringContaining('Too Many Requests')]);
  });

  it('has one message: edited by presses, sent anew where the user writes on', async () => {
    const network = scripted(pending('a', 'b'));
    const { says, presses, blocks, messages } = await open(network);
    await says('/get');
    const [first] = await blocks();
    await says('hello?');
    expect((await blocks()).map(({ message_id }) => message_id)).toEqual([first?.message_id]);
    network.next = { state: 'pending', offers: [brick('a', 'done'), brick('b')] };
    await presses();
    expect((await blocks()).map(({ message_id }) => message_id)).toEqual([first?.message_id]);
    network.next = done('b');
    expect(await presses()).toEqual(['/get']);
    expect(await messages()).toHaveLength(2);
  });

  it('edits its message by the next press where the platform refused it', async () => {
    const network = scripted(pending('a', 'b'));
    const { says, presses, links, failures, client } = await open(network);
    await says('/get');
    network.next = { state: 'pending', offers: [brick('a', 'done'), brick('b')] };
    await client.faults({ method: 'editMessageText', kind: '429', times: 1, retry_after: 1 });
    await presses();
    expect(await links()).toHaveLength(2);
    await presses();
    expect(await links()).toEqual(['https://t.me/b_channel']);
    expect(failures).toEqual([expect.stringContaining('Too Many Requests')]);
  });

  it('reports no refusal where its message says so already', async () => {
    const state = memoryState();
    const { says, presses, failures, client } = await open(scripted(pending('a')), { state });
    await says('/get');
    // As after a restart.
    vi.spyOn(state, 'get').mockResolvedValueOnce(null).mockResolvedValueOnce(null);
    await presses();
    await presses();
    expect((await client.calls({ method: 'editMessageText' })).map(({ ok }) => ok)).toEqual([false]);
    expect(failures).toEqual([]);
  });

  it.each([
    ['what was asked first, and what is asked now', '/start ref42', ['/start ref42', '/get']],
    ['once what is asked twice', '/get', ['/get']],
  ])('handles %s, when a user comes back without a press', async (_, first, handled) => {
    const network = scripted(pending('a'));
    const { says, blocks } = await open(network);
    await says(first);
    network.next = done('a');
    // Within three seconds of a check what it said still counts.
    expect(await says('/get')).toEqual([]);
    const nowMs = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => nowMs + 3_001);
    expect(await says('/get')).toEqual(handled);
    expect(await blocks()).toEqual([]);
  });

  it('answers presses in quick succession from what it knows', async () => {
    const network = scripted(pending('a'));
    const { says, presses, alert } = await open(network, { debounceMs: 60_000 });
    await says('/get');
    await presses('subgram-op', 'subgram-op', 'subgram-op');
    await presses();
    expect(network.asked).toBe(2);
    expect(await alert()).toContain('• a');
  });

  it('asks nobody about a user who has just passed', async () => {
    const network = scripted({ state: 'none', offers: [] });
    const { says } = await open(network);
    expect(await says('one')).toEqual(['one']);
    expect(await says('two')).toEqual(['two']);
    expect(network.asked).toBe(1);
  });

  it('remembers no failure as a pass', async () => {
    const network = scripted(pending('a'));
    network.next = 'away';
    const { says } = await open(network);
    expect(await says('one')).toEqual(['one']);
    network.next = pending('a');
    expect(await says('two')).toEqual([]);
  });

  it('holds while nobody can say, where the bot wants it so, and then goes on', async () => {
    const network = scripted(pending('a'));
    network.next = 'away';
    const { says, presses, alert, blocks } = await open(network, { unavailable: 'hold' });
    expect(await says('/get')).toEqual([]);
    expect((await blocks()).map(({ text }) => text)).toEqual(['Please try again in a moment.']);
    await presses();
    expect(await alert()).toBe('Please try again in a moment.');
    network.next = { state: 'none', offers: [] };
    // Its breaker is open by now: one call in the background finds out that it is back.
    await expect.poll(() => presses(), { interval: 50, timeout: 5_000 }).toEqual(['/get']);
    expect(await blocks()).toEqual([]);
  });

  it('asks for nothing again of a user who is done while no network can say so', async () => {
    const network = scripted(pending('a'));
    const { says, presses, alert, links } = await open(network, { unavailable: 'hold', debounceMs: 60_000 });
    await says('/get');
    network.next = 'away';
    for (const press of ['one that asks', 'one too soon after it']) {
      await presses();
      expect(await alert(), press).toBe('Please try again in a moment.');
      expect(await links(), press).toEqual(['https://t.me/a_channel']);
    }
  });

  it('leaves the block of another user of a group alone', async () => {
    const calls: string[] = [];
    const gate = createGate({
      networks: [scripted(pending('a'))],
      unavailable: 'pass',
      debounceMs: 0,
      call: (method) => {
        calls.push(method);
        return Promise.resolve({ message_id: 11 });
      },
    });
    const chat = { id: -100 };
    const message = { message_id: 1, chat, from: emma, text: '/get' };
    await gate.take({ update_id: 1, message } as never);
    const press = (id: number) => ({
      update_id: 10 + id,
      callback_query: { id: 'q', from: { id }, data: 'subgram-op', message: { message_id: 11, chat } },
    });
    await gate.take(press(7));
    expect(calls).toEqual(['sendMessage', 'answerCallbackQuery', 'sendMessage']);
    const free = createGate({
      networks: [scripted({ state: 'none', offers: [] })],
      unavailable: 'pass',
      call: (method) => {
        calls.push(method);
        return Promise.resolve({});
      },
    });
    await free.take(press(8));
    expect(calls.slice(3)).toEqual(['answerCallbackQuery']);
  });

  it('lets payments and what is nobody’s request through', async () => {
    const network = scripted(pending('a'));
    const { gate } = await open(network);
    const message = { message_id: 1, chat: { id: emma.id }, from: emma };
    const updates = [
      { update_id: 1, message: { ...message, successful_payment: { currency: 'XTR' } } },
      { update_id: 2, my_chat_member: { chat: { id: emma.id } } },
      { update_id: 3, message: { ...message, from: { ...emma, is_bot: true } } },
      { update_id: 4, channel_post: message },
      { update_id: 5, inline_query: { id: '1', from: emma, query: '' } },
      { update_id: 6, message: { ...message, new_chat_members: [emma] } },
    ];
    for (const update of updates) expect(await gate.take(update)).toEqual([update]);
    expect(network.asked).toBe(0);
  });

  it('says one of six words', async () => {
    const states: Record<string, Listing> = {
      none: { state: 'none', offers: [] },
      pending: pending('a'),
      done: done('a'),
      gone: { state: 'gone', offers: [brick('a', 'gone')] },
      held: { state: 'held', offers: [brick('a', 'held')] },
    };
    for (const [word, listing] of Object.entries(states)) {
      const gate = createGate({
        networks: [scripted(listing)],
        unavailable: 'pass',
        call: () => Promise.resolve({ message_id: 1 }),
      });
      const update = {
        update_id: 1,
        message: { message_id: 1, chat: { id: 7 }, from: { id: 7 }, text: 'a' },
      };
      expect(await gate.check({ id: 7 }, update)).toBe(word);
    }
  });

  it('goes on without its own memory as without a network', async () => {
    const broken = { ...memoryState(), get: () => Promise.reject(new Error('The disk is gone.')) };
    const { says, failures } = await open(scripted(pending('a')), { state: broken });
    expect(await says('/get')).toEqual(['/get']);
    expect(failures.join()).toContain('The disk is gone.');
  });

  it('waits for a memory that is silent no longer than for a network', async () => {
    const silent = { ...memoryState(), get: () => new Promise<null>(() => undefined) };
    const { says, failures } = await open(scripted(pending('a')), { state: silent, timeoutMs: 50 });
    expect(await says('/get')).toEqual(['/get']);
    expect(failures).toEqual(['gate: Error: The state did not answer within 50 ms.']);
  });

  it.each(['pass', 'hold'] as const)(
    'answers its button by itself while its memory fails, where users are to %s',
    async (unavailable) => {
      const state = memoryState();
      const { says, presses, alert } = await open(scripted(pending('a')), { unavailable, state });
      await says('/get');
      state.get = () => Promise.reject(new Error('The disk is gone.'));
      expect(await presses()).toEqual([]);
      expect(await alert()).toBe('Please try again in a moment.');
    },
  );

  it('has the bot say what becomes of users while nobody can answer', () => {
    const options = { networks: [], call: () => Promise.resolve({}) } as unknown as GateOptions;
    expect(() => createGate(options)).toThrow('unavailable');
  });

  it.each([
    ['ru', 'Чтобы продолжить, подпишитесь на наших спонсоров.'],
    ['uk', 'Щоб продовжити, підпишіться на наших спонсорів.'],
    ['be', 'Каб працягнуць, падпішыцеся на нашых спонсараў.'],
    ['uz', 'Davom etish uchun homiylarimizga obuna bo‘ling.'],
    ['kk', 'Жалғастыру үшін демеушілерімізге жазылыңыз.'],
    ['pt-br', 'To continue, subscribe to our sponsors.'],
  ])('speaks %s', async (language, text) => {
    const sent: unknown[] = [];
    const gate = createGate({
      networks: [scripted(pending('a'))],
      unavailable: 'pass',
      call: (_, parameters) => {
        sent.push(parameters['text']);
        return Promise.resolve({ message_id: 1 });
      },
    });
    const from = { id: 7, language_code: language };
    await gate.take({ update_id: 1, message: { message_id: 1, chat: { id: 7 }, from, text: 'a' } } as never);
    expect(sent).toEqual([text]);
  });
});

describe('a network that fails', () => {
  const at = { nowMs: 0 };
  const breaker = () => {
    const ours = createBreaker({ timeoutMs: 20, slowMs: 5, restMs: [1_000, 4_000], now: () => at.nowMs });
    return (work: () => Promise<Listing>) => heard({ breaker: ours }, work);
  };
  const away = () => Promise.reject(new UnavailableError({ code: 503, message: 'Away.' }));
  const fine = () => Promise.resolve(done('a'));

  it('is left alone after two failures, and tried by one call that nobody waits for', async () => {
    at.nowMs = 0;
    const run = breaker();
    await expect(run(away)).rejects.toThrow('Away.');
    await expect(run(away)).rejects.toThrow('Away.');
    await expect(run(fine)).rejects.toThrow('left alone');
    at.nowMs = 1_001;
    let tried = 0;
    const counted = () => {
      tried += 1;
      return fine();
    };
    await expect(run(counted)).rejects.toThrow('left alone');
    await expect.poll(() => run(counted).catch(() => 'away')).toEqual(done('a'));
    expect(tried).toBe(2);
  });

  it('is left alone for longer each time, up to a bound', async () => {
    at.nowMs = 0;
    const run = breaker();
    for (const restMs of [1_000, 2_000, 4_000, 4_000]) {
      let tried = 0;
      const counted = () => {
        tried += 1;
        return away();
      };
      while (tried === 0) await run(counted).catch(() => undefined);
      if (restMs === 1_000) await run(away).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      at.nowMs += restMs - 1;
      await run(counted).catch(() => undefined);
      expect(tried).toBe(1);
      at.nowMs += 2;
    }
  });

  it('costs its deadline once where it is silent', async () => {
    const run = breaker();
    const silent = () => new Promise<Listing>(() => undefined);
    await expect(run(silent)).rejects.toThrow('No answer within 20 ms.');
    const startedAtMs = performance.now();
    for (let count = 0; count < 100; count += 1) await run(silent).catch(() => undefined);
    expect(performance.now() - startedAtMs).toBeLessThan(500);
  });

  it('keeps no others waiting while one waits', async () => {
    at.nowMs = 0;
    const run = breaker();
    const first = run(() => new Promise(() => undefined)).catch(() => 'late');
    at.nowMs = 6;
    await expect(run(fine)).rejects.toThrow('left alone');
    expect(await first).toBe('late');
  });

  it('is left alone as long as a 429 asks, and not for what one user did', async () => {
    at.nowMs = 0;
    const run = breaker();
    const refuse = (code: number, retryAfter?: number) => () =>
      Promise.reject(new UnavailableError({ code, message: 'No.', retryAfter }));
    for (let count = 0; count < 5; count += 1) await run(refuse(422)).catch(() => undefined);
    expect(await run(fine)).toEqual(done('a'));
    await run(refuse(429, 7)).catch(() => undefined);
    at.nowMs = 6_999;
    await expect(run(fine)).rejects.toThrow('left alone');
  });
});
