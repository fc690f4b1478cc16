/** Makes a row of any table out of its description, with the values that a test gives. */
import { tables } from '../../db/schema/index.js';
import type { Column, Table } from '../../db/schema/kit.js';

export type Values = Readonly<Record<string, number | string | null>>;

type Sql = (text: string, ...values: (number | string | null)[]) => Promise<unknown>;

export function tableOf(name: string): Table {
  const table = tables.find((each) => each.name === name);
  if (table === undefined) throw new Error(`There is no table ${name}.`);
  return table;
}

let next = 1_000;

/** What a column holds that nothing is said of: a number of its own where it is a key. */
function usual({ type, facts }: Column, isKey: boolean): number | string {
  const number = isKey || facts.key !== null ? (next += 1) : 1;
  return type === 'text' || type === 'resource' ? `t${String(number)}` : number;
}

export async function addRow(sql: Sql, name: string, values: Values): Promise<void> {
  const table = tableOf(name);
  const cells = table.columns.flatMap((column): [string, number | string | null][] => {
    const given = values[column.name];
    if (given !== undefined) return [[column.name, given]];
    const isUnique = table.indexes.some((each) => each.isUnique && each.columns.includes(column));
    const isKey = table.key.includes(column) || isUnique;
    const isNeeded = isKey || (column.facts.isRequired && column.facts.preset === null);
    return isNeeded ? [[column.name, usual(column, isKey)]] : [];
  });
  const marks = cells.map(() => '?');
  await sql(
    `INSERT INTO ${name} (${cells.map(([column]) => column).join(', ')}) VALUES (${marks.join(', ')})`,
    ...cells.map(([, value]) => value),
  );
}
