/**
 * The words people read, by language: Fluent files in `words/<language>/` (`words/README.md`). A language without a key
 * reads the English words.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { accountLanguageOf, accountLanguages, FALLBACK, isDraft, nearestOf } from './languages.js';

export {
  accountLanguageOf,
  accountLanguages,
  checkedLanguages,
  isDraft,
  languages,
  nearestOf,
} from './languages.js';

export type WordValues = Readonly<Record<string, string | number>>;

interface Spoken {
  bundle: FluentBundle;
  /** Messages without placeables, as they stand: lists of sponsors need some of them in each answer. */
  plain: ReadonlyMap<string, string>;
}

const spoken = new Map<string, Spoken>();

/**
 * @param language such as `ru` or `uz-Latn`
 * @throws Error where English lacks the key, or `values` one that the words need
 */
export function textIn(language: string, key: string, values: WordValues = {}): string {
  const nearest = nearestOf(language);
  return wordsOf(nearest, key, values) ?? wordsOf(FALLBACK, key, values) ?? missing(key);
}

/** @returns a language's own name as menus show it, such as `Русский`; of a draft `Українська · чернетка` */
export function languageName(language: string): string {
  const name = textIn(language, 'language-name');
  return isDraft(language) ? `${name} · ${textIn(language, 'language-draft')}` : name;
}

/** What is said in each language of account holders, by its code. English and Russian are always there. */
export type EachLanguage = { en: string; ru: string } & Record<string, string>;

export function inEachLanguage(say: (language: string) => string): EachLanguage {
  const entries = accountLanguages.map((language): [string, string] => [language, say(language)]);
  return { en: say('en'), ru: say('ru'), ...Object.fromEntries(entries) };
}

/** The port of core (`core/ports/words.ts`). */
export const words = { text: textIn, accountLanguage: accountLanguageOf };

function wordsOf(language: string, key: string, values: WordValues): string | null {
  const { bundle, plain } = spokenIn(language);
  const known = plain.get(key);
  if (known !== undefined) return known;
  const pattern = bundle.getMessage(key)?.value;
  if (pattern == null) return null;
  const faults: Error[] = [];
  const text = bundle.formatPattern(pattern, values, faults);
  if (faults.length > 0) throw new Error(`${key}: ${faults.map(String).join(', ')}`);
  return text;
}

/** Whether there are words for a key. */
export function hasWords(key: string): boolean {
  return spokenIn(FALLBACK).bundle.hasMessage(key);
}

function missing(key: string): never {
  throw new Error(`There are no words for ${key}.`);
}

function spokenIn(language: string): Spoken {
  const known = spoken.get(language);
  if (known !== undefined) return known;
  // The marks that isolate directions show up as boxes in messengers, and break copying of keys.
  const bundle = new FluentBundle(language, { useIsolating: false });
  const plain = new Map<string, string>();
  // They are copied next to the built code, too.
  const folder = path.join(import.meta.dirname, language);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // The cabinet's own, which its pages bring along.
    if (entry.isDirectory()) continue;
    const resource = new FluentResource(readFileSync(path.join(folder, entry.name), 'utf8'));
    bundle.addResource(resource);
    for (const { id, value } of resource.body) if (typeof value === 'string') plain.set(id, value);
  }
  const made = { bundle, plain };
  spoken.set(language, made);
  return made;
}
