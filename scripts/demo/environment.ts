/** The demo's own settings: a token for the emulated operator bot, and a secret made once and kept among its files. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, SettingsError } from '../../core/config.js';
import { cast } from './cast.js';

/** Not where the service has its own. */
const DEFAULT_FOLDER = 'data/demo';
const DEFAULT_DATABASE_URL = `file:${DEFAULT_FOLDER}/service.db`;

/** What the environment lacks for a demo; what is set stays as it is. */
export function demoEnvironment(environment: Record<string, string | undefined>): Record<string, string> {
  const databaseUrl = environment['DATABASE_URL'] || DEFAULT_DATABASE_URL;
  const folder = { DATABASE_URL: databaseUrl, DATA_DIR: environment['DATA_DIR'] || undefined };
  const platformPort = environment['PLATFORM_PORT'] || '8081';
  const wanted: Record<string, () => string> = {
    BOT_TOKEN: () => cast.operatorBot.token,
    DEMO: () => '1',
    DATABASE_URL: () => databaseUrl,
    MODERATOR_IDS: () => String(cast.moderator.id),
    ADMIN_IDS: () => String(cast.moderator.id),
    STARS_RATE: () => '1.5',
    PLATFORM_API_ROOT: () => `http://127.0.0.1:${platformPort}`,
    SECRETS_KEY: () => demoSecret(path.join(dataFolder(folder), 'demo-secret')),
    METRICS_PORT: () => '0',
    BOT_METRICS_PORT: () => '0',
    LOG_LEVEL: () => 'warn',
    // A receiver of events to try things with runs on the same machine.
    OUTGOING_SCHEMES: () => 'https,http',
    OUTGOING_PORTS: () => '*',
    OUTGOING_PRIVATE: () => '1',
  };
  const lacking = Object.entries(wanted).filter(([name]) => !environment[name]);
  return Object.fromEntries(lacking.map(([name, make]) => [name, make()]));
}

/**
 * A command without the settings of its service would make a demo, and book money in it.
 * @throws SettingsError where no demo was started here
 */
export function requireDemo(environment: Record<string, string | undefined>): void {
  if (environment['DATABASE_URL'] || existsSync(DEFAULT_FOLDER)) return;
  throw new SettingsError(
    'BOT_TOKEN is not set, and no demo was started here: give the command the settings of the service, in .env or its environment (docs/layouts/README.md).',
  );
}

function demoSecret(file: string): string {
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim();
    const secret = randomBytes(32).toString('base64');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `The demo cannot keep ${file} (${String(code)}): let it, or set DATABASE_URL to a file in another folder.`,
    );
  }
}
