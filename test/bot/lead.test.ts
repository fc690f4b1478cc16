/** Who of several bot processes works. Their stores are apart, as on several machines; times are a hundredth of the usual. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LeaseStore, Log } from '../../core/ports.js';
import { hasEnded, processIdentity } from '../../core/adapters/process-identity.js';
import { type Lead, type Pace, startLead } from '../../bot/lead.js';
import { openStage, type Stage } from '../contract/run.js';

const pace: Pace = { renewMs: 20, lostMs: 60, stopMs: 50, lookMs: 10, takeMs: 130 };
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Candidate extends Lead {
  /** Its store does not answer any more. */
  cut(): void;
  mend(): void;
}

let stage: Stage;
let working: string[];
/** What happened, in order. */
let history: string[];
let changed: () => void;
let candidates: Candidate[];

beforeEach(async () => {
  stage = await openStage();
  [working, history, candidates] = [[], [], []];
  changed = () => undefined;
});
afterEach(async () => {
  for (const candidate of candidates) {
    candidate.mend();
    await candidate.stop();
  }
  await stage.close();
});

async function candidate(name: string, ended: (holder: string) => boolean = () => false): Promise<Candidate> {
  const { leases } = await stage.open();
  let isCut = false;
  const reach = <T>(deed: () => Promise<T>) => (isCut ? Promise.reject(new Error('no route')) : deed());
  const cuttable: LeaseStore = {
    read: (lease) => reach(() => leases.read(lease)),
    take: (lease, holder, seen) => reach(() => leases.take(lease, holder, seen)),
    renew: (lease, holder) => reach(() => leases.renew(lease, holder)),
    release: (lease, holder) => reach(() => leases.release(lease, holder)),
  };
  const lead = startLead({
    leases: cuttable,
    name: 'bot',
    holder: name,
    hasEnded: ended,
    log: silent,
    pace,
    begin: () => {
      working.push(name);
      history.push(`${name} begins beside ${String(working.length - 1)}`);
      changed();
      return Promise.resolve({
        stop: () => {
          working = working.filter((other) => other !== name);
          history.push(`${name} ends`);
          changed();
          return Promise.resolve();
        },
      });
    },
    cutShort: () => history.push(`${name} is cut short`),
  });
  const made: Candidate = {
    ...lead,
    cut: () => (isCut = true),
    mend: () => (isCut = false),
  };
  candidates.push(made);
  return made;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise<void>((resolve) => {
      changed = resolve;
    });
  }
}

it('one works, and when it stops another takes over at once', async () => {
  const first = await candidate('a');
  expect(await first.known).toBe(true);
  const second = await candidate('b');
  expect(await second.known).toBe(false);
  expect(working).toEqual(['a']);
  await first.stop();
  await until(() => working.includes('b'));
  expect(history).toEqual(['a begins beside 0', 'a ends', 'b begins beside 0']);
});

it('one that cannot renew it has stopped before another takes over, and then stands by', async () => {
  const first = await candidate('a');
  await first.known;
  const second = await candidate('b');
  await second.known;
  first.cut();
  await until(() => working.includes('b'));
  expect(history).toEqual(['a begins beside 0', 'a ends', 'b begins beside 0']);
  first.mend();
  await second.stop();
  await until(() => working.includes('a'));
  expect(history.at(-1)).toBe('a begins beside 0');
});

it('a process of the same machine that has ended is not waited for', async () => {
  await stage.store.leases.take('bot', 'killed', null);
  const next = await candidate('b', (holder) => holder === 'killed');
  expect(await next.known).toBe(true);
});

it('of many that stand by, one takes over from one that is gone', async () => {
  await stage.store.leases.take('bot', 'on another machine', null);
  const many = await Promise.all(['a', 'b', 'c', 'd'].map((name) => candidate(name)));
  expect(await Promise.all(many.map(({ known }) => known))).toEqual([false, false, false, false]);
  await until(() => working.length > 0);
  expect(working).toHaveLength(1);
});

it('a process knows that it lives, and that none lives under another beginning', () => {
  const own = processIdentity();
  expect(hasEnded(own)).toBe(false);
  expect(hasEnded('another-kernel pid:[1] 1 1')).toBe(false);
  expect(hasEnded('nonsense')).toBe(false);
  if (process.platform !== 'linux') return;
  expect(hasEnded(own.replace(/\d+$/, '1'))).toBe(true);
});
