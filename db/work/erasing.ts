/** What erasing a person does to the rows that are theirs. */
import { unknownUser } from '../../core/unknown-user.js';
import { durably, type Database } from './database.js';
import { held, type Held, isAboutThem, type Person, type Row } from './person-rows.js';
import {
  ofSqlite,
  statement,
  type Statement,
  together,
  touchOrders,
  touchUser,
  type Value,
} from './statement.js';
import { userById, type UserWrites } from './users.js';
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
/** What goes is overwritten, as far as this connection takes it out. */
const wipe = ofSqlite('PRAGMA secure_delete = ON');
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
   SELECT $1::bigint, 'erased', '', '', 'en', 1, created_at_ms, is_trusted FROM accounts WHERE account_id = $2`,
);
const moveOrders = statement<[catalogVersion: number, id: number]>(
  'UPDATE orders SET catalog_version = $1, revision = revision + 1 WHERE account_id = $2',
);

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

/** @param pseudonyms of what is kept for ever, by which the person is recognised; and of all else, which leads back to no one */
export async function eraseRows(
  db: Database,
  users: UserWrites,
  person: Person,
  pseudonyms: { known: number; other: number },
): Promise<void> {
  await db.read(wipe.get());
  const begin = () =>
    together(noteErased.run(Number.MAX_SAFE_INTEGER), succeed.run(pseudonyms.other, person.id));
  await durably(db, 'people.succeed', begin);
  for (const erasing of erasings) {
    const { table } = erasing.holding;
    const pseudonym = table === 'paid_joins' ? pseudonyms.known : pseudonyms.other;
    for await (const rows of erasing.find(db, person))
      for (let index = 0; index < rows.length; index += AT_ONCE) {
        const some = rows.slice(index, index + AT_ONCE);
        await durably(db, `people.${table}`, () => eraseSome(erasing, some, { users, person, pseudonym }));
      }
  }
  await durably(db, 'people.move', () => moveVersions(person.id, pseudonyms.other));
}

interface Circumstances {
  users: UserWrites;
  person: Person;
  pseudonym: number;
}

function* eraseSome(erasing: Erasing, rows: readonly Row[], { users, person, pseudonym }: Circumstances) {
  const { holding, table } = erasing;
  const isGuarded = holding.table === 'ledger_entries';
  if (isGuarded) yield* unguard.run();
  // What is counted of all users no longer counts this one.
  if (holding.table === 'users' && (yield* userById.get(person.id)) !== undefined)
    yield* users.change(person.id, unknownUser(person.id), null);
  for (const row of rows) {
    const key = table.key.map(({ name }) => row[name] ?? null);
    yield* erasing.remove?.run(...key) ?? [];
    if (erasing.remove === null) {
      if (isAboutThem(row, holding, person)) yield* erasing.blank?.run(...key) ?? [];
      yield* erasing.rename?.run(person.id, pseudonym, ...key) ?? [];
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
