/** The words of a page, and the language that it speaks to its reader: one that was asked for, else the browser's own. */
import {
  nearestOf,
  textIn,
  type WordValues,
  accountLanguageOf,
  accountLanguages,
  languages,
} from '../../words/index.js';
import type { Request } from 'express';

export interface PageWords {
  text(key: string, values?: WordValues): string;
}

/** Languages we have no words for get English. */
export function pageWords(languageCode: string): { language: string; words: PageWords } {
  const language = nearestOf(languageCode);
  return { language, words: { text: (key, values) => textIn(language, key, values) } };
}

type Asking = Pick<Request, 'acceptsLanguages'>;

/** Of account holders. @param asked a code from a query, or of a user; one we have no words for gets English */
export function languageOf(request: Asking, asked = ''): string {
  return accountLanguageOf(asked || request.acceptsLanguages(...accountLanguages) || '');
}

/** The language of the browser, of those that there are words in for end users; else English. */
export function spokenBy(request: Asking): string {
  return request.acceptsLanguages(...languages) || 'en';
}
