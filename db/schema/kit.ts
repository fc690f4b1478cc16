/**
 * The words that tables are described in, once for both databases. `db/drizzle/` makes of the description what drizzle-kit
 * makes migrations from; moving a store and the tests read the description itself.
 */
import type { DatabaseKind } from '../database-kinds.js';

/**
 * Whole numbers have 64 bits; flags are 0 and 1. Text is put in order by its bytes. A `resource` is a whole number or text,
 * whichever is shorter, where the database can keep either in one column (`work/values.ts`); else text.
 */
export type ColumnType = 'integer' | 'real' | 'text' | 'resource';

/** @returns what a column of this type is to the database, as it names it in its catalogue and in a migration */
export const typeNames: Readonly<Record<DatabaseKind, Readonly<Record<ColumnType, string>>>> = {
  sqlite: { integer: 'integer', real: 'real', text: 'text', resource: 'blob' },
  postgres: {
    integer: 'bigint',
    real: 'double precision',
    text: 'text COLLATE "C"',
    resource: 'text COLLATE "C"',
  },
};

/** The types of PostgreSQL for values of a column, which have no collation. */
export const valueTypes = {
  integer: 'bigint',
  real: 'double precision',
  text: 'text',
  resource: 'text',
} as const satisfies Readonly<Record<ColumnType, string>>;

/** Who gives a key its value: who writes the row, or the database, which may or may not give a number twice. */
export type Key = 'given' | 'numbered' | 'numbered, never twice';

/** What a row has in a column. */
type Cell = number | string | null;

interface ColumnFacts {
  readonly isRequired: boolean;
  readonly preset: string | number | null;
  /** Null where it is not the key by itself. */
  readonly key: Key | null;
  /** The table whose key it holds. */
  readonly of: Table | null;
}

/** May be null, unless it says otherwise. */
export class Column<Kept extends Cell = Cell> {
  /** Of its type alone: no column has a value. */
  declare readonly kept: Kept;

  constructor(
    readonly name: string,
    readonly type: ColumnType,
    readonly facts: ColumnFacts = { isRequired: false, preset: null, key: null, of: null },
  ) {}

  notNull(): Column<NonNullable<Kept>> {
    return this.#with({ isRequired: true });
  }

  default(preset: string | number): Column<Kept> {
    return this.#with({ preset });
  }

  /** The key of the table, given by who writes the row. */
  primaryKey(): Column<NonNullable<Kept>> {
    return this.#with({ key: 'given', isRequired: true });
  }

  /**
   * The key of the table, given by the database where who writes the row leaves it out.
   * @param options.neverTwice not even when the row with the greatest number was deleted
   */
  numbered({ neverTwice = false }: { neverTwice?: boolean } = {}): Column<NonNullable<Kept>> {
    return this.#with({ key: neverTwice ? 'numbered, never twice' : 'numbered', isRequired: true });
  }

  /** It holds the key of a row of that table, which must be there. */
  references(of: Table): Column<Kept> {
    return this.#with({ of });
  }

  #with<Same extends Cell>(facts: Partial<ColumnFacts>): Column<Same> {
    return new Column<Same>(this.name, this.type, { ...this.facts, ...facts });
  }
}

export class Index {
  constructor(
    readonly name: string,
    readonly isUnique: boolean,
    readonly columns: readonly Column[],
    /** Of the rows that it holds, in SQL that both databases understand; null: all. */
    readonly condition: string | null = null,
  ) {}

  where(condition: string): Index {
    return new Index(this.name, this.isUnique, this.columns, condition);
  }
}

/** A key of several columns. */
export class CompositeKey {
  constructor(readonly columns: readonly Column[]) {}
}

/** The column by whose value rows are spread over servers, where the database is spread (`postgres/distribution.ts`). */
export class SpreadKey {
  constructor(readonly column: Column) {}
}

export class Table<Columns extends Readonly<Record<string, Column>> = Readonly<Record<string, Column>>> {
  /** In the order in which rows keep them. */
  readonly columns: readonly Column[];
  /** One column or several. */
  readonly key: readonly Column[];
  readonly indexes: readonly Index[];
  /** Null: the table stays whole. */
  readonly spreadBy: Column | null;

  constructor(
    readonly name: string,
    /** By what the code calls them: `atMs` is `at_ms`. */
    readonly named: Columns,
    parts: readonly (CompositeKey | Index | SpreadKey)[] = [],
  ) {
    this.columns = Object.values(named);
    const own = this.columns.filter((column) => column.facts.key !== null);
    const composite = parts.filter((part) => part instanceof CompositeKey).flatMap((part) => part.columns);
    this.key = own.length > 0 ? own : composite;
    this.indexes = parts.filter((part) => part instanceof Index);
    this.spreadBy = parts.find((part) => part instanceof SpreadKey)?.column ?? null;
  }

  /** @param parts the key where it is not one column's, the indices, and by what the table is spread where it is */
  with(parts: (columns: Columns) => readonly (CompositeKey | Index | SpreadKey)[]): Table<Columns> {
    return new Table(this.name, this.named, parts(this.named));
  }
}

export const integer = (name: string) => new Column<number | null>(name, 'integer');
export const real = (name: string) => new Column<number | null>(name, 'real');
export const text = (name: string) => new Column<string | null>(name, 'text');
/** Counted up from nothing. */
export const count = (name: string) => integer(name).notNull().default(0);
export const resource = (name: string) => new Column(name, 'resource');

export const primaryKey = (...columns: Column[]) => new CompositeKey(columns);
export const spreadBy = (column: Column) => new SpreadKey(column);
export const index = (name: string) => ({ on: (...columns: Column[]) => new Index(name, false, columns) });
export const uniqueIndex = (name: string) => ({
  on: (...columns: Column[]) => new Index(name, true, columns),
});

export const defineTable = <Columns extends Readonly<Record<string, Column>>>(
  name: string,
  columns: Columns,
) => new Table(name, columns);
