/**
 * What goes wrong with walls of sponsors, as a table: each row is a way of a user, walked up to a wall written by hand in the usual
 * way, to one that remembers nothing, and to the gate. The gate leaves nobody stuck, lets nobody past, and costs an update less than 0.05 s.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bot } from 'grammy';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Arena, openArena, type Outcome, type Visitor } from './arena.js';
import { gatedBot, type WallOptions } from './gated.js';
import { handWrittenBot } from './hand-written.js';
import { statelessBot } from './stateless.js';

type Way = (arena: Arena, visitor: Visitor) => Promise<Partial<Outcome>>;

/** Of a user who has done all they could: whether they got it, and once. */
async function earned(visitor: Visitor): Promise<Partial<Outcome>> {
  const contents = await visitor.contents();
  return { stuck: contents.length === 0 ? 1 : 0, twice: contents.length > 1 ? 1 : 0 };
}

/** Of a user who has joined nothing: whether they got it since then. */
async function unearned(visitor: Visitor, before: readonly string[] = []): Promise<Partial<Outcome>> {
  return { wronglyPassed: (await visitor.contents()).length > before.length ? 1 : 0 };
}

const ways: Record<string, Way> = {
  'a user joins, and presses': async (_, visitor) => {
    await visitor.says('/get');
    await visitor.joinsAll();
    await visitor.presses();
    return earned(visitor);
  },
  'a user presses twice at once': async (_, visitor) => {
    await visitor.says('/get');
    await visitor.joinsAll();
    await visitor.presses(2);
    return earned(visitor);
  },
  'a user comes back when their list has run out': async ({ laterBy }, visitor) => {
    await visitor.says('/get');
    laterBy(10);
    await visitor.presses();
    await visitor.says('/get');
    return unearned(visitor);
  },
  'what was asked is withdrawn': async ({ stopOrders }, visitor) => {
    await visitor.says('/get');
    await stopOrders(false);
    await visitor.presses();
    await stopOrders(true);
    return earned(visitor);
  },
  'the service fails once': async ({ rateLimiter }, visitor) => {
    rateLimiter.mode = 'failing';
    await visitor.says('/get');
    rateLimiter.mode = 'open';
    const before = await visitor.contents();
    await visitor.says('/get more');
    return unearned(visitor, before);
  },
  'the check fails once': async ({ rateLimiter }, visitor) => {
    await visitor.says('/get');
    rateLimiter.mode = 'failing';
    await visitor.presses();
    rateLimiter.mode = 'open';
    const before = await visitor.contents();
    await visitor.says('/get more');
    return unearned(visitor, before);
  },
  'the service is silent': async (arena, known) => {
    // What updates take while nobody is asked: a busy machine is no fault of the wall.
    await known.says('/get');
    await known.joinsAll();
    await known.presses();
    const begin = arena.seconds.length;
    for (let said = 0; said < 25; said += 1) await known.says(`/get ${String(said)}`);
    const wellSeconds = arena.seconds.slice(begin);
    arena.rateLimiter.mode = 'silent';
    let stuck = 0;
    for (let count = 0; count < 3; count += 1) {
      const visitor = await arena.visitor();
      for (let said = 0; said < 25; said += 1) await visitor.says(`/get ${String(said)}`);
      stuck += (await visitor.contents()).length === 0 ? 1 : 0;
    }
    const seconds = arena.seconds.slice(begin + wellSeconds.length);
    arena.rateLimiter.mode = 'open';
    // Nobody waits for the one call that tries whether it is back; from its answer on users are held again.
    arena.laterBy(1);
    const { answered } = arena.rateLimiter;
    const [first, second] = [await arena.visitor(), await arena.visitor()];
    const isBack = async () => {
      await first.says('/get');
      expect(arena.rateLimiter.answered).toBeGreaterThan(answered);
    };
    await vi.waitFor(isBack, { interval: 50, timeout: 10_000 });
    await second.says('/get');
    return { stuck, seconds, wellSeconds, ...(await unearned(second)) };
  },
  'the service asks a question first': async ({ settings }, visitor) => {
    await settings({ genderQuestion: true });
    await visitor.says('/get');
    await visitor.presses();
    await visitor.says('/get');
    await settings({ genderQuestion: false });
    return unearned(visitor);
  },
  'the bot is restarted': async ({ restart }, visitor) => {
    await visitor.says('/get');
    restart();
    await visitor.presses();
    await visitor.says('/get');
    return unearned(visitor);
  },
  'the bot is restarted while a user joins': async ({ restart }, visitor) => {
    await visitor.says('/get');
    await visitor.joinsAll();
    restart();
    await visitor.presses();
    return earned(visitor);
  },
  'a button is pressed fifteen times': async ({ rateLimiter }, visitor) => {
    await visitor.says('/get');
    const before = rateLimiter.calls;
    for (let count = 0; count < 15; count += 1) await visitor.presses();
    const calls = rateLimiter.calls - before;
    return { ...(await unearned(visitor)), calls };
  },
};

const nothing: Outcome = { stuck: 0, wronglyPassed: 0, seconds: [], wellSeconds: [], calls: 0, twice: 0 };
type Table = Record<string, Outcome>;

