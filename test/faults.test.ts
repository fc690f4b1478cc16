import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, timesIn } from '../tools/faults/checkout.js';
import { pick, readCommand } from '../tools/faults/command.js';
import { faults } from '../tools/faults/faults.js';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe('faults put in by hand', () => {
  it('each stands exactly once in its file, and changes it', () => {
    const lost = faults.filter(({ file, text, becomes }) => {
      return timesIn(read(file), text) !== 1 || text === becomes;
    });

    expect(lost.map(({ what, file }) => `${what}: ${file}`)).toEqual([]);
    expect(faults.length).toBeGreaterThan(0);
  });

  it('each names tests that are there, and has a sentence of its own', () => {
    for (const { tests } of faults) {
      expect(tests.length).toBeGreaterThan(0);
      for (const file of tests) expect(read(file)).toMatch(/\b(?:it|test|runCases|contract)[.(]/);
    }
    expect(new Set(faults.map(({ what }) => what)).size).toBe(faults.length);
  });

  it('parts are all of them, each once', () => {
    const parts = ['1/3', '2/3', '3/3'].flatMap((part) => {
      const command = readCommand(['--part', part]);
      return command === null ? [] : pick(faults, command);
    });

    expect(new Set(parts).size).toBe(parts.length);
    expect(parts).toHaveLength(faults.length);
  });

  it('a run of nothing is refused', () => {
    const command = { only: 'no fault has these words', part: 1, parts: 1, workers: 1 };

    expect(() => pick(faults, command)).toThrow('no fault is picked');
  });
});
