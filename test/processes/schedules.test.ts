/**
 * The ledger hangs on what happened in the chats alone (`docs/evidence.md`, Leaving): random schedules of joining, leaving,
 * removing, letting back in and asking to join end the same whether updates come one at a time, a hundred at once, or an
 * hour late, and whenever the bot process is killed in between. The seed is printed; SCHEDULES=200 tries so many.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { ChatMember, Update, User } from 'grammy/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseSettings } from '../../core/config.js';
import { createService } from '../../core/service.js';
import { createInfrastructure } from '../../core/adapters/index.js';
import type { Store } from '../../core/ports.js';
import { openStore } from '../../db/index.js';
import { addBot, addOrder, deposit, openAccount, show } from '../contract/makers.js';
import { START_MS } from '../contract/run.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { FedProcesses, type Feeding } from './fed-processes.js';

const SCHEDULES = Number(process.env['SCHEDULES'] ?? 3);
/** In the suite; with more schedules as long as they take. */
const SECONDS = process.env['SCHEDULES'] === undefined ? 20 : 3_600;

const HOUR_MS = 3_600_000;
/** The middle of a day: an hour later it is the same day. */
const BEGIN_MS = START_MS - (START_MS % (24 * HOUR_MS)) + 12 * HOUR_MS;

const ADMINISTRATOR: User = { id: 900, is_bot: false, first_name: 'Admin' };
const USERS = [501_001, 501_002, 501_003];
const BOTS = [7_001, 7_002];
/** The third takes join requests. */
const CHATS = [-100_101, -100_102, -100_103];
/** By advertiser and chat: two orders lead to the first. */
const ORDERS = [
  { accountId: 601, chat: 0 },
  { accountId: 602, chat: 0 },
  { accountId: 601, chat: 1 },
  { accountId: 602, chat: 2 },
] as const;

type Command = 'join' | 'leave' | 'kick' | 'unban' | 'request' | 'approve';

interface Schedule {
  /** Who was in which chat before anybody looked. */
  members: boolean[];
  shows: { user: number; order: number; bot: number; secondsBefore: number }[];
  /** What the platform says at the end of those whom it was silent about; null: it said yes before. */
  contacts: ('yes' | 'no' | null)[];
  commands: { command: Command; user: number; chat: number; seconds: number }[];
}

const index = (list: readonly unknown[]) => fc.nat({ max: list.length - 1 });

const schedule: fc.Arbitrary<Schedule> = fc.record({
  members: fc.array(
    fc.nat({ max: 4 }).map((number) => number === 0),
    { minLength: 9, maxLength: 9 },
  ),
  shows: fc.array(
    fc.record({
      user: index(USERS),
      order: index(ORDERS),
      bot: index(BOTS),
      secondsBefore: fc.nat({ max: 900 }),
    }),
    { minLength: 5, maxLength: 20 },
  ),
  contacts: fc.array(fc.constantFrom('yes' as const, 'no' as const, null, null), {
    minLength: 3,
    maxLength: 3,
  }),
  commands: fc.array(
    fc.record({
      command: fc.constantFrom<Command>(
        'join',
        'join',
        'leave',
        'leave',
        'kick',
        'unban',
        'request',
        'approve',
      ),
      user: index(USERS),
      chat: index(CHATS),
      seconds: fc.constantFrom(0, 0, 1, 3, 20),
    }),
    { minLength: 30, maxLength: 120 },
  ),
});
const feeding = fc.record({
  batches: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
  kills: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 2 }),
});

