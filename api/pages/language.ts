/** Which language a page speaks to its reader: one that was asked for, else the browser's own. */
import type { Request } from 'express';
import { accountLanguageOf, accountLanguages, languages } from '../../words/index.js';

type Asking = Pick<Request, 'acceptsLanguages'>;

/** Of account holders. @param asked a code from a query, or of a user; one we have no words for gets English */
export function languageOf(request: Asking, asked = ''): string {
  return accountLanguageOf(asked || request.acceptsLanguages(...accountLanguages) || '');
}

/** The language of the browser, of those that there are words in for end users; else English. */
export function spokenBy(request: Asking): string {
  return request.acceptsLanguages(...languages) || 'en';
}
