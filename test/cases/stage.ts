/**
 * The service on a stage: a real database, real HTTP, and the emulated platform on a real socket, in this process; with
 * a clock that can be set. One emulator serves a whole test file, each case gets a service of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../api/app.js';
import { listen } from '../../api/server.js';
import { createInfrastructure } from '../../core/adapters/index.js';
import { parseSettings, type Settings } from '../../core/config.js';
import type { Store } from '../../core/ports.js';
import { createService, type Service } from '../../core/service.js';
import { openStore } from '../../db/index.js';
import { platformKey } from '../api/resource-stage.js';
import { createDatabase, reaching } from '../support/database.js';
import { PlatformClient } from '../../emulator/client.js';
import { quick } from '../../emulator/behaviour.js';
import { createPlatform, type Platform } from '../../emulator/platform.js';

export const operatorBot = {
  token: '100:operator-bot-of-the-cases-secret',
  username: 'operator_bot',
  first_name: 'Operator',
};
export const moderatorId = 1001;

/** Goes as time does, from wherever it is set. */
export class StageClock {
  #aheadMs = 0;

  now = (): number => Date.now() + this.#aheadMs;

  setTo(ms: number): void {
    this.#aheadMs = ms - Date.now();
  }

  pass(ms: number): void {
    this.#aheadMs += ms;
  }
}

export interface Emulator {
  url: string;
  client: PlatformClient;
  close(): Promise<void>;
}

export async function openEmulator(): Promise<Emulator> {
  const platform: Platform = await createPlatform({ port: 0, behaviour: quick });
  const client = new PlatformClient(platform.url);
  return {
    url: platform.url,
    client,
    close: async () => {
      client.close();
      await platform.close();
    },
  };
}

export interface Stage {
  url: string;
  folder: string;
  settings: Settings;
  service: Service;
  store: Store;
  clock: StageClock;
  platform: PlatformClient;
  /** A moderator trusts a bot that has no token: what it says counts. */
  trustBot(botId: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param environment settings that differ from the stage's own
 * @param through the address by which the service reaches the database
 */
export async function openStage(
  emulator: Emulator,
  environment: Record<string, string> = {},
  through?: (databaseUrl: string) => string,
): Promise<Stage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-stage-'));
  const database = await createDatabase({ folder });
  await emulator.client.reset();
  await emulator.client.bots(operatorBot);
  const clock = new StageClock();
  const logger = pino({ level: 'silent' });
  const address = through === undefined ? reaching(database.url) : { DATABASE_URL: through(database.url) };
  const store = await openStore(
    { ...address, SERVICE_TIMEZONE: environment['SERVICE_TIMEZONE'] ?? 'UTC' },
    { clock },
  );
  const started: { app?: ReturnType<typeof createApp> } = {};
  const { server, url } = await listen(
    (request, response) => {
      started.app?.(request, response);
    },
    '127.0.0.1',
    0,
  );
  const settings = parseSettings({
    BOT_TOKEN: operatorBot.token,
    PLATFORM_API_ROOT: emulator.url,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    MODERATOR_IDS: String(moderatorId),
    LOG_LEVEL: 'silent',
    // Trying out new orders is left to chance, which cases cannot foresee.
    RANKING: 'smoothed',
    EXPLORE_SHARE: '0',
    // What is earned can be spent at once, but where a case is about waiting.
    HOLD_HOURS: '0',
    NEW_PUBLISHER_HOLD_HOURS: '0',
    WITHDRAWAL_HOURS: '0',
    PUBLIC_URL: url,
    PLATFORM_PUBLIC_KEY: platformKey.publicHex,
    ...environment,
  });
  const service = createService({
    store,
    settings,
    ...(await createInfrastructure(settings, 'api', logger)),
    clock,
  });
  started.app = createApp(service, { logger });
  return {
    url,
    folder,
    settings,
    service,
    store,
    clock,
    platform: emulator.client,
    trustBot: async (botId) => {
      await store.bots.update(botId, { trust: 'trusted' }, clock.now());
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.contacts.idle();
      await service.audience.idle();
      await store.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
