/**
 * Which of several bot processes works on what. Their stores are apart, as on several machines; times are a hundredth of the
 * usual, by a clock that the test moves: by the machine's, one that is busy for 60 ms costs a process its leases.
 */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Log } from '../../core/ports.js';
import type { LeaseStore } from '../../core/ports/lease-store.js';
import { hasEnded, processIdentity } from '../../core/adapters/process-identity.js';
import { type Pace, Shares } from '../../bot/shares.js';
import { openStage, type Stage } from '../contract/run.js';

const pace: Pace = { renewMs: 20, lostMs: 60, stopMs: 50, lookMs: 10, takeMs: 130 };
/** How far the clock is moved at once: not as far as anything waits. */
const STEP_MS = 5;
/** What has not come by then never does. */
const LIMIT_MS = 10_000;
const log: Log = {
  info: () => undefined,
  warn: (_, message) => warnings.push(message),
  error: () => undefined,
};
const PARTS = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'];

interface Process extends Shares {
  /** Its store does not answer any more. */
  cut(): void;
  /** Its store is read, and takes nothing. */
  fill(): void;
  mend(): void;
}

let stage: Stage;
/** Who works on each part now. */
let working: Map<string, string[]>;
/** What must never be: a part that two work on. */
let faults: string[];
let warnings: string[];
/** How many commands the store is at. */
let underWay: number;
let processes: Process[];