async function walk(make: (options: WallOptions) => Bot, some = Object.keys(ways)): Promise<Table> {
  const arena = await openArena(make);
  const table: Table = {};
  try {
    for (const name of some) {
      const before = arena.seconds.length;
      const visitor = await arena.visitor();
      const outcome = await ways[name]?.(arena, visitor);
      // Whom the service knows by now is asked about no more.
      table[name] = { ...nothing, seconds: arena.seconds.slice(before), ...outcome };
    }
  } finally {
    await arena.close();
  }
  return table;
}

const linesOf = (file: string) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n').length;
const mean = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length;
const sum = (table: Table, name: 'stuck' | 'wronglyPassed' | 'twice') =>
  Object.values(table).reduce((total, outcome) => total + outcome[name], 0);

describe('a wall', () => {
  let gated: Table;
  let handWritten: Table;
  let stateless: Table;
  beforeAll(async () => {
    gated = await walk(gatedBot);
    // One silent update is enough to see what no deadline means.
    const some = Object.keys(ways).filter((name) => name !== 'the service is silent');
    handWritten = await walk(handWrittenBot, some);
    stateless = await walk(statelessBot, some);
  }, 60_000);
  afterAll(() => {
    if (process.env['WALLS'] === undefined) return;
    const rows = Object.keys(ways).map((name) => {
      const [hand, other, ours] = [handWritten[name], stateless[name], gated[name]];
      return [
        name,
        hand?.stuck,
        hand?.wronglyPassed,
        hand?.calls,
        other?.stuck,
        other?.wronglyPassed,
        other?.calls,
        ours?.stuck,
        ours?.wronglyPassed,
        ours?.calls,
      ];
    });
    process.stderr.write(`${rows.map((row) => row.join(' | ')).join('\n')}\n`);
    const { seconds, wellSeconds } = gated['the service is silent'] ?? nothing;
    process.stderr.write(`silent ${String(mean(seconds))} s, well ${String(mean(wellSeconds))} s\n`);
  });

  it.each(Object.keys(ways))('of the gate, when %s: nobody stuck, nobody past', (name) => {
    const { stuck, wronglyPassed, twice, calls } = gated[name] ?? nothing;
    expect({ stuck, wronglyPassed, twice }).toEqual({ stuck: 0, wronglyPassed: 0, twice: 0 });
    expect(calls).toBeLessThanOrEqual(3);
  });

  it.each([
    ['a user joins, and presses', 'stuck'],
    ['a user comes back when their list has run out', 'wronglyPassed'],
    ['what was asked is withdrawn', 'stuck'],
    ['the service fails once', 'wronglyPassed'],
    ['the check fails once', 'wronglyPassed'],
    ['the service asks a question first', 'wronglyPassed'],
    ['the bot is restarted', 'wronglyPassed'],
    ['the bot is restarted while a user joins', 'stuck'],
  ] as const)('by hand, when %s: %s', (name, fault) => {
    expect(handWritten[name]?.[fault]).toBe(1);
  });

  it.each([
    ['a user joins, and presses', 'stuck'],
    ['a user presses twice at once', 'stuck'],
    ['what was asked is withdrawn', 'stuck'],
    ['the service asks a question first', 'wronglyPassed'],
    ['the bot is restarted while a user joins', 'stuck'],
  ] as const)('that remembers nothing, when %s: %s', (name, fault) => {
    expect(stateless[name]?.[fault]).toBe(1);
  });

  it('by hand asks the service at each press, whether it remembers or not', () => {
    const name = 'a button is pressed fifteen times';
    expect([handWritten[name]?.calls, stateless[name]?.calls]).toEqual([15, 15]);
  });

  it('of the gate costs an update less than 0.05 s while the service is silent', () => {
    const { seconds, wellSeconds } = gated['the service is silent'] ?? nothing;
    expect([seconds.length, wellSeconds.length]).toEqual([75, 25]);
    expect(mean(seconds) - mean(wellSeconds)).toBeLessThan(0.05);
    // One of them finds out.
    expect(seconds.filter((one) => one > 1.4)).toHaveLength(1);
  });

  it('of the gate is under 100 lines, the whole bot included, and does all of it', () => {
    expect(linesOf('gated.ts')).toBeLessThan(100);
    expect(linesOf('hand-written.ts')).toBeGreaterThan(2.5 * linesOf('gated.ts'));
    expect([sum(gated, 'stuck'), sum(gated, 'wronglyPassed')]).toEqual([0, 0]);
    expect(sum(handWritten, 'stuck') + sum(handWritten, 'wronglyPassed')).toBeGreaterThanOrEqual(8);
  });
});

it('a wall by hand waits for a silent service until somebody ends it', async () => {
  const arena = await openArena(handWrittenBot);
  arena.rateLimiter.mode = 'silent';
  const visitor = await arena.visitor();
  await visitor.says('/get');
  expect(await visitor.contents()).toEqual([]);
  expect(arena.seconds[0]).toBeGreaterThan(1.9);
  await arena.close();
});
