/**
 * The built processes over a store of their own and an emulated platform, with people, money, a bot and an approved
 * order in it; and a hand in the store from outside, as an administrator has.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSettings } from '../../core/config.js';
import { parseMoney } from '../../core/money.js';
import type { Service } from '../../core/service.js';
import { openService } from '../../scripts/compose.js';
import { PlatformClient } from '../../emulator/client.js';
import { createPlatform, type Platform } from '../../emulator/platform.js';
import { removeFolder } from '../support/service-process.js';
import { createProcesses, type Processes } from '../support/service-processes.js';

const operatorBot = { token: '800:token-of-the-operator-bot-of-a-test', username: 'TestOperatorBot' };
export const operatorName = operatorBot.username;
export const publisherBot = { token: '801:token-of-the-publisher-bot-of-a-test', username: 'TestShopBot' };
export const publisherId = 12;
const [moderatorId, advertiserId] = [11, 13];
export const DEPOSIT = 1_000_000;
export const PRICE = 2;
const PUBLISHER_SHARE = 0.7;

export interface World {
  client: PlatformClient;
  processes: Processes;
  /** A third process's view of the store. */
  service: Service;
  keys: { publisher: string; publisherStatistics: string; advertiser: string; advertiserStatistics: string };
  bot: { id: number; key: string };
  order: { id: number; chat: number };
  /** Host and port of the platform. */
  platformHost: string;
  /** The platform is gone, until what this answers is called; what is queued in it stays. */
  platformLeaves(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export async function openWorld(environment: Record<string, string> = {}, folder?: string): Promise<World> {
  const state = await mkdtemp(path.join(tmpdir(), 'sponsorgate-platform-'));
  const platformOptions = { port: 0, stateFile: path.join(state, 'platform.json') };
  let platform: Platform = await createPlatform(platformOptions);
  const client = new PlatformClient(platform.url);
  for (const bot of [operatorBot, publisherBot]) await client.bots({ ...bot, first_name: 'Bot' });
  const processes = await createProcesses(
    {
      BOT_TOKEN: operatorBot.token,
      PLATFORM_API_ROOT: platform.url,
      MODERATOR_IDS: String(moderatorId),
      LOG_LEVEL: 'warn',
      // Waiting for a platform on a busy machine is not what is tried here.
      SPONSORS_DEADLINE_MS: '10000',
      RANKING: 'smoothed',
      EXPLORE_SHARE: '0',
      ...environment,
    },
    folder,
  );
  const settings = parseSettings(processes.environment);
  const { service, close } = await openService(settings);
  const filled = await fill(service, client);
  return {
    client,
    processes,
    service,
    ...filled,
    platformHost: new URL(platform.url).host,
    platformLeaves: async () => {
      const port = Number(new URL(platform.url).port);
      await platform.close();
      return async () => {
        platform = await createPlatform({ ...platformOptions, port });
      };
    },
    close: async () => {
      await close();
      for (const name of ['api', 'api-2', 'bot']) await processes.kill(name);
      client.close();
      await platform.close();
      await removeFolder(state);
      if (folder === undefined) await removeFolder(processes.folder);
    },
  };
}

async function fill(service: Service, client: PlatformClient) {
  for (const accountId of [moderatorId, publisherId, advertiserId]) {
    const name = `Person ${String(accountId)}`;
    await client.users({ id: accountId, first_name: name });
    await service.accounts.open({ accountId, firstName: name, username: '', language: 'en' });
  }
  const booking = { reference: 'first', note: '', bookedBy: null };
  await service.wallet.credit(advertiserId, parseMoney(DEPOSIT), booking);
  const settings = { getLinks: true };
  const { bot, apiKey } = await service.bots.add(publisherId, { token: publisherBot.token, settings });
  const { id: chat } = await client.chats({ type: 'channel', title: 'Garden', username: 'garden_process' });
  await client.members({ chat, user: `@${operatorBot.username}`, status: 'administrator' });
  const { orderId } = await service.orders.create(advertiserId, {
    link: 'https://t.me/garden_process',
    adsType: 'channel',
    quantityAll: 1_000_000,
    priceMicros: parseMoney(PRICE),
    targeting: { languages: null },
  });
  const { revision } = await service.orders.info(advertiserId, orderId);
  await service.moderation.approve(moderatorId, orderId, revision);
  const key = (accountId: number, kind: 'access' | 'statistics') =>
    service.accounts.revealKey(accountId, kind);
  return {
    keys: {
      publisher: await key(publisherId, 'access'),
      publisherStatistics: await key(publisherId, 'statistics'),
      advertiser: await key(advertiserId, 'access'),
      advertiserStatistics: await key(advertiserId, 'statistics'),
    },
    bot: { id: bot.botId, key: apiKey },
    order: { id: orderId, chat },
  };
}

/** What is wrong with the books, in words; empty when nothing is. The wallets follow from the order's subscribers. */
export async function faultsIn({ service, order }: World): Promise<string[]> {
  const faults: string[] = [];
  const ledger = await service.wallet.check();
  if (ledger.postingsMicros !== 0n || ledger.balancesMicros !== 0n || ledger.entriesOutOfBalance !== 0)
    faults.push('the ledger does not sum to zero');
  const { quantityNow } = await service.orders.info(advertiserId, order.id);
  const [paid, earned] = await Promise.all(
    [advertiserId, publisherId].map(async (id) => (await service.wallet.balance(id)).availableMicros),
  );
  const spent = parseMoney(quantityNow * PRICE);
  if (paid !== parseMoney(DEPOSIT) - spent) faults.push(`the advertiser has ${String(paid)}`);
  if (earned !== (spent * parseMoney(PUBLISHER_SHARE)) / 1_000_000n)
    faults.push(`the publisher has ${String(earned)}`);
  const { differing, differences } = (await service.checks.run()).outcome;
  if (differing > 0) faults.push(`counters differ: ${JSON.stringify(differences.slice(0, 3), plain)}`);
  return faults;
}

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
