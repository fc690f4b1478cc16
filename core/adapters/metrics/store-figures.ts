/** What is read from the store when somebody looks: backlogs, signs of life, the daily check. */
import { Gauge, type Registry } from 'prom-client';
import type { Backlog } from '../../ports/job-store.js';
import type { Figures, Health } from '../../health.js';

type MakeGauge = <Label extends string = never>(
  name: string,
  help: string,
  labelNames?: Label[],
) => Gauge<Label>;

type SetGauges = (figures: Figures) => void;

/** @returns reads them again into the registry; null, and no figures, when the store cannot be read */
export function createStoreFigures(
  registry: Registry,
  health: Pick<Health, 'figures' | 'ready'>,
): () => Promise<Figures | null> {
  const forget: (() => void)[] = [];
  const gauge: MakeGauge = (name, help, labelNames = []) => {
    const facts = { name: `sponsorgate_${name}`, help, labelNames, registers: [registry] };
    const made = new Gauge({ ...facts, aggregator: 'max' });
    forget.push(() => (labelNames.length > 0 ? made.reset() : made.remove()));
    return made;
  };
  const up = gauge('store_up', '1 when the store could be read for these figures.');
  const ready = gauge('ready', '1 where /readyz finds it well: the store takes what is written, too.', [
    'check',
  ]);
  const setters = [waits(gauge), lives(gauge), keeps(gauge), checked(gauge)];

  return async () => {
    const { checks } = await health.ready();
    const figures = await health.figures().catch(() => null);
    // What is not known now is absent, rather than as it last was.
    for (const each of forget) each();
    for (const each of ['store', 'bot'] as const) ready.set({ check: each }, checks[each] === 'ok' ? 1 : 0);
    up.set(figures === null ? 0 : 1);
    if (figures !== null) for (const set of setters) set(figures);
    return figures;
  };
}

/** What waits to be done or decided. */
function waits(gauge: MakeGauge): SetGauges {
  const outbox = {
    waiting: gauge('outbox_waiting', 'Rows that wait to be delivered; counted up to 100,000.', ['outbox']),
    oldest: gauge('outbox_oldest_seconds', 'How long the oldest of them has waited.', ['outbox']),
    dead: gauge('outbox_dead', 'Rows that were given up and are kept to be looked at.', ['outbox']),
  };
  const holdsDue = gauge('holds_due', 'Held money whose time has come; released within a minute.');
  const holdsOverdue = gauge('holds_overdue_seconds', 'How long the oldest of it has been due.');
  const payouts = {
    waiting: gauge(
      'payouts_waiting',
      'Withdrawals and refunds that wait to be paid; counted up to 100,000.',
      ['kind'],
    ),
    oldest: gauge('payouts_oldest_seconds', 'How long the oldest of them has waited.', ['kind']),
  };
  const paymentsRead = gauge(
    'payments_read_age_seconds',
    'Since the list of payments of a way in which money comes was read; +Inf: never.',
    ['way'],
  );
  const orders = gauge('orders', 'Orders that run, and that wait for a moderator.', ['state']);
  const railDifferences = gauge(
    'rail_differences',
    'What differs between a payment rail and the ledger; counted up to 100.',
  );
  return ({ backlogs, paymentAgesMs, railDifferences: differing }) => {
    railDifferences.set(differing);
    for (const [name, backlog] of Object.entries<Backlog>(backlogs.outboxes)) {
      outbox.waiting.set({ outbox: name }, backlog.waiting);
      outbox.oldest.set({ outbox: name }, backlog.oldestMs / 1_000);
      outbox.dead.set({ outbox: name }, backlog.dead);
    }
    holdsDue.set(backlogs.holds.waiting);
    holdsOverdue.set(backlogs.holds.oldestMs / 1_000);
    orders.set({ state: 'running' }, backlogs.ordersRunning);
    orders.set({ state: 'waiting' }, backlogs.ordersWaiting);
    for (const kind of ['withdrawals', 'refunds'] as const) {
      payouts.waiting.set({ kind }, backlogs[kind].waiting);
      payouts.oldest.set({ kind }, backlogs[kind].oldestMs / 1_000);
    }
    for (const [way, ageMs] of paymentAgesMs) paymentsRead.set({ way }, ageMs / 1_000);
  };
}

/** Signs of life. */
function lives(gauge: MakeGauge): SetGauges {
  const bots = {
    orders: gauge('checked_orders', 'Channel orders whose users this bot of ours asks about.', ['bot']),
    heard: gauge('updates_age_seconds', 'How old the updates of this bot of ours are that have been taken.', [
      'bot',
    ]),
  };
  const beat = gauge('bot_beat_age_seconds', 'Since the bot process last gave a sign of life.');
  return ({ bots: ours, botBeatAgeMs }) => {
    for (const { botId, orders: count, heardAgeMs } of ours) {
      bots.orders.set({ bot: String(botId) }, count);
      if (heardAgeMs !== null) bots.heard.set({ bot: String(botId) }, heardAgeMs / 1_000);
    }
    if (botBeatAgeMs !== null) beat.set(botBeatAgeMs / 1_000);
  };
}

/** The database: its size, its replica, and what has had its day. */
function keeps(gauge: MakeGauge): SetGauges {
  const bytes = gauge('database_bytes', 'What the database takes of its disk.', ['part']);
  const replicas = {
    lag: gauge('replica_lag_seconds', 'How far behind the replica is.'),
    isRead: gauge('replica_read', '1 while the replica is read, 0 while it is left out.'),
  };
  const purgeDue = gauge(
    'purge_due_seconds',
    'How long rows that have had their day may have waited at most to be taken out.',
    ['table'],
  );
  return ({ sizes, replica, purgeAgesMs }) => {
    bytes.set({ part: 'data' }, sizes.dataBytes);
    if (sizes.logBytes !== null) bytes.set({ part: 'log' }, sizes.logBytes);
    if (sizes.heldLogBytes !== null) bytes.set({ part: 'held_log' }, sizes.heldLogBytes);
    if (replica !== null) {
      replicas.lag.set(replica.lagMs / 1_000);
      replicas.isRead.set(replica.isRead ? 1 : 0);
    }
    for (const [table, ageMs] of purgeAgesMs) purgeDue.set({ table }, ageMs / 1_000);
  };
}

/** What the daily check found. */
function checked(gauge: MakeGauge): SetGauges {
  const check = {
    differences: gauge('check_differences', 'What the latest daily check found to differ.', ['of']),
    age: gauge('check_age_seconds', 'Since the latest daily check ended.'),
    took: gauge('check_took_seconds', 'How long it took.'),
  };
  return ({ check: last }) => {
    if (last === null) return;
    const { differing, differingMoney } = last.outcome;
    check.differences.set({ of: 'money' }, differingMoney);
    check.differences.set({ of: 'figures' }, differing - differingMoney);
    check.age.set(last.ageMs / 1_000);
    check.took.set(last.tookMs / 1_000);
  };
}
