/** A copy of the checkout, in which one fault at a time is put in; the user's own files are never touched. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Fault } from './faults.js';

export const ROOT = path.resolve(import.meta.dirname, '../..');
/** No set of files takes longer; a fault that makes a test wait for ever is not seen by an assertion. */
const RUN_MAX_MS = 300_000;
/** Without an assertion that failed: the code no longer loads, or names what is not there. */
const NO_ASSERTION = /^(?:SyntaxError|ReferenceError|TransformError|Error: (?:Cannot find|Failed to))/;

/** What a run of test files came to. */
export interface Outcome {
  passed: number;
  /** Names of the tests that failed at an assertion. */
  failed: readonly string[];
  /** Why the run says nothing; null: it says something. */
  broken: string | null;
}

interface Report {
  numPassedTests: number;
  testResults: {
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

/** Returns how often a text stands in a text. */
export function timesIn(source: string, text: string): number {
  return source.split(text).length - 1;
}

export class Checkout {
  readonly #root = mkdtempSync(path.join(tmpdir(), 'sponsorgate-faults-'));

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    for (const file of new Set(listed.split('\0').filter((name) => name !== '')))
      cpSync(path.join(ROOT, file), path.join(this.#root, file), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.#root, 'node_modules'));
  }

  close(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Runs work while the fault is in. @throws RangeError where its text does not stand exactly once in its file */
  async with<T>({ file, text, becomes }: Fault, work: () => Promise<T>): Promise<T> {
    const name = path.join(this.#root, file);
    const source = readFileSync(name, 'utf8');
    const times = timesIn(source, text);
    if (times !== 1) throw new RangeError(`its text stands ${String(times)} times in ${file}`);
    writeFileSync(
      name,
      source.replace(text, () => becomes),
    );
    try {
      return await work();
    } finally {
      writeFileSync(name, source);
    }
  }

  /** Runs the test files, by one seed. @param bails ends with the first failure */
  async run({ tests, store }: Pick<Fault, 'tests' | 'store'>, bails: boolean): Promise<Outcome> {
    const report = path.join(this.#root, 'report.json');
    rmSync(report, { force: true });
    const words = ['--reporter=json', `--outputFile.json=${report}`, ...(bails ? ['--bail=1'] : [])];
    const env = { ...process.env, FC_SEED: '1', CI: 'true', STORE: store ?? 'sqlite' };
    const said = await new Promise<string>((resolve) => {
      const vitest = path.join(this.#root, 'node_modules/vitest/vitest.mjs');
      const options = { cwd: this.#root, env, timeout: RUN_MAX_MS, maxBuffer: Infinity };
      execFile(process.execPath, [vitest, 'run', ...words, ...tests], options, (_error, out, err) => {
        resolve(out + err);
      });
    });
    return readOutcome(report, said);
  }
}

function readOutcome(file: string, said: string): Outcome {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: [], broken: `the run did not end: ${said.slice(-500)}` };
  }
  const failures = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed');
  const failed = failures
    .filter(({ failureMessages }) => !(failureMessages ?? []).some((text) => NO_ASSERTION.test(text)))
    .map(({ fullName }) => fullName);
  const unread = report.testResults.find(({ message, assertionResults }) => {
    return assertionResults.length === 0 && (message ?? '') !== '';
  });
  const other = unread?.message ?? failures.at(0)?.failureMessages?.at(0) ?? null;
  return { passed: report.numPassedTests, failed, broken: failed.length > 0 ? null : other };
}