beforeEach(async () => {
  stage = await openStage();
  working = new Map();
  [faults, warnings, processes] = [[], [], []];
  underWay = 0;
  vi.useFakeTimers({
    // Pauses and each deadline of a lease go by the clock of the test; immediates, by which the store works, do not.
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
});
afterEach(async () => {
  for (const process of processes) {
    process.mend();
    await process.stop();
  }
  vi.useRealTimers();
  await stage.close();
});

function note(part: string, name: string, begins: boolean): void {
  const others = (working.get(part) ?? []).filter((other) => other !== name);
  if (begins && others.length > 0) faults.push(`${name} begins ${part} beside ${others.join()}`);
  working.set(part, begins ? [...others, name] : others);
}

interface Options {
  ended?: (holder: string) => boolean;
  /** How long a part takes to end. */
  ends?: () => Promise<void>;
}

async function start(name: string, { ended = () => false, ends = () => Promise.resolve() }: Options = {}) {
  const { leases } = await stage.open();
  let [isCut, isFull] = [false, false];
  const reach = async <T>(command: () => Promise<T>): Promise<T> => {
    if (isCut) throw new Error('no route');
    underWay += 1;
    try {
      return await command();
    } finally {
      underWay -= 1;
    }
  };
  const write = <T>(command: () => Promise<T>) =>
    reach(() => (isFull ? Promise.reject<T>(new Error('no room')) : command()));
  const cuttable: LeaseStore = {
    list: () => reach(() => leases.list()),
    take: (lease, holder, seen) => write(() => leases.take(lease, holder, seen)),
    renew: (holder) => write(() => leases.renew(holder)),
    release: (lease, holder) => write(() => leases.release(lease, holder)),
  };
  const shares = new Shares({
    leases: cuttable,
    parts: PARTS,
    holder: name,
    hasEnded: ended,
    log,
    pace,
    begin: (part) => {
      note(part, name, true);
      return Promise.resolve({
        stop: async (isHurried) => {
          if (!isHurried) await ends();
          note(part, name, false);
        },
      });
    },
    cutShort: () => faults.push(`${name} is cut short`),
  });
  const made: Process = Object.assign(shares, {
    cut: () => (isCut = true),
    fill: () => (isFull = true),
    mend: () => (isCut = isFull = false),
  });
  processes.push(made);
  return made;
}

const partsOf = (name: string) => PARTS.filter((part) => working.get(part)?.includes(name) === true);
const counts = (...names: string[]) => names.map((name) => partsOf(name).length);

/** Moves the clock on, and waits until everybody has done what was due. */
async function pass(): Promise<void> {
  if (performance.now() > LIMIT_MS) throw new Error(`It has not come: ${JSON.stringify([...working])}`);
  vi.advanceTimersByTime(STEP_MS);
  do await setImmediate();
  while (underWay > 0);
}

/** Until a lease was renewed so often that what is lost would have been taken over meanwhile. */
async function longEnough(name: string): Promise<void> {
  const beat = async () => (await stage.store.leases.list()).find((lease) => lease.name === name)?.beat ?? 0;
  const enough = (await beat()) + (2 * pace.takeMs) / pace.renewMs;
  while ((await beat()) < enough) await pass();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pass();
}

it('one does everything; with more of them each does its share, and no part is ever worked on twice', async () => {
  const first = await start('a');
  await first.known;
  expect(partsOf('a')).toEqual(PARTS);
  await start('b');
  await until(() => String(counts('a', 'b')) === '4,3');
  await start('c');
  await until(() => String(counts('a', 'b', 'c')) === '3,2,2');
  expect(partsOf('a'), 'what comes first stays where it is').toContain('p0');
  expect(faults).toEqual([]);
});

it('what one had that stops is the others’ at once', async () => {
  const first = await start('a');
  await first.known;
  await start('b');
  await until(() => String(counts('a', 'b')) === '4,3');
  await first.stop();
  await until(() => partsOf('b').length === PARTS.length);
  expect(faults).toEqual([]);
});

it('a part that goes to another is finished first', async () => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = await start('a', { ends: () => finished });
  await first.known;
  const second = await start('b');
  await second.known;
  await longEnough('bot process a');
  expect(counts('a', 'b')).toEqual([7, 0]);
  finish();
  await until(() => String(counts('a', 'b')) === '4,3');
  expect(faults).toEqual([]);
});

it('one that cannot renew has stopped before another takes over, and has its share again afterwards', async () => {
  const first = await start('a');
  await first.known;
  await start('b');
  await until(() => String(counts('a', 'b')) === '4,3');
  first.cut();
  await until(() => String(counts('a', 'b')) === '0,7');
  first.mend();
  await until(() => String(counts('a', 'b')) === '4,3');
  expect(faults).toEqual([]);
});

it('what it has lost, and another was meant to have meanwhile, is not kept', async () => {
  const first = await start('a');
  await first.known;
  first.cut();
  await until(() => String(counts('a')) === '0');
  const second = await start('b');
  await second.known;
  first.mend();
  await until(() => String(counts('a', 'b')) === '4,3');
  expect(faults).toEqual([]);
});

it('one on a full disk says so once a renewal, and goes on when there is room', async () => {
  const first = await start('a');
  await first.known;
  first.fill();
  await until(() => partsOf('a').length === 0);
  const lostAtMs = performance.now();
  // A look that was under way ends.
  await until(() => performance.now() >= lostAtMs + pace.lostMs);
  warnings.length = 0;
  await until(() => performance.now() >= lostAtMs + pace.lostMs + pace.takeMs);
  expect(new Set(warnings)).toEqual(new Set(['the leases could not be renewed']));
  first.mend();
  await until(() => partsOf('a').length === PARTS.length);
});

it('what a killed process of the same machine had is not waited for', async () => {
  for (const part of ['bot process killed', ...PARTS]) await stage.store.leases.take(part, 'killed', null);
  const next = await start('b', { ended: (holder) => holder === 'killed' });
  await next.known;
  expect(partsOf('b')).toEqual(PARTS);
  expect((await stage.store.leases.list()).map(({ holder }) => holder)).toEqual(Array(8).fill('b'));
});

it('what one on another machine had that is gone is shared by those who are left', async () => {
  for (const part of ['bot process gone', ...PARTS]) await stage.store.leases.take(part, 'gone', null);
  const startedAtMs = performance.now();
  await Promise.all(['a', 'b', 'c'].map((name) => start(name)));
  await until(() => String(counts('a', 'b', 'c')) === '3,2,2');
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(pace.takeMs);
  expect(faults).toEqual([]);
});

it('a process knows that it lives, and that none lives under another beginning', () => {
  const own = processIdentity();
  expect(hasEnded(own)).toBe(false);
  expect(hasEnded('another-kernel pid:[1] 1 1')).toBe(false);
  expect(hasEnded('nonsense')).toBe(false);
  if (process.platform !== 'linux') return;
  expect(hasEnded(own.replace(/\d+$/, '1'))).toBe(true);
});
