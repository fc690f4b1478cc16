/** The words of chats, as plain text and as the platform's HTML. */
import { escapeHtml } from '../core/html-text.js';
import { textIn, type Values } from '../words/index.js';

export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

export interface EndUserWords {
  /** Plain text, for buttons and notes. */
  text(key: string, values?: Values): string;
  /** HTML of the platform's subset: what is filled in is escaped. */
  html(key: string, values?: Values): string;
}

/** Of account holders. */
export interface Words extends EndUserWords {
  language: Language;
}

/** The language we have words in that is nearest to what the platform calls a person's language. */
export function languageOf(code: string): Language {
  return code.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}

export function wordsIn(code: string): Words {
  const language = languageOf(code);
  return { language, ...reading(language) };
}

/** What end users read in blocks and questions. */
export function blockWordsIn(code: string): EndUserWords {
  return reading(code);
}

function reading(language: string): EndUserWords {
  return {
    text: (key, values) => textIn(language, key, values),
    html: (key, values = {}) => textIn(language, key, escaped(values)),
  };
}

function escaped(values: Values): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? escapeHtml(value) : value]),
  );
}
