/** What every admin command works with: the settings, the service beside the running one, and what it says. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { parseSettings, type Settings } from '../../core/config.js';
import { formatMoney, parseMoney } from '../../core/money.js';
import type { Service } from '../../core/service.js';
import { openService } from '../compose.js';
import { demoEnvironment } from '../demo/environment.js';

/** What an operator reads at the terminal is English. */
export const money = (micros: bigint, currency: string): string => formatMoney(micros, currency, 'en');

/** A moment in the service's time zone, to the minute, such as `2026-01-15 12:30`. */
export function when(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(atMs);
}

/** A line on stdout, which belongs to the command's answer. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Reads an option that is a whole number, such as a platform id. */
export function id(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a platform id: digits only.');
  return Number(text);
}

/** Reads an option that is money, in the currency of the service; more than 0. */
export function amount(text: string): bigint {
  const micros = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? parseMoney(text) : 0n;
  if (micros <= 0n)
    throw new InvalidArgumentError('It must be a positive amount with at most 6 decimals, such as 1500.50.');
  return micros;
}

/** Settings as the service itself has them: the environment, `.env`, and the demo's where no BOT_TOKEN is set. */
export function settings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (!process.env['BOT_TOKEN']) Object.assign(process.env, demoEnvironment(process.env));
  return parseSettings({ ...process.env, LOG_LEVEL: 'error' });
}

/** Opens the service for one command, and closes it after it, whatever became of it. */
export async function withService(
  work: (service: Service, settings: Settings) => Promise<void>,
): Promise<void> {
  const current = settings();
  const { service, close } = await openService(current);
  try {
    await work(service, current);
  } finally {
    await close();
  }
}
