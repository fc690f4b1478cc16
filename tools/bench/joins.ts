/**
 * How many joins a second one bot process stores and settles over SQLite: updates of members in batches, as polling brings
 * them, through the operator bot itself, each charged to an advertiser, with a disk that is waited for.
 *
 *     npm run bench -- --part joins
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Update } from 'grammy/types';
import { pino } from 'pino';
import { createOperatorBot } from '../../bot/operator/index.js';
import { BATCH, startUpdates, type UpdateSource } from '../../bot/updates.js';
import { createInfrastructure } from '../../core/adapters/index.js';
import { parseSettings } from '../../core/config.js';
import type { Log, Store } from '../../core/ports.js';
import { createService, type Service } from '../../core/service.js';
import { migrate, openStore } from '../../db/index.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BOT,
  deposit,
  listed,
  openAccount,
  ownChat,
  PRICE,
  PUBLISHER,
  requestRecord,
} from '../../test/contract/makers.js';

const ORDERS = 40;
const JOINS = 6_000;
const ROUNDS = 3;
const FIRST_USER = 1_000_000;
const AT_ONCE = 200;

export async function benchJoins(say: (text: string) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-joins-'));
  const settings = parseSettings({
    DATABASE_URL: `file:${path.join(folder, 'service.db')}`,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    BOT_TOKEN: `900:${'o'.repeat(35)}`,
    // No server there: no measured request asks the platform.
    PLATFORM_API_ROOT: 'http://127.0.0.1:9',
    HOLD_HOURS: '0',
    NEW_PUBLISHER_HOLD_HOURS: '0',
  });
  await migrate(settings.DATABASE_URL);
  const store = await openStore({ DATABASE_URL: settings.DATABASE_URL });
  const log = pino({ level: 'error' });
  const infrastructure = await createInfrastructure(settings, 'bot', log);
  const service = createService({ store, settings, ...infrastructure });
  try {
    const chats = await advertise(store);
    const perSecond: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const updates = await showAndJoin(store, chats, round);
      const tookMs = await workOff({ service, infrastructure, log, settings }, updates);
      perSecond.push((JOINS * 1_000) / tookMs);
      say(`${String(JOINS)} joins: ${(perSecond.at(-1) ?? 0).toFixed(0)} a second`);
    }
    await expectCounted(store, ROUNDS * JOINS);
    const best = Math.max(...perSecond).toFixed(0);
    return `${best} joins a second are stored and settled at best, ${Math.min(...perSecond).toFixed(0)} at worst, in batches of ${String(BATCH)}.`;
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Advertised {
  orderId: number;
  chatId: number;
}

async function advertise(store: Store): Promise<Advertised[]> {
  for (const accountId of [ADVERTISER, PUBLISHER]) await openAccount(store, accountId);
  await addBot(store);
  await deposit(store, ADVERTISER, 1_000_000n * PRICE);
  const orders: Advertised[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    const chat = ownChat(index);
    const { orderId } = await addOrder(store, { ...chat, quantityAll: 1_000_000 });
    orders.push({ orderId, chatId: Number(chat.resource.resourceId) });
  }
  return orders;
}

/** Everybody is shown four orders and joins their chats, one after the other. */
async function showAndJoin(store: Store, orders: readonly Advertised[], round: number): Promise<Update[]> {
  const places = 4;
  const users = Array.from({ length: JOINS / places }, (_, index) => FIRST_USER + round * JOINS + index);
  const placesOf = (user: number) =>
    Array.from({ length: places }, (_, place) => orders[(user * places + place) % ORDERS]!);
  const nowMs = Date.now() - 60_000;
  for (let from = 0; from < users.length; from += AT_ONCE)
    await Promise.all(
      users.slice(from, from + AT_ONCE).map(async (userId) => {
        const impressions = placesOf(userId).map(({ orderId, chatId }) =>
          listed(orderId, PRICE, { target: String(chatId) }),
        );
        const contact = { chatId: userId, dueAtMs: nowMs, untilMs: Date.now() + 60_000, staleAtMs: 0 };
        await store.sponsors.record(
          userId,
          requestRecord({ botId: BOT, nowMs, notesUser: true, impressions, contact }),
        );
        await store.contacts.answer({ botId: BOT, userId, chatId: userId }, 'yes', nowMs);
        await store.contacts.settled({ botId: BOT, userId });
      }),
    );
  let updateId = 100_000 + round * JOINS;
  const date = Math.floor(Date.now() / 1_000);
  return Array.from({ length: places }, (_, place) => place).flatMap((place) =>
    users.map((userId) => joinOf(userId, placesOf(userId)[place]!.chatId, (updateId += 1), date)),
  );
}

function joinOf(userId: number, chatId: number, updateId: number, date: number): Update {
  const user = { id: userId, is_bot: false, first_name: 'Anna', language_code: 'ru' };
  return {
    update_id: updateId,
    chat_member: {
      chat: { id: chatId, type: 'channel', title: 'News' },
      from: user,
      date,
      old_chat_member: { status: 'left', user },
      new_chat_member: { status: 'member', user },
    },
  };
}

interface Working {
  service: Service;
  infrastructure: Awaited<ReturnType<typeof createInfrastructure>>;
  log: Log;
  settings: ReturnType<typeof parseSettings>;
}

/** Returns how long it took until the last was done with. */
async function workOff(
  { service, infrastructure, log, settings }: Working,
  updates: Update[],
): Promise<number> {
  const { platform, vault, pictures } = infrastructure;
  const stopping = new AbortController();
  const parts = {
    service,
    platform,
    vault,
    pictures,
    log,
    stopping: stopping.signal,
    nowMs: () => Date.now(),
  };
  const bot = createOperatorBot(settings.BOT_TOKEN, parts, platform.clientOf(settings.BOT_TOKEN));
  bot.botInfo = {
    id: 900,
    is_bot: true,
    first_name: 'Operator',
    username: 'operator_bot',
  } as typeof bot.botInfo;
  const startedAtMs = performance.now();
  const tookMs = await new Promise<number>((resolve, reject) => {
    let next = 0;
    const source: UpdateSource = {
      fetch: (signal) => {
        const batch = updates.slice(next, (next += BATCH));
        if (batch.length > 0) return Promise.resolve(batch);
        resolve(performance.now() - startedAtMs);
        return new Promise((done) => {
          signal.addEventListener('abort', () => {
            done([]);
          });
        });
      },
      done: () => Promise.resolve(),
      drainedAtMs: () => null,
      takenUntilMs: () => null,
      finish: () => Promise.resolve(),
    };
    const work = startUpdates(bot, source, { log, prepare: () => Promise.resolve() });
    work.ended.catch(reject);
    stopping.signal.addEventListener('abort', () => void work.stop());
  });
  stopping.abort();
  return tookMs;
}

async function expectCounted(store: Store, count: number): Promise<void> {
  const orders = await store.orders.list(ADVERTISER, {
    search: '',
    inArchive: false,
    status: null,
    offset: 0,
    limit: ORDERS,
  });
  const counted = orders.orders.reduce((sum, { quantityNow }) => sum + quantityNow, 0);
  if (counted !== count) throw new Error(`${String(counted)} of ${String(count)} joins were counted.`);
}
