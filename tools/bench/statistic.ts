/**
 * What /statistic costs at its largest: 366 days of an account with 50 bots that brought 1,000,000 subscribers, for 200
 * orders of an advertiser. Over HTTP, as JSON, one caller after the other:
 *
 *     npx tsx tools/bench/statistic.ts [subscribers]
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { dayNumberOf, formatDay } from '../../core/days.js';
import { openEmulator, openStage, type Stage } from '../../test/cases/stage.js';
import { drawFrom, seededRandom } from '../../test/core/choosing-world.js';
import { atShare } from './table.js';

const PUBLISHER = 502;
const ADVERTISER = 501;
const BOTS = 50;
const ORDERS = 200;
const DAYS = 366;
/** Orders that bring subscribers to one bot on one day. */
const ORDERS_A_DAY = 10;
const ROUNDS = 41;
const PRICE_MICROS = 2_500_000;
const EARNED_MICROS = 1_750_000;
const LANGUAGES = ['ru', 'uz', 'kk', 'uk', 'en', ''];
const FIRST_BOT = 7_000;

export interface StatisticFigures {
  action: string;
  p50Ms: number;
  p90Ms: number;
  /** The first time, before anything of the past is kept (`db/work/closed-spans.ts`). */
  firstMs: number;
  /** Processor time of a request on average, the caller's part included: what a busy machine does not change. */
  cpuMs: number;
  bytes: number;
}

/** Times of every action; the database is made first, and removed at the end. */
export async function benchStatistic(subscribers = 1_000_000): Promise<StatisticFigures[]> {
  const emulator = await openEmulator();
  const stage = await openStage(emulator, {
    ORDERS_WAITING_MAX: String(ORDERS),
    BOTS_MAX: String(BOTS),
    BOTS_PER_HOUR: String(BOTS),
  });
  try {
    const orderIds = await openAccounts(stage);
    fill(stage, orderIds, subscribers);
    const figures: StatisticFigures[] = [];
    for (const [person, query] of questions(orderIds)) {
      const token = await stage.service.accounts.revealKey(person, 'statistics');
      figures.push(await measure(stage, { ...query, api_token: token }, subscribers));
    }
    return figures;
  } finally {
    await stage.close();
    await emulator.close();
  }
}

function questions(orderIds: readonly number[]): [number, Record<string, string>][] {
  const order = String(orderIds[0]);
  const bot = String(FIRST_BOT);
  return [
    [ADVERTISER, { action: 'allads' }],
    [ADVERTISER, { action: 'ads', ads_id: order }],
    [ADVERTISER, { action: 'source', ads_id: order }],
    [PUBLISHER, { action: 'allbots' }],
    [PUBLISHER, { action: 'bots', bot_id: bot }],
    [PUBLISHER, { action: 'sponsor', bot_id: bot }],
    [PUBLISHER, { action: 'sponsor' }],
  ];
}

async function openAccounts({ service }: Stage): Promise<number[]> {
  for (const accountId of [ADVERTISER, PUBLISHER]) {
    const name = `Person ${String(accountId)}`;
    await service.accounts.open({ accountId, firstName: name, username: '', language: 'en' });
  }
  for (let bot = 0; bot < BOTS; bot += 1) {
    const nickname = `bench_${String(bot)}_bot`;
    await service.bots.add(PUBLISHER, {
      botId: FIRST_BOT + bot,
      name: `Bot ${String(bot)}`,
      nickname,
      settings: {},
    });
  }
  const orderIds: number[] = [];
  for (let order = 0; order < ORDERS; order += 1) {
    const link = `https://site-${String(order)}.example/`;
    const input = { link, adsType: 'resource', quantityAll: 10_000_000 } as const;
    orderIds.push((await service.orders.create(ADVERTISER, input)).orderId);
  }
  return orderIds;
}

