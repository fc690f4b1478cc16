/** Values between rows and the domain. */

export type Flag = 0 | 1;

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

export function fromNullableFlag(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

/** What a search looks in: small letters of any alphabet, which SQLite's own LIKE knows for ASCII only. */
export function searchText(...parts: readonly (string | number)[]): string {
  return parts.join('\n').toLowerCase();
}

/** The pattern of `LIKE ? ESCAPE '\'` that finds the text as it stands, wherever it is. */
export function searchPattern(search: string): string {
  return `%${search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
}

/** What comes after every text that begins so, byte by byte; the last character must be one of ASCII. */
export function endOf(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}

/** Bounds a list whatever the caller asks for. */
export function boundedLimit(limit: number, max: number): number {
  return Math.max(0, Math.min(Math.trunc(limit), max));
}

/** What a row becomes; null where none was found. */
export function orNull<Row, T>(row: Row | undefined, make: (row: Row) => T): T | null {
  return row === undefined ? null : make(row);
}

/** @throws RangeError when a row that must be there is not, which would be a fault of ours */
export function present<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new RangeError(`${what} is not there`);
  return value;
}

const WHOLE = /^-?[1-9]\d{0,14}$/;

/**
 * A platform's id of a channel or bot as memberships keep it: a whole number where the id is one, which takes less than
 * half of its text, and the text itself where it is not.
 */
export type ResourceKey = bigint | string;

/** As bigint, since a larger number would be stored as a double. */
export function toResourceKey(resourceId: string): ResourceKey {
  return WHOLE.test(resourceId) ? BigInt(resourceId) : resourceId;
}

/**
 * Makes the value of each key once.
 * @param limit of remembered values; then all are dropped and made once more
 */
export function madeOnce<Key, Value>(limit: number, make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= limit) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** What rows have under each name: a list a name, as `unnest` takes them. */
export function listsOf<Row, Names extends readonly (keyof Row)[]>(rows: readonly Row[], ...names: Names) {
  return names.map((name) => rows.map((row) => row[name])) as { [Place in keyof Names]: Row[Names[Place]][] };
}
