/** What the values of an answer become: whole numbers and sums are numbers, as they are from SQLite. */
import pg from 'pg';

const { INT8, NUMERIC } = pg.types.builtins;
const INT8_LIST = 1016;
const NUMERIC_LIST = 1231;

/** @throws RangeError rather than to answer with a figure that is a little off */
function toNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError('a number of the database is too large to be read exactly');
  }
  return value;
}

const TEXT_LIST = 1009;

/** Its own type knows the numbers of types by name only. */
const parserOf = pg.types.getTypeParser as (id: number, format?: string) => (text: string) => unknown;
const texts = parserOf(TEXT_LIST) as (text: string) => (string | null)[];
const toNumbers = (text: string) => texts(text).map((item) => (item === null ? null : toNumber(item)));

/** @param own what reads values of these types; all others are read as pg does */
function typesWith(own: Readonly<Record<number, (text: string) => unknown>>): pg.CustomTypesConfig {
  const getTypeParser = (id: number, format?: string) =>
    (format === 'binary' ? undefined : own[id]) ?? parserOf(id, format);
  return { getTypeParser };
}

export const types = typesWith({
  [INT8]: toNumber,
  [NUMERIC]: toNumber,
  [INT8_LIST]: toNumbers,
  [NUMERIC_LIST]: toNumbers,
});

/** The same for sums of money, whose whole numbers are bigint. */
export const exactTypes = typesWith({ [INT8]: BigInt, [NUMERIC]: BigInt });
