import { defineConfig } from 'vitest/config';
import { leftOut } from './test/support/left-out.js';
import { findBinaries, HOW_TO_INSTALL } from './test/support/postgres-server.js';

/**
 * One number decides the order of tests and every property test, so that a failure is repeated by giving it again.
 */
const given = process.env['FC_SEED'];
const seed = given === undefined || given === '' ? Date.now() % 0x7fff_ffff : Number(given);
if (!Number.isInteger(seed)) throw new Error('FC_SEED must be a whole number');

/** Over PostgreSQL (`npm run test:postgres`) most files run as they are: see `test/support/left-out.ts`. */
const isOverPostgres = process.env['STORE'] === 'postgres';
const isMissing =
  isOverPostgres && findBinaries() === undefined && process.env['TEST_DATABASE_URL'] === undefined;
if (isMissing) {
  if (process.env['CI'] === 'true') throw new Error(HOW_TO_INSTALL);
  console.error(`Skipped: all tests over PostgreSQL. ${HOW_TO_INSTALL}`);
}

const sourceOf = (name: string) => `${import.meta.dirname}/client/src/${name}.ts`;

export default defineConfig({
  // The client by the name that its users import, from its sources; `test/client/pack.test.ts` has the package itself.
  resolve: {
    alias: [
      { find: /^sponsorgate-client$/, replacement: sourceOf('index') },
      { find: /^sponsorgate-client\/networks$/, replacement: sourceOf('networks/index') },
      { find: /^sponsorgate-client\/(\w+)$/, replacement: sourceOf('$1') },
    ],
  },
  test: {
    include: isMissing ? [] : ['test/**/*.test.ts'],
    passWithNoTests: isMissing,
    exclude: [
      'test/bench/**',
      'test/simulation/**',
      'test/artifacts/**',
      ...(isOverPostgres ? Object.values(leftOut).flat() : []),
    ],
    globalSetup: isMissing ? [] : ['test/support/announce-seed.ts', 'test/support/store-server.ts'],
    setupFiles: ['test/support/seed.ts'],
    // Of random cases the suite tries a part, so that it stays quick; `npm run fuzz` tries them all.
    env: { FC_SEED: String(seed), FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? '0.2' },
    // A process for each file: the SQLite driver is native, and a file that leaks cannot harm the next.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // No test may lean on the one before it.
    sequence: { shuffle: { files: false, tests: true }, seed },
    restoreMocks: true,
  },
});
