/** The words as they stand in the files, before anything is filled in. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const locales = path.resolve(import.meta.dirname, '../../words');

/**
 * Each message by its key: those of the service, or of one file, or of a folder. The mark of a draft is not among them.
 * @param only such as `blocks.ftl`, or `web` for the cabinet's own
 * @throws Error when a key is there twice
 */
export function writtenWords(language: string, only = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of filesAt(path.join(locales, language, only))) {
    const text = readFileSync(file, 'utf8');
    for (const part of text.split(/\n(?=[a-zA-Z][\w-]* =)/)) {
      const [, key, words = ''] = /^\s*([a-zA-Z][\w-]*) =([^]*)$/.exec(part) ?? [];
      if (key === undefined) continue;
      if (found.has(key)) throw new Error(`${language}: ${key} is there twice`);
      found.set(key, words.trim());
    }
  }
  return found;
}

function filesAt(place: string): string[] {
  if (place.endsWith('.ftl')) return [place];
  return readdirSync(place)
    .filter((file) => file.endsWith('.ftl') && file !== 'draft.ftl')
    .map((file) => path.join(place, file));
}
