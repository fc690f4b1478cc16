/** The migrations of both databases are made of the one description, and none is missing. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import * as drizzleKit from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { inPostgres, inSqlite } from '../../db/drizzle/tables.js';

/** What is asked of it here; its own types are made of those of packages that are not installed. */
interface Kit {
  generateSQLiteDrizzleJson(tables: object): Promise<unknown>;
  generateSQLiteMigration(before: unknown, after: unknown): Promise<string[]>;
  generateDrizzleJson(tables: object): unknown;
  generateMigration(before: unknown, after: unknown): Promise<string[]>;
}

const kit = drizzleKit as unknown as Kit;

/** What the last migration left, as drizzle-kit noted it. */
async function lastSnapshot(folder: string): Promise<unknown> {
  const meta = path.resolve(import.meta.dirname, '../..', folder, 'meta');
  const last =
    (await readdir(meta))
      .filter((name) => name.endsWith('_snapshot.json'))
      .sort()
      .at(-1) ?? '';
  return JSON.parse(await readFile(path.join(meta, last), 'utf8'));
}

test('SQLite has nothing to migrate', async () => {
  const described = await kit.generateSQLiteDrizzleJson({ ...inSqlite });
  expect(await kit.generateSQLiteMigration(await lastSnapshot('db/sqlite/migrations'), described)).toEqual(
    [],
  );
});

test('PostgreSQL has nothing to migrate', async () => {
  const described = kit.generateDrizzleJson({ ...inPostgres });
  expect(await kit.generateMigration(await lastSnapshot('db/postgres/migrations'), described)).toEqual([]);
});

test('a table that is described and not migrated is found', async () => {
  const { accounts, ...others } = inSqlite;
  expect(accounts).toBeDefined();
  const before = await kit.generateSQLiteDrizzleJson(others);
  const after = await kit.generateSQLiteDrizzleJson({ ...inSqlite });
  expect((await kit.generateSQLiteMigration(before, after)).join('\n')).toContain('CREATE TABLE `accounts`');
});
