/**
 * A report of a million subscribers over the built service as its operator runs it: how long it takes from the request
 * until it is ready, how much memory the worker needs at most, and what it does to the answers of /get-sponsors
 * meanwhile.
 *
 *     npm run build && npx tsx tools/bench/report.ts [subscribers]
 *
 * Prints one line of JSON; times in milliseconds, except where the name says seconds.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmulator, operatorBot } from '../../test/cases/stage.js';
import { addSubscribers } from '../../test/support/many-subscribers.js';
import {
  openAccount,
  openServiceOver,
  reportSettled,
  type ServiceOver,
} from '../../test/support/service-over.js';
import { call, removeFolder } from '../../test/support/service-process.js';
import { createProcesses } from '../../test/support/service-processes.js';
import { atShare } from './table.js';

const SUBSCRIBERS = 1_000_000;
/** Requests of /get-sponsors go out at this pace, however slowly they are answered. */
const INTERVAL_MS = 10;
const BEFORE_MS = 5_000;
const [ADVERTISER, PUBLISHER] = [501, 502];

export interface ReportFigures {
  subscribers: number;
  /** From the request to the finished file. */
  seconds: number;
  /** Processor time of the worker: the same on a busy machine. */
  cpuSeconds: number;
  /** The most that the worker process had in memory. */
  peakMb: number;
  fileMb: number;
  /** Of /get-sponsors: without a report being made, and while one is. */
  before: Latency;
  meanwhile: Latency;
}

interface Latency {
  requests: number;
  p50: number;
  p99: number;
  max: number;
}

/** Starts a service of its own in a folder of its own, and takes both away again. */
export async function benchReport(subscribers = SUBSCRIBERS): Promise<ReportFigures> {
  const emulator = await openEmulator();
  await emulator.client.bots(operatorBot);
  const processes = await createProcesses({
    BOT_TOKEN: operatorBot.token,
    PLATFORM_API_ROOT: emulator.url,
    MODERATOR_IDS: '1001',
    LOG_LEVEL: 'info',
  });
  const over = await openServiceOver(processes.environment);
  try {
    const { access, botKey, orderId } = await populate(over, subscribers);
    const { api = '' } = await processes.start('api');
    await processes.start('bot');
    await load(api, botKey, until(BEFORE_MS));
    const before = await load(api, botKey, until(BEFORE_MS));

    const startMs = performance.now();
    const body = { action: 'report', order_id: orderId, include_price: true };
    const asked = await call(`${api}/orders`, access, body);
    const { task_id: taskId } = asked.body['response'] as { task_id: string };
    let endMs = Infinity;
    const settled = reportSettled(over, taskId).then((job) => {
      endMs = performance.now();
      return job;
    });
    const meanwhile = await load(api, botKey, () => performance.now() < endMs);
    const job = await settled;
    if (job.status !== 'ready') throw new Error(`The report is ${job.status}:\n${processes.said()}`);
    // It has said all then.
    await processes.stop('bot');
    const { size } = await stat(path.join(processes.folder, 'files', job.fileKey));
    return {
      subscribers,
      seconds: round((endMs - startMs) / 1_000),
      cpuSeconds: round(loggedFigure(processes.said(), 'cpuMs') / 1_000),
      peakMb: round(loggedFigure(processes.said(), 'peakBytes') / 1e6),
      fileMb: round(size / 1e6),
      before,
      meanwhile,
    };
  } finally {
    await Promise.all([processes.stop('api'), processes.stop('bot')]);
    await over.close();
    await emulator.close();
    await removeFolder(processes.folder);
  }
}

async function populate(over: ServiceOver, subscribers: number) {
  const { service, store } = over;
  const access = await openAccount(over, ADVERTISER);
  await openAccount(over, PUBLISHER);
  const bot = { botId: 7001, name: 'Recipes', nickname: 'recipes_bot' };
  const { apiKey } = await service.bots.add(PUBLISHER, { ...bot, settings: { getLinks: true } });
  // An untrusted bot gets few lists in a day (`UNTRUSTED_LISTS_DAY`).
  await store.bots.update(bot.botId, { trust: 'trusted' }, Date.now());
  const booking = { reference: 'bench', note: '', bookedBy: null };
  // Each list that is shown needs its price in the wallet until it is too old to pay.
  await service.wallet.credit(ADVERTISER, 1_000_000_000_000n, booking);
  const input = { link: 'https://example.com', adsType: 'resource', quantityAll: 10_000_000 } as const;
  const { orderId } = await service.orders.create(ADVERTISER, input);
  const order = await store.orders.find(orderId);
  await service.moderation.approve(1001, orderId, order?.revision ?? 0);
  const many = { count: subscribers, untilMs: Date.now(), apartMs: 1_000 };
  await addSubscribers(over.databaseUrl, orderId, bot.botId, many);
  return { access, botKey: apiKey, orderId };
}

function until(ms: number): () => boolean {
  const endMs = performance.now() + ms;
  return () => performance.now() < endMs;
}

/** New users one after the other, at a steady pace, so that a service that stalls is seen to. */
async function load(api: string, key: string, goesOn: () => boolean): Promise<Latency> {
  const tookMs: number[] = [];
  const under: Promise<void>[] = [];
  const ask = async (userId: number): Promise<void> => {
    const startMs = performance.now();
    const user = { user_id: userId, chat_id: userId, first_name: 'Ada', username: 'ada', is_premium: false };
    const { http } = await call(`${api}/get-sponsors`, key, { ...user, language_code: 'ru' });
    if (http !== 200) throw new Error(`/get-sponsors answered ${String(http)}.`);
    tookMs.push(performance.now() - startMs);
  };
  const firstMs = performance.now();
  while (goesOn()) {
    under.push(ask(users++));
    const nextMs = firstMs + under.length * INTERVAL_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, nextMs - performance.now())));
  }
  await Promise.all(under);
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => (tookMs.length === 0 ? 0 : round(atShare(tookMs, share)));
  return { requests: tookMs.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

let users = 100_000;

/** What the bot process says in its log of the report that it has made. */
function loggedFigure(log: string, name: string): number {
  const [, figure] = new RegExp(`"${name}":(\\d+)`).exec(log) ?? [];
  if (figure === undefined) throw new Error(`The log does not tell ${name}.`);
  return Number(figure);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await benchReport(Number(process.argv[2] ?? SUBSCRIBERS));
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}
