/**
 * Rows whose columns are named after the fields of a domain type, in our own words: `time_purge_minutes` of `timePurgeMinutes`.
 * A row takes some 3 µs, a hundred times as long as one read by hand: hot rows are.
 */

export type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Name;

export function columnOf<Name extends string>(name: Name): ColumnOf<Name> {
  // Made as the type makes it.
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Name>;
}

/** How a column keeps a field: flags as 0 and 1, money as text (bigint in an exact statement), what has parts as JSON. */
type Kept<Value> = Value extends boolean
  ? number
  : Value extends bigint
    ? string | bigint
    : Value extends object
      ? string
      : Value;

type Exact<Value> = Value extends number ? bigint : Value;

export type RowOf<Domain> = { [Name in keyof Domain & string as ColumnOf<Name>]: Kept<Domain[Name]> };

/** The row of an exact statement: its whole numbers are bigint. */
export type ExactRowOf<Domain> = {
  [Name in keyof Domain & string as ColumnOf<Name>]: Exact<Kept<Domain[Name]>>;
};

/** How to read each field that its column keeps otherwise. */
type Readings<Domain> = {
  [Name in keyof Domain as Kept<Domain[Name]> extends Domain[Name] ? never : Name]: (
    kept: Kept<Domain[Name]>,
  ) => Domain[Name];
};

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` | `\n${infer Rest}` ? Trimmed<Rest> : Text;
/** Of columns that a text names, separated by commas. */
export type Names<Text extends string> = Text extends `${infer First},${infer Rest}`
  ? Trimmed<First> | Names<Rest>
  : Trimmed<Text>;
/** Does not compile where a column is missing, or is of no field. */
type Complete<Domain, Text extends string> = [keyof RowOf<Domain>] extends [Names<Text>]
  ? [Names<Text>] extends [keyof RowOf<Domain>]
    ? unknown
    : never
  : never;

export const flag = (kept: number | bigint): boolean => Number(kept) === 1;
export const money = (kept: string | bigint): bigint => BigInt(kept);
export const nullableMoney = (kept: string | bigint | null): bigint | null =>
  kept === null ? null : BigInt(kept);

/**
 * Returns the reader of such rows, which passes over further columns: `rowsOf<Pace>()('bot_id, lane', {})`.
 * @param columns their names, separated by commas
 */
export function rowsOf<Domain extends object>() {
  return <Text extends string>(columns: Text & Complete<Domain, Text>, readings: Readings<Domain>) => {
    const fields = columns.split(',').map((text) => {
      const column = text.trim();
      const name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      return {
        column,
        name,
        reading: (readings as Record<string, (kept: unknown) => unknown>)[name] ?? plain,
      };
    });
    return (row: RowOf<Domain> | ExactRowOf<Domain>): Domain => {
      const kept: Readonly<Record<string, unknown>> = row;
      const made: Record<string, unknown> = {};
      for (const { column, name, reading } of fields) made[name] = reading(kept[column]);
      // Each field is read of its column, and `Complete` holds that all are there.
      return made as Domain;
    };
  };
}

/** The same columns as SQL that gives each sum of money as text, since a double does not hold all of them. */
export const moneyAsText = (columns: string): string =>
  columns.replaceAll(/\w+_micros/g, (column) => `CAST(${column} AS text) AS ${column}`);

const plain = (kept: unknown) => (typeof kept === 'bigint' ? Number(kept) : kept);
