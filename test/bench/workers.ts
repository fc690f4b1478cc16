/**
 * What a second api worker gives (`API_WORKERS`), beside what a second process of the bare route gives: how far two
 * processors do twice the work of one is the machine's, and whoever sends the load needs a part of them.
 */
import { figuresOf, type Load, stretch, type Stretch } from './load.js';
import { apiServer, bareServer, type Measured } from './servers.js';
import { bareLoad, freshChoices } from './variants.js';
import type { BenchWorld } from './world.js';

const ROUNDS = 5;
/** Both are measured in turns, since what else this machine does lasts for seconds. */
const TURNS = 4;
const AMOUNT = 2_000;
/** Turns of each process: its compiler is not through before, and what it still does takes half of a processor. */
const WARM_UP = 8;
const CONNECTIONS = 64;

export interface WorkerRatios {
  /** Of the rate of one. */
  rates: number[];
  /** What twice the processors would give, going by what a request takes of one: the load has its part of those here. */
  byCpu: number[];
}

export async function compareWorkers(
  world: BenchWorld,
  known: readonly number[],
): Promise<{ ours: WorkerRatios; bare: WorkerRatios }> {
  return {
    ours: await twoBesideOne(
      () => freshChoices(world, known),
      (workers) => apiServer({ ...world.environment, API_WORKERS: String(workers) }, false),
    ),
    bare: await twoBesideOne(
      () => Promise.resolve(bareLoad),
      (workers) => bareServer(workers),
    ),
  };
}

async function twoBesideOne(
  loads: () => Promise<Load>,
  start: (workers: number) => Promise<Measured>,
): Promise<WorkerRatios> {
  const [one, two] = [await start(1), await start(2)];
  const load = async (server: Measured) =>
    stretch(server, await loads(), { amount: AMOUNT, connections: CONNECTIONS });
  try {
    for (let turn = 0; turn < WARM_UP; turn++) {
      await load(one);
      for (let worker = 0; worker < 2; worker++) await load(two);
    }
    const ratios: WorkerRatios = { rates: [], byCpu: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const [alone, together]: [Stretch[], Stretch[]] = [[], []];
      for (let turn = 0; turn < TURNS; turn++) {
        alone.push(await load(one));
        together.push(await load(two));
      }
      const [ofOne, ofTwo] = [figuresOf(alone), figuresOf(together)];
      ratios.rates.push(ofTwo.perSecond / ofOne.perSecond);
      ratios.byCpu.push((2 * ofOne.cpuMicros) / ofTwo.cpuMicros);
    }
    return ratios;
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}
