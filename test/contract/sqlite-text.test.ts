/** The words of PostgreSQL in those of SQLite, and how work is performed on a real file. */
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type Connection, openConnection } from '../../db/sqlite/connection.js';
import { createExecutor } from '../../db/sqlite/executor.js';
import { createPerform, type Perform, positional } from '../../db/sqlite/perform.js';
import { sqliteText } from '../../db/work/sqlite-text.js';
import {
  exactStatement,
  lock,
  mark,
  ofPostgres,
  statement,
  together,
  touchOrders,
  touchUser,
} from '../../db/work/statement.js';
import { sqliteStage, type SqliteStage } from './run.js';

test.each([
  ['SELECT a FROM t WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED', 'SELECT a FROM t WHERE id = $1'],
  ['SELECT a FROM t ORDER BY id FOR UPDATE OF t', 'SELECT a FROM t ORDER BY id'],
  ['SELECT FROM t', 'SELECT 1 FROM t'],
  ['$1::bigint + $2::double precision', '$1 + $2'],
  ['id = ANY($1::bigint[])', 'id IN (SELECT value FROM json_each($1))'],
  ['GREATEST(a, LEAST(b, c))', 'max(a, min(b, c))'],
  [
    'FROM unnest($2::bigint[], $1::text[]) AS row (a, b)',
    'FROM (SELECT value ->> 0 AS a, value ->> 1 AS b FROM json_each($2_1_)) AS row',
  ],
  [
    'FROM unnest($1::text[]) WITH ORDINALITY AS row (a, place)',
    'FROM (SELECT value ->> 0 AS a, key + 1 AS place FROM json_each($1_)) AS row',
  ],
])('%s', (postgres, sqlite) => {
  expect(sqliteText(postgres)).toBe(sqlite);
});

test('placeholders stand where their numbers say, lists as rows', () => {
  expect(positional('a = $2 AND b = $1 AND c IN (SELECT value FROM json_each($1_3_))')).toEqual({
    sql: 'a = ? AND b = ? AND c IN (SELECT value FROM json_each(?))',
    places: [1, 0, [0, 2]],
  });
});

test('a limit that is bound is part of a sum', () => {
  expect(positional('x LIMIT $2 OFFSET $1')).toEqual({ sql: 'x LIMIT ? + 0 OFFSET ?', places: [1, 0] });
});

describe('work on a file', () => {
  let stage: SqliteStage;
  let connection: Connection;
  let perform: Perform;
  const touched: (number | null)[] = [];

  beforeEach(async () => {
    stage = await sqliteStage();
    connection = openConnection(stage.path);
    touched.length = 0;
    perform = createPerform(connection, createExecutor(connection), {
      note: (userId) => touched.push(userId),
      noteOrders: () => touched.push(null),
    });
  });

  afterEach(async () => {
    connection.close();
    await stage.close();
  });

  const put = statement<[key: string, value: string, atMs: number]>(
    'INSERT INTO sessions (key, value, at_ms) VALUES ($1, $2, $3)',
  );
  const values = statement<[keys: readonly string[]], { value: string }>(
    'SELECT value FROM sessions WHERE key = ANY($1::text[]) ORDER BY key',
  );
  const sum = exactStatement<[], { sum: bigint }>('SELECT 9007199254740993 AS sum');

  it('ends with what its last step makes of all before', () => {
    const made = perform(
      (function* () {
        expect(yield* put.run('a', '1', 1)).toBe(1);
        yield* put.run('b', '2', 2);
        yield* touchUser(7);
        yield* touchOrders();
        yield* mark('topic');
        const [rows, exact] = yield* together(values.all(['a', 'b']), sum.get());
        return { rows, exact };
      })(),
    );
    expect(made).toEqual({ rows: [{ value: '1' }, { value: '2' }], exact: { sum: 9_007_199_254_740_993n } });
    expect(touched).toEqual([7, null]);
  });

  it('throws what went wrong where it was wanted', () => {
    expect(perform(put.run('a', '1', 1))).toBe(1);
    const said = perform(
      (function* () {
        try {
          yield* put.run('a', '2', 2);
          return 'nothing';
        } catch (error) {
          return (error as { code: string }).code;
        }
      })(),
    );
    expect(said).toBe('SQLITE_CONSTRAINT_PRIMARYKEY');
  });

  it('does nothing for a statement of the other database', () => {
    const locked = lock<[id: number]>('SELECT FROM orders WHERE order_id = $1 FOR UPDATE');
    expect(perform(locked.all(1))).toEqual([]);
    expect(perform(ofPostgres('SELECT pg_sleep(1)').all())).toEqual([]);
    expect(perform(ofPostgres('UPDATE orders SET name = $$x$$').run())).toBe(0);
  });
});
