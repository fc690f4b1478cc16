import { insertInto } from './inserts.js';
import { starPayments } from '../schema/payouts.js';
import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '../../core/errors.js';
import {
  adjustmentBooking,
  type BookingOnce,
  depositBooking,
  type EntryLine,
  unaskedRefundBooking,
} from '../../core/ledger/index.js';
import type {
  Booked,
  EntryKind,
  HistoryPage,
  LedgerAccountKind,
  LedgerLine,
  LedgerStore,
  NewDeposit,
  Turnover,
} from '../../core/ports/ledger-store.js';
import { durableCommands, type Parts } from './database.js';
import { keepAnswer } from './kept-answers.js';
import type { LedgerWrites } from './ledger-writes.js';
import { queueNotifications } from './notifications.js';
import { HOUR_MS, type MomentRange } from '../../core/days.js';
import { boundedLimit, present } from './values.js';
import { type ExactRowOf, money, rowsOf } from './rows.js';
import { exactStatement, statement, type Work } from './statement.js';

type LedgerLineRow = ExactRowOf<LedgerLine>;

const toLedgerLine = rowsOf<LedgerLine>()(
  `entry_id, kind, at_ms, amount_micros, held_micros, reserved_micros, balance_micros, order_id, bot_id, user_id,
   note`,
  { amountMicros: money, heldMicros: money, reservedMicros: money, balanceMicros: money },
);

const MAX_PAGE = 1_000;

/** No ledger account has this id: nothing was ever booked on it. */
const NONE = -1;

/** Where the ids of the accounts stand among the parameters. */
type Place = '$1' | '$2' | '$3';
const [WALLET, HOLD, RESERVE] = ['$1', '$2', '$3'] as const;

const accountsOf = statement<[ownerId: number], { kind: LedgerAccountKind; ledger_account_id: number }>(
  'SELECT kind, ledger_account_id FROM ledger_accounts WHERE owner_id = $1',
);

/**
 * Entries are numbered as they are booked. The clocks of those who book differ by less than this, also where one is set back by
 * an hour. So a time is found by halving the numbers, and needs no index of its own.
 */
const SKEW_MS = HOUR_MS + 600_000;
const HALF = '(low + high) / 2';
const IS_BEFORE = `coalesce((SELECT at_ms FROM ledger_entries WHERE entry_id <= ${HALF} ORDER BY entry_id DESC LIMIT 1) < $1, true)`;
/** The number of the first entry from a moment on; one more than all, where there is none. */
const firstSince = statement<[fromMs: number], { entry_id: number }>(
  `WITH RECURSIVE search (low, high) AS (
     SELECT 1::bigint, coalesce((SELECT max(entry_id) FROM ledger_entries), 0) + 1
     UNION ALL
     SELECT CASE WHEN ${IS_BEFORE} THEN ${HALF} + 1 ELSE low END, CASE WHEN ${IS_BEFORE} THEN high ELSE ${HALF} END
     FROM search WHERE low < high)
   SELECT max(low) AS entry_id FROM search`,
);

const latestOf = (account: Place) =>
  `SELECT * FROM (SELECT entry_id FROM postings WHERE ledger_account_id = ${account} AND entry_id < $4
     ORDER BY entry_id DESC LIMIT $5) AS latest`;
const latestWithin = (account: Place) =>
  `SELECT * FROM (SELECT postings.entry_id FROM postings
     JOIN ledger_entries ON ledger_entries.entry_id = postings.entry_id
     WHERE ledger_account_id = ${account} AND postings.entry_id < $4 AND postings.entry_id >= $6
       AND at_ms >= $7 AND at_ms < $8 AND ($9::text = '' OR kind = $9)
     ORDER BY postings.entry_id DESC LIMIT $5) AS latest`;
const amountOn = (account: Place) =>
  `coalesce((SELECT amount_micros FROM postings WHERE postings.entry_id = touched.entry_id
     AND ledger_account_id = ${account}), 0)`;
