import type { HeldRows, PeopleStore, PersonHindrance } from '../../core/ports/people-store.js';
import type { Table } from '../schema/kit.js';
import type { Parts } from './database.js';
import { eraseRows } from './erasing.js';
import type { Holding } from './holdings.js';
import { held, isAboutThem, personOf, type Row } from './person-rows.js';
import { anyPseudonym, type Pseudonyms } from './pseudonyms.js';
import { statement } from './statement.js';
import type { UserWrites } from './users.js';

const MAX_PAGE = 1_000;

/** Each finds something where it hinders. */
const hindrances = Object.entries({
  money: 'SELECT 1 AS one FROM ledger_accounts WHERE owner_id = $1 AND balance_micros <> 0 LIMIT 1',
  orders: `SELECT 1 AS one FROM orders WHERE account_id = $1 AND in_archive = 0 AND decision <> 'rejected'
    AND (is_on = 1 OR decision = 'waiting') AND quantity_now < quantity_all LIMIT 1`,
  withdrawals: `SELECT 1 AS one FROM withdrawals WHERE account_id = $1 AND state IN ('waiting', 'paying', 'sending') LIMIT 1`,
  refunds: `SELECT 1 AS one FROM star_payments WHERE account_id = $1 AND refund_state = 'waiting' LIMIT 1`,
  holds: `SELECT 1 AS one FROM subscriptions WHERE user_id = $1 AND hold_until_ms IS NOT NULL
    UNION ALL SELECT 1 FROM orders JOIN subscriptions ON subscriptions.order_id = orders.order_id AND charge > 0
      WHERE account_id = $1 AND hold_until_ms IS NOT NULL LIMIT 1`,
  blocked: 'SELECT 1 AS one FROM accounts WHERE account_id = $1 AND is_blocked = 1',
} satisfies Record<PersonHindrance, string>).map(([kind, text]) => ({
  kind: kind as PersonHindrance,
  look: statement<[id: number], { one: number }>(text),
}));

/** Where almost everybody has a row that the store knows of. */
const lists = [
  ...(
    ['users', 'user_bots', 'memberships', 'contacts', 'impressions', 'subscriptions', 'paid_joins'] as const
  ).map((table) => [table, 'user_id'] as const),
  ['accounts', 'account_id'] as const,
  ['added_chats', 'account_id'] as const,
].map(([table, column]) =>
  statement<[after: number, limit: number], { id: number }>(
    `SELECT DISTINCT ${column} AS id FROM ${table} WHERE ${column} > $1 ORDER BY ${column} LIMIT $2`,
  ),
);

/** Of a row about somebody else: which it is, and that they decided. */
function decidedIn(row: Row, { decidedBy = [], mentions, facts }: Holding, { key }: Table): Row {
  if (mentions !== undefined || facts !== undefined || decidedBy.length === 0) return row;
  const shown = new Set([...key.map(({ name }) => name), ...decidedBy]);
  return Object.fromEntries(Object.entries(row).filter(([column]) => shown.has(column)));
}

export function createPeopleStore({ db }: Parts, users: UserWrites, pseudonyms: Pseudonyms): PeopleStore {
  return {
    useKey: (key) => pseudonyms.useKey(key),
    pseudonymOf: (personId) => pseudonyms.of(personId),
    held: async (personId) => {
      const person = await personOf(db, personId);
      const found: HeldRows[] = [];
      for (const { holding, table, find } of held) {
        const rows: Row[] = [];
        for await (const some of find(db, person))
          rows.push(
            ...some.map((row) => (isAboutThem(row, holding, person) ? row : decidedIn(row, holding, table))),
          );
        if (rows.length > 0)
          found.push({
            table: holding.table,
            erased: holding.erased === 'deleted' ? 'deleted' : 'renamed',
            rows,
          });
      }
      return found;
    },
    hindrances: async (personId) => {
      const found: PersonHindrance[] = [];
      for (const { kind, look } of hindrances)
        if ((await db.read(look.get(personId))) !== undefined) found.push(kind);
      return found;
    },
    erase: async (personId) => {
      const known = pseudonyms.of(personId);
      await eraseRows(db, users, await personOf(db, personId), { known, other: anyPseudonym() });
    },
    async *everybody() {
      for (const list of lists) {
        let after = 0;
        for (;;) {
          const rows = await db.read(list.all(after, MAX_PAGE));
          yield rows.map(({ id }) => id);
          const last = rows.at(-1);
          if (last === undefined || rows.length < MAX_PAGE) break;
          after = last.id;
        }
      }
    },
  };
}
