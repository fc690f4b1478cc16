/** The gate of `npm run failover` can fail; the run itself takes ten minutes and is started by name. */
import { describe, expect, it } from 'vitest';
import { faultsOf, type Figures, percentile, readCommand } from '../tools/failover/command.js';

const sound: Figures = {
  kills: 20,
  acknowledged: 5_000,
  lost: 0,
  forgotten: 3,
  doubled: 0,
  faults: [],
  gapsMs: Array.from({ length: 20 }, (_, index) => 12_000 + index * 100),
  unavailable: 400,
  slowestUnavailableMs: 900,
  others: [],
  seconds: 600,
};
const synchronous = { kills: 20, isSynchronous: true };
const not = { kills: 20, isSynchronous: false };

describe('a run with a standby that is waited for', () => {
  it('passes when nothing is lost', () => {
    expect(faultsOf(sound, synchronous)).toEqual([]);
  });

  it.each([
    ['a loss', { lost: 1 }, /1 acknowledged settlements are lost/],
    ['a settlement that is doubled', { doubled: 2 }, /2 settlements are doubled/],
    ['too long without writes', { gapsMs: [12_000, 20_100] }, /20\.1 s without writes at p95/],
    ['an answer that is neither 200 nor 503', { others: ['500 {}'] }, /500/],
    ['books out of balance', { faults: ['the ledger does not sum to zero'] }, /ledger/],
  ])('fails by %s', (_, change, words) => {
    expect(faultsOf({ ...sound, ...change }, synchronous).join()).toMatch(words);
  });
});

it('a run without one fails when nothing is lost, and passes when something is', () => {
  expect(faultsOf(sound, not).join()).toMatch(/cannot see a loss/);
  expect(faultsOf({ ...sound, lost: 40 }, not)).toEqual([]);
});

it('the time of p95 is one that was seen', () => {
  expect(percentile([3, 1, 2], 0.5)).toBe(2);
  expect(percentile(sound.gapsMs, 0.95)).toBe(13_800);
});

it('the command line is read, or refused in words', () => {
  expect(readCommand([])).toEqual({ kills: 20, isSynchronous: true });
  expect(readCommand(['--no-synchronous', '--kills', '3'])).toEqual({ kills: 3, isSynchronous: false });
  expect(() => readCommand(['--kills', '0'])).toThrow(/from 1 to/);
});