const linesOf = (latest: (account: Place) => string) =>
  `SELECT touched.entry_id, kind, at_ms, ${amountOn(WALLET)} AS amount_micros, ${amountOn(HOLD)} AS held_micros,
     ${amountOn(RESERVE)} AS reserved_micros,
     coalesce((SELECT balance_micros FROM postings WHERE ledger_account_id = ${WALLET}
       AND postings.entry_id <= touched.entry_id ORDER BY postings.entry_id DESC LIMIT 1), 0) AS balance_micros,
     order_id, bot_id, user_id, note
   FROM (${latest(WALLET)} UNION ${latest(HOLD)} UNION ${latest(RESERVE)}
     ORDER BY entry_id DESC LIMIT $5) AS touched
   JOIN ledger_entries ON ledger_entries.entry_id = touched.entry_id ORDER BY touched.entry_id DESC`;

type Latest = [wallet: number, hold: number, reserve: number, before: number, limit: number];
const lines = exactStatement<Latest, LedgerLineRow>(linesOf(latestOf));
const linesWithin = exactStatement<
  [...Latest, since: number, fromMs: number, toMs: number, kind: EntryKind | ''],
  LedgerLineRow
>(linesOf(latestWithin));

const sumOn = (account: Place) =>
  `sum(CASE WHEN ledger_account_id = ${account} THEN amount_micros ELSE 0 END)::bigint`;
const turnovers = exactStatement<
  [
    wallet: number,
    hold: number,
    reserve: number,
    since: number,
    before: number,
    fromMs: number,
    toMs: number,
  ],
  ExactRowOf<Turnover>
>(
  `SELECT kind, count(DISTINCT postings.entry_id) AS entries, ${sumOn(WALLET)} AS amount_micros,
     ${sumOn(HOLD)} AS held_micros, ${sumOn(RESERVE)} AS reserved_micros
   FROM postings JOIN ledger_entries ON ledger_entries.entry_id = postings.entry_id
   WHERE ledger_account_id IN (${WALLET}, ${HOLD}, ${RESERVE}) AND postings.entry_id >= $4 AND postings.entry_id < $5
     AND at_ms >= $6 AND at_ms < $7
   GROUP BY kind`,
);

/** What is added up before other work has its turn, of the ledger and of each of an account's places: about 5 ms. */
const ADDED_AT_ONCE = 5_000;
const endOn = (account: Place) =>
  `coalesce((SELECT entry_id FROM postings WHERE ledger_account_id = ${account} AND entry_id >= $4
     ORDER BY entry_id LIMIT 1 OFFSET ${String(ADDED_AT_ONCE)}), $5::bigint)`;
/** The entry before which a part of a time's entries ends. */
const endOfPart = statement<
  [wallet: number, hold: number, reserve: number, since: number, before: number],
  { entry_id: number }
>(`SELECT LEAST($5::bigint, ${endOn(WALLET)}, ${endOn(HOLD)}, ${endOn(RESERVE)}) AS entry_id`);

const toTurnover = rowsOf<Turnover>()('kind, entries, amount_micros, held_micros, reserved_micros', {
  amountMicros: money,
  heldMicros: money,
  reservedMicros: money,
});

function* placesOf(accountId: number): Work<[wallet: number, hold: number, reserve: number]> {
  const accounts = yield* accountsOf.all(accountId);
  const idOf = (kind: LedgerAccountKind) =>
    accounts.find((row) => row.kind === kind)?.ledger_account_id ?? NONE;
  return [idOf('wallet'), idOf('hold'), idOf('reserve')];
}

/** Between which entries those of a time stand. */
function* boundsOf({ fromMs, toMs }: MomentRange): Work<{ since: number; before: number }> {
  const since = yield* firstSince.get(fromMs - SKEW_MS);
  const before = yield* firstSince.get(toMs + SKEW_MS);
  return { since: since?.entry_id ?? 0, before: before?.entry_id ?? 0 };
}

/** What happened to a person's accounts, at one moment; a page costs the same however long the history is. */
function* readHistory(accountId: number, { beforeEntryId, limit, within }: HistoryPage): Work<LedgerLine[]> {
  const places = yield* placesOf(accountId);
  const [before, count] = [beforeEntryId ?? Number.MAX_SAFE_INTEGER, boundedLimit(limit, MAX_PAGE)];
  if (within === undefined) return (yield* lines.all(...places, before, count)).map(toLedgerLine);
  const { fromMs, toMs, kind = '' } = within;
  const bounds = yield* boundsOf(within);
  const last = Math.min(before, bounds.before);
  const rows = yield* linesWithin.all(...places, last, count, bounds.since, fromMs, toMs, kind);
  return rows.map(toLedgerLine);
}

