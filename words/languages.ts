/** The languages people read, one folder each next to this file. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** What a language without words of its own reads. */
export const FALLBACK = 'en';

/** A language that no native reader has checked has this file in its folder. */
const DRAFT = 'draft.ftl';

const filesOf = (language: string) => readdirSync(path.join(import.meta.dirname, language)).sort();

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

/** Of end users: every folder, English first. Blocks, questions and pages are there in each. */
export const languages: readonly string[] = [FALLBACK, ...folders.filter((folder) => folder !== FALLBACK)];

/** Of account holders: those that have every file of English. */
export const accountLanguages: readonly string[] = languages.filter((language) => {
  const has = new Set(filesOf(language));
  return filesOf(FALLBACK).every((file) => has.has(file));
});

const drafts = new Set(languages.filter((language) => filesOf(language).includes(DRAFT)));

/** Whether its words still wait for a native reader; menus then name it with `language-draft` of its folder. */
export function isDraft(language: string): boolean {
  return drafts.has(language);
}

/** Of account holders: those that a native reader has checked. */
export const checkedLanguages: readonly string[] = accountLanguages.filter((language) => !isDraft(language));

/** @returns the language of end users nearest to a code such as `ru` or `uz-Latn`; else English */
export function nearestOf(code: string): string {
  return nearestAmong(languages, code);
}

/** @returns the language of account holders nearest to a code; else English */
export function accountLanguageOf(code: string): string {
  return nearestAmong(accountLanguages, code);
}

function nearestAmong(offered: readonly string[], code: string): string {
  if (offered.includes(code)) return code;
  const [base = ''] = code.toLowerCase().split(/[-_]/, 1);
  return offered.includes(base) ? base : FALLBACK;
}
