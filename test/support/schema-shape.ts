/** What the tables of a database are, as its own catalogue says: the same words for both databases. */
import Database from 'better-sqlite3';
import pg from 'pg';

export interface TableShape {
  /** Name, type, whether it may be null, and what it is when nothing is said. */
  columns: string[];
  key: string;
  indexes: string[];
  references: string[];
  checks: string[];
  /** How it is kept beyond that: what the database alone knows. */
  storage: string[];
}

export interface Shape {
  tables: Record<string, TableShape>;
  /** Tables with triggers. */
  watched: string[];
  /** Tables that are kept in parts. */
  parted: string[];
}

export interface ColumnWords {
  name: string;
  type: string;
  isRequired: boolean;
  preset: string | null;
}

export function columnLine({ name, type, isRequired, preset }: ColumnWords): string {
  const words = [name, type, isRequired ? 'not null' : 'null'];
  return [...words, ...(preset === null ? [] : [`default ${bare(preset)}`])].join(' ');
}

export function indexLine(
  name: string,
  { isUnique, columns, condition }: { isUnique: boolean; columns: string; condition: string | null },
): string {
  return `${isUnique ? 'unique ' : ''}${name} (${columns})${condition === null ? '' : ` where ${bare(condition)}`}`;
}

/** PostgreSQL says the type of each value, and puts parentheses around everything. */
const bare = (sql: string): string => sql.replace(/::\w+|[()]/g, '').trim();

/** @param url as `DATABASE_URL` holds it */
export function readShape(url: string): Promise<Shape> {
  return url.startsWith('postgres') ? readPostgres(url) : Promise.resolve(readSqlite(url));
}

/** Tables of PostgreSQL outside the schema: signals between processes (`db/postgres/invalidation-log.ts`). */
export const tablesOfPostgres = ['invalidation_epoch', 'invalidations'];

/** The service's own list of migrations, and what is none of the schema. */
const OWN_TABLES = ['service_migrations', ...tablesOfPostgres].map((name) => `'${name}'`).join(', ');

