/** What is held of a person, and what erasing them does to the rows that are theirs. */
import type { HeldRows, PeopleStore, PersonHindrance } from '../../core/ports/people-store.js';
import type { Table } from '../schema/kit.js';
import { type Database, durably, type Parts } from './database.js';
import type { Holding } from './holdings.js';
import { held, type Held, isAboutThem, type Person, personOf, type Row } from './person-rows.js';
import { anyPseudonym, type Pseudonyms } from './pseudonyms.js';
import {
  ofPostgres,
  ofSqlite,
  statement,
  type Statement,
  touchOrders,
  touchUser,
  type Value,
} from './statement.js';
import { unknownUser } from '../../core/unknown-user.js';
import { userById, type UserWrites } from './users.js';
import { present } from './values.js';
import { bumpVersion } from './versions.js';

/** Rows of one commit. */
const AT_ONCE = 200;

type Write = Statement<Value[], unknown>;

interface Erasing extends Held {
  remove: Write | null;
  blank: Write | null;
  rename: Write | null;
}

/** From then on backups hold live rows alone: the free space of the file has what was there before. */
export const ERASED_KEY = 'installation:erased';
const noteErased = statement<[keptForEver: number]>(
  `INSERT INTO sessions (key, value, at_ms) VALUES ('${ERASED_KEY}', '1', $1) ON CONFLICT (key) DO NOTHING`,
);
/** Begins the name under which it stands by which other pseudonym a person is being erased. */
const ERASING = 'installation:erasing:';
const beginErasing = statement<[key: string, pseudonym: string, keptForEver: number], { value: string }>(
  `INSERT INTO sessions (key, value, at_ms) VALUES ($1, $2, $3)
   ON CONFLICT (key) DO UPDATE SET value = sessions.value RETURNING value`,
);
const endErasing = statement<[key: string]>('DELETE FROM sessions WHERE key = $1');
/** What goes is overwritten, as far as this connection takes it out. */
const wipe = ofSqlite('PRAGMA secure_delete = ON');
/**
 * Everybody who books waits behind our wait for the table: for longer than PostgreSQL takes to end an autovacuum that is in the
 * way, and not for as long as an operator's VACUUM takes.
 */
const waitBriefly = ofPostgres("SELECT set_config('lock_timeout', '2000', true)");
/** The ledger's entries never change, but for what names a person in them: amounts stay. */
const unguard = statement({
  sqlite: 'DROP TRIGGER IF EXISTS ledger_entries_no_update',
  postgres: 'ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_no_change',
});
const guard = statement({
  sqlite: `CREATE TRIGGER IF NOT EXISTS \`ledger_entries_no_update\` BEFORE UPDATE ON \`ledger_entries\` BEGIN
	SELECT RAISE(ABORT, 'a ledger entry is never changed');
END`,
  postgres: 'ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_no_change',
});
/** It is there before what belongs to it comes to it, and says nothing of anybody. */
const succeed = statement<[pseudonym: number, id: number]>(
  `INSERT INTO accounts (account_id, first_name, username, search_text, language, is_blocked, created_at_ms, is_trusted)
   SELECT $1::bigint, 'erased', '', '', 'en', 1, created_at_ms, is_trusted FROM accounts WHERE account_id = $2
   ON CONFLICT (account_id) DO NOTHING`,
);
const moveOrders = statement<[catalogVersion: number, id: number]>(
  'UPDATE orders SET catalog_version = $1, revision = revision + 1 WHERE account_id = $2',
);

/** What a pseudonym has once. Who came back before all was erased may have a second, which goes under one of its own. */
const once: Readonly<Record<string, { column: string; look: Statement<[id: number, of: Value], unknown> }>> =
  {
    subscriptions: {
      column: 'order_id',
      look: statement('SELECT 1 FROM subscriptions WHERE user_id = $1 AND order_id = $2'),
    },
    ledger_accounts: {
      column: 'kind',
      look: statement('SELECT 1 FROM ledger_accounts WHERE owner_id = $1 AND kind = $2'),
    },
  };

const erasings: readonly Erasing[] = held.map((each) => ({ ...each, ...writesOf(each) }));

