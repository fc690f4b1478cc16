/**
 * Over Citus, a statement about a user asks that user's server alone, once for each table at most: it holds what one more server
 * adds, and that one which is away holds up its own users only. What looks through all servers is named here.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import '../../db/postgres/index.js';
import { usersOf } from '../../db/postgres/spread/asked-users.js';
import { statementTexts } from '../support/statement-texts.js';
import { tables } from '../../db/schema/index.js';
import { isSpread } from '../support/database.js';
import { openStage, type Stage } from './run.js';

const spread = tables.flatMap(({ name, spreadBy }) => (spreadBy === null ? [] : [name]));

/** Statements that ask every server. */
const meant: readonly { statement: RegExp; why: string }[] = [
  {
    statement:
      /^SELECT [\w, ]+, \(.*\)::int AS is_old FROM (?:pins|impressions|openings|network_offers) WHERE/,
    why: 'old rows are looked for, stretch by stretch',
  },
  {
    statement: /^DELETE FROM (?:pins|impressions|openings|network_offers) WHERE \([\w, ]+\) IN \(SELECT/,
    why: 'and taken out',
  },
  { statement: /^WITH person AS MATERIALIZED/, why: 'users and claims are sampled, of a bot or of all' },
  { statement: /^SELECT \(SELECT count\(\*\) FROM \(SELECT user_id, language_code/, why: 'the size of that' },
  { statement: /FROM \(SELECT 1 FROM users LIMIT 200000\) AS counted$/, why: 'users counted up to an end' },
  { statement: /^SELECT users\.user_id, .* FROM users WHERE traits_at_ms IS/, why: 'a sample for estimates' },
  { statement: /^WITH late AS MATERIALIZED/, why: 'who was asked about longest ago' },
  { statement: /^SELECT user_id FROM impressions WHERE user_id > \$1 ORDER BY/, why: 'the end of a stretch' },
  {
    statement: /^WITH shown AS MATERIALIZED \(SELECT DISTINCT user_id/,
    why: 'who was shown an order, in it',
  },
  { statement: /^WITH page AS MATERIALIZED \(SELECT \* FROM subscriptions/, why: 'a page of subscribers' },
  {
    statement: /^UPDATE users SET suspicious_until_ms = .* WHERE user_id = ANY/,
    why: 'users of one address are marked together',
  },
  { statement: /^SELECT user_id FROM users WHERE traits_at_ms </, why: 'traits of users who are away' },
  {
    statement: /^SELECT \* FROM \w+ WHERE user_id = ANY/,
    why: 'what is held of a person: a list of one here',
  },
  { statement: /^SELECT DISTINCT user_id AS id FROM/, why: 'everybody, after a restore' },
  { statement: /^UPDATE users SET traits_at_ms = NULL/, why: 'and those are forgotten together' },
  {
    statement: /^SELECT (?:latest\.)?user_id, .* WHERE user_id = ANY\(\$1::bigint\[\]\)/,
    why: 'facts of subscribers who are settled together',
  },
  { statement: /^SELECT memberships\.user_id, .* FROM unnest/, why: 'several memberships, of one user here' },
];

/** For many at once, where Citus has a statement for one. */
const notAsked: readonly RegExp[] = [
  /^WITH asked AS MATERIALIZED \(SELECT \* FROM unnest/,
  /^SELECT (?:asked|who)\.place::int AS place, .* FROM unnest.* JOIN (?:users|memberships)/,
  /^WITH before AS \(SELECT \* FROM users/,
];

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

// Over other databases it is skipped: this needs several servers.
describe.runIf(isSpread)('plans of Citus', () => {
  let stage: Stage;
  let client: pg.Client;
  beforeAll(async () => {
    stage = await openStage();
    client = new pg.Client({ connectionString: stage.url });
    await client.connect();
    await client.query('SET plan_cache_mode = force_custom_plan');
  });
  afterAll(async () => {
    await client.end();
    await stage.close();
  });

  const texts = () =>
    statementTexts(true).filter((text) => {
      const isAbout = spread.some((table) => new RegExp(`(?:FROM|JOIN|INTO|UPDATE) ${table}\\b`).test(text));
      return isAbout && !notAsked.some((statement) => statement.test(plain(text)));
    });

  /** @returns of each question that Citus puts, how many of its servers' tables it asks */
  async function asksOf(text: string): Promise<number[]> {
    await client.query(`PREPARE one AS ${text}`);
    const { rows } = await client.query<{ types: string[] }>(
      `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'one'`,
    );
    const values = (rows[0]?.types ?? []).map((type) =>
      type.endsWith('[]') ? "'{1,2,3,4,5,6,7,8}'" : "'1'",
    );
    const given = values.length === 0 ? '' : `(${values.join(', ')})`;
    const plan = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) EXECUTE one${given}`);
    await client.query('DEALLOCATE one');
    return plan.rows.flatMap((row) => {
      const count = /Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1];
      return count === undefined ? [] : [Number(count)];
    });
  }

  test('every statement about a user asks that user’s server', async () => {
    expect(texts().length).toBeGreaterThan(40);
    const found: string[] = [];
    for (const text of texts()) {
      if (meant.some(({ statement }) => statement.test(plain(text)))) continue;
      if ((await asksOf(text)).some((count) => count > 1)) found.push(plain(text));
    }
    expect(found).toEqual([]);
  }, 60_000);

  test('and tells whose it is, so that it is refused while that one is silent', () => {
    const routed = texts().filter((text) => !meant.some(({ statement }) => statement.test(plain(text))));
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    const untold = routed.filter((text) => usersOf(text)?.(numbers)?.length !== 1);
    expect(untold.map(plain)).toEqual([]);
  });

  test('one that asks every server would be seen, and each that is meant does', async () => {
    expect(await asksOf('SELECT * FROM pins WHERE bot_id = $1')).toEqual([4]);
    for (const { statement, why } of meant) {
      const known = texts().filter((text) => statement.test(plain(text)));
      expect(known, why).not.toHaveLength(0);
      for (const text of known) expect(Math.max(...(await asksOf(text))), why).toBeGreaterThan(1);
    }
  });
});
