/** The bot process's own work, and what happens to machines. */
import { startBlockWorker } from '../../../bot/blocks/worker.js';
import { startEventWorker } from '../../../bot/events.js';
import { startNotificationWorker } from '../../../bot/notifications/index.js';
import { violation } from '../violation.js';
import { DAY_MS } from '../rules.js';
import { Crashed, type Simulation } from '../simulation.js';
import { adoptBots, adoptOrders } from '../knowledge.js';
import { takeAll } from '../../../test/support/whole-worker.js';
import { keysSpeak } from './accounts.js';

const SHOWS_KEPT_MS = 40 * DAY_MS;
const CONTACTS_KEPT_MS = 37 * DAY_MS;
const LEASE_MS = 60_000;
const CONTACTS_AT_ONCE = 20;
const REPORT_LIFE_MS = DAY_MS;

/** The real workers, for a moment: they take back what one that died has left, work, and stop. */
export async function work(simulation: Simulation): Promise<void> {
  const { draw, world } = simulation;
  const bot = simulation.process('bot');
  const { service, platform } = bot;
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (facts: Record<string, unknown>, message: string) => {
      if (!bot.isDead) simulation.errors.push(`${message} ${JSON.stringify(facts)}`);
    },
  };
  const blocks = startBlockWorker({ service, platform, log });
  const notifications = startNotificationWorker({ service, platform, log });
  const events = startEventWorker({ service, log });
  const lastsMs = draw.whole(10, 1_500);
  try {
    await simulation.must(bot, async () => {
      await Promise.all([blocks, notifications, events].map(takeAll));
      await new Promise<void>((resolve) => {
        setTimeout(resolve, lastsMs);
      });
      await Promise.all([blocks.stop(), notifications.stop(), events.stop()]);
    });
  } catch (error) {
    // Answers to messages of this moment may be lost.
    if (error instanceof Crashed) for (const screen of world.busy) screen.lost += 1;
    throw error;
  } finally {
    checkScreens(simulation);
  }
}

/** Promise 4: a retry never shows a person two blocks. */
function checkScreens({ world }: Simulation): void {
  for (const { messages, sentSinceAsked, lost } of world.busy) {
    if (sentSinceAsked > 1)
      throw violation('4 delivery', `asked once, a person was sent ${String(sentSinceAsked)} blocks`);
    if (messages.size > 1 + lost) {
      const about = `${String(messages.size)} blocks stand on a screen, ${String(lost)} replies were lost`;
      throw violation('4 delivery', about);
    }
  }
  world.busy.clear();
}

/** What the processes that were asked did not finish: the bot process asks, and settles what waited. */
export async function askContacts(simulation: Simulation): Promise<void> {
  const bot = simulation.process('bot');
  const due = await simulation.must(bot, ({ service }) => service.contacts.claim(CONTACTS_AT_ONCE));
  for (const { userId } of due) simulation.touch(userId);
  await simulation.must(bot, ({ service }) => Promise.all(due.map((one) => service.contacts.perform(one))));
  simulation.count('contacts taken over', due.length);
}

export async function makeReports(simulation: Simulation): Promise<void> {
  const { draw, time, model } = simulation;
  const bot = simulation.process('bot');
  await simulation.must(bot, ({ store }) => store.jobs.release('reports'));
  const jobs = await simulation.must(bot, ({ store }) =>
    store.jobs.claim('reports', 5, LEASE_MS, time.now()),
  );
  for (const { taskId } of jobs) {
    const file = {
      fileKey: `file-${taskId}`,
      fileName: 'report.xlsx',
      expiresAtMs: time.now() + REPORT_LIFE_MS,
    };
    if (draw.chance(0.2)) {
      const retryAtMs = draw.chance(0.3) ? null : time.now() + 1_000;
      await simulation.must(bot, ({ store }) => store.jobs.failed(taskId, 'the worker failed', retryAtMs));
    } else await simulation.must(bot, ({ store }) => store.jobs.done(taskId, file));
  }
  await simulation.must(bot, ({ store }) => store.jobs.expire(time.now(), 100));
  for (const [taskId, { atMs }] of model.tasks) {
    if (atMs < time.now() - REPORT_LIFE_MS) model.tasks.delete(taskId);
  }
}

export async function release(simulation: Simulation): Promise<void> {
  await simulation.inBot(({ service }) => service.maintenance.releaseHolds());
  const nowMs = simulation.time.now();
  simulation.later(() => {
    const due = simulation.books.holdsDue(nowMs);
    if (due > 0) throw violation('1 balance', `${String(due)} holds have ended and were not released`);
  });
}

export async function purge(simulation: Simulation): Promise<void> {
  const nowMs = simulation.time.now();
  simulation.purgedBeforeMs = { impressions: nowMs - SHOWS_KEPT_MS, contacts: nowMs - CONTACTS_KEPT_MS };
  await simulation.inBot(async ({ service: { maintenance } }) => {
    for (const table of maintenance.purgedTables) await maintenance.purge(table);
  });
}

export async function sweep(simulation: Simulation): Promise<void> {
  await simulation.inBot(({ service }) => service.membership.sweep());
}

/** A process stops in an orderly way, and starts again. */
export async function restart(simulation: Simulation): Promise<void> {
  const name = simulation.draw.one(['api-1', 'api-2', 'bot'] as const);
  const process = simulation.process(name);
  await simulation.must(process, ({ store }) => store.close());
  process.kill();
  simulation.process(name);
}

/** Promise 3: no money and no key is lost; of the rest, at most the last moments. */
export async function powerCut(simulation: Simulation): Promise<void> {
  await simulation.cutPower();
  simulation.host.faults.last = 'power cut';
  simulation.touchEverybody();
  adoptAll(simulation);
  simulation.money.audit(simulation.books);
  await keysSpeak(simulation);
}

/** What was learnt of orders and bots just before may be gone, with the notifications about it. */
function adoptAll({ model, books }: Simulation): void {
  adoptOrders(model, books, [...model.orders.keys()]);
  adoptBots(model, books);
  model.notifications.forgive(books);
}
