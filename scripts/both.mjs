/**
 * `npm run both`: the contract, end-to-end and simulation suites over SQLite and over PostgreSQL in one run, and a table of
 * what each came to. What follows `--`: names of suites (all by default), `--steps N` of the simulation over PostgreSQL
 * (1,000; over SQLite ten times as many).
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { install, main, root } from './install.mjs';

/** @throws Error, in words, for what it does not understand */
function readWords() {
  const { values, positionals: names } = parseArgs({
    options: { steps: { type: 'string', default: '1000' } },
    allowPositionals: true,
  });
  const all = suitesOf(Number(values.steps));
  if (!/^\d{1,9}$/.test(values.steps) || names.some((name) => all.every((suite) => suite.name !== name))) {
    throw new Error(`npm run both -- [${all.map(({ name }) => name).join('|')}] [--steps N]`);
  }
  return all.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Of vitest's report: what passed, failed and was skipped. */
async function countsOf(report) {
  const text = await readFile(report, 'utf8').catch(() => '{}');
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = JSON.parse(text);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

/** A folder of tests. */
const tests = (name, folder) => ({
  name,
  run: async (kind, scratch) => {
    const report = path.join(scratch, `${name}-${kind}.json`);
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
    const code = await command([vitest, 'run', folder, ...reporters], kind);
    const { passed, failed, skipped } = await countsOf(report);
    const summary = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : [])];
    return { code, summary: [...summary, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(', ') };
  },
});

/** The simulation, in as many steps as the database does in about the same time. */
const simulation = (steps) => ({
  name: 'simulation',
  run: async (kind) => {
    const count = kind === 'sqlite' ? steps * 10 : steps;
    const words = ['--store', kind, '--steps', String(count), '--workers', '2'];
    const code = await command(['--import', 'tsx', 'tools/simulation/index.ts', ...words], kind);
    return { code, summary: `${count} steps` };
  },
});

/** What is truly done at once. */
const storm = (steps) => ({
  name: 'storm',
  run: async (kind) => {
    if (kind === 'sqlite') return { code: 0, summary: 'one command at a time there' };
    const words = ['--storm', String(steps * 2)];
    const code = await command(['--import', 'tsx', 'tools/simulation/index.ts', ...words], kind);
    return { code, summary: `${steps * 2} commands at once` };
  },
});

const suitesOf = (steps) => [
  tests('contract', 'test/contract'),
  tests('end-to-end', 'test/e2e'),
  simulation(steps),
  storm(steps),
];

/** Runs Node on this; answers its exit code. */
function command(words, kind) {
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, STORE: kind },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function tell(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join('  ')).join('\n');
}

await main(async () => {
  const suites = readWords();
  await install();
  await build();
  const scratch = await mkdtemp(path.join(tmpdir(), 'both-'));
  const rows = [['suite', 'over', 'outcome', 'what', 'seconds']];
  let isGood = true;
  try {
    for (const suite of suites) {
      for (const kind of ['sqlite', 'postgres']) {
        console.log(`=== ${suite.name} over ${kind}`);
        const startedMs = Date.now();
        const { code, summary } = await suite.run(kind, scratch);
        const seconds = ((Date.now() - startedMs) / 1_000).toFixed(0);
        isGood &&= code === 0;
        rows.push([suite.name, kind, code === 0 ? 'good' : 'FAILED', summary, seconds]);
        console.log(`=== ${suite.name} over ${kind}: ${rows.at(-1)[2]}, ${summary}, ${seconds} s`);
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  console.log(`\n${tell(rows)}`);
  if (!isGood) process.exitCode = 1;
});
