import { defineConfig } from 'vitest/config';
import { builtWorkers } from './test/support/built.js';
import { leftOutOver } from './test/support/left-out.js';
import { LongestFirst } from './test/support/longest-first.js';
import { hasCitus, HOW_TO_INSTALL_CITUS } from './test/support/citus-cluster.js';
import { useScratchFolder } from './test/support/scratch-folder.js';
import { findBinaries, HOW_TO_INSTALL } from './test/support/postgres-server.js';

/**
 * One number decides the order of tests and every property test, so that a failure is repeated by giving it again.
 */
const given = process.env['FC_SEED'];
const seed = given === undefined || given === '' ? Date.now() % 0x7fff_ffff : Number(given);
if (!Number.isInteger(seed)) throw new Error('FC_SEED must be a whole number');

useScratchFolder();

/** Over PostgreSQL (`npm run test:postgres`, `test:citus`) most files run as they are: see `test/support/left-out.ts`. */
const isOverCitus = process.env['STORE'] === 'citus';
const isOverPostgres = isOverCitus || process.env['STORE'] === 'postgres';
const isMissing = isOverCitus
  ? !hasCitus()
  : isOverPostgres && findBinaries() === undefined && process.env['TEST_DATABASE_URL'] === undefined;
if (isMissing) {
  const [which, how] = isOverCitus ? ['Citus', HOW_TO_INSTALL_CITUS] : ['PostgreSQL', HOW_TO_INSTALL];
  if (process.env['CI'] === 'true') throw new Error(how);
  console.error(`Skipped: all tests over ${which}. ${how}`);
}

const all = isMissing ? [] : ['test/**/*.test.ts'];
const excluded = [
  'test/artifacts/**',
  // None of the random cases, where another step tries more of them.
  ...(process.env['FUZZ_RUNS'] === '0' ? ['test/fuzz/**'] : []),
  ...(isOverPostgres ? leftOutOver({ isSpread: isOverCitus }) : []),
];

/** What starts the service, its build, its clients or a browser in processes, which takes longest: `npm run e2e`. */
const inProcesses = [
  'test/{e2e,processes}/**/*.test.ts',
  'test/cabinet/{demo,import,names,ten-tasks,ways}.test.ts',
  'test/client/{examples,pack,python,served,walls/walls}.test.ts',
  'test/pages/{docs,form,links,resources,start,statistic}.test.ts',
  'test/emulator/{maker,phone}.test.ts',
  'test/{bench,release,setup}.test.ts',
];

/** It takes pictures for the documents, and holds little that others do not. */
const asked = ['PICTURES', 'WHOLE'].some((name) => process.env[name] === '1')
  ? []
  : ['test/e2e/pictures.test.ts'];

/** Files that look at all statements that were made in their process, or at all that it remembers, or replace a module. */
const alone = [
  'test/contract/query-plan*.test.ts',
  'test/contract/upgrade.test.ts',
  'test/simulation.test.ts',
];

const sequence = { sequencer: LongestFirst, shuffle: { files: false, tests: true }, seed };

const common = {
  setupFiles: ['test/support/seed.ts', 'test/support/bot-api/after-each.ts'],
  // Of random cases the suite tries a part, so that it stays quick; `npm run fuzz` tries them all.
  env: { FC_SEED: String(seed), FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? '0.2' },
  // Processes, since the SQLite driver is native. Of three, one waits for a browser, a timer or a disk: on two cores the suite
  // took 270 s instead of 351.
  pool: 'forks' as const,
  maxWorkers: 3,
  // V8 optimizes later than it does by itself: most of what the tests run, they run a few times. It was a tenth of the suite's work.
  execArgv: ['--interrupt-budget=1000000'],
  // What a test waits for comes at once where the machine is quiet. These limits are for one with ten times as much work.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  // No test may lean on the one before it.
  sequence,
  restoreMocks: true,
};

const sourceOf = (name: string) => `${import.meta.dirname}/client/src/${name}.ts`;

/** The client by the name that its users import, from its sources; `test/client/pack.test.ts` has the package itself. */
const resolve = {
  alias: [
    ...(await builtWorkers()),
    { find: /^sponsorgate-client$/, replacement: sourceOf('index') },
    { find: /^sponsorgate-client\/networks$/, replacement: `${import.meta.dirname}/networks/index.ts` },
    { find: /^sponsorgate-client\/(\w+)$/, replacement: sourceOf('$1') },
  ],
};

export default defineConfig({
  test: {
    projects: [
      // What is loaded is shared: loading it for each file was a third of the suite's time. A file cleans up behind itself.
      {
        resolve,
        test: {
          ...common,
          name: 'together',
          include: all,
          exclude: [...excluded, ...alone, ...inProcesses],
          isolate: false,
        },
      },
      { resolve, test: { ...common, name: 'alone', include: isMissing ? [] : alone, exclude: excluded } },
      {
        resolve,
        test: {
          ...common,
          name: 'e2e',
          include: isMissing ? [] : inProcesses,
          exclude: [...excluded, ...asked],
        },
      },
    ],
    passWithNoTests: isMissing,
    globalSetup: isMissing
      ? []
      : ['test/support/announce-seed.ts', 'test/support/store-server.ts', 'test/support/bot-api/schema.ts'],
    maxWorkers: 3,
    sequence,
    env: common.env,
  },
});
