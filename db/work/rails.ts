/** What the service knows of payment rails. */
import { DAY_MS } from '../../core/days.js';
import type { RailStore } from '../../core/ports/rail-store.js';
import { railDifferences, switchedOff } from '../schema/payments.js';
import { durableCommands, type Parts } from './database.js';
import { insertInto } from './inserts.js';
import type { LedgerWrites } from './ledger-writes.js';
import { SERVICE } from '../../core/ledger/index.js';
import { createRailDeposits } from './rail-deposits.js';
import { createRailPayouts, isOff } from './rail-payouts.js';
import { type RowOf, rowsOf } from './rows.js';
import { exactStatement, statement } from './statement.js';
import { boundedLimit, present } from './values.js';
import type { WithdrawalWrites } from './withdrawals.js';

const DIFFERENCES_MAX = 1_000;
/** Payouts are found by when they began; one that took longer is in no day's sum. */
const SENDING_MAX_MS = 30 * DAY_MS;

type Difference = Awaited<ReturnType<RailStore['differences']>>[number];
const toDifference = rowsOf<Difference>()('rail, about, ours, theirs, since_ms', {});

const known = statement<[rail: string], { about: string }>(
  'SELECT about FROM rail_differences WHERE rail = $1',
);
const all = statement<[limit: number], RowOf<Difference>>(
  "SELECT rail, about, ours, theirs, since_ms FROM rail_differences WHERE rail > '' ORDER BY rail, about LIMIT $1",
);
const put = insertInto(railDifferences, 'rail, about, ours, theirs, sinceMs', {
  there: { sets: 'ours = excluded.ours, theirs = excluded.theirs' },
});
const drop = statement<[rail: string, about: string]>(
  'DELETE FROM rail_differences WHERE rail = $1 AND about = $2',
);
/** On PostgreSQL the service has several accounts of a kind, under owners below 0. */
const ofServiceSql = (kind: string) =>
  `(SELECT sum(balance_micros) FROM ledger_accounts WHERE owner_id <= ${String(SERVICE)} AND kind = ${kind})`;
const holding = exactStatement<
  [rail: string],
  { booked: bigint | null; sending: bigint | null; income: bigint | null }
>(
  `SELECT ${ofServiceSql('$1')} AS booked, ${ofServiceSql("'fee'")} AS income,
     (SELECT sum(amount_micros) FROM rail_payouts WHERE rail = $1 AND state = 'sending') AS sending`,
);
interface MovedRow {
  count: bigint;
  sum: bigint | null;
}
const paidIn = exactStatement<[rail: string, fromMs: number, toMs: number], MovedRow>(
  `SELECT count(*) AS count, sum(amount_micros) AS sum FROM rail_deposits
   WHERE rail = $1 AND ended_at_ms IS NOT NULL AND ended_at_ms >= $2 AND ended_at_ms < $3 AND state = 'paid'`,
);
const sentIn = exactStatement<[begunAfterMs: number, rail: string, fromMs: number, toMs: number], MovedRow>(
  `SELECT count(*) AS count, sum(amount_micros) AS sum FROM rail_payouts
   WHERE begun_at_ms > $1 AND rail = $2 AND ended_at_ms >= $3 AND ended_at_ms < $4 AND state = 'sent'`,
);
const switchOff = insertInto(switchedOff, 'name, byId, atMs', { there: 'stays' });
const switchOn = statement<[name: string]>('DELETE FROM switched_off WHERE name = $1');

export function createRailStore(
  { db }: Parts,
  ledger: LedgerWrites,
  withdrawals: WithdrawalWrites,
): RailStore {
  return {
    ...createRailDeposits({ db }, ledger),
    ...createRailPayouts({ db }, withdrawals),
    moves: async (rail, { fromMs, toMs }) => {
      const paid = moved(await db.read(paidIn.get(rail, fromMs, toMs)));
      return {
        deposits: paid,
        payouts: moved(await db.read(sentIn.get(fromMs - SENDING_MAX_MS, rail, fromMs, toMs))),
      };
    },
    holding: async (rail) => {
      const { booked, sending, income } = present(await db.read(holding.get(rail)), 'a sum');
      // The account of a rail is below zero by what it holds.
      return { bookedMicros: -(booked ?? 0n), sendingMicros: sending ?? 0n, incomeMicros: income ?? 0n };
    },
    ...durableCommands<RailStore>()(db, 'rails', {
      *setSwitch(name, isOn, byId, nowMs) {
        yield* isOn ? switchOn.run(name) : switchOff.run({ name, byId, atMs: nowMs });
      },
      *setDifferences(rail, found, nowMs) {
        const before = new Set((yield* known.all(rail)).map(({ about }) => about));
        const now = found.slice(0, DIFFERENCES_MAX);
        const abouts = new Set(now.map(({ about }) => about));
        for (const about of before) if (!abouts.has(about)) yield* drop.run(rail, about);
        for (const difference of now) yield* put.run({ ...difference, rail, sinceMs: nowMs });
        return now.filter(({ about }) => !before.has(about));
      },
    }),
    differences: async (limit) =>
      (await db.read(all.all(boundedLimit(limit, DIFFERENCES_MAX)))).map(toDifference),
    isOn: async (name) => (await db.read(isOff.get(name))) === undefined,
  };
}

const moved = (row: MovedRow | undefined) => ({ count: Number(row?.count ?? 0), sumMicros: row?.sum ?? 0n });