/** What the platform tells of a schedule: commands that cannot be done are left out. */
function updatesOf({ members, commands }: Schedule): Update[] {
  const states = new Map<string, ChatMember['status']>();
  const asked = new Set<string>();
  const updates: Update[] = [];
  let atMs = BEGIN_MS;
  for (const { command, user, chat, seconds } of commands) {
    const key = `${String(user)}:${String(chat)}`;
    const before = states.get(key) ?? (members[user * CHATS.length + chat] === true ? 'member' : 'left');
    const after = follow(command, before, asked.has(key));
    if (after === null || (command === 'request' && chat !== 2)) continue;
    atMs += seconds * 1_000;
    const person: User = { id: USERS[user] ?? 0, is_bot: false, first_name: 'User' };
    const about = {
      chat: { id: CHATS[chat] ?? 0, type: 'channel', title: 'Channel' },
      date: Math.floor(atMs / 1_000),
    } as const;
    const update_id = updates.length + 1;
    if (command === 'request') {
      asked.add(key);
      const request = { ...about, from: person, user_chat_id: person.id };
      updates.push({ update_id, chat_join_request: request });
      continue;
    }
    asked.delete(key);
    states.set(key, after);
    const member = (status: ChatMember['status']) => ({ user: person, status }) as ChatMember;
    const isOwn = command === 'join' || command === 'leave';
    updates.push({
      update_id,
      chat_member: {
        ...about,
        from: isOwn ? person : ADMINISTRATOR,
        old_chat_member: member(before),
        new_chat_member: member(after),
      },
    });
  }
  return updates;
}

/** Null: it cannot be done. */
function follow(
  command: Command,
  before: ChatMember['status'],
  hasAsked: boolean,
): ChatMember['status'] | null {
  const possible: Record<Command, ChatMember['status'] | null> = {
    join: before === 'left' ? 'member' : null,
    leave: before === 'member' ? 'left' : null,
    kick: before === 'kicked' ? null : 'kicked',
    unban: before === 'kicked' ? 'left' : null,
    request: before === 'left' && !hasAsked ? 'left' : null,
    approve: before === 'left' && hasAsked ? 'member' : null,
  };
  return possible[command];
}

let folder: string;
let processes: FedProcesses;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-schedules-'));
  processes = new FedProcesses(3);
});
afterAll(async () => {
  processes.close();
  await rm(folder, { recursive: true, force: true });
});

const environmentOf = (database: TestDatabase): Record<string, string> => ({
  BOT_TOKEN: '100:operator-bot-of-the-schedules',
  // Nobody listens there: what is told comes from the parent.
  PLATFORM_API_ROOT: 'http://127.0.0.1:9',
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  PUBLIC_URL: 'http://127.0.0.1:9',
  LOG_LEVEL: 'silent',
  HOLD_HOURS: '24',
  NEW_PUBLISHER_HOLD_HOURS: '0',
});

/** The same in each database: publishers, advertisers, orders, and who saw what. */
async function populate(store: Store, { shows, contacts }: Schedule): Promise<void> {
  for (const accountId of [601, 602, 701, 702]) await openAccount(store, accountId);
  for (const [number, botId] of BOTS.entries()) await addBot(store, botId, 701 + number, { nowMs: BEGIN_MS });
  for (const accountId of [601, 602]) await deposit(store, accountId, 1_000_000_000n);
  for (const { accountId, chat } of ORDERS) {
    const resource = {
      resourceId: String(CHATS[chat]),
      name: 'Channel',
      logoFileId: '',
      takesJoinRequests: chat === 2,
      checkerBotId: null,
      inviteLink: '',
    };
    await addOrder(store, { resource, quantityAll: 100 }, accountId, BEGIN_MS);
  }
  for (const { user, order, bot, secondsBefore } of shows) {
    const nowMs = BEGIN_MS - secondsBefore * 1_000;
    const contact = {
      chatId: USERS[user] ?? 0,
      dueAtMs: nowMs + 24 * HOUR_MS,
      untilMs: nowMs + 24 * HOUR_MS,
      staleAtMs: 0,
    };
    const proof = contacts[user] === null ? {} : ({ proof: 'list', counts: false, contact } as const);
    await show(store, USERS[user] ?? 0, order + 1, BOTS[bot], nowMs, proof);
  }
}

/** PostgreSQL spreads the service's own accounts over several shards. */
const OWNER = 'CASE WHEN a.owner_id > 0 THEN a.owner_id ELSE 0 END';

