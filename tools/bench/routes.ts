/** The api's paths and a bare Express route, in turns on the same processor. */
import { type Figures, inTurns, type Load, measure, stretch } from './load.js';
import { apiServer, bareServer, type Measured } from './servers.js';
import { type Result, toResult } from './table.js';
import { bareLoad, createVariants, type Variant } from './variants.js';
import type { BenchWorld } from './world.js';

const BARE_AMOUNT = 3_000;
const CONNECTIONS = 32;
const BARE_WARM_UP = 16_000;
/** Turns of a round. */
const SLICES = 5;
/** Before the first that counts. */
const WARM_UP_ROUND = -1;
const CATCHING_UP = 4_000;

interface Both {
  bare: Figures;
  figures: Figures;
}

/** @param only a part of the names of those that are measured; all by default */
export async function benchRoutes(
  world: BenchWorld,
  { rounds, only, say }: { rounds: number; only: string; say: (text: string) => void },
): Promise<Result[]> {
  const bare = await bareServer();
  const api = await apiServer(world.environment);
  try {
    const send = async (load: Load, amount: number) => {
      await measure(api, load, { amount, connections: CONNECTIONS });
    };
    const { warm, all } = createVariants({ world, send });
    const variants = all.filter(({ name }) => name.includes(only));
    // Until the compiler is through with what they do at each request.
    for (const { prepare, amount } of variants) await send(await prepare(WARM_UP_ROUND), amount);
    await measure(bare, bareLoad, { amount: BARE_WARM_UP, connections: CONNECTIONS });
    const measured = new Map<string, Both[]>();
    for (let round = 0; round < rounds; round++) {
      // All of them first: writes of another process cause further reads, which are not measured here.
      const loads: Load[] = [];
      for (const { prepare } of variants) loads.push(await prepare(round));
      await send(await warm(), CATCHING_UP);
      for (const [index, variant] of variants.entries()) {
        const { name } = variant;
        const load = loads[index];
        if (load === undefined) continue;
        const both = await takeTurns(bare, api, load, variant);
        measured.set(name, [...(measured.get(name) ?? []), both]);
        const ratio = both.figures.perSecond / both.bare.perSecond;
        say(`round ${String(round + 1)}: ${name}: ${ratio.toFixed(2)}`);
      }
    }
    return variants.map((variant) => toResult(variant, measured.get(variant.name) ?? []));
  } finally {
    await Promise.all([bare.stop(), api.stop()]);
  }
}

async function takeTurns(
  bare: Measured,
  api: Measured,
  load: Load,
  { amount, leadIn, connections }: Variant,
): Promise<Both> {
  if (leadIn > 0) await measure(api, load, { amount: leadIn, connections });
  const bareAmount = connections === 1 ? amount : BARE_AMOUNT;
  const [beside, figures] = await inTurns(
    SLICES,
    () => stretch(bare, bareLoad, { amount: bareAmount / SLICES, connections }),
    (slice) => {
      const from = leadIn + (slice * amount) / SLICES;
      const next: Load = { ...load, shot: (index) => load.shot(from + index) };
      return stretch(api, next, { amount: amount / SLICES, connections });
    },
  );
  return { bare: beside, figures };
}
