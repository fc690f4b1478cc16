/** What is left out over PostgreSQL is left out for the reason that it is given. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { leftOut } from './support/left-out.js';

const root = path.resolve(import.meta.dirname, '..');

/** All files of the repository that this one imports, directly or not. */
function importsOf(file: string, known = new Set<string>()): Set<string> {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const imported = path.resolve(path.dirname(file), name).replace(/\.js$/, '.ts');
    if (known.has(imported) || !existsSync(imported)) continue;
    known.add(imported);
    importsOf(imported, known);
  }
  return known;
}

/** Whether a file asks for the database of this run. */
const asks = (file: string) =>
  importsOf(path.join(root, file)).has(path.join(root, 'test/support/database.ts'));

describe('what is left out over PostgreSQL', () => {
  it.each(Object.entries(leftOut))('is there: %s', (_, files) => {
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('asks for no store where it says so', () => {
    expect(asks('test/api/limits.test.ts')).toBe(true);
    expect(leftOut['touches no store'].filter(asks)).toEqual([]);
  });
});
