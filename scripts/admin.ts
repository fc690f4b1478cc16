/**
 * `npm run admin -- <command>`: what an operator does without SQL. Each command has --help and says what it did.
 * It works beside the running service, on the same database.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { parseSettings, SettingsError, type Settings } from '../core/config.js';
import { ServiceError } from '../core/errors.js';
import { formatMoney, parseMoney } from '../core/money.js';
import type { Service } from '../core/service.js';
import { refusalMeaning } from '../core/sponsors/index.js';
import { migrate } from '../db/index.js';
import { openService } from './compose.js';
import { demoEnvironment } from './demo/environment.js';
import { databasePath } from './paths.js';

/** What an operator reads at the terminal is English. */
const money = (micros: bigint, currency: string) => formatMoney(micros, currency, 'en');

const say = (text: string) => process.stdout.write(`${text}\n`);

function id(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a platform id: digits only.');
  return Number(text);
}

function amount(text: string): bigint {
  const micros = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? parseMoney(text) : 0n;
  if (micros <= 0n)
    throw new InvalidArgumentError('It must be a positive amount with at most 6 decimals, such as 1500.50.');
  return micros;
}

/** Settings as the service itself has them: the environment, `.env`, and the demo's where no BOT_TOKEN is set. */
function settings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (!process.env['BOT_TOKEN']) Object.assign(process.env, demoEnvironment(process.env));
  return parseSettings({ ...process.env, LOG_LEVEL: 'error' });
}

async function withService(work: (service: Service, settings: Settings) => Promise<void>): Promise<void> {
  const current = settings();
  const { service, close } = await openService(current);
  try {
    await work(service, current);
  } finally {
    await close();
  }
}

const program = new Command('npm run admin --')
  .description('Looks after one Sponsorgate installation.')
  .showHelpAfterError('Add --help to see what a command takes.');

program
  .command('migrate')
  .description('Brings the database to the current schema. Starting the service does this too.')
  .action(async () => {
    const path = databasePath(settings());
    migrate(path);
    say(`${path} is up to date.`);
  });

program
  .command('credit')
  .description('Books a deposit on the wallet of an account.')
  .requiredOption('--user <id>', 'platform id of the person whose account it is', id)
  .requiredOption('--amount <number>', 'how much, in the currency of the service', amount)
  .option('--note <text>', 'what it is for; shown in the history', 'Deposit by the operator')
  .option('--reference <text>', 'books at most once by this reference, so that a repeat does no harm')
  .action(async (options: { user: number; amount: bigint; note: string; reference?: string }) => {
    await withService(async (service, { CURRENCY }) => {
      const { account } = await service.accounts.profile(options.user);
      const booking = await service.wallet.credit(options.user, options.amount, {
        reference: options.reference ?? `admin:${randomUUID()}`,
        note: options.note,
        bookedBy: null,
      });
      const done = booking.isNew ? 'Booked' : 'Was booked before, nothing changed:';
      const whom = `${account.firstName} (${String(options.user)})`;
      const balance = money(booking.balance.availableMicros, CURRENCY);
      say(`${done} ${money(options.amount, CURRENCY)} for ${whom}. The balance is ${balance}.`);
    });
  });

program
  .command('accounts')
  .description('Lists accounts, newest first.')
  .option('--search <text>', 'part of a name or username', '')
  .option('--limit <number>', 'how many', id, 20)
  .action(async ({ search, limit }: { search: string; limit: number }) => {
    await withService(async (service, { CURRENCY }) => {
      const { accounts, total } = await service.accounts.list({ search, offset: 0, limit });
      for (const { accountId, firstName, username, isBlocked } of accounts) {
        const { availableMicros } = await service.wallet.balance(accountId);
        const state = isBlocked ? '  blocked' : '';
        say(`${String(accountId)}  ${firstName}  @${username}  ${money(availableMicros, CURRENCY)}${state}`);
      }
      say(`${String(accounts.length)} of ${String(total)}.`);
    });
  });

program
  .command('why')
  .description('Says of each running order why it is or is not shown to a user in a bot.')
  .requiredOption('--bot <id>', 'platform id of the bot', id)
  .requiredOption('--user <id>', 'platform id of the user', id)
  .action(async ({ bot, user }: { bot: number; user: number }) => {
    await withService(async (service) => {
      const reasons = await service.sponsors.why(bot, user);
      for (const { orderId, refusal } of reasons)
        say(
          `order ${String(orderId)}: ${refusal === null ? 'can be shown' : `${refusal}. ${refusalMeaning(refusal)}`}`,
        );
      say(`${String(reasons.length)} running order(s).`);
    });
  });

program
  .command('check')
  .description('Checks the ledger: all postings and all balances sum to zero.')
  .action(async () => {
    await withService(async (service) => {
      const { postingsMicros, balancesMicros, entriesOutOfBalance } = await service.wallet.check();
      const isSound = postingsMicros === 0n && balancesMicros === 0n && entriesOutOfBalance === 0;
      say(
        isSound
          ? 'The ledger is in balance.'
          : 'The ledger is OUT OF BALANCE. Stop the service and restore a backup.',
      );
      if (!isSound) process.exitCode = 1;
    });
  });

program.parseAsync().catch((error: unknown) => {
  const isExpected = error instanceof ServiceError || error instanceof SettingsError;
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
