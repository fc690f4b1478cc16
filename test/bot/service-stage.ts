/** The service over a real store and the emulated platform, in this process: what the bot process is made of. */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { createInfrastructure, type Infrastructure } from '../../core/adapters/index.js';
import { createPlatformAdapter, type PlatformAdapter } from '../../core/adapters/platform/index.js';
import { parseSettings, type Settings } from '../../core/config.js';
import { parseMoney } from '../../core/money.js';
import type { Clock, Log, Store } from '../../core/ports.js';
import { createService, type Service } from '../../core/service.js';
import { openStore } from '../../db/index.js';
import { startBlockWorker } from '../../bot/blocks/worker.js';
import { startNotificationWorker } from '../../bot/notifications/index.js';
import { checkersOf, createCheckerBot } from '../../bot/checker.js';
import { createOperatorBot, presentBot, resumeWork } from '../../bot/operator/index.js';
import { startPolling } from '../../bot/polling.js';
import { CHECKER_UPDATES } from '../../bot/updates.js';
import { PlatformClient } from '../../emulator/client.js';
import { quick } from '../../emulator/behaviour.js';
import { createPlatform, type Platform } from '../../emulator/platform.js';
import { createDatabase } from '../support/database.js';
import { takeAll } from '../support/whole-worker.js';
import { operatorName, operatorToken } from './stage.js';

export const moderator = { id: 901, first_name: 'Mira', language_code: 'en' } as const;

export interface ServiceStage {
  emulator: Platform;
  client: PlatformClient;
  settings: Settings;
  store: Store;
  service: Service;
  infrastructure: Infrastructure;
  /** What was logged, as text. */
  logged: string[];
  /** Looks again after each commit until it holds. */
  until(holds: () => Promise<boolean>): Promise<void>;
  /** Starts the operator bot and the workers of the bot process; `stop` ends them as a restart does. */
  startBot(): Promise<RunningBot>;
  close(): Promise<void>;
}

export interface CheckerOfTest {
  token: string;
  username: string;
}

export interface RunningBot {
  stop(): Promise<void>;
}

/**
 * @param options.isPaced the bots keep the pace that the platform asks for; default: they call as quickly as they can, since
 * a person who presses forty buttons in a second would wait for half a minute
 * @param options.checkers further bots of the service
 * @param options.clock the service's, where a test lets it run ahead of the platform's
 * @param options.sharedClock of both
 * @param options.platform what stands before the platform's adapter
 */
