/** Where the gate remembers: each store keeps the same promises. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { memoryState, redisState, sqliteState, type StateStore } from 'sponsorgate-client/state';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Redis as its protocol has it: commands go out, answers come back in their order. */
async function connectRedis(
  file: string,
): Promise<{ sendCommand(words: string[]): Promise<unknown>; end(): void }> {
  const socket: Socket = connect(file);
  await once(socket, 'connect');
  const waiting: ((line: string | null) => void)[] = [];
  let text = '';
  socket.setEncoding('latin1').on('data', (data: string) => {
    text += data;
    for (;;) {
      const found = /^(?:[+:](.*)\r\n|\$(-?\d+)\r\n)/.exec(text);
      if (found === null) return;
      const length = Number(found[2] ?? -1);
      const end = found[0].length + (length < 0 ? 0 : length + 2);
      if (text.length < end) return;
      const value = found[1] ?? (length < 0 ? null : text.slice(found[0].length, end - 2));
      text = text.slice(end);
      waiting.shift()?.(value === null ? null : Buffer.from(value, 'latin1').toString());
    }
  });
  return {
    sendCommand: (words) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        const parts = words.map((word) => `$${String(Buffer.byteLength(word))}\r\n${word}\r\n`);
        socket.write(`*${String(words.length)}\r\n${parts.join('')}`);
      }),
    end: () => socket.destroy(),
  };
}

interface Opened {
  state: StateStore;
  /** Another process's sight of the same. */
  other: StateStore;
  close(): Promise<void> | void;
}

async function overSqlite(): Promise<Opened> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-state-'));
  const [one, two] = [new Database(path.join(folder, 'bot.db')), new Database(path.join(folder, 'bot.db'))];
  return {
    state: sqliteState(one),
    other: sqliteState(two),
    close: async () => {
      one.close();
      two.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function overRedis(): Promise<Opened> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-redis-'));
  const file = path.join(folder, 'redis.sock');
  const options = ['--port', '0', '--unixsocket', file, '--save', '', '--dir', folder];
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  // Its log says when it takes connections.
  for await (const data of child.stdout) {
    said += String(data);
    if (/Ready to accept|now ready/.test(said)) break;
  }
  const [one, two] = [await connectRedis(file), await connectRedis(file)];
  return {
    state: redisState(one),
    other: redisState(two),
    close: async () => {
      one.end();
      two.end();
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

function inMemory(): Promise<Opened> {
  const state = memoryState();
  return Promise.resolve({ state, other: state, close: () => undefined });
}

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis && process.env['CI'] === 'true') throw new Error('There is no redis-server.');
const stores = [
  ['memory', inMemory],
  ['SQLite', overSqlite],
  ['Redis', overRedis],
] as const;
// Redis needs its server, which `.ci/run` installs.
describe.skipIf(!hasRedis)('Redis', () => {
  it('is there', () => {
    expect(hasRedis).toBe(true);
  });
});

describe.each(stores.filter(([name]) => hasRedis || name !== 'Redis'))('a state in %s', (_, open) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  it('keeps what it is given, for all', async () => {
    const { state, other } = opened;
    expect(await state.get('a')).toBeNull();
    await state.set('a', '{"text":"щоб"}', 60_000);
    await state.set('a', '{"text":"так"}', 60_000);
    expect(await other.get('a')).toBe('{"text":"так"}');
    await other.delete('a');
    expect(await state.get('a')).toBeNull();
  });

  it('gives a name to one of all who claim it at once', async () => {
    const { state, other } = opened;
    const claims = [state, other, state, other].map((one) => one.claim('press', 60_000));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    await state.delete('press');
    expect(await other.claim('press', 60_000)).toBe(true);
  });

  it('lets go what has had its time', async () => {
    const { state } = opened;
    await state.set('a', '1', 1);
    expect(await state.claim('b', 1)).toBe(true);
    await vi.waitFor(async () => expect(await state.get('a')).toBeNull(), { interval: 2, timeout: 10_000 });
    await vi.waitFor(async () => expect(await state.claim('b', 60_000)).toBe(true), {
      interval: 2,
      timeout: 10_000,
    });
  });
});

describe('a state in memory', () => {
  it('holds no more than it should', async () => {
    const state = memoryState(1_000);
    const kept = async () => {
      const all = await Promise.all(['a', 'b', 'c'].map((key) => state.get(key)));
      return all.map((value) => value?.length ?? null);
    };
    const keep = (key: string, length: number) => state.set(key, 'я'.repeat(length), 60_000);
    for (const key of ['a', 'b', 'c']) await keep(key, 300);
    expect(await kept()).toEqual([null, 300, 300]);
    // What is replaced, deleted or past leaves its room.
    for (let round = 0; round < 5; round += 1) await keep('c', 300);
    await state.delete('c');
    await state.set('past', 'я'.repeat(300), -1);
    expect(await state.get('past')).toBeNull();
    await keep('a', 300);
    expect(await kept()).toEqual([300, 300, null]);
    await keep('c', 2_000);
    expect(await kept()).toEqual([null, null, null]);
  });
});
