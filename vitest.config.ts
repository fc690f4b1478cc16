import { defineConfig } from 'vitest/config';

/**
 * One number decides the order of tests and every property test, so that a failure is repeated by giving it again.
 */
const given = process.env['FC_SEED'];
const seed = given === undefined || given === '' ? Date.now() % 0x7fff_ffff : Number(given);
if (!Number.isInteger(seed)) throw new Error('FC_SEED must be a whole number');

/** What is about SQLite itself: left out when the tests run over PostgreSQL (`npm run test:postgres`). */
const aboutSqlite = [
  'test/contract/{backup,executor,payouts-migration,processes,query-plan,schema,sqlite}.test.ts',
  'test/e2e/backup.test.ts',
  'test/processes/{full-disk,unusable-store}.test.ts',
];
const isOverPostgres = process.env['STORE'] === 'postgres';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/bench/**',
      'test/simulation/**',
      'test/artifacts/**',
      ...(isOverPostgres ? aboutSqlite : []),
    ],
    globalSetup: ['test/support/announce-seed.ts', 'test/support/store-server.ts'],
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
