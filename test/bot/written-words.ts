/** The words as they stand in the files, before anything is filled in. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const locales = path.resolve(import.meta.dirname, '../../words');

/** Each message by its key. @param only of one file @throws when a key is there twice */
export function writtenWords(language: string, only?: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of only === undefined ? readdirSync(path.join(locales, language)) : [only]) {
    const text = readFileSync(path.join(locales, language, file), 'utf8');
    for (const part of text.split(/\n(?=[a-zA-Z][\w-]* =)/)) {
      const [, key, words = ''] = /^\s*([a-zA-Z][\w-]*) =([^]*)$/.exec(part) ?? [];
      if (key === undefined) continue;
      if (found.has(key)) throw new Error(`${language}: ${key} is there twice`);
      found.set(key, words.trim());
    }
  }
  return found;
}