interface EntryRange {
  places: [wallet: number, hold: number, reserve: number];
  since: number;
  before: number;
}

function* readRange(accountId: number, range: MomentRange): Work<EntryRange> {
  return { places: yield* placesOf(accountId), ...(yield* boundsOf(range)) };
}

/** The first of them. @returns them added up, and where the rest begins */
function* readPart({ places, since, before }: EntryRange, { fromMs, toMs }: MomentRange) {
  const end = (yield* endOfPart.get(...places, since, before))?.entry_id ?? before;
  return { end, part: (yield* turnovers.all(...places, since, end, fromMs, toMs)).map(toTurnover) };
}

function addTurnover(byKind: Map<EntryKind, Turnover>, part: Turnover): void {
  const { kind, entries, amountMicros, heldMicros, reservedMicros } = part;
  const sum = byKind.get(kind) ?? { entries: 0, amountMicros: 0n, heldMicros: 0n, reservedMicros: 0n };
  byKind.set(kind, {
    kind,
    entries: sum.entries + entries,
    amountMicros: sum.amountMicros + amountMicros,
    heldMicros: sum.heldMicros + heldMicros,
    reservedMicros: sum.reservedMicros + reservedMicros,
  });
}

const insertPayment = insertInto(
  starPayments,
  'chargeId, accountId, stars, amountMicros, paidAtMs, refundState',
);
/** A concurrent refund waits for the key, then finds the payment. Below zero: no refund was reported. */
const holdRefundReported = statement<[chargeId: string], { reported_at_ms: number }>(
  `INSERT INTO refunds_reported (charge_id, reported_at_ms) VALUES ($1, -1)
   ON CONFLICT (charge_id) DO UPDATE SET reported_at_ms = refunds_reported.reported_at_ms RETURNING reported_at_ms`,
);
export const forgetRefundReported = statement<[chargeId: string]>(
  'DELETE FROM refunds_reported WHERE charge_id = $1',
);
export const allBalances = exactStatement<[], { sum: bigint | null }>(
  'SELECT sum(balance_micros) AS sum FROM ledger_accounts',
);
const reserves = statement<[], { count: number }>(
  `SELECT count(*) AS count FROM (SELECT owner_id FROM (
       SELECT owner_id, balance_micros AS micros FROM ledger_accounts WHERE kind = 'reserve'
       UNION ALL SELECT account_id, -amount_micros FROM withdrawals WHERE state IN ('waiting', 'paying', 'sending')
       UNION ALL SELECT account_id, -amount_micros FROM star_payments WHERE refund_state = 'waiting') AS part
     GROUP BY owner_id HAVING sum(micros) <> 0) AS off`,
);
export const lastEntry = statement<[], { entry_id: number | null }>(
  'SELECT max(entry_id) AS entry_id FROM ledger_entries',
);
const sums = exactStatement<[after: number, to: number], { sum: bigint | null; wrong: bigint }>(
  `SELECT sum(amount) AS sum, count(*) FILTER (WHERE amount <> 0) AS wrong FROM
     (SELECT sum(amount_micros) AS amount FROM postings WHERE entry_id > $1 AND entry_id <= $2 GROUP BY entry_id) AS entry`,
);

const byReference = statement<[reference: string], { entry_id: number; kind: EntryKind }>(
  'SELECT entry_id, kind FROM ledger_entries WHERE reference = $1',
);

const walletLine = (lines: readonly EntryLine[]) => lines.find(({ kind }) => kind === 'wallet');

type Stars = NonNullable<NewDeposit['stars']>;