interface SqliteColumn {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

function readSqlite(url: string): Shape {
  const database = new Database(url.replace(/^file:/, ''), { readonly: true });
  const all = <Row>(sql: string, ...values: string[]) => database.prepare<string[], Row>(sql).all(...values);
  const columnsOf = (index: string) =>
    all<{ name: string }>('SELECT name FROM pragma_index_info(?) ORDER BY seqno', index);

  const shapeOf = (table: string, sql: string, isWithoutRowid: boolean): TableShape => {
    const columns = all<SqliteColumn>('SELECT * FROM pragma_table_info(?)', table);
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    const indexes = all<{ name: string; unique: number; sql: string }>(
      `SELECT list.name, "unique", sql FROM pragma_index_list(?) AS list JOIN sqlite_schema ON sqlite_schema.name = list.name
       WHERE origin = 'c'`,
      table,
    );
    const references = all<{ from: string; table: string; to: string }>(
      'SELECT * FROM pragma_foreign_key_list(?)',
      table,
    );
    return {
      columns: columns.map(({ name, type, notnull, dflt_value: preset }) =>
        columnLine({ name, type: type.toLowerCase(), isRequired: notnull === 1, preset }),
      ),
      key: key.map(({ name }) => name).join(', '),
      indexes: indexes
        .map((index) =>
          indexLine(index.name, {
            isUnique: index.unique === 1,
            columns: columnsOf(index.name)
              .map(({ name }) => name)
              .join(', '),
            condition: /\bWHERE\b([^]*)$/i.exec(index.sql)?.[1] ?? null,
          }),
        )
        .sort(),
      references: references.map(({ from, table: to, to: column }) => `${from} → ${to} (${column})`).sort(),
      checks: [...sql.matchAll(/\bCHECK\s*\(.*/gi)].map(([check]) => check),
      storage: [
        ...(isWithoutRowid ? ['by its key'] : []),
        ...(/\bAUTOINCREMENT\b/i.test(sql) ? ['numbered, never twice'] : []),
      ],
    };
  };

  try {
    const tables = all<{ name: string; sql: string; wr: number }>(
      `SELECT sqlite_schema.name, sql, wr FROM sqlite_schema JOIN pragma_table_list AS list ON list.name = sqlite_schema.name
       WHERE sqlite_schema.type = 'table' AND sqlite_schema.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND sqlite_schema.name NOT IN (${OWN_TABLES})`,
    );
    const triggers = all<{ name: string }>(
      "SELECT DISTINCT tbl_name AS name FROM sqlite_schema WHERE type = 'trigger' ORDER BY 1",
    );
    return {
      tables: Object.fromEntries(tables.map(({ name, sql, wr }) => [name, shapeOf(name, sql, wr === 1)])),
      watched: triggers.map(({ name }) => name),
      parted: [],
    };
  } finally {
    database.close();
  }
}

const COLUMNS = `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, collname AS collation,
    attnotnull AS "isRequired", pg_get_expr(adbin, adrelid) AS preset, attidentity AS identity
  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  LEFT JOIN pg_collation ON pg_collation.oid = attcollation AND collname <> 'default'
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
const INDEXES = `SELECT relname AS name, indisunique AS "isUnique", indisprimary AS "isKey",
    pg_get_expr(indpred, indrelid) AS condition,
    (SELECT string_agg(pg_get_indexdef(indexrelid, place, true), ', ' ORDER BY place)
     FROM generate_series(1, indnkeyatts) AS place) AS columns
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = to_regclass($1) ORDER BY relname`;
const CONSTRAINTS = `SELECT contype AS kind, pg_get_constraintdef(oid) AS words FROM pg_constraint
  WHERE conrelid = to_regclass($1) AND contype IN ('c', 'f')`;
const TABLES = `SELECT relname AS name, relkind = 'p' AS "isParted", relhastriggers AND EXISTS
    (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND NOT tgisinternal) AS "isWatched"
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname NOT IN (${OWN_TABLES}) ORDER BY relname`;

interface PostgresColumn extends ColumnWords {
  collation: string | null;
  identity: string;
}

interface PostgresIndex {
  name: string;
  isUnique: boolean;
  isKey: boolean;
  condition: string | null;
  columns: string;
}

async function readPostgres(url: string): Promise<Shape> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const all = async <Row extends object>(sql: string, ...values: string[]) =>
    (await client.query<Row>(sql, values)).rows;

  const shapeOf = async (table: string): Promise<TableShape> => {
    const columns = await all<PostgresColumn>(COLUMNS, table);
    const indexes = await all<PostgresIndex>(INDEXES, table);
    const constraints = await all<{ kind: string; words: string }>(CONSTRAINTS, table);
    const wordsOf = (kind: string) => constraints.filter((each) => each.kind === kind);
    const toReference = ({ words }: { words: string }) =>
      words.replace(/^FOREIGN KEY \((.*)\) REFERENCES (\w+)\((.*)\).*$/, '$1 → $2 ($3)');
    return {
      columns: columns.map(({ collation, type, ...column }) =>
        columnLine({ ...column, type: collation === null ? type : `${type} COLLATE "${collation}"` }),
      ),
      key: indexes.find(({ isKey }) => isKey)?.columns ?? '',
      indexes: indexes
        .filter(({ isKey }) => !isKey)
        .map(({ name, ...index }) => indexLine(name, index))
        .sort(),
      references: wordsOf('f').map(toReference).sort(),
      checks: wordsOf('c').map(({ words }) => words),
      storage: columns.some(({ identity }) => identity === 'd') ? ['numbered, never twice'] : [],
    };
  };

  try {
    const tables = await all<{ name: string; isParted: boolean; isWatched: boolean }>(TABLES);
    const shapes: Record<string, TableShape> = {};
    for (const { name } of tables) shapes[name] = await shapeOf(name);
    return {
      tables: shapes,
      watched: tables.filter(({ isWatched }) => isWatched).map(({ name }) => name),
      parted: tables.filter(({ isParted }) => isParted).map(({ name }) => name),
    };
  } finally {
    await client.end();
  }
}
