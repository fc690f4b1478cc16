/** All tables of the store. */
import { Table } from './kit.js';
import * as described from './tables.js';

export const tables: readonly Table[] = Object.values(described).filter((value) => value instanceof Table);

/** @throws RangeError for a name that no table has */
export function tableNamed(wanted: string): Table {
  const table = tables.find(({ name }) => name === wanted);
  if (table === undefined) throw new RangeError(`there is no table ${wanted}`);
  return table;
}
