/**
 * No statement of the store walks through a table of PostgreSQL that grows: every table is filled, the server has counted
 * what is in it, and each statement is planned as it is after a while, whatever its values.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import '../../db/postgres/index.js';
import { hotTexts } from '../../db/postgres/statement.js';
import { statementTexts } from '../support/statement-texts.js';
import { isSpread, storeKind } from '../support/database.js';
import { openStage, type Stage } from './run.js';

const ROWS = 10_000;

/** Tables of a few rows, whatever happens: one a version, a process, a lease, a value that /filters counts, a day, a size of forecasts. They stay so. */
const small: ReadonlySet<string> = new Set([
  'audience_shares',
  'daily_checks',
  'daily_shares',
  'forecast_errors',
  'invalidation_epoch',
  'leases',
  'processes',
  'service_migrations',
  'versions',
]);

/** Walks that are meant. */
const meant: readonly { statement: RegExp; why: string }[] = [
  {
    statement: /^ALTER TABLE ledger_entries (?:DISABLE|ENABLE) TRIGGER \w+$/,
    why: 'it has no plan',
  },
  {
    statement: /^DELETE FROM bot_qualities WHERE at_ms < \$1$/,
    why: 'a row a bot, once a day, right after all of them were written anew',
  },
  {
    statement:
      /^(?:DELETE FROM paying_factors(?: WHERE from_ms (?:<=|>) \$1(?: AND .*)?)?|UPDATE paying_factors SET \w+ = 1000 WHERE \w+ <> 1000)$/,
    why: 'a few rows a bot, once a day, right after the last of each was read',
  },
  {
    statement: /FROM bots CROSS JOIN bot_days WHERE/,
    why: 'an estimate adds up the last days of all bots, once in ten minutes',
  },
  {
    statement: /^SELECT real_price_micros AS micros FROM orders\s+WHERE decision = 'approved'/,
    why: 'an index of running orders alone, read once a minute for estimates',
  },
  {
    statement: /^WITH sums AS \(SELECT bot_id, .* FROM bot_days WHERE day >= \$1 GROUP BY bot_id\)/,
    why: 'the terminal adds up every bot, to list those that took joins over',
  },
  {
    statement: /^SELECT count\(\*\) AS total FROM accounts WHERE search_text LIKE/,
    why: 'the operator searches accounts by any part of a name',
  },
  {
    statement: /^SELECT \* FROM accounts WHERE search_text LIKE/,
    why: 'the same, newest first up to a page',
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
    statement: /FROM \(SELECT 1 FROM users LIMIT 200000\) AS counted$/,
    why: 'users counted up to an end, once an hour',
  },
  {
    statement: /sum\(balance_micros\) AS sum FROM ledger_accounts$/,
    why: 'the daily check adds up every account',
  },
  {
    statement: /^WITH RECURSIVE held .* waiting \(bot_id\) AS /,
    why: 'a moderator looks which bots without a token show sponsors',
  },
];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  isIdentity: boolean;
  /** Its place in the primary key, from 1; null when it is not in it. */
  keyPlace: number | null;
  keyLength: number;
}

const columnsSql = `
  SELECT c.relname::text AS "table", a.attname::text AS name, format_type(a.atttypid, NULL) AS type,
    NOT a.attnotnull AS "isNullable", a.attidentity <> '' AS "isIdentity",
    array_position(k.conkey, a.attnum) AS "keyPlace", cardinality(k.conkey) AS "keyLength"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY c.relname, a.attnum`;

/** Values that mean something to an index. */
const special: Readonly<Record<string, string>> = {
  'orders.decision': `(ARRAY['approved', 'approved', 'approved', 'rejected'])[1 + g % 4]`,
  'report_jobs.status': `(ARRAY['ready', 'ready', 'ready', 'failed'])[1 + g % 4]`,
  'star_payments.refund_state': `'none'`,
  'withdrawals.state': `(ARRAY['paid', 'refused'])[1 + g % 2]`,
  'webhook_events.state': '1',
  'invalidations.xid': 'g::text::xid8',
  'invalidations.users': 'ARRAY[g]',
};

/** Twenty rows an account, an order or a bot; every fiftieth has what may be missing. */
function valueOf(column: Column): string {
  const { table, name, type, keyPlace, keyLength, isNullable } = column;
  const given = special[`${table}.${name}`];
  if (given !== undefined) return given;
  if (keyPlace !== null && keyPlace < keyLength) return cast('g / 20', type);
  if (keyPlace !== null) return cast('g', type);
  if (isNullable) return `CASE WHEN g % 50 = 0 THEN ${cast('g', type)} END`;
  if (/^(?:is|in|has)_/.test(name)) return '(g % 2)';
  if (/^(?:account|order|bot|owner|user)_id$/.test(name)) return cast('g / 20', type);
  return cast('g', type);
}

