import { nearestOf, textIn, type WordValues } from '../../words/index.js';

/** What a page says. */
export interface PageWords {
  text(key: string, values?: WordValues): string;
}

/** Languages we have no words for get English. */
export function pageWords(languageCode: string): { language: string; words: PageWords } {
  const language = nearestOf(languageCode);
  return { language, words: { text: (key, values) => textIn(language, key, values) } };
}
