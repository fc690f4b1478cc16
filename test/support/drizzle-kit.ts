/** Asks drizzle-kit what lies between two schemas. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import * as drizzleKit from 'drizzle-kit/api';
import type { DatabaseKind } from '../../db/database-kinds.js';

/** What is asked of it here; its own types are made of those of packages that are not installed. */
interface Kit {
  generateSQLiteDrizzleJson(tables: object): Promise<unknown>;
  generateSQLiteMigration(before: unknown, after: unknown): Promise<string[]>;
  generateDrizzleJson(tables: object): unknown;
  generateMigration(before: unknown, after: unknown): Promise<string[]>;
}

export const kit = drizzleKit as unknown as Kit;

/** What the last migration left, and the one before it, as drizzle-kit noted it. Nothing reads older ones. */
export async function readSnapshots(kind: DatabaseKind): Promise<{ former: unknown; last: unknown }> {
  const meta = path.resolve(import.meta.dirname, '../../db', kind, 'migrations/meta');
  const names = (await readdir(meta)).filter((name) => name.endsWith('_snapshot.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(meta, name), 'utf8')));
  if (texts.length !== 2) throw new Error(`Keep the last two of ${meta}, and delete those before them.`);
  const [former, last] = texts.map((text): unknown => JSON.parse(text));
  return { former, last };
}