/** Of which there are few. */
function fewOf(type: string): string {
  if (type === 'pg_snapshot') return `'1:1:'`;
  return type.endsWith('[]') ? `'{1,2}'` : `'1'`;
}

const cast = (value: string, type: string) => `(${value})::${type === 'bytea' ? 'text::bytea' : type}`;

// Over SQLite (`query-plan.test.ts`) and Citus (`query-plan-citus.test.ts`) it is skipped: this needs a server, one.
describe.runIf(storeKind === 'postgres' && !isSpread)('plans of PostgreSQL', () => {
  let stage: Stage;
  let client: pg.Client;
  /** Indices of some rows alone, such as those that wait: they may be walked, that is what they are for. */
  let partial: ReadonlySet<string>;
  /** Parts of a table that are empty are none of the matter. */
  let filled: ReadonlySet<string>;
  beforeAll(async () => {
    stage = await openStage();
    client = new pg.Client({ connectionString: stage.url });
    await client.connect();
    await client.query('SET session_replication_role = replica');
    const { rows: columns } = await client.query<Column>(columnsSql);
    const tables = new Set(columns.map(({ table }) => table).filter((table) => !small.has(table)));
    for (const table of tables) {
      const own = columns.filter((column) => column.table === table);
      await client.query(
        `INSERT INTO ${table} (${own.map(({ name }) => name).join(', ')})
         SELECT ${own.map(valueOf).join(', ')} FROM generate_series(1, ${String(ROWS)}) AS g`,
      );
    }
    await client.query('ANALYZE');
    const indices = await client.query<{ name: string }>(
      'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL',
    );
    partial = new Set(indices.rows.map(({ name }) => name));
    const relations = await client.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= ${String(ROWS)}
         AND relnamespace = 'public'::regnamespace`,
    );
    filled = new Set(relations.rows.map(({ name }) => name));
    expect(filled.size).toBe(tables.size);
  }, 120_000);
  afterAll(async () => {
    await client.end();
    await stage.close();
  });

  /**
   * The plan for whatever values, and that for values of which there are few: a walk is in both, since the server takes
   * the first only where it is no dearer. (It guesses that an unknown limit is a tenth of the table.)
   */
  async function plansOf(text: string): Promise<[Plan, Plan]> {
    await client.query(`PREPARE one AS ${text}`);
    const { rows } = await client.query<{ types: string[] }>(
      `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'one'`,
    );
    const types = rows[0]?.types ?? [];
    const few = types.map(fewOf);
    const plans = [
      await explain(
        'generic',
        types.map(() => 'NULL'),
      ),
      await explain('custom', few),
    ] as const;
    await client.query('DEALLOCATE one');
    return [...plans];
  }

  async function explain(mode: 'generic' | 'custom', values: readonly string[]): Promise<Plan> {
    await client.query(`SET plan_cache_mode = force_${mode}_plan`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE one${values.length === 0 ? '' : `(${values.join(', ')})`}`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('there is no plan');
    return row['QUERY PLAN'][0].Plan;
  }

  async function walksOf(text: string): Promise<string[]> {
    const [generic, custom] = (await plansOf(text)).map((plan) => new Set(walksIn(plan)));
    // A hot statement has the plan for whatever values, however dear that is.
    return [...(generic ?? [])].filter((walk) => hotTexts().has(text) || custom?.has(walk));
  }

  function walksIn(plan: Plan): string[] {
    const table = plan['Relation Name'] ?? '';
    const walks =
      plan['Node Type'] === 'Seq Scan' ||
      (/^Index (?:Only )?Scan/.test(plan['Node Type']) &&
        plan['Index Cond'] === undefined &&
        !partial.has(plan['Index Name'] ?? ''));
    const own = walks && filled.has(table) ? [`${plan['Node Type']} ${table}`] : [];
    return [...own, ...(plan.Plans ?? []).flatMap(walksIn)];
  }

  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

  test('every statement finds its rows by a key or an index', async () => {
    const texts = statementTexts();
    expect(texts.length).toBeGreaterThan(200);
    expect(hotTexts().size).toBeGreaterThan(4);
    const found: string[] = [];
    for (const text of texts) {
      if (meant.some(({ statement }) => statement.test(plain(text)))) continue;
      for (const walk of await walksOf(text)) found.push(`${walk}: ${plain(text)}`);
    }
    expect(found).toEqual([]);
  }, 60_000);

  test('a walk through a table would be seen', async () => {
    expect(await walksOf('SELECT * FROM pins WHERE slots = $1')).toEqual(['Seq Scan pins']);
    expect(await walksOf('SELECT count(*) FROM subscriptions')).not.toEqual([]);
    expect(await walksOf('SELECT * FROM pair_days WHERE impressions = $1')).toEqual([
      'Seq Scan pair_days_rest',
    ]);
  });

  test('each exception is one that is there', () => {
    for (const { statement } of meant)
      expect(
        statementTexts().some((text) => statement.test(plain(text))),
        String(statement),
      ).toBe(true);
  });
});
