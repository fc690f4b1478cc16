/** Which language a page speaks to its reader: one that was asked for, else the browser's own. */
import type { Request } from 'express';
import { spokenIn, type SpokenLanguage, spokenLanguages } from '../../core/spoken.js';

/** Of account holders. */
export type Language = 'en' | 'ru';

/** @param asked a language code from a query, or of a user; one we have no words for gets English */
export function languageOf(request: Pick<Request, 'acceptsLanguages'>, asked?: string): Language {
  if (asked !== undefined && asked !== '') return spokenFor(asked);
  return spokenFor(request.acceptsLanguages('en', 'ru') || 'en');
}

/** Languages we have no words for get English. */
export function spokenFor(languageCode: string): Language {
  return languageCode.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}

/** The language of the browser, of those that there are words in for end users. */
export function spokenBy(request: Pick<Request, 'acceptsLanguages'>): SpokenLanguage {
  return spokenIn(request.acceptsLanguages(...spokenLanguages) || 'en');
}
