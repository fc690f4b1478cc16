/** No statement of the store walks through a table that grows. */
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConnection } from '../../db/sqlite/connection.js';
import { createExecutor } from '../../db/sqlite/executor.js';
import { positional } from '../../db/sqlite/perform.js';
import { createStore } from '../../db/sqlite/index.js';
import { statements as workStatements } from '../../db/work/statement.js';
import { sqliteStage, type SqliteStage } from './run.js';

/** Tables of a few rows, whatever happens: one a version, a process, a part of the work, a value that /filters counts, a day, a size of forecasts. */
const small = new Set([
  ...['versions', 'processes', 'leases', 'audience_shares', 'daily_checks', 'forecast_errors'],
]);

/** Walks that are meant. */
const meant: readonly { statement: RegExp; why: string }[] = [
  {
    statement: /FROM bots CROSS JOIN bot_days (?:LEFT JOIN bot_qualities ON \S+ = \S+\s+)?WHERE/,
    why: 'an estimate adds up the last days of all bots, once in ten minutes',
  },
  {
    statement: /^SELECT real_price_micros AS micros FROM orders\s+WHERE decision = 'approved'/,
    why: 'an index of running orders alone, read once a minute for estimates',
  },
  {
    statement: /^SELECT count\(\*\) AS count FROM orders WHERE decision = 'approved' .* quantity_all$/,
    why: 'an index of running orders alone, counted once a day for the record of forecasts',
  },
  {
    statement: /^WITH sums AS \(SELECT bot_id, .* FROM bot_days WHERE day >= \? GROUP BY bot_id\)/,
    why: 'the terminal adds up every bot, to list those that took joins over',
  },
  {
    statement: /^DELETE FROM bot_qualities WHERE at_ms < \?$/,
    why: 'a row a bot, once a day, right after all of them were written anew',
  },
  {
    statement:
      /^(?:DELETE FROM paying_factors(?: WHERE from_ms (?:<=|>) \?(?: AND .*)?)?|UPDATE paying_factors SET \w+ = 1000 WHERE \w+ <> 1000)$/,
    why: 'a few rows a bot, once a day, right after the last of each was read',
  },
  {
    statement: /^UPDATE sqlite_sequence SET seq/,
    why: 'it has a row a table whose numbers never come twice, and there are a few of those',
  },
  {
    statement: /FROM accounts WHERE search_text LIKE/,
    why: 'the operator searches accounts by any part of a name',
  },
  {
    statement: /sum\(balance_micros\) AS sum FROM ledger_accounts$/,
    why: 'the daily check adds up every account',
  },
  {
    statement: /FROM ledger_accounts WHERE kind = 'reserve' UNION ALL/,
    why: 'the daily check compares every reserve with what waits',
  },
  {
    statement: /count\(\*\) AS total FROM orders WHERE decision = 'waiting'/,
    why: 'an index of waiting orders alone',
  },
  { statement: /FROM orders WHERE decision = 'waiting'/, why: 'an index of waiting orders alone' },
  {
    statement:
      /^SELECT count\(\*\) AS count FROM orders WHERE decision = 'approved' .* ads_type (= '\w+'|IN \([^)]*\))$/,
    why: 'an index of the orders alone whose names are resolved, counted every few seconds by one process',
  },
  {
    statement: /FROM orders WHERE unseen_since_ms IS NOT NULL AND check_state = 'ok'/,
    why: 'an index of the few orders alone whose users are to be checked',
  },
  {
    statement: /FROM former_places WHERE unseen_since_ms IS NOT NULL/,
    why: 'an index of the few places alone whose users are to be checked',
  },
  {
    statement: /FROM notifications WHERE dead_reason IS NOT NULL ORDER BY queued_at_ms DESC LIMIT/,
    why: 'an index of dead notifications alone',
  },
  {
    statement:
      /FROM \(SELECT 1 FROM (?:blocks|notifications) WHERE dead_reason IS NOT NULL LIMIT 100000\) AS counted$/,
    why: 'an index of the dead alone, counted up to an end',
  },
  {
    statement: /FROM \(SELECT 1 FROM report_jobs WHERE status = 'failed' LIMIT 100000\) AS counted$/,
    why: 'an index of failed reports alone, counted up to an end',
  },
  {
    statement:
      /FROM \(SELECT at_ms AS since_ms FROM platform_updates WHERE due_at_ms IS NOT NULL LIMIT 100000\)/,
    why: 'an index of deferred updates alone, counted up to an end',
  },
  {
    statement: /FROM \(SELECT 1 FROM orders WHERE decision = 'approved' .* LIMIT 100000\) AS counted$/,
    why: 'an index of running orders alone, counted up to an end',
  },
  {
    statement: /FROM \(SELECT 1 FROM users LIMIT 200000\)(?: AS counted)?$/,
    why: 'users counted up to an end, once an hour',
  },
  {
    statement:
      /^SELECT \w+ AS at_ms, .* AS reason FROM (?:orders|blocks|notifications|report_jobs|webhook_events|platform_updates) WHERE .* LIMIT \? \+ 0 OFFSET \?$/,
    why: 'an index of what runs, waits or failed alone, a page of it for a moderator',
  },
  {
    statement: /FROM webhook_events WHERE state = [02]\) AS waiting,/,
    why: 'an index of waiting (dead) events alone',
  },
  {
    statement: /^SELECT theme, count\(\*\) AS count FROM (?:bots|orders) WHERE theme IS NOT NULL/,
    why: 'themes are counted once a day',
  },
  {
    statement: /^WITH person AS MATERIALIZED \(SELECT user_id, language_code, age FROM/,
    why: 'claims of at most 20,000 users, sampled once a day',
  },
  {
    statement: /^SELECT \(SELECT count\(\*\) FROM \(SELECT user_id, language_code, age FROM/,
    why: 'the size of that sample, and users counted up to an end, once a day',
  },
  {
    statement: /^WITH person AS MATERIALIZED \(SELECT \* FROM \(SELECT user_id, bot_id, language_code/,
    why: 'at most 1,000 users of one bot, found by an index, looked at now and then',
  },
  {
    statement: /^WITH RECURSIVE held .* waiting \(bot_id\) AS /,
    why: 'a moderator looks which bots without a token show sponsors',
  },
  {
    statement: /FROM ledger_accounts JOIN accounts ON account_id = owner_id WHERE kind = 'hold'/,
    why: 'a moderator looks which new publishers have money on hold',
  },
  {
    statement:
      /^UPDATE webhook_queues SET worker = NULL, due_at_ms = \? WHERE worker = \? AND \(\(\? >> \(bot_id % 12\)\) & 1\) = 1$/,
    why: 'an index of the few queues that are being worked on',
  },
];

let stage: SqliteStage;
let statements: readonly string[];
let database: Database.Database;
let tables: ReadonlySet<string>;

beforeAll(async () => {
  stage = await sqliteStage();
  const connection = openConnection(stage.path);
  const executor = createExecutor(connection);
  createStore({ connection, executor, clock: Date, dayOf: () => 0 }, stage.path);
  statements = [...connection.statements(), ...workTexts()];
  connection.close();
  database = new Database(stage.path);
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  tables = new Set((rows as { name: string }[]).map(({ name }) => name));
});

/** What is written once for both databases, in SQLite's words. */
const workTexts = () =>
  workStatements().flatMap(({ texts }) => (texts.sqlite === null ? [] : [positional(texts.sqlite).sql]));

afterAll(async () => {
  database.close();
  await stage.close();
});

function plan(sql: string): string[] {
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...placeholders(sql)) as {
    detail: string;
  }[];
  return rows.map((row) => row.detail);
}

/** A plan does not depend on the values, but each must be bound. */
function placeholders(sql: string): unknown[] {
  const named = [...sql.matchAll(/@(\w+)/g)].map((match) => [match[1], 1] as const);
  if (named.length > 0) return [Object.fromEntries(named)];
  const positional = sql.replace(/'[^']*'/g, '').match(/\?/g) ?? [];
  return positional.map(() => 1);
}

function walks(sql: string): string[] {
  const names = new Map([...tables].map((table) => [table, table]));
  for (const [, table = '', name = ''] of sql.matchAll(/(\w+)\s+AS\s+(\w+)/gi))
    if (tables.has(table)) names.set(name, table);
  return plan(sql).filter((detail) => {
    // What is no table is a part of the statement: its own walk through a table is told by itself.
    const table = names.get(/^SCAN (\w+)/.exec(detail)?.[1] ?? '');
    return table !== undefined && !small.has(table) && !detail.includes('CONSTANT ROW');
  });
}

test('every statement finds its rows by a key or an index', () => {
  expect(statements.length).toBeGreaterThan(100);
  const found = statements.flatMap((sql) => {
    if (meant.some(({ statement }) => statement.test(sql.replace(/\s+/g, ' ')))) return [];
    return walks(sql).map((detail) => `${detail}: ${sql.replace(/\s+/g, ' ')}`);
  });
  expect(found).toEqual([]);
});

test('a page of a table is what a statement begins with, not all that hangs on the page', () => {
  const paged = statements.flatMap((sql) => {
    const table = /(\w+)\.\w+ BETWEEN/.exec(sql)?.[1];
    return table === undefined ? [] : [{ table, first: plan(sql)[0], sql }];
  });
  expect(paged.length).toBeGreaterThan(3);
  expect(paged.filter(({ table, first }) => first?.startsWith(`SEARCH ${table} `) !== true)).toEqual([]);
});

test('no statement is planned again for each limit', () => {
  expect(statements.filter((sql) => /\bLIMIT\s+[?@:$](?!\s*\+)/.test(sql))).toEqual([]);
});

test('a walk through a table would be seen', () => {
  expect(walks('SELECT * FROM pins WHERE slots = ?')).toEqual(['SCAN pins']);
  expect(walks('SELECT count(*) FROM subscriptions')).not.toEqual([]);
});

test('each exception is one that is there', () => {
  for (const { statement } of meant) {
    expect(
      statements.some((sql) => statement.test(sql.replace(/\s+/g, ' '))),
      String(statement),
    ).toBe(true);
  }
});
