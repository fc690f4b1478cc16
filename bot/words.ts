/**
 * The words people read, by language: Fluent files in `locales/<language>/`. English and Russian are complete; what end
 * users see (`blocks.ftl`) is there in every spoken language. All others fall back to English.
 */
import path from 'node:path';
import { I18n } from '@grammyjs/i18n';
import { escapeHtml } from '../core/html-text.js';
import { spokenIn } from '../core/spoken.js';

export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

export type Variables = Record<string, string | number>;

export interface EndUserWords {
  /** Plain text, for buttons and notes. */
  text(key: string, variables?: Variables): string;
  /** HTML of the platform's subset: what is filled in is escaped. */
  html(key: string, variables?: Variables): string;
}

/** Of account holders. */
export interface Words extends EndUserWords {
  language: Language;
}

/** The language we have words in that is nearest to what the platform calls a person's language. */
export function languageOf(code: string): Language {
  return code.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}

let loaded: I18n | undefined;

export function wordsIn(code: string): Words {
  const language = languageOf(code);
  return { language, ...reading(language) };
}

/** What end users read in blocks and questions. */
export function blockWordsIn(code: string): EndUserWords {
  return reading(spokenIn(code));
}

function reading(language: string): EndUserWords {
  loaded ??= new I18n({
    defaultLocale: 'en',
    // They are copied next to the built code, too.
    directory: path.join(import.meta.dirname, 'locales'),
    // The marks that isolate directions show up as boxes in messengers, and break copying of keys.
    fluentBundleOptions: { useIsolating: false },
  });
  const i18n = loaded;
  return {
    text: (key, variables) => i18n.t(language, key, variables),
    html: (key, variables = {}) => i18n.t(language, key, escaped(variables)),
  };
}

function escaped(variables: Variables): Variables {
  const entries = Object.entries(variables);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? escapeHtml(value) : value]),
  );
}
