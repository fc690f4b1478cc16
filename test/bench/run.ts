/**
 * `npm run bench`: how fast the service is beside a bare Express route on the same processor in the same minutes. Each
 * variant takes turns with that route, a few rounds of each; what counts are the ratios, since machines differ and are
 * shared.
 *
 *     npm run bench [-- --rounds 3] [--only <part of a name>] [--keep]
 *
 * `--keep` writes the results to `docs/performance.json`, which later runs are compared with.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measure, type Figures, type Load } from './load.js';
import { apiServer, bareServer, isPinned, quietPlatform } from './servers.js';
import { moved, type Result, toResult, toTable } from './table.js';
import { createVariants } from './variants.js';
import { bodyOf, createBenchWorld, userAt } from './world.js';

const BARE_AMOUNT = 3_000;
const KNOWN_USERS = 5_000;
const keptFile = path.resolve(import.meta.dirname, '../../docs/performance.json');

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});

const say = (text: string) => process.stderr.write(`${text}\n`);

const bareLoad: Load = { shot: (index) => ({ path: '/bare', body: bodyOf(userAt(index)) }) };

const platform = await quietPlatform();
say('Filling a database ...');
const world = await createBenchWorld(platform.url);
const known = Array.from({ length: KNOWN_USERS }, (_, index) => userAt(index));
await world.know(known);
const bare = await bareServer();
const api = await apiServer(world.environment);
try {
  const send = async (load: Load, amount: number) => {
    await measure(api, load, { amount, connections: 32 });
  };
  const variants = (await createVariants({ world, send, known })).filter(({ name }) =>
    name.includes(options.only),
  );
  await measure(bare, bareLoad, { amount: BARE_AMOUNT, connections: 32 });
  const rounds = new Map<string, { bare: Figures; figures: Figures }[]>();
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const variant of variants) {
      const { amount, connections } = variant;
      const load = await variant.prepare(round);
      const bareAmount = connections === 1 ? amount : BARE_AMOUNT;
      const beside = await measure(bare, bareLoad, { amount: bareAmount, connections });
      const figures = await measure(api, load, { amount, connections });
      rounds.set(variant.name, [...(rounds.get(variant.name) ?? []), { bare: beside, figures }]);
      say(
        `round ${String(round + 1)}: ${variant.name}: ${(figures.perSecond / beside.perSecond).toFixed(2)}`,
      );
    }
  }
  report(variants.map((variant) => toResult(variant, rounds.get(variant.name) ?? [])));
} finally {
  await Promise.all([bare.stop(), api.stop()]);
  await world.close();
  await platform.close();
}

function report(results: readonly Result[]): void {
  console.log(toTable(results));
  console.log(
    isPinned
      ? '\nServers on processor 0, load from processor 1.'
      : '\nNothing could be pinned to a processor.',
  );
  if (existsSync(keptFile)) {
    const kept = JSON.parse(readFileSync(keptFile, 'utf8')) as { results: Result[] };
    const changes = moved(results, kept.results);
    console.log(changes.length === 0 ? 'Nothing moved beyond noise.' : `Moved:\n${changes.join('\n')}`);
  }
  if (options.keep) writeFileSync(keptFile, `${JSON.stringify({ results }, null, 2)}\n`);
}