export async function openServiceStage(
  environment: Record<string, string> = {},
  options: {
    isPaced?: boolean;
    clock?: Clock;
    sharedClock?: Clock;
    checkers?: readonly CheckerOfTest[];
    platform?: (adapter: PlatformAdapter) => PlatformAdapter;
  } = {},
): Promise<ServiceStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-bot-'));
  const database = await createDatabase({ folder });
  const emulator = await createPlatform({
    port: 0,
    clock: () => (options.sharedClock ?? Date).now(),
    behaviour: quick,
  });
  const client = new PlatformClient(emulator.url);
  await client.bots({ token: operatorToken, username: operatorName, first_name: 'Sponsorgate' });
  const checkers = options.checkers ?? [];
  for (const checker of checkers) await client.bots({ ...checker, first_name: 'Checker' });
  await client.users(moderator);
  const settings = parseSettings({
    BOT_TOKEN: operatorToken,
    CHECKER_TOKENS: checkers.map(({ token }) => token).join(','),
    PLATFORM_API_ROOT: emulator.url,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    MODERATOR_IDS: String(moderator.id),
    PUBLIC_URL: 'http://127.0.0.1:9',
    // What new publishers and withdrawals wait for has tests of its own.
    // By which rule sponsors are ranked has tests of its own, too.
    RANKING: 'smoothed',
    HOLD_HOURS: '0',
    NEW_PUBLISHER_HOLD_HOURS: '0',
    WITHDRAWAL_HOURS: '0',
    ...environment,
  });
  const logged: string[] = [];
  const note = (facts: Record<string, unknown>, message: string) => {
    logged.push(`${message} ${JSON.stringify(facts)}`);
  };
  const log: Log = { info: note, warn: note, error: note };
  const commits = new EventEmitter();
  const store = await openStore(
    { DATABASE_URL: settings.DATABASE_URL },
    { onCommit: () => commits.emit('commit') },
  );
  const infrastructure = await createInfrastructure(settings, 'bot', log);
  if (options.isPaced !== true) infrastructure.platform = hurriedPlatform(settings);
  infrastructure.platform = options.platform?.(infrastructure.platform) ?? infrastructure.platform;
  const clock = options.sharedClock ?? options.clock;
  if (clock !== undefined) infrastructure.clock = clock;
  const service = createService({ store, settings, ...infrastructure });
  return {
    emulator,
    client,
    settings,
    store,
    service,
    infrastructure,
    logged,
    until: async (holds) => {
      const signal = AbortSignal.timeout(30_000);
      for (;;) {
        // Listening comes first: a commit between the look and the wait must not be missed.
        const next = once(commits, 'commit', { signal });
        if (await holds()) {
          next.catch(() => undefined);
          return;
        }
        await next;
      }
    },
    startBot: () => startBot({ settings, service, infrastructure, log }),
    close: async () => {
      client.close();
      await emulator.close();
      await store.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * For each test of a file a service with its operator bot at work, which end after it.
 * @returns what is at work now; a test that starts the bot anew puts it here
 */
export function botBeforeEach(
  begin: (stage: ServiceStage) => void,
  environment: Record<string, string> = {},
): { bot: RunningBot } {
  const running: { bot: RunningBot } = { bot: { stop: () => Promise.resolve() } };
  beforeEach(async () => {
    const stage = await openServiceStage(environment);
    running.bot = await stage.startBot();
    begin(stage);
    return async () => {
      await running.bot.stop();
      await stage.close();
    };
  });
  return running;
}

function hurriedPlatform({ PLATFORM_API_ROOT: apiRoot, CHECKER_TOKENS: checkerTokens }: Settings) {
  const operatorShare = { messages: 40, membership: 40, other: 40 };
  const [person, group] = [
    { perSecond: 1_000, burst: 1_000 },
    { perSecond: 1_000, burst: 1_000 },
  ];
  const chatRules = { person, group };
  return createPlatformAdapter({ apiRoot, operatorToken, checkerTokens, operatorShare, chatRules });
}

async function startBot(parts: {
  settings: Settings;
  service: Service;
  infrastructure: Infrastructure;
  log: Log;
}): Promise<RunningBot> {
  const { settings, service, infrastructure, log } = parts;
  const { platform, vault, pictures } = infrastructure;
  const stopping = new AbortController();
  const operator = {
    service,
    platform,
    pictures,
    vault,
    log,
    stopping: stopping.signal,
    nowMs: () => Date.now(),
  };
  const bot = createOperatorBot(settings.BOT_TOKEN, operator, platform.clientOf(settings.BOT_TOKEN));
  await bot.init();
  await presentBot(bot.api, operator, stopping.signal);
  const blocks = startBlockWorker({ service, platform, log });
  const notifications = startNotificationWorker({ service, platform, log });
  await Promise.all([blocks, notifications].map(takeAll));
  const { updates } = service;
  const polls = [startPolling(bot, log, { deferred: updates.deferred })];
  for (const ours of checkersOf(service)) {
    const checker = createCheckerBot(ours, { service, log }, platform.clientOf(ours.token));
    await checker.init();
    const { deferred } = updates.of(ours.checkerBotId);
    polls.push(startPolling(checker, log, { kinds: CHECKER_UPDATES, deferred }));
  }
  await resumeWork(bot.api, operator);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([...polls.map((poll) => poll.stop()), blocks.stop(), notifications.stop()]);
    },
  };
}

export const publisherId = 801;
export const advertiserId = 802;

export interface Scene {
  botId: number;
  token: string;
  botName: string;
}

/** A publisher with a bot, and an advertiser with money. */
export async function setScene(stage: ServiceStage, settings: Record<string, unknown> = {}): Promise<Scene> {
  const { client, service } = stage;
  await client.users({ id: publisherId, first_name: 'Petra', language_code: 'en' });
  await client.users({ id: advertiserId, first_name: 'Albert', language_code: 'en' });
  for (const accountId of [publisherId, advertiserId, moderator.id]) {
    await service.accounts.open({
      accountId,
      firstName: `Person ${String(accountId)}`,
      username: '',
      language: 'en',
    });
  }
  const token = '555:publishers-token-publishers-token';
  await client.bots({ token, username: 'petras_bot', first_name: 'Petra’s bot' });
  const { bot } = await service.bots.add(publisherId, { token, settings });
  // Straight into the books: a notification of it would come between the screens.
  const deposit = { reference: 'test', note: '', bookedBy: null };
  await stage.store.ledger.deposit(advertiserId, parseMoney('1000'), deposit, Date.now());
  return { botId: bot.botId, token, botName: 'petras_bot' };
}

/** An approved order on a new channel where the operator bot is administrator; answers the channel and the order. */
export async function addOrder(
  stage: ServiceStage,
  name: string,
  accountId = advertiserId,
): Promise<{ chatId: number; orderId: number; link: string }> {
  const { client, service } = stage;
  const { id: chatId } = await client.chats({ type: 'channel', title: name, username: name });
  await client.members({ chat: chatId, user: `@${operatorName}`, status: 'administrator' });
  const link = `https://t.me/${name}`;
  const { orderId } = await service.orders.create(accountId, {
    link,
    adsType: 'channel',
    name,
    quantityAll: 100,
    targeting: { languages: null },
  });
  const { revision } = await service.orders.info(accountId, orderId);
  const outcome = await service.moderation.approve(moderator.id, orderId, revision);
  if (outcome.kind !== 'decided') throw new Error(`The order was not approved: ${outcome.kind}`);
  return { chatId, orderId, link };
}