/** The subscriptions themselves, and the counters that their settlement would have left. */
function fill({ folder, clock }: Stage, orderIds: readonly number[], subscribers: number): void {
  const database = new Database(path.join(folder, 'service.db'));
  const draw = drawFrom(seededRandom(9));
  const lastDay = dayNumberOf(clock.now(), 'UTC');
  const perImpression = subscribers / (BOTS * DAYS * ORDERS_A_DAY);
  const subscription = database.prepare(
    `INSERT INTO subscriptions (user_id, order_id, bot_id, state, charge, price_micros, at_ms) VALUES (?, ?, ?, 0, 1, ?, ?)`,
  );
  const pair = database.prepare(
    `INSERT INTO pair_days (order_id, day, bot_id, impressions, subscribers, paid_micros, earned_micros) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  let left = subscribers;
  let userId = 5_000_000_000;
  let due = 0;
  database.pragma('synchronous = OFF');
  database.transaction(() => {
    for (let day = lastDay - DAYS + 1; day <= lastDay; day += 1) {
      for (let bot = 0; bot < BOTS; bot += 1) {
        const first = draw.whole(0, ORDERS - 1);
        for (let place = 0; place < ORDERS_A_DAY; place += 1) {
          const orderId = orderIds[(first + place * 7) % ORDERS] ?? 0;
          due += perImpression;
          const isLast = day === lastDay && bot === BOTS - 1 && place === ORDERS_A_DAY - 1;
          const count = isLast ? left : Math.min(left, Math.floor(due));
          due -= count;
          left -= count;
          pair.run(
            orderId,
            day,
            FIRST_BOT + bot,
            count * 20,
            count,
            count * PRICE_MICROS,
            count * EARNED_MICROS,
          );
          for (let index = 0; index < count; index += 1) {
            subscription.run((userId += 1), orderId, FIRST_BOT + bot, PRICE_MICROS, day * 86_400_000 + index);
          }
        }
      }
    }
    addUp(database);
  })();
  database.close();
}

function addUp(database: Database.Database): void {
  database.exec(`
    INSERT INTO order_days (order_id, day, impressions, subscribers, value_micros)
      SELECT order_id, day, sum(impressions), sum(subscribers), sum(paid_micros) FROM pair_days GROUP BY order_id, day;
    INSERT INTO bot_days (bot_id, day, subscribers, value_micros, requests_sponsors, requests_no_sponsors)
      SELECT bot_id, day, sum(subscribers), sum(earned_micros), sum(impressions), 5 FROM pair_days GROUP BY bot_id, day;`);
  const language = database.prepare(
    `INSERT INTO language_days (order_id, day, language, subscribers)
     SELECT order_id, day, ?, subscribers / ${String(LANGUAGES.length)} FROM order_days`,
  );
  for (const code of LANGUAGES) language.run(code);
}

async function measure(
  { url, clock }: Stage,
  query: Record<string, string>,
  subscribers: number,
): Promise<StatisticFigures> {
  const today = dayNumberOf(clock.now(), 'UTC');
  const range = { start_date: formatDay(today - DAYS + 1), end_date: formatDay(today) };
  const address = `${url}/statistic?${new URLSearchParams({ ...query, ...range, output_format: 'json' }).toString()}`;
  const times: number[] = [];
  let [bytes, firstMs] = [0, 0];
  let used = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMs = performance.now();
    const response = await fetch(address);
    const body = await response.text();
    if (round > 0) times.push(performance.now() - startMs);
    else [firstMs, used] = [performance.now() - startMs, process.cpuUsage()];
    if (!response.ok) throw new Error(`${String(response.status)} for ${JSON.stringify(query)}`);
    bytes = body.length;
    requireAll(query, body, subscribers);
  }
  const { user, system } = process.cpuUsage(used);
  times.sort((a, b) => a - b);
  const action = `${query['action'] ?? ''}${'ads_id' in query || 'bot_id' in query ? ' of one' : ''}`;
  const rounded = (ms: number) => Number(ms.toFixed(2));
  const cpuMs = rounded((user + system) / 1_000 / times.length);
  return {
    action,
    p50Ms: rounded(atShare(times, 0.5)),
    p90Ms: rounded(atShare(times, 0.9)),
    firstMs: rounded(firstMs),
    cpuMs,
    bytes,
  };
}

/** A fast answer to something else would be no figure. */
function requireAll(query: Record<string, string>, body: string, subscribers: number): void {
  if ('ads_id' in query || 'bot_id' in query) return;
  const { data } = JSON.parse(body) as {
    data: { total_subscribers?: number; table_data?: { subscribers: number }[] };
  };
  const total = data.total_subscribers ?? data.table_data?.reduce((sum, row) => sum + row.subscribers, 0);
  if (total !== subscribers)
    throw new Error(`${String(total)} subscribers instead of ${String(subscribers)}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const startMs = performance.now();
  for (const figures of await benchStatistic(Number(process.argv[2] ?? 1_000_000))) {
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  }
  process.stdout.write(`${((performance.now() - startMs) / 1_000).toFixed(1)} s in all\n`);
}
