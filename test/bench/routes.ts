/** The api's paths beside a bare Express route, in turns on the same processor. */
import { type Figures, type Load, measure } from './load.js';
import { apiServer, bareServer } from './servers.js';
import { type Result, toResult } from './table.js';
import { createVariants } from './variants.js';
import { type BenchWorld, bodyOf, userAt } from './world.js';

const BARE_AMOUNT = 6_000;
const CONNECTIONS = 32;
const WARM_UP = 12_000;
/** The first variants warm the api up for all. */
const WARMING = 2;
const CATCHING_UP = 4_000;

const bareLoad: Load = { shot: (index) => ({ path: '/bare', body: bodyOf(userAt(index)) }) };

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
    const all = createVariants({ world, send });
    const variants = all.filter(({ name }) => name.includes(only));
    const [warmest, ...others] = all.slice(0, WARMING).map(({ prepare }) => prepare);
    if (warmest === undefined) throw new Error('there are variants');
    // Until the compiler is through with what they do at each request.
    for (const prepare of [warmest, ...others]) await send(await prepare(0), WARM_UP);
    await measure(bare, bareLoad, { amount: 2 * WARM_UP, connections: CONNECTIONS });
    const measured = new Map<string, { bare: Figures; figures: Figures }[]>();
    for (let round = 0; round < rounds; round++) {
      // All of them first: what another process writes has to be read anew, which is not what is measured here.
      const loads: Load[] = [];
      for (const { prepare } of variants) loads.push(await prepare(round));
      await send(await warmest(round), CATCHING_UP);
      for (const [index, variant] of variants.entries()) {
        const { name, amount, connections } = variant;
        const load = loads[index];
        if (load === undefined) continue;
        const bareAmount = connections === 1 ? amount : BARE_AMOUNT;
        const beside = await measure(bare, bareLoad, { amount: bareAmount, connections });
        const figures = await measure(api, load, { amount, connections });
        measured.set(name, [...(measured.get(name) ?? []), { bare: beside, figures }]);
        say(`round ${String(round + 1)}: ${name}: ${(figures.perSecond / beside.perSecond).toFixed(2)}`);
      }
    }
    return variants.map((variant) => toResult(variant, measured.get(variant.name) ?? []));
  } finally {
    await Promise.all([bare.stop(), api.stop()]);
  }
}
