/**
 * A mark file next to a SQLite file: a database exists here. Without it, a truncated file would count as a
 * new one: the service would start without accounts, orders and money, and write over what might be saved.
 */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const markOf = (file: string): string => `${file}.made`;

/** @throws in words when the file is empty, and there was a database in it before */
export function refuseEmptied(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== 0 || !existsSync(markOf(file))) return;
  throw new Error(
    `The database at ${file} is empty (0 bytes), though there was one before: put a backup in its place by \`npm run admin -- restore <file>\` (\`npm run admin -- backups\` lists them), or, to begin anew, delete it together with ${markOf(file)}. Nothing was changed.`,
  );
}

/** Leaves the mark, where there is none yet. */
export function markMade(file: string): void {
  if (existsSync(markOf(file))) return;
  const words = `${basename(file)} holds a database of Sponsorgate. By this file the service tells that it was not always empty.\nTo begin anew, delete both.\n`;
  writeFileSync(markOf(file), words, { mode: 0o600 });
}
