/** What is read from the store when somebody looks: backlogs, signs of life, the daily check. */
import { Gauge, type Registry } from 'prom-client';
import type { Backlog } from '../../ports/job-store.js';
import type { Figures } from '../../health.js';

export interface StoreFigures {
  /** Reads them anew into the registry, and answers them; null, and no figures, when the store cannot be read. */
  read(): Promise<Figures | null>;
}

export function createStoreFigures(registry: Registry, ask: () => Promise<Figures>): StoreFigures {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `sponsorgate_${name}`, help, labelNames, registers: [registry], aggregator: 'max' });
  const up = gauge('store_up', '1 when the store could be read for these figures.');
  const outbox = {
    waiting: gauge('outbox_waiting', 'Rows that wait to be delivered; counted up to 100,000.', ['outbox']),
    oldest: gauge('outbox_oldest_seconds', 'How long the oldest of them has waited.', ['outbox']),
    dead: gauge('outbox_dead', 'Rows that were given up and are kept to be looked at.', ['outbox']),
  };
  const holdsDue = gauge('holds_due', 'Held money whose time has come; released within a minute.');
  const holdsOverdue = gauge('holds_overdue_seconds', 'How long the oldest of it has been due.');
  const orders = gauge('orders', 'Orders that run, and that wait for a moderator.', ['state']);
  const bots = {
    orders: gauge('checked_orders', 'Channel orders whose users this bot of ours asks about.', ['bot']),
    heard: gauge('updates_age_seconds', 'How old the updates of this bot of ours are that have been taken.', [
      'bot',
    ]),
  };
  const bytes = gauge('database_bytes', 'What the database takes of its disk.', ['part']);
  const purgeDue = gauge(
    'purge_due_seconds',
    'How long rows that have had their day may have waited at most to be taken out.',
    ['table'],
  );
  const beat = gauge('bot_beat_age_seconds', 'Since the bot process last gave a sign of life.');
  const check = {
    differences: gauge('check_differences', 'What the latest daily check found to differ.'),
    age: gauge('check_age_seconds', 'Since the latest daily check ended.'),
    took: gauge('check_took_seconds', 'How long it took.'),
  };
  const labelled = [...Object.values(outbox), orders, ...Object.values(bots), bytes, purgeDue];
  const plain = [holdsDue, holdsOverdue, beat, ...Object.values(check)];

  const set = ({ backlogs, botBeatAgeMs, bots: ours, check: last, sizes, purgeAgesMs }: Figures): void => {
    for (const [name, backlog] of Object.entries<Backlog>(backlogs.outboxes)) {
      outbox.waiting.set({ outbox: name }, backlog.waiting);
      outbox.oldest.set({ outbox: name }, backlog.oldestMs / 1_000);
      outbox.dead.set({ outbox: name }, backlog.dead);
    }
    holdsDue.set(backlogs.holds.waiting);
    holdsOverdue.set(backlogs.holds.oldestMs / 1_000);
    orders.set({ state: 'running' }, backlogs.ordersRunning);
    orders.set({ state: 'waiting' }, backlogs.ordersWaiting);
    for (const { botId, orders: count, heardAgeMs } of ours) {
      bots.orders.set({ bot: String(botId) }, count);
      if (heardAgeMs !== null) bots.heard.set({ bot: String(botId) }, heardAgeMs / 1_000);
    }
    bytes.set({ part: 'data' }, sizes.dataBytes);
    if (sizes.logBytes !== null) bytes.set({ part: 'log' }, sizes.logBytes);
    for (const [table, ageMs] of purgeAgesMs) purgeDue.set({ table }, ageMs / 1_000);
    if (botBeatAgeMs !== null) beat.set(botBeatAgeMs / 1_000);
    if (last === null) return;
    check.differences.set(last.outcome.differing);
    check.age.set(last.ageMs / 1_000);
    check.took.set(last.tookMs / 1_000);
  };

  return {
    read: async () => {
      const figures = await ask().catch(() => null);
      // What is not known now is absent, rather than as it last was.
      for (const each of labelled) each.reset();
      for (const each of plain) each.remove();
      up.set(figures === null ? 0 : 1);
      if (figures !== null) set(figures);
      return figures;
    },
  };
}
