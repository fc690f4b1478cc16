/** A database to measure on: 5,000 running orders with random targeting, advertisers with money, bots, known users. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createInfrastructure } from '../../core/adapters/index.js';
import { parseSettings } from '../../core/config.js';
import { dayNumberOf } from '../../core/days.js';
import type { Platform } from '../../core/platform.js';
import type { Store } from '../../core/ports.js';
import type { PinMode } from '../../core/ports/sponsor-store.js';
import type { Observation } from '../../core/ports/subscription-store.js';
import { createService, type Service } from '../../core/service.js';
import type { SponsorRequest } from '../../core/sponsors/index.js';
import { migrate, openStore } from '../../db/index.js';
import { addOrder } from '../../test/contract/makers.js';
import { isSpread, sqlOver } from '../../test/support/database.js';
import { drawFrom, drawTargeting, seededRandom } from '../../test/core/choosing-world.js';
import type { QuietPlatform } from './servers.js';

const ADVERTISERS = 50;
export const PUBLISHER = 9_000;
const FIRST_USER = 1_000_000;
const FIRST_OF_PEOPLE = 20_000_000;
/** At once while it is filled: with more, some wait for a connection longer than a store allows where requests share fewer statements. */
const BATCH = isSpread ? 50 : 500;
const HEARD_EVERY_MS = 3_000;

export interface BenchBot {
  botId: number;
  key: string;
}

export interface BenchWorld {
  environment: Record<string, string>;
  service: Service;
  store: Store;
  statisticsKey: string;
  /** How many calls the platform has got. */
  platformCalls(): number;
  /** Adds one more bot of the publisher. */
  bot(settings?: { maxSponsors?: number; hasToken?: boolean }): Promise<BenchBot>;
  /** Makes users known, and known to be out of the channels that suit them best; nothing was shown to them. */
  know(userIds: readonly number[]): Promise<void>;
  /** Adds known users without any request yet. */
  people(count: number): Promise<number[]>;
  /** Gives each bot that is there 29 days before today with subscribers, requests and unpaid joins. */
  liveMonth(): Promise<void>;
  /** Lets users join every channel that was shown to them, as if by an update. */
  join(users: readonly { userId: number; resourceIds: readonly string[] }[]): Promise<void>;
  close(): Promise<void>;
}

/** A world with users who are known there. */
export interface Place {
  world: BenchWorld;
  known: readonly number[];
}

/** Of a world over SQLite. */
export const fileOf = ({ environment }: BenchWorld): string =>
  (environment['DATABASE_URL'] ?? '').replace('file:', '');

/** Who the users are does not matter, as long as they differ. */
export const userAt = (index: number) => FIRST_USER + index;

export function bodyOf(userId: number): Record<string, unknown> {
  return {
    chat_id: userId,
    user_id: userId,
    first_name: 'Anna',
    username: `user${String(userId)}`,
    language_code: 'ru',
    is_premium: userId % 10 === 0,
  };
}

/** The same, past HTTP. */
export const requestOf = (userId: number, isPremium: boolean, action: PinMode): SponsorRequest => ({
  chatId: userId,
  user: { userId, firstName: 'Anna', username: `user${String(userId)}`, languageCode: 'ru', isPremium },
  action,
  excludeResourceIds: [],
  excludeOrderIds: [],
});

/**
 * @param options.databaseUrl of an empty database; default a SQLite file of its own
 * @param options.settings by the names of the environment, in place of those below
 */
