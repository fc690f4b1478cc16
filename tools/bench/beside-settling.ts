/**
 * What an api keeps of its rate and its speed while another process settles 100 new subscribers a second in the same
 * store. The difference is smaller than what this machine does by itself from second to second: so both are measured in
 * many short turns.
 */
import { inTurns, type Plan, stretch } from './load.js';
import { apiServer } from './servers.js';
import { freshChoices } from './variants.js';
import type { BenchWorld } from './world.js';
import { startWriter } from './writers.js';

const ROUNDS = 5;
const TURNS = 4;
const AMOUNT = 1_000;
const AMOUNT_AT_HALF = 750;
const LEAD_IN = 200;
/** Turns, until the compilers of both processes are through. */
const WARM_UP = 20;
const CONNECTIONS = 32;

type Pace = Pick<Plan, 'amount' | 'perSecond'>;

export interface BesideSettling {
  /** Of the rate without. */
  rates: number[];
  /** The same, by what a request takes of a processor. */
  byCpu: number[];
  /** Times the p99 without, at half of that rate. */
  p99s: number[];
}

export async function compareBesideSettling(
  world: BenchWorld,
  known: readonly number[],
): Promise<BesideSettling> {
  const api = await apiServer(world.environment, false);
  const writer = await startWriter(world, 'settle');
  const after = (word: 'rest' | 'go on', pace: Pace) => async () => {
    writer.tell(word);
    const load = await freshChoices(world, known);
    return stretch(api, load, { ...pace, leadIn: LEAD_IN, connections: CONNECTIONS });
  };
  const compare = (pace: Pace) => inTurns(TURNS, after('rest', pace), after('go on', pace));
  const full = { amount: AMOUNT };
  try {
    for (let turn = 0; turn < WARM_UP; turn++) await after('go on', full)();
    const found: BesideSettling = { rates: [], byCpu: [], p99s: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const [alone, beside] = await compare(full);
      found.rates.push(beside.perSecond / alone.perSecond);
      found.byCpu.push(alone.cpuMicros / beside.cpuMicros);
      const half = { amount: AMOUNT_AT_HALF, perSecond: Math.floor(alone.perSecond / 2) };
      const [calm, busy] = await compare(half);
      found.p99s.push(busy.p99Ms / Math.max(1, calm.p99Ms));
    }
    return found;
  } finally {
    await writer.stop();
    await api.stop();
  }
}
