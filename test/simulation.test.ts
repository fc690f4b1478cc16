/**
 * A short run of the simulation and an eighth of its canaries; the long one, with all of them, is
 * `npm run simulate -- --steps 200000 --canary all`: see docs/promises.md. Over PostgreSQL, where a step takes ten times as
 * long, runs are shorter, and the canaries are those
 * that reach into the database; all of them are a matter of `npm run simulate -- --store postgres --canary all`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Canary, canaries } from '../tools/simulation/canaries.js';
import type { Audit } from '../tools/simulation/audit.js';
import { breaking, catchCanary, readCommand, tellFailure } from '../tools/simulation/command.js';
import { closeServer } from '../tools/simulation/postgres-host.js';
import { play } from '../tools/simulation/run.js';
import { storeKind } from './support/database.js';
import { unnamedContexts, watchContexts } from '../tools/simulation/context-audit.js';

const seed = Number(process.env['FC_SEED']);
/** The deadline of a test; a run takes seconds. */
const LIMIT_MS = 120_000;
const isSlow = storeKind === 'postgres';
/** Where the slow model counted an older list that a moderator's trust proved with the very answer. */
const WAS_APART = 180_903;
/** It takes more than a thousand steps to be found. */
const LATE = 'quantity-ignored';
const PARTS = 8;
const reachesIn = ({ name, mutation }: Canary) =>
  name !== LATE && (mutation.command ?? mutation.tamper) !== undefined;
const [steps, repeatedSteps] = isSlow ? [300, 60] : [1_000, 300];

afterAll(closeServer);

describe('the simulation', () => {
  it.each([seed, WAS_APART])(
    `breaks no promise in ${String(steps)} steps of seed %i`,
    async (drawn) => {
      const plan = () => ({ seed: drawn, steps });
      const { failure, figures } = await play(plan());
      const told = failure === null ? '' : await tellFailure(failure, plan, { shrinks: false, canary: null });
      expect(told).toBe('');
      expect(figures['fault points passed']).toBeGreaterThan(0);
      if (!isSlow) expect(figures['charges']).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  it(
    'breaks no promise while the platform is away for hours, at the start too, and nothing is lost',
    async () => {
      const plan = () => ({ seed, steps, platformLeaves: true });
      const { failure, figures } = await play(plan());
      const told = failure === null ? '' : await tellFailure(failure, plan, { shrinks: false, canary: null });
      expect(told).toBe('');
      expect(figures['hours without the platform']).toBeGreaterThan(0);
      if (!isSlow) expect(figures['charges']).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  it(
    'goes the same way with the same seed',
    async () => {
      const plan = { seed: 3, steps: repeatedSteps };
      const [one, other] = [await play(plan), await play(plan)];
      expect(one.figures).toEqual(other.figures);
      // Of a seed that this run draws nobody knows it beforehand.
      if (!isSlow) expect(one.figures['crashes']).toBeGreaterThan(0);
      expect(one.trace).toBe(other.trace);
      expect((await play({ ...plan, seed: 4 })).trace).not.toBe(one.trace);
    },
    LIMIT_MS,
  );

  // Skipped over PostgreSQL, because nobody asks for marks there.
  it.runIf(storeKind === 'sqlite')(
    'names every user whose request contexts read otherwise than before',
    async () => {
      const unnamed: string[] = [];
      let looked = 0;
      const tamper = (audit: Audit) => {
        watchContexts(audit);
        const found = unnamedContexts(audit);
        unnamed.push(...found.unnamed);
        looked += found.looked;
      };
      const { failure } = await play({ seed, steps: 1_500, mutation: { tamper } });
      expect(failure).toBeNull();
      expect(unnamed).toEqual([]);
      expect(looked).toBeGreaterThan(1_000);
    },
    LIMIT_MS,
  );

  // Skipped there because what makes it short is the same over any store, and takes many runs.
  it.skipIf(isSlow)(
    'makes a failure short, and says how to see it again',
    async () => {
      const canary = canaries.find(({ name }) => name === 'stale-keys')!;
      const plan = () => ({ seed: 1, steps: 500, ...breaking(canary) });
      const { failure } = await play(plan());
      const told = await tellFailure(failure!, plan, { shrinks: true, canary: canary.name });
      expect(told).toMatch(/promise 5 keys is broken/);
      const again = /--seed 1 --steps (\d+) --only ([\d,]+) .*--canary stale-keys$/.exec(told)!;
      const only = new Set(again[2]!.split(',').map(Number));
      expect(only.size).toBeLessThan(10);
      const repeated = await play({ ...plan(), steps: Number(again[1]), only });
      expect(repeated.failure?.promise).toBe('5 keys');
    },
    LIMIT_MS,
  );
});

describe('a canary', () => {
  // Another eighth with each run; all of them are a step of `.ci/run`.
  const some = canaries.filter((canary, index) =>
    isSlow ? reachesIn(canary) : index % PARTS === seed % PARTS,
  );
  it.each(some.map((canary) => [canary.name, canary] as const))(
    'is found: %s',
    async (_, canary) => {
      const { failure } = await catchCanary(canary, 1);
      expect(canary.promises).toContain(failure?.promise);
    },
    LIMIT_MS,
  );

  it('is there for each promise', () => {
    const broken = new Set(canaries.flatMap(({ promises }) => promises.map((promise) => promise[0])));
    expect(['1', '2', '3', '4', '5', '6', '7'].filter((promise) => !broken.has(promise))).toEqual([]);
  });
});

describe('the page about promises', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../docs/promises.md'), 'utf8');

  it('names every canary, with the promise it broke', () => {
    for (const { name, promises } of canaries) {
      const row = page.split('\n').find((line) => line.startsWith(`| ${name} `));
      expect(promises.some((promise) => row?.includes(` ${promise} `))).toBe(true);
    }
  });
});

describe('the command line', () => {
  it('names what it does not understand', () => {
    expect(() => readCommand(['--steps', 'many'])).toThrow('--steps must be a whole number');
    expect(() => readCommand(['--canary', 'parrot'])).toThrow(
      '--canary must be all or one of posting-changed',
    );
    expect(readCommand(['--seed', '5', '--only', '1,3']).only).toEqual(new Set([1, 3]));
  });
});
