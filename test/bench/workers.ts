/**
 * What a second api worker gives (`API_WORKERS`), beside what a second process of the bare route gives: how far two
 * processors do twice the work of one is the machine's, and whoever sends the load needs a part of them.
 */
import { type Load, measure } from './load.js';
import { apiServer, bareServer, type Measured } from './servers.js';
import { askedOtherwise, bareLoad } from './variants.js';
import type { BenchWorld } from './world.js';

const ROUNDS = 7;
const AMOUNT = 8_000;
/** Of each process: its compiler is not through before, and what it still does takes half of a processor. */
const WARM_UP = 20_000;
const CONNECTIONS = 64;

export interface WorkerRatios {
  /** Rates of two beside one. */
  ours: number[];
  bare: number[];
}

export async function compareWorkers(world: BenchWorld, known: readonly number[]): Promise<WorkerRatios> {
  // The whole work each time: what is answered from memory takes the servers hardly longer than the one who asks.
  const load = askedOtherwise(await world.bot(), known);
  return {
    ours: await twoBesideOne(load, (workers) =>
      apiServer({ ...world.environment, API_WORKERS: String(workers) }, false),
    ),
    bare: await twoBesideOne(bareLoad, (workers) => bareServer(workers)),
  };
}

async function twoBesideOne(load: Load, start: (workers: number) => Promise<Measured>): Promise<number[]> {
  const [one, two] = [await start(1), await start(2)];
  const rateOf = async (server: Measured, amount: number) =>
    (await measure(server, load, { amount, connections: CONNECTIONS })).perSecond;
  try {
    await rateOf(one, WARM_UP);
    await rateOf(two, 2 * WARM_UP);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await rateOf(one, AMOUNT);
      ratios.push((await rateOf(two, AMOUNT)) / alone);
    }
    return ratios;
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}
