/** The tables that the migrations make of nothing are those of the one description, in the database of this run. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablesOfSqlite } from '../../db/database-kinds.js';
import { tables } from '../../db/schema/index.js';
import { type Table, typeNames } from '../../db/schema/kit.js';
import { createDatabase, storeKind, type TestDatabase } from '../support/database.js';
import { columnLine, indexLine, readShape, type Shape, type TableShape } from '../support/schema-shape.js';

let database: TestDatabase;
let shape: Shape;

beforeAll(async () => {
  database = await createDatabase();
  shape = await readShape(database.url);
});

afterAll(async () => {
  await database.drop();
});

const described = tables.filter(({ name }) => storeKind === 'sqlite' || !tablesOfSqlite.has(name));

const namesOf = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join(', ');

/** A number is quoted by nobody. */
const written = (preset: string | number | null) =>
  typeof preset === 'number' ? String(preset) : quoted(preset);
const quoted = (preset: string | null) => (preset === null ? null : `'${preset}'`);

/**
 * What differs on purpose: SQLite keeps a table with a key of several columns in the order of that key, without a rowid;
 * and gives a number twice unless told otherwise, which PostgreSQL never does.
 */
function storageOf({ name, key }: Table): string[] {
  const numbering = key[0]?.facts.key;
  if (storeKind === 'postgres')
    return numbering?.startsWith('numbered') === true ? ['numbered, never twice'] : [];
  const isByKey = withoutRowid.has(name) || (key.length > 1 && !wide.has(name));
  return [
    ...(isByKey ? ['by its key'] : []),
    ...(numbering === 'numbered, never twice' ? ['numbered, never twice'] : []),
  ];
}

/** A block is a wide row that changes often, found by three indices: those are smaller with a rowid. */
const wide: ReadonlySet<string> = new Set(['blocks']);
/** Its key is one text, in whose order it is kept too. */
const withoutRowid: ReadonlySet<string> = new Set(['chat_odds']);

function shapeOf(table: Table): TableShape {
  return {
    columns: table.columns.map(({ name, type, facts }) =>
      columnLine({
        name,
        type: typeNames[storeKind][type],
        isRequired: facts.isRequired || table.key.some((column) => column.name === name),
        preset: written(facts.preset),
      }),
    ),
    key: namesOf(table.key),
    indexes: table.indexes
      .map(({ name, isUnique, columns, condition }) =>
        indexLine(name, { isUnique, columns: namesOf(columns), condition }),
      )
      .sort(),
    references: table.columns
      .flatMap(({ name, facts: { of } }) =>
        of === null ? [] : [`${name} → ${of.name} (${namesOf(of.key)})`],
      )
      .sort(),
    checks: [],
    storage: storageOf(table),
  };
}

test('every table is there, and none more', () => {
  expect(Object.keys(shape.tables).sort()).toEqual(described.map(({ name }) => name).sort());
  expect(described.length).toBeGreaterThan(25);
});

test.each(described.map((table) => [table.name, table] as const))('%s', (name, table) => {
  expect(shape.tables[name]).toEqual(shapeOf(table));
});

test('triggers keep entries and postings from change', () => {
  expect(shape.watched).toEqual(['ledger_entries', 'postings']);
});

test('PostgreSQL keeps in parts what grows with every day (docs/scaling.md)', () => {
  expect(shape.parted).toEqual(storeKind === 'sqlite' ? [] : ['language_days', 'no_fill_hours', 'pair_days']);
});

test('the tables of SQLite alone are none that are not there', () => {
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining([...tablesOfSqlite]));
});
