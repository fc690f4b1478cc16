/** Columns that are named after a field in our own words: `time_purge_minutes` of `timePurgeMinutes`. */

export type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Name;

export function columnOf<Name extends string>(name: Name): ColumnOf<Name> {
  // Made as the type makes it.
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Name>;
}
