/**
 * Deletes expired rows in small steps, so that no command waits long.
 *
 * Some tables have no index by time (it would take as much room as they do): each step looks through a stretch of the
 * table where the last one ended, and begins again at its end.
 */
import type { Purged } from '../../core/ports/sponsor-store.js';
import { tableNamed } from '../schema/index.js';
import { valueTypes } from '../schema/kit.js';
import type { Database } from './database.js';
import { type Term, terms, type WalkedTerm, walkedTerms } from './purge-terms.js';
import { statement } from './statement.js';

/** Rows looked through in one step: a few milliseconds. */
const STRETCH = 2_000;

interface Moments {
  nowMs: number;
  impressionsBeforeMs: number;
}

interface Kind {
  table: string;
  step(moments: Moments, limit: number): Promise<Purged>;
}

export interface Purge {
  /** One step, over everything or one table; takes out at most `limit` of each kind. */
  run(what: Moments & { limit: number; table?: string | undefined }): Promise<Purged>;
  readonly tables: readonly string[];
}

/** The key of the row where a look through a table ended. */
type Place = readonly (number | string)[];
/** The columns of its key, and whether it is old. */
type WalkedRow = Record<string, number | string> & { is_old: number };

/** Of rows that go. The moment is the first placeholder. */
const goes = ({ condition }: { condition: string }) => condition.replaceAll(':before', 'CAST($1 AS BIGINT)');

const keyOf = (table: string) => tableNamed(table).key.map(({ name }) => name);

/** Who else purges, or writes to such a row just now, is left alone. */
function removeDated(term: Term) {
  const { table, rest = table } = term;
  const columns = keyOf(table);
  const key = columns.join(', ');
  const isOld = columns.map((column) => `gone.${column} = old.${column}`).join(' AND ');
  return statement<[beforeMs: number, limit: number]>({
    sqlite: `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${goes(term)} LIMIT $2)`,
    postgres: `WITH old AS MATERIALIZED (SELECT ${key} FROM ${rest} WHERE ${goes(term)} LIMIT $2
         FOR UPDATE SKIP LOCKED)
       DELETE FROM ${rest} AS gone USING old WHERE ${isOld}`,
  });
}

function walkOf(term: WalkedTerm) {
  const { table } = term;
  const key = keyOf(table);
  const columns = key.join(', ');
  const types = tableNamed(table).key.map(({ type }) => valueTypes[type]);
  const lists = types.map((type, index) => `$${String(index + 2)}::${type}[]`).join(', ');
  return {
    key,
    stretch: statement<[beforeMs: number, ...Place], WalkedRow>(
      `SELECT ${columns}, (${goes(term)})::int AS is_old FROM ${table}
       WHERE (${columns}) > (${key.map((_, index) => `$${String(index + 2)}`).join(', ')})
       ORDER BY ${columns} LIMIT ${String(STRETCH)}`,
    ),
    /** What was renewed since it was looked at stays. */
    remove: statement<[beforeMs: number, ...Place[]]>(
      `DELETE FROM ${table} WHERE (${columns}) IN (SELECT ${columns} FROM unnest(${lists}) AS old (${columns}))
         AND ${goes(term)}`,
    ),
  };
}

const dated = terms.map((term) => ({ ...term, remove: removeDated(term) }));
const walked = walkedTerms.map((term) => ({ ...term, ...walkOf(term) }));

/** @param keepParts sees to tables that the database keeps in parts, before each step */
export function createPurge(
  db: Database,
  keepParts: (nowMs: number) => Promise<void> = () => Promise.resolve(),
): Purge {
  const kinds = [
    ...walked.map((term) => createWalk(db, term)),
    ...dated.map((term) => createDated(db, term)),
  ];
  return {
    tables: [...new Set(kinds.map(({ table }) => table))],
    run: async ({ nowMs, impressionsBeforeMs, limit, table }) => {
      let [gone, clearedMs]: [number, number | null] = [0, nowMs];
      if (limit <= 0) return { gone, clearedMs: null };
      await keepParts(nowMs);
      for (const kind of kinds.filter((each) => table === undefined || each.table === table)) {
        const purged = await kind.step({ nowMs, impressionsBeforeMs }, limit);
        gone += purged.gone;
        clearedMs = earlier(clearedMs, purged.clearedMs);
      }
      return { gone, clearedMs };
    },
  };
}

const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.min(one, other);

function createDated(db: Database, { table, keptMs, remove }: (typeof dated)[number]): Kind {
  const step: Kind['step'] = async ({ nowMs }, limit) => {
    const gone = await db.run('purge.dated', remove.run(nowMs - keptMs, limit));
    return { gone, clearedMs: gone < limit ? nowMs : null };
  };
  return { table, step };
}

function createWalk(db: Database, { table, key, keptMs, stretch, remove }: (typeof walked)[number]): Kind {
  const start: Place = key.map(() => -1);
  let place = start;
  /** When the look began that is under way; null: the next step begins one. */
  let beganMs: number | null = null;

  /** Looks first and removes then, so that nothing is locked where there is nothing to remove. */
  const step: Kind['step'] = async ({ nowMs, impressionsBeforeMs }, limit) => {
    const beforeMs = keptMs === null ? impressionsBeforeMs : nowMs - keptMs;
    const sinceMs = (beganMs ??= nowMs);
    const rows = await db.read(stretch.all(beforeMs, ...place));
    const old = rows.filter((row) => row.is_old === 1).slice(0, limit);
    const lists = key.map((column) => old.map((row) => row[column] ?? 0));
    const gone = old.length === 0 ? 0 : await db.run(`purge.${table}`, remove.run(beforeMs, ...lists));
    const last = old.length === limit ? old.at(-1) : rows.length < STRETCH ? undefined : rows.at(-1);
    place = last === undefined ? start : key.map((column) => last[column] ?? 0);
    if (last === undefined) beganMs = null;
    return { gone, clearedMs: last === undefined ? sinceMs : null };
  };
  return { table, step };
}
