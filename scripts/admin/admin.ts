/** What every admin command works with: the settings, and a service next to the running one. */
import { Command, InvalidArgumentError } from 'commander';
import { parseSettings, type Settings } from '../../core/config.js';
import { formatMoney, isAmount, MAX_MICROS, parseMoney, toDecimal, toNumber } from '../../core/money.js';
import type { Service } from '../../core/service.js';
import { openService } from '../compose.js';
import { demoEnvironment, requireDemo } from '../demo/environment.js';
import { loadEnvFile } from '../env-file.js';
import type { Column } from './answer.js';

/** What an operator reads at the terminal is English. */
export const money = (micros: bigint, currency: string): string => formatMoney(micros, currency, 'en');

/** A username as people write it; "" where there is none. */
export const at = (username: string): string => (username === '' ? '' : `@${username}`);

/** A column of money; in JSON a number in the service's currency, null where there is none. */
export function moneyColumn<Row>(
  key: string,
  title: string,
  currency: string,
  micros: (row: Row) => bigint | null,
): Column<Row> {
  return {
    key,
    title,
    isNumber: true,
    value: (row) => unlessNull(micros(row), toNumber),
    show: (row) => unlessNull(micros(row), (amount) => money(amount, currency)) ?? '',
  };
}

const unlessNull = <From, Made>(value: From | null, make: (value: From) => Made): Made | null =>
  value === null ? null : make(value);

/** Codes that are words themselves, such as `withdrawal_paid`. */
export const plainWords = (code: string): string => code.replaceAll('_', ' ');

/** A column of moments; in JSON ISO 8601, null where there is none. */
export function momentColumn<Row>(
  key: string,
  title: string,
  timeZone: string,
  atMs: (row: Row) => number | null,
): Column<Row> {
  return {
    key,
    title,
    value: (row) => unlessNull(atMs(row), (at) => new Date(at).toISOString()),
    show: (row) => unlessNull(atMs(row), (at) => when(at, timeZone)) ?? '-',
  };
}

/** A moment in the service's time zone, to the minute, such as `2026-01-15 12:30`. */
export function when(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(atMs);
}

/** Reads an option that is a platform id, or the number of something. */
export function id(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a number: digits only.');
  return Number(text);
}

/** Reads an option that is a count. */
export const count =
  (max: number) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > max)
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${String(max)}.`);
    return number;
  };

/** The most that one page holds. */
const PAGE_MAX = 100;

/** Reads an option that is money, in the currency of the service; more than 0. */
export function amount(text: string): bigint {
  const micros = isAmount(text) ? parseMoney(text) : 0n;
  if (micros <= 0n)
    throw new InvalidArgumentError(
      `It must be above 0 and at most ${toDecimal(MAX_MICROS)}, with at most 6 decimals, such as 1500.50.`,
    );
  return micros;
}

/** Settings as the service itself has them: the environment, `.env`, and the demo's where no BOT_TOKEN is set. */
export function settings(): Settings {
  loadEnvFile();
  const { env } = process;
  if (!env['BOT_TOKEN']) requireDemo(env);
  const lacking = env['BOT_TOKEN'] ? {} : demoEnvironment(env);
  return parseSettings({ ...env, ...lacking, LOG_LEVEL: 'error' });
}

/** A command, and those within it. */
export class AdminCommand extends Command {
  override createCommand(name?: string): AdminCommand {
    return new AdminCommand(name);
  }

  /** Does this with the service, which is opened for it, and with the options and words that were given. */
  does(
    work: (service: Service, options: never, settings: Settings, ...words: never[]) => Promise<void>,
  ): this {
    return this.action(() =>
      // As options and words of the command were declared.
      withService((service, settings) =>
        work(service, this.opts<never>(), settings, ...(this.processedArgs as never[])),
      ),
    );
  }

  /** Takes how many lines of a list. */
  limited(max = PAGE_MAX): this {
    return this.option('--limit <number>', `how many, at most ${String(max)}`, count(max), 20);
  }

  /** Takes a page of a list. */
  paged(): this {
    return this.option('--offset <number>', 'how many to pass over', id, 0).limited();
  }
}

/**
 * Opens the service for one command, and closes it after it, whatever became of it.
 * @param isAnyDatabase also where SECRETS_KEY is not that of the database
 */
export async function withService(
  work: (service: Service, settings: Settings) => Promise<void>,
  isAnyDatabase = false,
): Promise<void> {
  const current = settings();
  const { service, close } = await openService(current, isAnyDatabase);
  try {
    await work(service, current);
  } finally {
    await close();
  }
}
