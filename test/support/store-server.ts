/**
 * Before a run with STORE=postgres: a server, and a database that is up to date, of which each stage gets a copy. It is a
 * private server that ends with the run, unless TEST_DATABASE_URL names one (as its superuser).
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../db/index.js';
import { databaseUrl } from './database.js';
import { startPostgres } from './postgres-server.js';

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['STORE'] !== 'postgres') return undefined;
  const given = process.env['TEST_DATABASE_URL'];
  const own = given === undefined ? await startPostgres() : undefined;
  const url = given ?? own?.urlOf('postgres') ?? '';
  const template = `template_${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  await migrate(databaseUrl(url, template));
  // Those who test inherit them.
  process.env['TEST_DATABASE_URL'] = url;
  process.env['TEST_DATABASE_TEMPLATE'] = template;
  return async () => {
    if (own === undefined) await dropAll(url, template);
    await own?.close();
  };
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