/** Those alone that are made of it: Citus knows no other id for a row that is spread by it. */
function writesOf({ holding: { ids, blank, erased }, table: { name, key } }: Held) {
  const at = (first: number) =>
    key.map((column, index) => `${column.name} = $${String(index + first)}`).join(' AND ');
  const make = (text: string): Write => statement<Value[]>(text);
  const renamed = ids.map((id) => `${id} = CASE WHEN ${id} = $1::bigint THEN $2::bigint ELSE ${id} END`);
  const blanked = Object.entries(blank ?? {}).map(([column, value]) => `${column} = ${literal(value)}`);
  return {
    remove: erased === 'deleted' ? make(`DELETE FROM ${name} WHERE ${at(1)}`) : null,
    blank: blanked.length === 0 ? null : make(`UPDATE ${name} SET ${blanked.join(', ')} WHERE ${at(1)}`),
    rename:
      erased !== 'renamed' || ids.length === 0
        ? null
        : make(`UPDATE ${name} SET ${renamed.join(', ')} WHERE ${at(3)}`),
  };
}

/**
 * What is kept for ever, and by which the person is recognised, goes under the one pseudonym; all else under another, which leads
 * back to no one. It is the same one until all is erased: what belongs together is still found together.
 */
async function eraseRows(db: Database, users: UserWrites, person: Person, known: number): Promise<void> {
  await db.read(wipe.get());
  const other = await durably(db, 'people.succeed', function* () {
    yield* noteErased.run(Number.MAX_SAFE_INTEGER);
    const begun = [`${ERASING}${String(known)}`, String(anyPseudonym()), Number.MAX_SAFE_INTEGER] as const;
    const pseudonym = Number(present(yield* beginErasing.get(...begun), 'the pseudonym').value);
    yield* succeed.run(pseudonym, person.id);
    return pseudonym;
  });
  for (const erasing of erasings) {
    const { table } = erasing.holding;
    const pseudonym = table === 'paid_joins' ? known : other;
    for await (const rows of erasing.find(db, person))
      for (let index = 0; index < rows.length; index += AT_ONCE) {
        const some = rows.slice(index, index + AT_ONCE);
        await durably(db, `people.${table}`, () => eraseSome(erasing, some, { users, person, pseudonym }));
      }
  }
  await durably(db, 'people.move', () => moveVersions(person.id, other));
}

function* pseudonymFor(row: Row, { table }: Holding, pseudonym: number) {
  const found = once[table];
  if (found === undefined) return pseudonym;
  const there = yield* found.look.get(pseudonym, row[found.column] ?? null);
  return there === undefined ? pseudonym : anyPseudonym();
}

interface Circumstances {
  users: UserWrites;
  person: Person;
  pseudonym: number;
}

function* eraseSome(erasing: Erasing, rows: readonly Row[], { users, person, pseudonym }: Circumstances) {
  const { holding, table } = erasing;
  const isGuarded = holding.table === 'ledger_entries';
  if (isGuarded) {
    yield* waitBriefly.run();
    yield* unguard.run();
  }
  // What is counted of all users no longer counts this one.
  if (holding.table === 'users' && (yield* userById.get(person.id)) !== undefined)
    yield* users.change(person.id, unknownUser(person.id), null);
  for (const row of rows) {
    const key = table.key.map(({ name }) => row[name] ?? null);
    yield* erasing.remove?.run(...key) ?? [];
    if (erasing.remove === null) {
      if (isAboutThem(row, holding, person)) yield* erasing.blank?.run(...key) ?? [];
      const given = yield* pseudonymFor(row, holding, pseudonym);
      yield* erasing.rename?.run(person.id, given, ...key) ?? [];
    }
  }
  if (isGuarded) yield* guard.run();
}

/** What processes remember is read again. */
function* moveVersions(id: number, pseudonym: number) {
  yield* touchUser(id);
  yield* touchOrders();
  yield* moveOrders.run(yield* bumpVersion('catalog'), pseudonym);
  for (const name of ['keys', 'bots', 'exclusions'] as const) yield* bumpVersion(name);
}

function literal(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value}'`;
}

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
        if (rows.length > 0) found.push({ table: holding.table, erased: holding.erased, rows });
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
      await eraseRows(db, users, await personOf(db, personId), known);
    },
    endErasing: (personId) =>
      durably(db, 'people.endErasing', function* () {
        yield* endErasing.run(`${ERASING}${String(pseudonyms.of(personId))}`);
      }),
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
