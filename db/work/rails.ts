/** What the service knows of payment rails. */
import type { RailDifference, RailStore, SwitchName } from '../../core/ports/rail-store.js';
import type { RailName } from '../../core/ports/payment-rail.js';
import type { Parts } from './database.js';
import type { LedgerWrites } from './ledger-writes.js';
import type { NotificationQueue } from './notification-queue.js';
import { createRailDeposits } from './rail-deposits.js';
import { createRailPayouts } from './rail-payouts.js';
import { statement, type Work } from './statement.js';
import { boundedLimit } from './values.js';
import type { WithdrawalWrites } from './withdrawals.js';

const DIFFERENCES_MAX = 1_000;

interface DifferenceRow {
  rail: RailName;
  about: string;
  ours: string;
  theirs: string;
  since_ms: number;
}

const known = statement<[rail: string], DifferenceRow>(
  'SELECT rail, about, ours, theirs, since_ms FROM rail_differences WHERE rail = $1',
);
const all = statement<[limit: number], DifferenceRow>(
  "SELECT rail, about, ours, theirs, since_ms FROM rail_differences WHERE rail > '' ORDER BY rail, about LIMIT $1",
);
const put = statement<[rail: string, about: string, ours: string, theirs: string, sinceMs: number]>(
  `INSERT INTO rail_differences (rail, about, ours, theirs, since_ms) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (rail, about) DO UPDATE SET ours = excluded.ours, theirs = excluded.theirs`,
);
const drop = statement<[rail: string, about: string]>(
  'DELETE FROM rail_differences WHERE rail = $1 AND about = $2',
);
const switchOff = statement<[name: string, byId: number, atMs: number]>(
  'INSERT INTO switched_off (name, by_id, at_ms) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
);
const switchOn = statement<[name: string]>('DELETE FROM switched_off WHERE name = $1');
const isOff = statement<[name: string], { one: number }>('SELECT 1 AS one FROM switched_off WHERE name = $1');

export function createRailStore(
  { db }: Parts,
  parts: { ledger: LedgerWrites; withdrawals: WithdrawalWrites; notifications: NotificationQueue },
): RailStore {
  function* setDifferences(
    rail: RailName,
    found: readonly RailDifference[],
    nowMs: number,
  ): Work<RailDifference[]> {
    const before = new Set((yield* known.all(rail)).map(({ about }) => about));
    const now = found.slice(0, DIFFERENCES_MAX);
    const abouts = new Set(now.map(({ about }) => about));
    for (const about of before) if (!abouts.has(about)) yield* drop.run(rail, about);
    for (const { about, ours, theirs } of now) yield* put.run(rail, about, ours, theirs, nowMs);
    return now.filter(({ about }) => !before.has(about));
  }

  return {
    ...createRailDeposits({ db }, parts.ledger, parts.notifications),
    ...createRailPayouts({ db }, parts.withdrawals, parts.notifications),
    setDifferences: (...given) =>
      db.run('rails.setDifferences', () => setDifferences(...given), { durable: true }),
    differences: async (limit) => {
      const rows = await db.read(all.all(boundedLimit(limit, DIFFERENCES_MAX)));
      return rows.map(({ since_ms: sinceMs, ...difference }) => ({ ...difference, sinceMs }));
    },
    setSwitch: async (name: SwitchName, isOn, byId, nowMs) => {
      const work = isOn ? switchOn.run(name) : switchOff.run(name, byId, nowMs);
      await db.run('rails.setSwitch', () => work, { durable: true });
    },
    isOn: async (name) => (await db.read(isOff.get(name))) === undefined,
  };
}
