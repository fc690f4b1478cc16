/** The admin command that moves the store to another database. */
import { sayDifference } from '../../core/checks/index.js';
import type { CheckOutcome } from '../../core/ports/check-store.js';
import { databaseKind, openStore } from '../../db/index.js';
import { compareStores, type MoveOutcome, moveStore, MoveFault } from '../../db/move/index.js';
import { say } from './answer.js';
import { type AdminCommand, settings } from './admin.js';
import { createProgressBar } from './progress.js';

/** The service was running: everything is copied, and nothing is finished. */
const EXIT_UNFINISHED = 3;

interface Options {
  from?: string;
  fromEnv?: string;
  to?: string;
  toEnv?: string;
  verify: boolean;
}

const HELP = `
An address is file:<path> or postgres://user:password@host:port/database. While a command runs, every user of the machine
can read what it was called with: keep an address with a password in the environment, and give the name of
the variable (--from-env, --to-env).

How to move a living service:
  1. Run this while the service runs: it copies everything as it was at one moment.
  2. Stop the service (all of its processes, on all machines).
  3. Run it again: it compares every row, copies what has changed since, and compares again.
  4. Set DATABASE_URL to the new address, and start the service. Keep the old database.
With the service stopped from the start, one run does it all. A run that was cut short is taken up where it was.`;

export function addMoveCommands(program: AdminCommand): void {
  program
    .command('migrate-store')
    .description('Moves everything to another database, from SQLite to PostgreSQL or back, and verifies it.')
    .option('--from <address>', 'what is moved; default DATABASE_URL')
    .option('--from-env <name>', 'the variable that holds this address')
    .option('--to <address>', 'a new or empty database')
    .option('--to-env <name>', 'the variable that holds this address')
    .option('--verify', 'only compares both, row by row, and changes nothing', false)
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const { DATABASE_URL, SERVICE_TIMEZONE } = settings();
      const from = addressOf(options.from, options.fromEnv) ?? DATABASE_URL;
      const to = addressOf(options.to, options.toEnv);
      if (to === null) throw new MoveFault('Say where to: --to or --to-env.');
      const bar = createProgressBar();
      const progress = (step: string, table: string, rows: number, total: number) => {
        bar.show(`${step} ${table}`, rows, total);
      };
      try {
        if (options.verify) {
          const tables = await compareStores({ from, to, progress });
          bar.end();
          sayComparison(tables);
          return;
        }
        sayWhenCutShort(bar.end);
        const check = (address: string) => checkOf(address, SERVICE_TIMEZONE);
        const outcome = await moveStore({ from, to, check, progress });
        bar.end();
        sayOutcome(outcome, to);
      } finally {
        bar.end();
      }
    });
}

/** Each batch is noted with its rows, so a signal may end the process at any moment. */
function sayWhenCutShort(endBar: () => void): void {
  const end = (): never => {
    endBar();
    process.stderr.write('Cut short: run it again, and it goes on where it was.\n');
    process.exit(1);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
}

function addressOf(address: string | undefined, variable: string | undefined): string | null {
  if (variable === undefined) return address === undefined ? null : checked(address);
  if (address !== undefined) throw new MoveFault('Give an address or the name of a variable, not both.');
  const value = process.env[variable];
  if (!value) throw new MoveFault(`There is no variable ${variable}.`);
  return checked(value);
}

/** The words hold no address: it may hold a password. */
function checked(address: string): string {
  if (/^file:./.test(address) || databaseKind(address) === 'postgres') return address;
  throw new MoveFault('An address is file:<path>, or postgres://user:password@host:port/database.');
}

async function checkOf(address: string, timeZone: string): Promise<CheckOutcome> {
  const store = await openStore({ DATABASE_URL: address, SERVICE_TIMEZONE: timeZone });
  try {
    return await store.checks.compare();
  } finally {
    await store.close();
  }
}

function sayOutcome(outcome: MoveOutcome, to: string): void {
  if (outcome.kind === 'copied') {
    say(
      'The service still runs. Everything is copied as it was when this began; what it changed since is not.',
    );
    say(
      'Stop the service on all machines, and run this again: it copies what has changed, and verifies it all.',
    );
    process.exitCode = EXIT_UNFINISHED;
    return;
  }
  if (outcome.kind === 'complete') say('It had been moved and verified before; now this is noted.');
  else {
    if (outcome.isResumed) say('Taken up where it was cut short.');
    for (const { table, rows, checksums } of outcome.tables)
      say(`${table.padEnd(24)} ${String(rows).padStart(12)} rows  ${checksums.to.slice(0, 16)}`);
    const rows = outcome.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`${String(rows)} rows are the same in both, counted, compared and summed up.`);
    if (outcome.mended > 0)
      say(`${String(outcome.mended)} row(s) had changed since the first copy, and were copied again.`);
    say('The ledger sums to zero in both.');
    const { differing, differences } = outcome.check;
    if (differing === 0) say('The daily check finds both in order.');
    else {
      say(`The daily check finds the same ${String(differing)} difference(s) in both:`);
      for (const difference of differences.slice(0, 10)) say(`  ${sayDifference(difference)}`);
    }
  }
  say('What comes next:');
  const where = databaseKind(to) === 'postgres' ? 'the new address' : to;
  say(`  1. Set DATABASE_URL to ${where} for all processes, on all machines.`);
  say('  2. Start the service.');
  say('  3. Keep the old database until you are sure; nothing writes to it any more.');
}

function sayComparison(tables: Awaited<ReturnType<typeof compareStores>>): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const differing = tables.filter(({ checksums }) => checksums.from !== checksums.to);
  for (const found of differing) say(`${found.table} differs: ${found.differing.join('; ')}`);
  if (differing.length === 0) say(`${String(rows)} rows are the same in both.`);
  else process.exitCode = 1;
}
