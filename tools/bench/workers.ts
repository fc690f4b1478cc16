/**
 * The gain of a second api worker (`API_WORKERS`), and of a second process of the bare route: how far two
 * processors do twice the work of one is the machine's, and the sender of the load needs a part of them.
 */
import { inTurns, type Load, stretch } from './load.js';
import { apiServer, bareServer, type Measured } from './servers.js';
import { bareLoad, freshChoices } from './variants.js';
import type { BenchWorld } from './world.js';

const ROUNDS = 4;
const TURNS = 3;
const AMOUNT = 2_000;
const LEAD_IN = 400;
/** Turns of each process: its compiler is not through before, and what it still does takes half of a processor. */
const WARM_UP = 6;
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
  const asking = (server: Measured) => async () =>
    stretch(server, await loads(), { amount: AMOUNT, leadIn: LEAD_IN, connections: CONNECTIONS });
  const [askOne, askTwo] = [asking(one), asking(two)];
  try {
    await inTurns(WARM_UP, askOne, askTwo);
    // Each of two has half of what is asked.
    for (let turn = 0; turn < WARM_UP; turn++) await askTwo();
    const ratios: WorkerRatios = { rates: [], byCpu: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const [alone, together] = await inTurns(TURNS, askOne, askTwo);
      ratios.rates.push(together.perSecond / alone.perSecond);
      ratios.byCpu.push((2 * alone.cpuMicros) / together.cpuMicros);
    }
    return ratios;
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}
