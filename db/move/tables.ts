/** The tables of a store as moving them sees them: made of the schema, so that none is forgotten. */
import { tablesOfSqlite } from '../database-kinds.js';
import { tables } from '../schema/index.js';
import type { Column } from '../schema/kit.js';

export type MovedTable = ReturnType<typeof allTables>[number];

const appendOnly: ReadonlySet<string> = new Set(['ledger_entries', 'postings']);
const seeded: ReadonlySet<string> = new Set(['versions']);

/** Whole numbers that the databases agree on, and texts, whose bytes they compare. */
function walkOf(columns: readonly Column[], key: readonly number[]): readonly number[] {
  const end = key.findIndex((place) => columns[place]?.type === 'resource');
  return end === -1 ? key : key.slice(0, end);
}

function allTables() {
  const kept = tables.filter((table) => !tablesOfSqlite.has(table.name));
  const referenced = new Set(
    kept.flatMap((table) => table.columns.flatMap(({ facts: { of } }) => of?.name ?? [])),
  );
  const moved = kept.map(({ name, columns, key: ofKey }) => {
    const key = ofKey.map((column) => columns.findIndex((each) => each.name === column.name));
    return {
      name,
      columns,
      /** Places of the primary key's columns among them. */
      key,
      /** The first of these, which both databases put in the same order: the table is walked by them. */
      walk: walkOf(columns, key),
      /** Other tables have foreign keys to it. */
      isReferenced: referenced.has(name),
      /** Rows are only ever added: triggers refuse to change or delete them. */
      isAppendOnly: appendOnly.has(name),
      /** The migrations put rows in. */
      isSeeded: seeded.has(name),
    };
  });
  // What others refer to comes before them; none of those refers to others itself.
  return [...moved.filter((table) => table.isReferenced), ...moved.filter((table) => !table.isReferenced)];
}

export const movedTables: readonly MovedTable[] = allTables();
