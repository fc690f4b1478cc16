/** Files that scripts write and git ignores. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Writes a file in one step, since another command may be reading or making it meanwhile. One that has the text already keeps
 * its time.
 * @param name from the root of the checkout
 */
export function writeGenerated(name: string, text: string): void {
  const file = path.join(root, name);
  if (read(file) === text) return;
  const made = `${file}.${process.pid}`;
  writeFileSync(made, text);
  renameSync(made, file);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
