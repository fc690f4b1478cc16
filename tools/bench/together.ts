/** Concurrent processes: api workers on one port, and other processes that write the same store. */
import { setTimeout as pause } from 'node:timers/promises';
import { compareBesideSettling } from './beside-settling.js';
import { alignedTable, spreadOf } from './table.js';
import { compareWorkers } from './workers.js';
import type { BenchWorld } from './world.js';
import { startWriter } from './writers.js';

const COMMIT_ROUNDS = 3;
const COMMITS_MS = 1_000;

/** @returns a table that compares each arrangement to the plain one */
export async function benchTogether(world: BenchWorld, known: readonly number[]): Promise<string> {
  const workers = await compareWorkers(world, known);
  const settling = await compareBesideSettling(world, known);
  const row = (name: string, goal: string, values: readonly number[]) => {
    const { min, median, max } = spreadOf(values);
    return [name, goal, min.toFixed(2), median.toFixed(2), max.toFixed(2)];
  };
  return alignedTable(
    ['', 'goal', 'min', 'median', 'max'],
    [
      row('two api workers, against one', '>= 1.5', workers.ours.rates),
      row('the same, by cpu', '', workers.ours.byCpu),
      row('two processes of the bare route, against one', '', workers.bare.rates),
      row('the same, by cpu', '', workers.bare.byCpu),
      row('rate while another process settles 100 a second', '>= 0.9', settling.rates),
      row('the same, by cpu', '', settling.byCpu),
      row('p99 at half load meanwhile', '<= 2.0', settling.p99s),
      row('commits of two processes together, against one', '', await commitsTogether(world)),
    ],
  );
}

async function commitsTogether(world: BenchWorld): Promise<number[]> {
  const ratios: number[] = [];
  for (let round = 0; round < COMMIT_ROUNDS; round++) {
    const alone = await commitFor(world, 1);
    ratios.push((await commitFor(world, 2)) / alone);
  }
  return ratios;
}

async function commitFor(world: BenchWorld, writers: number): Promise<number> {
  const places = Array.from({ length: writers }, (_, index) => index + 1);
  const started = await Promise.all(places.map((place) => startWriter(world, 'commit', place)));
  await pause(COMMITS_MS);
  const made = await Promise.all(started.map((writer) => writer.stop()));
  return made.reduce((sum, count) => sum + count, 0);
}
