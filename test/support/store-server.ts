/**
 * Before a run with STORE=postgres: a server, and a database that is up to date, of which each stage gets a copy. It is a
 * private server that ends with the run, unless TEST_DATABASE_URL names one (as its superuser). Where PGBOUNCER names that program,
 * stages reach the server through it. With STORE=citus there are three, and the database is spread over two of them.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../db/index.js';
import { createSpreadDatabase, makeTemplate, startCluster, urlsOf } from './citus-cluster.js';
import { databaseUrl } from './database.js';
import { BY_TRANSACTION, FOR_THE_ROLE, pgbouncer, type Pooler, startPooler } from './pgbouncer.js';
import { startPostgres } from './postgres-server.js';

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['STORE'] === 'citus') return setUpCluster();
  if (process.env['STORE'] !== 'postgres') return undefined;
  const given = process.env['TEST_DATABASE_URL'];
  const own = given === undefined ? await startPostgres() : undefined;
  const url = given ?? own?.urlOf('postgres') ?? '';
  const template = `template_${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  await migrate(databaseUrl(url, template));
  await addEmptying(databaseUrl(url, template));
  // Those who test inherit them.
  process.env['TEST_DATABASE_URL'] = url;
  process.env['TEST_DATABASE_TEMPLATE'] = template;
  const pooler = await putPoolerBefore(url);
  return async () => {
    await pooler?.close();
    if (own === undefined) await dropAll(url, template);
    await own?.close();
  };
}

async function setUpCluster(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const urls = urlsOf(cluster);
  const template = `template_${randomBytes(6).toString('hex')}`;
  const url = await createSpreadDatabase(urls, template);
  await migrate(url, { distributed: 'citus' });
  await addEmptying(url);
  await makeTemplate(urls, template);
  process.env['TEST_DATABASE_URL'] = urls.coordinator;
  process.env['TEST_WORKER_URLS'] = urls.workers.join(' ');
  process.env['TEST_DATABASE_TEMPLATE'] = template;
  const pooler = await putPoolerBefore(urls.coordinator);
  return async () => {
    await pooler?.close();
    await cluster.close();
  };
}

/** Where the run has one. */
async function putPoolerBefore(url: string): Promise<Pooler | undefined> {
  if (pgbouncer === undefined) return undefined;
  const pooler = await startPooler(url, BY_TRANSACTION);
  await query(url, FOR_THE_ROLE);
  process.env['TEST_POOLER_URL'] = pooler.url;
  return pooler;
}

/**
 * Adds a function to the template that empties a database: it throws out those who are connected still, and leaves what the
 * migrations leave, which is the list of themselves and the versions. It asks each table (a part of one
 * goes with it, and may be gone by then) in words of its own, since a text
 * that is put together would be planned again at each of 75 tables: that took 25 ms a test.
 */
async function addEmptying(url: string): Promise<void> {
  await query(
    url,
    `DO $make$
      DECLARE
        emptying text;
      BEGIN
        SELECT string_agg(format('IF EXISTS (SELECT 1 FROM %1$I) THEN DELETE FROM %1$I; END IF;', relname), ' ')
          INTO emptying FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
            AND NOT relispartition AND relname NOT IN ('service_migrations', 'versions');
        SELECT emptying || string_agg(format('IF (SELECT is_called FROM %1$I) THEN PERFORM setval(%2$L, 1, false); END IF;',
            sequencename, quote_ident(sequencename)), ' ')
          INTO emptying FROM pg_sequences WHERE schemaname = 'public';
        EXECUTE format('CREATE FUNCTION empty_all() RETURNS void LANGUAGE plpgsql
          SET session_replication_role = replica AS %L', 'BEGIN
            PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = ''client backend'';
            ' || emptying || ' UPDATE versions SET value = 1; END');
      END $make$`,
  );
}

/** The template, and all that were made of it. */
async function dropAll(url: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const text = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)';
  const { rows } = await client.query<{ datname: string }>(text, [template]);
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  await client.end();
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
