/** The words of a report in the language of the person who asked for it. */
import type { Words, WordValues } from '../ports/words.js';

/** The words of one language, and which that is. */
export interface ReportWords {
  language: string;
  text(key: string, values?: WordValues): string;
}

/** @param accountLanguage what the operator bot speaks with the owner */
export function reportWords(words: Words, accountLanguage: string): ReportWords {
  const language = words.accountLanguage(accountLanguage);
  return { language, text: (key, values) => words.text(language, key, values) };
}
