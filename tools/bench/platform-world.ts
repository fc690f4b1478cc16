/**
 * The service over the emulated platform, for spending its calls: chats with members from before, orders for them, a
 * publisher's bot, and people who have started it. Emulator, api and bot are processes of their own.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createInfrastructure } from '../../core/adapters/index.js';
import { parseSettings } from '../../core/config.js';
import type { Store } from '../../core/ports.js';
import { createService } from '../../core/service.js';
import { migrate, openStore } from '../../db/index.js';
import { apiNodeOptions } from '../../scripts/processes.js';
import { addOrder } from '../../test/contract/makers.js';
import { type Draw, drawFrom, seededRandom } from '../../test/core/choosing-world.js';
import { PlatformClient } from '../../emulator/client.js';
import type { LimitSettings } from '../../emulator/limits.js';
import { announced, ended } from './servers.js';

const OPERATOR = { token: `900:${'o'.repeat(35)}`, username: 'operator_bot', first_name: 'Operator' };
const PUBLISHERS_BOT = { token: `555:${'p'.repeat(35)}`, username: 'shop_bot', first_name: 'Shop' };
const checkers = Array.from({ length: 4 }, (_, index) => ({
  token: `${String(910 + index)}:${'c'.repeat(35)}`,
  username: `checker_${String(index)}_bot`,
  first_name: 'Checker',
}));
const [PUBLISHER, ADVERTISER] = [801, 802];
const FIRST_PERSON = 1_000_000;
const FIRST_OF_AUDIENCE = 5_000_000;
const AT_ONCE = 50;
/** Until the bot process first reports that it takes updates. */
const SETTLING_MS = 5_000;

export interface CallWorldPlan {
  people: number;
  /** Further users known to the service. */
  audience: number;
  smallChats: number;
  largeChats: number;
  /** Chances that a person is in a chat before anything is shown. */
  smallShare: number;
  largeShare: number;
  limits: LimitSettings['buckets'];
  /** Of ours: the operator bot, and further ones. */
  ownBots: number;
  botProcesses: number;
}

export interface Person {
  userId: number;
  /** Chats they are in before anything is shown. */
  before: ReadonlySet<string>;
}

export interface CallWorld {
  api: string;
  key: string;
  /** Of our bots. */
  tokens: readonly string[];
  platform: PlatformClient;
  store: Store;
  people: readonly Person[];
  chatOfOrder: ReadonlyMap<string, string>;
  draw: Draw;
  close(): Promise<void>;
}

