/** The migrations of both databases are made of the one description, and none is missing. */
import { expect, test } from 'vitest';
import { inPostgres, inSqlite } from '../../db/drizzle/tables.js';
import { kit, readSnapshots } from '../support/drizzle-kit.js';

test('SQLite has nothing to migrate', async () => {
  const described = await kit.generateSQLiteDrizzleJson({ ...inSqlite });
  const { last } = await readSnapshots('sqlite');
  expect(await kit.generateSQLiteMigration(last, described)).toEqual([]);
});

test('PostgreSQL has nothing to migrate', async () => {
  const described = kit.generateDrizzleJson({ ...inPostgres });
  const { last } = await readSnapshots('postgres');
  expect(await kit.generateMigration(last, described)).toEqual([]);
});

test('a table that is described and not migrated is found', async () => {
  const { accounts, ...others } = inSqlite;
  expect(accounts).toBeDefined();
  const before = await kit.generateSQLiteDrizzleJson(others);
  const after = await kit.generateSQLiteDrizzleJson({ ...inSqlite });
  expect((await kit.generateSQLiteMigration(before, after)).join('\n')).toContain('CREATE TABLE `accounts`');
});
