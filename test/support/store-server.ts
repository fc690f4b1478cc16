/**
 * Before a run with STORE=postgres: a server, and a database that is up to date, of which each stage gets a copy. It is a
 * private server that ends with the run, unless TEST_DATABASE_URL names one (a database whose user may create others).
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
    if (own === undefined) await query(url, `DROP DATABASE ${template}`);
    await own?.close();
  };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
