/**
 * Faults put in by hand, as a command: each must be seen by the tests that the list names.
 *
 *     npm run faults -- --help
 */
import { secondsSince, table, writesDocs, writeSection } from '../../test/support/promises-page.js';
import { Checkout } from './checkout.js';
import { pick, readCommand, USAGE } from './command.js';
import { type Fault, faults } from './faults.js';

const say = (text: string) => process.stdout.write(`${text}\n`);

const keyOf = ({ tests, store }: Fault) => [store ?? 'sqlite', ...tests].join(' ');

/** Works on items in turn, as many at a time as there are copies. */
async function share<T>(
  copies: readonly Checkout[],
  items: readonly T[],
  work: (item: T, copy: Checkout) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const workOff = async (copy: Checkout) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item, copy);
  };
  await Promise.all(copies.map(workOff));
}

/** Each set of test files, with its failures without a fault: a failing set proves nothing. */
class Baselines {
  readonly #faults = new Map<string, Promise<string | null>>();

  /** Returns null where the tests pass; each set is run once. */
  of(fault: Fault, copy: Checkout): Promise<string | null> {
    const key = keyOf(fault);
    const known = this.#faults.get(key) ?? this.#run(fault, copy);
    this.#faults.set(key, known);
    return known;
  }

  async #run(fault: Fault, copy: Checkout): Promise<string | null> {
    const { passed, failed, broken } = await copy.run(fault, false);
    if (broken !== null || failed.length > 0) return [...failed, broken ?? ''].join('; ');
    return passed > 0 ? null : 'no test ran';
  }
}

/** Returns the test that sees the fault. @throws Error, in words, where none does */
async function see(fault: Fault, copy: Checkout, baselines: Baselines): Promise<string> {
  const red = await baselines.of(fault, copy);
  if (red !== null) throw new Error(`its tests are red without it: ${red.slice(0, 500)}`);
  const { failed, broken } = await copy.with(fault, () => copy.run(fault, true));
  const [first] = failed;
  if (broken !== null) throw new Error(`it is told by no assertion: ${broken.slice(0, 500)}`);
  if (first === undefined) throw new Error('no test sees it');
  return first;
}

async function main(args: readonly string[]): Promise<number> {
  const command = readCommand(args);
  if (command === null) {
    say(USAGE);
    return 0;
  }
  const startMs = performance.now();
  const picked = pick(faults, command);
  const copies = Array.from({ length: Math.min(command.workers, picked.length) }, () => new Checkout());
  const seen = new Map<Fault, string>();
  try {
    const baselines = new Baselines();
    await share(copies, picked, async (fault, copy) => {
      try {
        const test = await see(fault, copy, baselines);
        seen.set(fault, test);
        say(`seen: ${fault.what}: ${test}`);
      } catch (error) {
        say(`NOT SEEN: ${fault.what}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  } finally {
    for (const copy of copies) copy.close();
  }
  if (writesDocs && seen.size === faults.length) writeTable(seen);
  say(`${String(picked.length)} faults, ${String(seen.size)} seen, ${secondsSince(startMs)} s`);
  return seen.size === picked.length ? 0 : 1;
}

function writeTable(seen: ReadonlyMap<Fault, string>): void {
  const rows = faults.map((fault) => {
    const files = fault.tests.map((file) => `\`${file}\``).join(', ');
    const over = fault.store === 'postgres' ? ' over PostgreSQL' : '';
    const name = (seen.get(fault) ?? '').replaceAll('|', '\\|');
    return [fault.what, `${files}${over}: ${name}`];
  });
  writeSection('faults', table(['fault', 'seen by'], rows));
}

process.exitCode = await main(process.argv.slice(2));
