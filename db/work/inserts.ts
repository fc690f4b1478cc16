/** Statements that put rows into a table, made of its description: they take a row by the names of its fields. */
import { type Column, type Table, valueTypes } from '../schema/kit.js';
import type { ColumnOf } from './rows.js';
import { type Item, type Queries, Query, statement, type Value } from './statement.js';
import { present, toFlag } from './values.js';

type Columns = Readonly<Record<string, Column>>;

type Names<Text extends string> = Text extends `${infer First}, ${infer Rest}` ? First | Names<Rest> : Text;

/** Does not compile where the table has no such field. */
type FieldsOf<Of extends Columns, Text extends string> = [Names<Text>] extends [keyof Of] ? unknown : never;

/** A row of a table, by its columns. */
export type RowIn<Of> =
  Of extends Table<infer Named>
    ? { [Name in keyof Named & string as ColumnOf<Name>]: Named[Name]['kept'] }
    : never;

/** Flags and money are written as they are: a column keeps both as whole numbers. */
type Written<Kept> = Kept extends number ? number | bigint | boolean : Kept;

type Given<Of extends Columns, Text extends string> = {
  readonly [Name in Names<Text> & keyof Of]: Written<Of[Name]['kept']>;
};

interface Options {
  /** What becomes of a row that is there: it stays, its other fields or what SQL says are set, or columns are added up; left out: an error. */
  there?: 'stays' | 'replaced' | { sets: string } | { adds: string };
  /** By which columns one is found to be there, where that is not the key of the table. */
  known?: string;
  /** Columns that come back. */
  returning?: string;
}

/**
 * Returns the statement that puts one row into a table.
 * @param fields by their names in the description, or by those of their columns, separated by commas
 */
export function insertInto<Of extends Columns, Text extends string>(
  table: Table<Of>,
  fields: Text & FieldsOf<Of, Text>,
  options: Options = {},
): Queries<[row: Given<Of, Text>], RowIn<Table<Of>>> {
  const marks = (columns: readonly Column[]) =>
    `VALUES (${columns.map((_, at) => placeholder(at)).join(', ')})`;
  return insert(
    { table, fields, options },
    marks,
    (names) => (row: Given<Of, Text>) => names.map((name) => itemIn(row, name)),
  );
}

/** The same for many rows at once, which are locked in the order of the key. */
export function insertAll<Of extends Columns, Text extends string>(
  table: Table<Of>,
  fields: Text & FieldsOf<Of, Text>,
  options: Options = {},
): Queries<[rows: readonly Given<Of, Text>[]], RowIn<Table<Of>>> {
  const lists = (columns: readonly Column[]) => {
    const typed = columns.map(({ type }, at) => `${placeholder(at)}::${valueTypes[type]}[]`);
    const names = columns.map(({ name }) => name).join(', ');
    return `SELECT * FROM unnest(${typed.join(', ')}) AS given (${names}) WHERE true ORDER BY ${keyOf(table)}`;
  };
  return insert(
    { table, fields, options },
    lists,
    (names) => (rows: readonly Given<Of, Text>[]) =>
      names.map((name) => rows.map((row) => itemIn(row, name))),
  );
}

const placeholder = (at: number) => `$${String(at + 1)}`;
const keyOf = ({ key }: Table) => key.map(({ name }) => name).join(', ');
const columnNamed = ({ columns }: Table, wanted: string) => columns.find(({ name }) => name === wanted);

function insert<Rows, Back>(
  { table, fields, options }: { table: Table; fields: string; options: Options },
  sourceOf: (columns: readonly Column[]) => string,
  valuesOf: (names: readonly string[]) => (rows: Rows) => readonly Value[],
): Queries<[rows: Rows], Back> {
  const names = fields.split(', ');
  const columns = names.map((name) => present(table.named[name] ?? columnNamed(table, name), name));
  const { there, returning, known = keyOf(table) } = options;
  const made = statement<readonly Value[]>(
    `INSERT INTO ${table.name} (${columns.map(({ name }) => name).join(', ')}) ${sourceOf(columns)}
     ${there === undefined ? '' : `ON CONFLICT (${known}) DO ${metText(table, columns, known, there)}`}
     ${returning === undefined ? '' : `RETURNING ${returning}`}`.trimEnd(),
  );
  const values = valuesOf(names);
  return {
    get: (rows) => new Query(made, 'first', values(rows)),
    all: (rows) => new Query(made, 'all', values(rows)),
    run: (rows) => new Query(made, 'changes', values(rows)),
    do: (rows) => new Query(made, 'changes', values(rows)),
  };
}

function metText(
  table: Table,
  columns: readonly Column[],
  known: string,
  there: NonNullable<Options['there']>,
): string {
  if (there === 'stays') return 'NOTHING';
  if (there !== 'replaced' && 'sets' in there) return `UPDATE SET ${there.sets}`;
  const keys = known.split(', ');
  const sets =
    there === 'replaced'
      ? columns.filter(({ name }) => !keys.includes(name)).map(({ name }) => `${name} = excluded.${name}`)
      : there.adds.split(', ').map((name) => `${name} = ${table.name}.${name} + excluded.${name}`);
  return `UPDATE SET ${sets.join(', ')}`;
}

function itemIn(row: object, name: string): Item {
  const value = (row as Readonly<Record<string, Item | boolean>>)[name];
  if (value === undefined) throw new RangeError(`${name} is not there`);
  return typeof value === 'boolean' ? toFlag(value) : value;
}
