import { spokenIn, type SpokenLanguage } from '../../core/spoken.js';
import { textIn, type Values } from '../../words/index.js';

/** What the form and the redirect page say. */
export interface PageWords {
  text(key: string, values?: Values): string;
}

/** Languages we have no words for get English. */
export function pageWords(languageCode: string): { language: SpokenLanguage; words: PageWords } {
  const language = spokenIn(languageCode);
  return { language, words: { text: (key, values) => textIn(language, key, values) } };
}