export async function openCallWorld(plan: CallWorldPlan): Promise<CallWorld> {
  const draw = drawFrom(seededRandom(7));
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-calls-'));
  const emulator = await startProcess(['--import', 'tsx', 'emulator/main.ts'], {
    PLATFORM_PORT: '0',
    PLATFORM_LATENCY_MS: '0',
  });
  const platform = new PlatformClient(emulator.announced['platform'] ?? '');
  const ours = [OPERATOR, ...checkers.slice(0, plan.ownBots - 1)];
  for (const bot of ours) await platform.bots(bot);
  await platform.bots(PUBLISHERS_BOT);
  const environment = environmentOf(folder, platform.url, ours);
  await migrate(environment.DATABASE_URL);
  const store = await openStore({ DATABASE_URL: environment.DATABASE_URL });
  await inBatches(plan.audience, (index) =>
    store.audience.learn(FIRST_OF_AUDIENCE + index, { firstName: 'Known' }, Date.now()),
  );
  const { chats, chatOfOrder, key } = await advertise(platform, store, environment, plan);
  const people = await populate(platform, chats, plan, draw);
  await platform.limits({ buckets: plan.limits });
  const announce = { ...environment, SPONSORGATE_ANNOUNCE: '1', NODE_ENV: 'production' };
  const api = await startProcess([...apiNodeOptions, 'dist/api/main.js'], announce);
  const bots: (typeof api)[] = [];
  for (let count = 0; count < plan.botProcesses; count += 1)
    bots.push(await startProcess(['dist/bot/main.js'], announce));
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  return {
    platform,
    store,
    people,
    chatOfOrder,
    key,
    draw,
    tokens: ours.map(({ token }) => token),
    api: api.announced['api'] ?? '',
    close: async () => {
      await Promise.all([api, ...bots].map((each) => each.stop()));
      await store.close();
      platform.close();
      await emulator.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type OwnBot = typeof OPERATOR;

function environmentOf(folder: string, platformUrl: string, ours: readonly OwnBot[]) {
  return {
    DATABASE_URL: `file:${path.join(folder, 'service.db')}`,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    BOT_TOKEN: OPERATOR.token,
    CHECKER_TOKENS: ours
      .slice(1)
      .map(({ token }) => token)
      .join(','),
    PLATFORM_API_ROOT: platformUrl,
    API_PORT: '0',
    LOG_LEVEL: 'error',
    RANKING: 'smoothed',
    EXPLORE_SHARE: '0',
    BACKUP_SCHEDULE: 'off',
    HOLD_HOURS: '0',
    NEW_PUBLISHER_HOLD_HOURS: '0',
  };
}

interface Chat {
  chatId: number;
  share: number;
}

async function advertise(
  platform: PlatformClient,
  store: Store,
  environment: ReturnType<typeof environmentOf>,
  plan: CallWorldPlan,
) {
  const settings = parseSettings(environment);
  const infrastructure = await createInfrastructure(settings, 'admin', pino({ level: 'silent' }));
  const service = createService({ store, settings, ...infrastructure });
  for (const accountId of [PUBLISHER, ADVERTISER])
    await service.accounts.open({ accountId, firstName: 'Somebody', username: '', language: 'en' });
  const booking = { reference: 'bench', note: '', bookedBy: null };
  await store.ledger.deposit(ADVERTISER, 1_000_000_000_000n, booking, Date.now());
  const { apiKey: key } = await service.bots.add(PUBLISHER, {
    token: PUBLISHERS_BOT.token,
    settings: { maxSponsors: 4, getLinks: true },
  });
  const chats: Chat[] = [];
  const chatOfOrder = new Map<string, string>();
  for (let index = 0; index < plan.smallChats + plan.largeChats; index += 1) {
    const name = `news_${String(index)}`;
    const { id: chatId } = await platform.chats({ type: 'channel', title: name, username: name });
    const own = index % plan.ownBots;
    const checker = own === 0 ? OPERATOR : checkers[own - 1]!;
    await platform.members({ chat: chatId, user: `@${checker.username}`, status: 'administrator' });
    const isLarge = index < plan.largeChats;
    chats.push({ chatId, share: isLarge ? plan.largeShare : plan.smallShare });
    // Large chats are the dearer ones: every list would begin with them.
    const realPriceMicros = BigInt(isLarge ? 9_000_000 : 1_000_000 + ((index * 7919) % 1000) * 1_000);
    const resource = {
      resourceId: String(chatId),
      name,
      logoFileId: '',
      takesJoinRequests: false,
      checkerBotId: own === 0 ? null : Number(checker.token.split(':')[0]),
      inviteLink: '',
    };
    const link = `t.me/${name}`;
    const order = await addOrder(
      store,
      { link: `https://${link}`, linkKey: link, name, quantityAll: 100_000, realPriceMicros, resource },
      ADVERTISER,
      Date.now(),
    );
    chatOfOrder.set(String(order.orderId), String(chatId));
  }
  return { chats, chatOfOrder, key };
}

/** People who have started the publisher's bot, and others, so that chats have as many members as their share says. */
async function populate(
  platform: PlatformClient,
  chats: readonly Chat[],
  plan: CallWorldPlan,
  draw: Draw,
): Promise<Person[]> {
  const people = Array.from({ length: plan.people }, (_, index) => {
    const inside = chats.filter(({ share }) => draw.chance(share));
    return { userId: FIRST_PERSON + index, before: new Set(inside.map(({ chatId }) => String(chatId))) };
  });
  const largest = Math.ceil(Math.max(...chats.map(({ share }) => share)) * plan.audience);
  await inBatches(people.length, async (index) => {
    const { userId, before } = people[index]!;
    await platform.users({ id: userId, first_name: 'Anna', language_code: 'ru' });
    await platform.say(userId, PUBLISHERS_BOT.username, '/start');
    for (const chat of before) await platform.members({ chat: Number(chat), user: userId, status: 'member' });
  });
  await inBatches(largest, (index) =>
    platform.users({ id: FIRST_OF_AUDIENCE + index, first_name: 'Known', language_code: 'ru' }),
  );
  for (const { chatId, share } of chats)
    await inBatches(Math.ceil(share * plan.audience), (index) =>
      platform.members({ chat: chatId, user: FIRST_OF_AUDIENCE + index, status: 'member' }),
    );
  return people;
}

async function inBatches(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => work(from + index)),
    );
}

async function startProcess(parameters: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, parameters, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { announced: await announced(child), stop: () => ended(child) };
}
