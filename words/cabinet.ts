/** The files of the cabinet's words. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @returns Fluent messages: what the cabinet shows, and what it says of errors */
export function cabinetWords(language: string): { shown: string; errors: string } {
  const folder = path.join(import.meta.dirname, language);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const own = readdirSync(path.join(folder, 'web')).sort();
  const shown = [...own.map((file) => `web/${file}`), 'values.ftl'].map(read);
  return { shown: shown.join('\n'), errors: read('errors.ftl') };
}
