/** Rows that come to a statement as a list a column. */
import type { Item } from '../work/statement.js';

/** The type of each column, and its value for what is asked about. */
export type ListColumns<Asked> = Readonly<
  Record<string, readonly [type: 'bigint' | 'double precision' | 'text', valueOf: (asked: Asked) => Item]>
>;

/** @returns the rows as a statement's text has them, named `asked`; their places count from 1 */
export function askedRows(columns: ListColumns<never>): string {
  const lists = Object.values(columns).map(([type], index) => `$${String(index + 1)}::${type}[]`);
  return `unnest(${lists.join(', ')}) WITH ORDINALITY AS asked (${Object.keys(columns).join(', ')}, place)`;
}

/** @returns the values of such rows, in their order */
export const listValues = <Asked>(columns: ListColumns<Asked>, asked: readonly Asked[]): Item[][] =>
  Object.values(columns).map(([, valueOf]) => asked.map(valueOf));
