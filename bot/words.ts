/** The words of chats, as plain text and as the platform's HTML. */
import { escapeHtml } from '../core/html-text.js';
import { accountLanguageOf, textIn, type WordValues } from '../words/index.js';

export interface EndUserWords {
  /** Plain text, for buttons and notes. */
  text(key: string, values?: WordValues): string;
  /** HTML of the platform's subset: what is filled in is escaped. */
  html(key: string, values?: WordValues): string;
}

/** Of account holders. */
export interface Words extends EndUserWords {
  language: string;
}

/** The words of account holders in the nearest language that they can choose. */
export function wordsIn(code: string): Words {
  const language = accountLanguageOf(code);
  return { language, ...blockWordsIn(language) };
}

/** What dates are written by: English ones are British, as days come first in all our languages. */
export function dateLocale({ language }: Words): string {
  return language === 'en' ? 'en-GB' : language;
}

/** What end users read in blocks and questions. */
export function blockWordsIn(language: string): EndUserWords {
  return {
    text: (key, values) => textIn(language, key, values),
    html: (key, values = {}) => textIn(language, key, escaped(values)),
  };
}

function escaped(values: WordValues): WordValues {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? escapeHtml(value) : value]),
  );
}
