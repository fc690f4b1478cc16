/** Databases with nothing in them, not even a schema, and what they say of the one they get. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBarePostgres, sqlOver, storeKind } from './database.js';
import { findBinaries } from './postgres-server.js';

export interface Bare {
  url: string;
  drop: () => Promise<void>;
}

export async function makeBare(): Promise<Bare> {
  if (storeKind === 'postgres') return createBarePostgres();
  const folder = await mkdtemp(path.join(tmpdir(), 'bare-'));
  return { url: `file:${folder}/service.db`, drop: () => rm(folder, { recursive: true, force: true }) };
}

/** Everything that the database itself says of its schema. */
export async function schemaOf(url: string): Promise<string[]> {
  if (storeKind === 'sqlite') return schemaOfSqlite(url);
  const tool = path.join(findBinaries() ?? '', 'pg_dump');
  // The list of migrations says the time of day in another word.
  const words = ['--schema-only', '--no-owner', '--exclude-table=service_migrations', url];
  const dump = execFileSync(tool, words, { encoding: 'utf8' });
  return dump.split('\n').filter((line) => line !== '' && !/^(?:--|\\(?:un)?restrict)/.test(line));
}

/** Where a line of a table's text breaks, and which quotes it has, is the hand that wrote it: what it means is asked. */
async function schemaOfSqlite(url: string): Promise<string[]> {
  const ask = (text: string) => sqlOver(url, text);
  const bare = (text: string) => text.replaceAll(/["`]/g, '').replaceAll(/\s+/g, ' ').replaceAll(' (', '(');
  const parts = await sqlOver<{ type: string; name: string; sql: string }>(
    url,
    `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  );
  const lines = parts.map(async ({ type, name, sql }) => {
    if (type !== 'table') return bare(sql);
    const facts = [
      ...(await ask(`SELECT * FROM pragma_table_xinfo('${name}')`)),
      ...(await ask(`SELECT type, wr, strict FROM pragma_table_list('${name}')`)),
      ...(await ask(`SELECT "from", "table", "to", on_update, on_delete FROM pragma_foreign_key_list('${name}')
                     ORDER BY "from"`)),
    ];
    const rest = /AUTOINCREMENT|CHECK|COLLATE|GENERATED/gi;
    return JSON.stringify([name, ...facts, ...(sql.match(rest) ?? [])]);
  });
  return Promise.all(lines);
}
