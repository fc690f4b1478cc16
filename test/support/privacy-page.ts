/** The table of `docs/privacy.md`: what each table holds of a person, how long, and what erasing them does to it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/privacy.md'), 'utf8');
const [, section = ''] = page.split('## Every table\n');

/** In the order of the page. */
export const heldOfPeople = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [table = '', columns = '', kept = '', erased = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { table: table.replaceAll('`', ''), columns: columns.split(', '), kept, erased };
  });

export const heldColumns: ReadonlyMap<string, readonly string[]> = new Map(
  heldOfPeople.map(({ table, columns }) => [table, columns]),
);