export async function createBenchWorld(
  quiet: QuietPlatform,
  {
    orders = 5_000,
    databaseUrl,
    settings: given = {},
  }: { orders?: number; databaseUrl?: string; settings?: Record<string, string> } = {},
): Promise<BenchWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-bench-'));
  const environment: Record<string, string> & { DATABASE_URL: string } = {
    DATABASE_URL: databaseUrl ?? `file:${path.join(folder, 'service.db')}`,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    BOT_TOKEN: `100:${'a'.repeat(35)}`,
    PLATFORM_API_ROOT: quiet.url,
    LOG_LEVEL: 'error',
    EXPLORE_SHARE: '0',
    // Who was asked about once is known from then on: what asking costs is measured by itself.
    RECHECK_SECONDS: '86400',
    // High enough to refuse no request; they are counted all the same.
    KEY_REQUESTS_PER_MINUTE: '100000000',
    ADDRESS_REQUESTS_PER_MINUTE: '100000000',
    BOTS_MAX: '100000',
    BOTS_PER_HOUR: '100000',
    ...given,
  };
  await migrate(environment.DATABASE_URL);
  const settings = parseSettings(environment);
  const store = await openStore({ DATABASE_URL: environment.DATABASE_URL });
  const infrastructure = await createInfrastructure(settings, 'admin', pino({ level: 'silent' }));
  // While the world is filled, no user is in any chat, at once and without a pace.
  const platform: Platform = {
    ...infrastructure.platform,
    presence: () => Promise.resolve({ ok: true, value: 'out' }),
  };
  // Asks about each user before the first list, so users are known; the measured api has the usual share.
  const asking = { ...settings, ASK_FIRST_SHARE: '0' };
  const service = createService({ store, settings: asking, ...infrastructure, platform });
  await advertise(service, store, orders);
  await giveHistory(environment.DATABASE_URL);
  await service.accounts.open({ accountId: PUBLISHER, firstName: 'Pat', username: 'pat', language: 'en' });
  let bots = 0;
  const bot = async ({ maxSponsors = 4, hasToken = false } = {}): Promise<BenchBot> => {
    const botId = 500_000 + (bots += 1);
    const shape = { settings: { maxSponsors, getLinks: !hasToken } };
    const added = hasToken
      ? await service.bots.add(PUBLISHER, { token: `${String(botId)}:${'b'.repeat(35)}`, ...shape })
      : await service.bots.add(PUBLISHER, {
          botId,
          name: 'Bench',
          nickname: `bench_${String(botId)}_bot`,
          ...shape,
        });
    // Else its users are strangers, and the platform is never asked.
    if (!hasToken) await store.bots.update(botId, { trust: 'trusted' }, Date.now());
    return { botId, key: added.apiKey };
  };
  const guide = await bot({ maxSponsors: 10 });
  const know = async (userIds: readonly number[]) => {
    await inBatches(userIds, async (userId) => {
      await service.sponsors.request(guide.botId, requestOf(userId, userId % 10 === 0, 'newtask'));
    });
    // What they were shown and left alone would be shown to them less: they would get others, of which nothing is known.
    await sqlOver(environment.DATABASE_URL, 'DELETE FROM impressions WHERE bot_id = ?', guide.botId);
  };
  // As the bot process says every few seconds: the silence of updates means something.
  const hearing = setInterval(() => void service.membership.heard(Date.now()), HEARD_EVERY_MS);
  let nextOfPeople = FIRST_OF_PEOPLE;
  return {
    environment,
    service,
    store,
    platformCalls: () => quiet.calls(),
    statisticsKey: await service.accounts.revealKey(PUBLISHER, 'statistics'),
    bot,
    know,
    people: async (count) => {
      const userIds = Array.from({ length: count }, () => nextOfPeople++);
      await know(userIds);
      return userIds;
    },
    liveMonth: () => liveMonth(environment.DATABASE_URL),
    join: (users) =>
      inBatches(users, async ({ userId, resourceIds }) => {
        const atMs = Date.now();
        const observations = resourceIds.map((resourceId): Observation => ({
          userId,
          resourceId,
          state: 'in',
          updateId: null,
          atMs,
        }));
        await store.memberships.observe(observations);
      }),
    close: async () => {
      clearInterval(hearing);
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function advertise(service: Service, store: Store, count: number): Promise<void> {
  const draw = drawFrom(seededRandom(1));
  const accounts = Array.from({ length: ADVERTISERS }, (_, index) => 100 + index);
  for (const accountId of accounts) {
    await service.accounts.open({ accountId, firstName: 'Ada', username: 'ada', language: 'en' });
    const booking = { reference: `bench:${String(accountId)}`, note: '', bookedBy: null };
    await store.ledger.deposit(accountId, 1_000_000_000_000n, booking, Date.now());
  }
  await inBatches(
    Array.from({ length: count }, (_, index) => index),
    async (index) => {
      const link = `t.me/bench_channel_${String(index)}`;
      const priceMicros = BigInt(draw.whole(500, 8_000)) * 1_000n;
      const order = {
        link: `https://${link}`,
        linkKey: link,
        name: `Order ${String(index)}`,
        quantityAll: 1_000_000,
        priceMicros,
        pricePremiumMicros: priceMicros * 2n,
        realPriceMicros: priceMicros,
        targeting: drawTargeting(draw, 0.1),
        resource: {
          resourceId: String(-1_000_000_000_000 - index),
          name: 'A channel',
          logoFileId: '',
          takesJoinRequests: false,
          checkerBotId: null,
          inviteLink: '',
        },
      };
      await addOrder(store, order, accounts[index % ADVERTISERS], Date.now());
    },
  );
}

/** What orders have been through so far: with a past behind them their ranks hold still while we measure. */
async function giveHistory(url: string): Promise<void> {
  const yesterday = dayNumberOf(Date.now(), 'UTC') - 1;
  await sqlOver(
    url,
    `INSERT INTO order_days (order_id, day, impressions, subscribers)
     SELECT order_id, CAST(? AS bigint), 100000000, 5000000 + (order_id * 7919) % 20000 * 1000 FROM orders`,
    yesterday,
  );
}

async function liveMonth(url: string): Promise<void> {
  const today = dayNumberOf(Date.now(), 'UTC');
  for (let day = today - 29; day < today; day += 1) {
    await sqlOver(
      url,
      `INSERT INTO bot_days (bot_id, day, subscribers, value_micros, requests_sponsors, requests_no_sponsors, requests_passed)
       SELECT bot_id, CAST(? AS bigint), 40 + bot_id % 7, 52500000 + bot_id % 1000 * 1000, 900, 10, 200 FROM bots
       WHERE true ON CONFLICT DO NOTHING`,
      day,
    );
    for (const reason of ['came_back', 'no_money', 'member_before'])
      await sqlOver(
        url,
        `INSERT INTO unpaid_days (order_id, day, bot_id, reason, joins)
         SELECT 1, CAST(? AS bigint), bot_id, CAST(? AS text), 3 FROM bots WHERE true ON CONFLICT DO NOTHING`,
        day,
        reason,
      );
  }
}

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH)
    await Promise.all(items.slice(from, from + BATCH).map(work));
}
