/** What is about PostgreSQL itself. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Settlement, SettlementFacts } from '../../core/ports/subscription-store.js';
import { migrate, openStore } from '../../db/index.js';
import { createCommitSignals } from '../../db/postgres/commit-signals.js';
import { clientConfig, openPool } from '../../db/postgres/pool.js';
import { perform } from '../../db/postgres/perform.js';
import { statementTexts } from '../support/statement-texts.js';
import { statement, together } from '../../db/work/statement.js';
import { createBarePostgres, isSpread, sqlOver, storeKind } from '../support/database.js';
import {
  addBot,
  BOT,
  chargeShown,
  deposit,
  openAccount,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
} from './makers.js';
import { openStage, type Stage, START_MS } from './run.js';

type Wrong = [url: string, words: RegExp];

const divided = statement<[by: number], { one: number }>('SELECT 1 / $1::integer AS one');
const waitingForLocks = `SELECT count(*) AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

// Over SQLite it is skipped: this needs a server.
describe.runIf(storeKind === 'postgres')('PostgreSQL', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.close());

  /** Ends connections as a restart of the server does. */
  const cut = (which = 'TRUE') =>
    stage.sql(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
    );

  async function bare(): Promise<string> {
    const { url, drop } = await createBarePostgres();
    onTestFinished(drop);
    return url;
  }

  test('several migrate at once, and all find it whole; one that lacks migrations is refused', async () => {
    const url = await bare();
    await expect(openStore({ DATABASE_URL: url })).rejects.toThrow(/lacks migrations/);
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    await migrate(url);
    const store = await openStore({ DATABASE_URL: url });
    expect(await store.exclusions.version()).toBe(1);
    await store.close();
  });

  test('who finds the list of migrations half made by another tries again', async () => {
    const url = await bare();
    // A table brings a type of its name: this is the moment at which that is there, and the table is not to be seen yet.
    await sqlOver(url, 'CREATE DOMAIN service_migrations AS bigint');
    const migrating = migrate(url);
    const tries = () =>
      sqlOver(
        url,
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle'
           AND query LIKE 'CREATE TABLE IF NOT EXISTS service_migrations%'`,
      );
    await Promise.race([expect.poll(tries).toHaveLength(1), migrating]);
    await sqlOver(url, 'DROP DOMAIN service_migrations');
    await migrating;
    await (await openStore({ DATABASE_URL: url })).close();
  });

  test('a database of a newer version is refused', async () => {
    await stage.sql("INSERT INTO service_migrations (when_ms, tag) VALUES (9999999999999, 'later')");
    await expect(stage.open()).rejects.toThrow(/newer version/);
    await expect(migrate(stage.url)).rejects.toThrow(/newer version/);
    await stage.sql('DELETE FROM service_migrations WHERE when_ms = 9999999999999');
  });

  test('whatever is wrong is said in words, without the address and what is secret in it', async () => {
    const at = (change: (address: URL) => void) => {
      const address = new URL(stage.url);
      change(address);
      return address.href;
    };
    const secret = 'very-secret-word';
    const withPassword: Wrong = [at((address) => (address.password = secret)), /does not let the service in/];
    const wrong: Wrong[] = [
      // Servers of a cluster trust who asks from this machine.
      ...(isSpread ? [] : [withPassword]),
      [at((address) => (address.pathname = `/${secret}`)), /no database of that name/],
      [at((address) => (address.port = '1')), /does not answer/],
      [`postgres://user:${secret}@[host`, /must be postgres:/],
    ];
    for (const [url, words] of wrong) {
      const fault = (await openStore({ DATABASE_URL: url }).catch((error: unknown) => error)) as Error;
      expect(fault.message).toMatch(words);
      const all = `${fault.stack ?? ''} ${JSON.stringify(fault)} ${String(fault.cause)}`;
      for (const hidden of [secret, new URL(stage.url).password]) expect(all).not.toContain(hidden);
    }
  });

  test('connections that break, used or idle, end nothing: the next command has another', async () => {
    const { store } = stage;
    await store.sessions.write('a', '1', START_MS);
    await cut();
    await expect.poll(() => store.sessions.read('a').catch(() => null)).toBe('1');
    const slow = store.sessions.write('b', '2', START_MS).then(
      () => null,
      (error: unknown) => error,
    );
    await cut();
    const outcome = await slow;
    if (outcome !== null) expect(outcome).toMatchObject({ kind: 'unavailable' });
    await expect
      .poll(() =>
        store.health.check().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  test('a listening connection that is lost is opened again, and those who wait are woken', async () => {
    const [one, other] = [
      createCommitSignals(clientConfig({ url: stage.url })),
      createCommitSignals(clientConfig({ url: stage.url })),
    ];
    await Promise.all([one.open(), other.open()]);
    const heard = () => new Promise<void>((resolve) => other.onSignal(resolve));
    const first = heard();
    one.signal(true);
    await first;
    const again = heard();
    await cut("query LIKE 'LISTEN%'");
    await again;
    const last = heard();
    one.signal(false);
    await last;
    await Promise.all([one.close(), other.close()]);
  });

  test('a command that takes too long is ended by the server', async () => {
    const locking = new pg.Client({ connectionString: stage.url });
    await locking.connect();
    await locking.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
    const hasty = await openStore({ DATABASE_URL: stage.url, DATABASE_STATEMENT_TIMEOUT_MS: 100 });
    const fault = { kind: 'unavailable', message: expect.stringContaining('took too long') as string };
    await expect(hasty.sessions.write('a', '1', START_MS)).rejects.toMatchObject(fault);
    await locking.query('COMMIT');
    await locking.end();
    await hasty.sessions.write('a', '1', START_MS);
    await hasty.close();
  });

  test('a command that waits for a wallet also sees what was opened meanwhile', async () => {
    await openAccount(stage.store, PUBLISHER);
    // Money on hold, and no wallet yet: it is paid out while somebody asks for it.
    const insert = (kind: string, micros: number) =>
      `INSERT INTO ledger_accounts (owner_id, kind, balance_micros) VALUES (${String(PUBLISHER)}, '${kind}', ${String(micros)})`;
    await stage.sql(insert('hold', 10));
    const paying = new pg.Client({ connectionString: stage.url });
    await paying.connect();
    await paying.query(`BEGIN; UPDATE ledger_accounts SET balance_micros = 0 WHERE kind = 'hold'`);
    const wanted = { amountMicros: 10n, detailsCipher: 'sealed', requestKey: 'one' };
    const asking = stage.store.withdrawals.ask(PUBLISHER, wanted, 3, () => [], START_MS);
    await expect.poll(() => stage.sql(waitingForLocks)).toEqual([{ count: 1 }]);
    await paying.query(`${insert('wallet', 10)}; COMMIT`);
    await paying.end();
    expect(await asking).toMatchObject({
      kind: 'asked',
      balance: { availableMicros: 0n, reservedMicros: 10n },
    });
  });

  test('subscribers of a bot that is just being refused are settled as of a refused one', async () => {
    const { orderId } = await populate(stage.store, { quantityAll: 10 }, 10n * PRICE);
    const untold = BOT + 1;
    await addBot(stage.store, untold, PUBLISHER, { tokenCipher: null });
    for (const userId of [1, 2]) await show(stage.store, userId, orderId, untold);
    const refusing = new pg.Client({ connectionString: stage.url });
    await refusing.connect();
    await refusing.query(`BEGIN; UPDATE bots SET trust = 'refused' WHERE bot_id = ${String(untold)}`);
    const decide = (facts: SettlementFacts): Settlement =>
      facts.impressions[0]?.bot.trust === 'refused' ? { kind: 'none' } : chargeShown()(facts);
    const settling = Promise.all([1, 2].map((userId) => settle(stage.store, orderId, userId, { decide })));
    // Together they are one command.
    await expect.poll(() => stage.sql(waitingForLocks)).toEqual([{ count: 1 }]);
    await refusing.query('COMMIT');
    await refusing.end();
    expect((await settling).map(({ settlement }) => settlement.kind)).toEqual(['none', 'none']);
  });

  test('entries and postings are never changed', async () => {
    await openAccount(stage.store, PUBLISHER);
    await deposit(stage.store, PUBLISHER, 5n);
    for (const change of [
      'UPDATE postings SET amount_micros = 0',
      'DELETE FROM postings',
      'TRUNCATE postings',
    ])
      await expect(stage.sql(change)).rejects.toThrow('a ledger posting is never changed');
    for (const change of ['UPDATE ledger_entries SET at_ms = 0', 'DELETE FROM ledger_entries'])
      await expect(stage.sql(change)).rejects.toThrow('a ledger entry is never changed');
  });

  test('every statement of the adapter is one that it understands', async () => {
    const client = new pg.Client({ connectionString: stage.url });
    await client.connect();
    // What changes a table cannot be prepared: `people.test.ts` performs it.
    const texts = statementTexts(isSpread).filter((text) => !text.startsWith('ALTER TABLE '));
    expect(texts.length).toBeGreaterThan(200);
    for (const text of texts) {
      await client.query(`PREPARE one AS ${text}`);
      await client.query('DEALLOCATE one');
    }
    await client.end();
  });

  test('of what is asked at once the cause of a failure is thrown, not what follows from it', async () => {
    // As they come together from the wire, where they were sent at once.
    const codes = ['40P01', '25P02', '25P02'].values();
    const fail = () =>
      Object.assign(new pg.DatabaseError('failed', 0, 'error'), { code: codes.next().value });
    const client = { query: () => Promise.reject(fail()) } as unknown as pg.ClientBase;
    const once = { mark: () => undefined, touched: null, asking: null, apart: null, isSpread };
    const nested = (function* () {
      yield* together(together(divided.get(1), divided.get(2)), divided.get(3));
    })();
    await expect(perform({ ...once, client }, nested)).rejects.toMatchObject({ code: '40P01' });
  });

  test('a number that JavaScript cannot hold is an error, not another number', async () => {
    const pool = openPool({ url: stage.url });
    const { rows } = await pool.query<object>(
      'SELECT 9007199254740991 AS a, 1.5::numeric AS b, ARRAY[1, 2]::bigint[] AS c',
    );
    expect(rows).toEqual([{ a: 9_007_199_254_740_991, b: 1.5, c: [1, 2] }]);
    await expect(pool.query('SELECT 9007199254740993')).rejects.toThrow(RangeError);
    await expect(pool.query('SELECT sum(a) FROM (VALUES (9007199254740991), (2)) AS v (a)')).rejects.toThrow(
      RangeError,
    );
    await pool.end();
  });
});