/** What is left in the books: who was paid for what, what nobody pays for, and every entry of the ledger. */
async function booksOf(database: TestDatabase): Promise<Record<string, string[]>> {
  const rows = async (text: string) =>
    (await database.sql<Record<string, unknown>>(text))
      .map((row) => Object.values(row).map(String).join(' '))
      .sort();
  return {
    subscribers: await rows(
      'SELECT user_id, order_id, bot_id, state, charge, price_micros, reason FROM subscriptions',
    ),
    orders: await rows('SELECT order_id, quantity_now, pause_reason FROM orders'),
    unpaid: await rows(
      'SELECT order_id, bot_id, reason, sum(joins) AS joins FROM unpaid_days GROUP BY order_id, bot_id, reason',
    ),
    paid: await rows('SELECT user_id, target, order_id FROM paid_joins'),
    balances: await rows(
      `SELECT kind, ${OWNER} AS owner, sum(balance_micros) AS balance FROM ledger_accounts AS a
       WHERE balance_micros <> 0 GROUP BY kind, ${OWNER}`,
    ),
    entries: await rows(
      `SELECT e.kind, e.order_id, e.bot_id, e.user_id, a.kind AS of_kind, ${OWNER} AS owner, p.amount_micros FROM postings AS p
       JOIN ledger_entries AS e ON e.entry_id = p.entry_id
       JOIN ledger_accounts AS a ON a.ledger_account_id = p.ledger_account_id`,
    ),
  };
}

/** Plays a schedule over a database of its own; what was silent answers at the end. */
async function play(played: Schedule, updates: readonly Update[], how: Feeding) {
  const database = await createDatabase();
  const environment = environmentOf(database);
  const settings = parseSettings(environment);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const clock = { now: () => BEGIN_MS + 3 * HOUR_MS };
  const prepared = await openStore(settings, { clock });
  await populate(prepared, played);
  await prepared.close();
  await processes.run(environment, updates, how);
  const store = await openStore(settings, { clock });
  const service = createService({
    ...(await createInfrastructure(settings, 'bot', log)),
    store,
    settings,
    clock,
  });
  for (const [number, word] of played.contacts.entries()) {
    const userId = USERS[number] ?? 0;
    if (word !== null)
      for (const botId of BOTS) await service.contacts.tell({ botId, userId, chatId: userId }, word);
  }
  const { differences } = await store.checks.compare();
  await store.close();
  const books = await booksOf(database);
  await database.drop();
  return { books, differences };
}

const at = (update: Update) => ((update.chat_member ?? update.chat_join_request)?.date ?? 0) * 1_000;

it(
  'ends in the same ledger however updates come, and whenever the bot process is killed',
  async () => {
    const seen = { charges: 0, reversals: 0, unpaid: 0 };
    await fc.assert(
      fc.asyncProperty(schedule, feeding, async (played, { batches, kills }) => {
        const updates = updatesOf(played);
        const lastMs = BEGIN_MS + 2 * HOUR_MS;
        const one = await play(played, updates, { batches: [1], nowMs: at, kills: [] });
        expect(one.differences).toEqual([]);
        const hundred = await play(played, updates, { batches: [100], nowMs: at, kills: [] });
        expect(hundred).toEqual(one);
        const late = await play(played, updates, { batches: [...batches, 100], nowMs: () => lastMs, kills });
        expect(late).toEqual(one);
        const { entries = [], unpaid = [] } = one.books;
        seen.charges += entries.filter((entry) => entry.startsWith('charge')).length;
        seen.reversals += entries.filter((entry) => entry.startsWith('reversal')).length;
        seen.unpaid += unpaid.length;
      }),
      { numRuns: SCHEDULES, plugins: [fc.interruptAfterTimeLimit(SECONDS * 1_000)] },
    );
    expect(processes.killed).toBeGreaterThan(0);
    expect(seen.charges).toBeGreaterThan(0);
  },
  SECONDS * 1_000 + 60_000,
);