export function createLedgerStore({ db, replica }: Parts, writes: LedgerWrites): LedgerStore {
  /** Books a payment; where its refund was reported first, books the refund too. */
  function* notePayment(
    { accountId, amountMicros, note }: { accountId: number; amountMicros: bigint; note: string },
    { chargeId, count: stars }: Stars,
    nowMs: number,
  ): Work<void> {
    const isBack = ((yield* holdRefundReported.get(chargeId))?.reported_at_ms ?? -1) >= 0;
    const payment = { accountId, amountMicros, chargeId, stars };
    yield* insertPayment.run({ ...payment, paidAtMs: nowMs, refundState: isBack ? 'done' : 'none' });
    yield* forgetRefundReported.run(chargeId);
    if (!isBack) return;
    // The payment may have paid off a debt.
    const { availableMicros } = yield* writes.balances(accountId);
    yield* writes.book(unaskedRefundBooking(payment, availableMicros, nowMs, note).booking);
  }

  /** @throws ServiceError `conflict` where the reference stands for something else, which a repeat would seem to have booked */
  function* requireSame({ entry, lines }: BookingOnce): Work<void> {
    const booked = present(yield* byReference.get(entry.reference), 'the entry');
    const there = walletLine((yield* writes.postingsOf([booked.entry_id])).get(booked.entry_id) ?? []);
    const wanted = walletLine(lines);
    const isSame = there?.ownerId === wanted?.ownerId && there?.amountMicros === wanted?.amountMicros;
    if (booked.kind === entry.kind && isSame) return;
    throw new ServiceError(
      'conflict',
      `reference: entry ${String(booked.entry_id)} has it, with another account, amount or kind. Nothing is booked.`,
    );
  }

  return {
    ...durableCommands<LedgerStore>()(db, 'ledger', {
      *adjust(accountId, amountMicros, given, toQueue, nowMs, keeping) {
        const booking = adjustmentBooking(accountId, amountMicros, given, nowMs);
        const isNew = (yield* writes.bookOnce(booking)) !== null;
        if (!isNew) yield* requireSame(booking);
        if (isNew) yield* queueNotifications(toQueue, nowMs);
        const booked: Booked = {
          kind: isNew ? 'booked' : 'already',
          balance: yield* writes.balances(accountId),
        };
        yield* keepAnswer(keeping, booked, nowMs);
        return booked;
      },
      *deposit(accountId, amountMicros, given, nowMs) {
        const { note, stars } = given;
        const booking = depositBooking(accountId, amountMicros, given, nowMs);
        const isNew = (yield* writes.bookOnce(booking)) !== null;
        if (!isNew && stars === undefined) yield* requireSame(booking);
        if (isNew && stars !== undefined) yield* notePayment({ accountId, amountMicros, note }, stars, nowMs);
        return { kind: isNew ? 'booked' : 'already', balance: yield* writes.balances(accountId) };
      },
    }),
    balance: (accountId) => db.read(() => writes.balances(accountId), { apart: true }),
    history: (accountId, page) => db.read(() => readHistory(accountId, page)),
    turnover: async (accountId, range) => {
      const byKind = new Map<EntryKind, Turnover>();
      const asked = await db.read(() => readRange(accountId, range));
      // Entries are never changed, so the first can be added up while others come.
      for (let { since } = asked; since < asked.before;) {
        const { end, part } = await db.read(() => readPart({ ...asked, since }, range));
        for (const each of part) addTurnover(byKind, each);
        since = end;
        await turn();
      }
      return [...byKind.values()];
    },
    check: async () => {
      const { last, balancesMicros, reservesOff } = await replica.read(function* () {
        return {
          last: (yield* lastEntry.get())?.entry_id ?? 0,
          balancesMicros: (yield* allBalances.get())?.sum ?? 0n,
          reservesOff: (yield* reserves.get())?.count ?? 0,
        };
      });
      let postingsMicros = 0n;
      let entriesOutOfBalance = 0;
      for (let after = 0; after < last; after += ADDED_AT_ONCE) {
        // Postings are never changed, so those of the first entries can be added up while later ones come.
        const part = await replica.read(sums.get(after, Math.min(after + ADDED_AT_ONCE, last)));
        postingsMicros += part?.sum ?? 0n;
        entriesOutOfBalance += Number(part?.wrong ?? 0n);
        await turn();
      }
      return { postingsMicros, balancesMicros, entriesOutOfBalance, reservesOff };
    },
  };
}
