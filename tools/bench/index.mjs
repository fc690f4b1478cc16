/**
 * `npm run bench`: how fast the service is, once what is missing is installed and built. Its paths take turns with a bare
 * Express route on the same processor in the same minutes, a few rounds of each; what counts are the ratios, since machines
 * differ and are shared. Then several processes, choosing alone, statistics and reports at their largest; and
 * PostgreSQL against SQLite.
 *
 *     npm run bench [-- --rounds 3] [--part routes,layers,together,choosing,statistic,report,postgres,start] [--only <part of a name>]
 *                    [--set RANKING=smoothed] [--keep]
 *     npm run bench -- --part work [--keep]               what six paths do for a request, by the last release's
 *     npm run bench -- --part platform                    a day against a platform whose limits are unknown
 *     npm run bench -- --part express                     what it brings that posts go past Express
 *     npm run bench -- --part first-list                  lists of new users, for which the platform is asked at 80 ms
 *     npm run bench -- --part networks                    fresh lists with other networks: healthy, slow, and dead
 *     npm run bench -- --part joins                       joins a second that one bot process stores and settles
 *     npm run bench -- --part settling                    subscribers settled a second over PostgreSQL
 *     STORE=citus npm run bench -- --part postgres        the same parts over Citus, and what each of its servers does
 *     npm run bench -- --part move [--sizes 1000000]      a store moved to PostgreSQL (STORE=citus: to Citus) and back
 *     npm run bench -- --part check [--sizes 300000,3000000]   the daily check, and the bytes that a paid subscriber takes
 *     npm run bench -- --grow [--sizes 1000000,5000000,10000000] [--keep]
 *
 * `--set`, as often as wanted, gives the service of routes a setting; without it they are as `tools/bench/world.ts` has them.
 * `--keep` writes the results to `docs/performance.json`, which later runs are compared with, and the tables into
 * `docs/performance.md` and `docs/scaling.md`.
 */
import path from 'node:path';
import { build } from '../../scripts/build.mjs';
import { install, main, root, run } from '../../scripts/install.mjs';
import { wordsOf } from './usage.mjs';

const { values } = wordsOf(
  import.meta.url,
  {
    rounds: { type: 'string', default: '3' },
    part: { type: 'string', default: 'routes,layers,together,choosing,statistic,report' },
    only: { type: 'string', default: '' },
    grow: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '1000000,5000000,10000000' },
    keep: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
  },
  ({ values: { rounds, sizes, set }, positionals: [word] }) => {
    if (word !== undefined) return `${word}: all that it takes are options.`;
    if (!/^[1-9]\d?$/.test(rounds)) return `--rounds ${rounds}: it takes 1 to 99.`;
    if (!/^[1-9]\d*(,[1-9]\d*)*$/.test(sizes))
      return `--sizes ${sizes}: it takes numbers with commas between.`;
    const wrong = set.find((pair) => !/^\w+=/.test(pair));
    return wrong === undefined ? null : `--set ${wrong}: it takes NAME=value.`;
  },
);

await main(async () => {
  await install();
  await build();
  const bench = path.join(root, 'tools/bench/run.ts');
  const command = ['--import', 'tsx', bench, JSON.stringify(values)];
  process.exitCode = await run(process.execPath, command, process.env, root, 'inherit');
});
