/** Which migrations a database is made by, as drizzle-kit's journal says. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Migration {
  tag: string;
  /** When it was made; tells it from all others. */
  whenMs: number;
}

/** @param folder of `migrationsFolder`; answers them in the order in which they are applied */
export function migrationsIn(folder: string): Migration[] {
  const text = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8');
  const { entries } = JSON.parse(text) as { entries: { when: number; tag: string }[] };
  return entries.map(({ when, tag }) => ({ tag, whenMs: when }));
}

export function lastOf(folder: string): Migration {
  const last = migrationsIn(folder).at(-1);
  if (last === undefined) throw new Error('There are no migrations.');
  return last;
}

/** Beside the sources, also for the built code in `dist/`: SQL is not compiled. */
export function migrationsFolder(name: 'db/migrations' | 'db/postgres/migrations'): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, name);
    if (existsSync(join(candidate, 'meta', '_journal.json'))) return candidate;
    if (folder === dirname(folder)) throw new Error(`The folder ${name} is missing.`);
  }
}

/** What the operator does about migrations that are lacking. */
export const HOW_TO_MIGRATE = 'run `npm run admin -- migrate`, or start it all by `npm start`.';
