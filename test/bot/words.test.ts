/** The words: complete in every language, and what is filled in is always there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FluentResource } from '@fluent/bundle';
import { describe, expect, it } from 'vitest';
import { buildFilters } from '../../core/data/index.js';
import { plainReasons } from '../../core/choosing/index.js';
import { rejectionReasons } from '../../core/orders/index.js';
import { errorKey } from '../../bot/operator/failures.js';
import { wordsIn } from '../../bot/words.js';
import {
  accountLanguageOf,
  accountLanguages,
  checkedLanguages,
  isDraft,
  languageName,
  languages,
} from '../../words/index.js';
import { errorCodes, failureTopics, httpCodes } from '../../core/errors.js';
import { noFillReasons, qualityReasons, unpaidReasons } from '../../core/terms/index.js';
import { errorDocs, withErrorTables } from '../../scripts/error-table.js';
import { writtenWords } from './written-words.js';

const folders = ['api', 'bot', 'core', 'words'].map((folder) =>
  path.resolve(import.meta.dirname, '../..', folder),
);

/** Each message by its key, with the variables it takes and its tags. */
function messages(language: string, file?: string): Map<string, string[]> {
  const variables = (text: string) => new Set(text.match(/\$\w+/g));
  const tags = (text: string) => text.match(/<[^>]+>/g) ?? [];
  return new Map(
    [...writtenWords(language, file)].map(([key, text]) => [
      key,
      [...variables(text), ...tags(text)].map((part) => part.replace(/^\$/, '')).sort(),
    ]),
  );
}

/** The keys that Fluent finds in the files: it skips a message that is not well formed. */
function parsedKeys(language: string): string[] {
  const folder = path.join(import.meta.dirname, '../../words', language);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ftl'))
    .flatMap((file) => new FluentResource(readFileSync(path.join(folder, file), 'utf8')).body)
    .map(({ id }) => id)
    .sort();
}

function sources(): string {
  return folders
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe('the words', () => {
  const english = messages('en');

  it.each(accountLanguages.filter((language) => language !== 'en'))(
    'are all there in %s, well formed, with the same variables and tags',
    (language) => {
      // Russian is among those that are held to it, whatever its folder lacks.
      expect(accountLanguages).toContain('ru');
      expect(english.size).toBeGreaterThan(200);
      expect(Object.fromEntries(messages(language))).toEqual(Object.fromEntries(english));
      const cabinet = messages('en', 'web');
      expect(cabinet.size).toBeGreaterThan(700);
      expect(Object.fromEntries(messages(language, 'web'))).toEqual(Object.fromEntries(cabinet));
      const mark = isDraft(language) ? ['language-draft'] : [];
      expect(parsedKeys(language)).toEqual([...english.keys(), ...cabinet.keys(), ...mark].sort());
    },
  );

  it('of blocks, answers and pages are all there in every language, and no language has others', () => {
    const files = ['blocks.ftl', 'pages.ftl', 'sponsors.ftl'];
    expect(languages).toEqual(['en', 'be', 'kk', 'ru', 'uk', 'uz']);
    for (const language of languages) {
      for (const file of files)
        expect(Object.fromEntries(messages(language, file))).toEqual(
          Object.fromEntries(messages('en', file)),
        );
      expect([...messages(language).keys()].filter((key) => !english.has(key))).toEqual([]);
    }
  });

  it('are a draft until a native reader has checked them, and menus say so', () => {
    expect(languages.filter(isDraft)).toEqual(['be', 'kk', 'uk', 'uz']);
    expect(checkedLanguages).toEqual(['en', 'ru']);
    expect(checkedLanguages.map(languageName)).toEqual(['English', 'Русский']);
    expect(languageName('uk')).toBe('Українська · чернетка');
    for (const language of languages.filter(isDraft))
      expect(languageName(language)).toMatch(/^\S+ · \p{Ll}+$/u);
  });

  it('every key in the code is there', () => {
    const used = [...sources().matchAll(/\b(?:text|html)\(\s*'([a-zA-Z][\w-]*)'/g)].map(
      ([, key]) => key ?? '',
    );
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((key) => !english.has(key))).toEqual([]);
  });

  it('every word is used somewhere', () => {
    const code = sources();
    const prefixes = [...code.matchAll(/`([a-z][\w-]*-)\$\{/g)].map(([, prefix]) => prefix ?? '');
    const quoted = new Set([...code.matchAll(/(?<=')[a-zA-Z][\w-]*(?=')/g)].map(([key]) => key));
    const isUsed = (key: string) => quoted.has(key) || prefixes.some((prefix) => key.startsWith(prefix));
    expect([...english.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  it('every failure of core has its words and their values, and no other has', () => {
    const topics = Object.entries(failureTopics).map(([topic, values]) => [
      errorKey(topic),
      [...values].sort(),
    ]);
    const kinds = [...errorCodes, ...new Set(Object.values(httpCodes))].map((kind) => [
      errorKey(String(kind)),
      [],
    ]);
    // A fault of ours.
    expect(Object.fromEntries([...topics, ...kinds, ['error-500', []]])).toEqual(
      Object.fromEntries(messages('en', 'errors.ftl')),
    );
  });

  it('stand in the table of all errors, as the code has them', () => {
    const page = readFileSync(errorDocs, 'utf8');
    expect(page).toBe(withErrorTables(page));
    for (const topic of Object.keys(failureTopics)) expect(page).toContain(`| \`${topic}\` |`);
  });

  it('every reason has its words', () => {
    const keys = [
      ...unpaidReasons.map((reason) => `why-unpaid-${reason}`),
      ...noFillReasons.map((reason) => `why-no-fill-${reason}`),
      ...qualityReasons.map((reason) => `why-quality-${reason}`),
    ];
    const others = [
      ...plainReasons.map((reason) => `unfit-${reason}`),
      ...rejectionReasons.map((reason) => `reject-${reason}`),
    ];
    expect(others.filter((key) => !english.has(key))).toEqual([]);
    expect([...english.keys()].filter((key) => key.startsWith('why-')).sort()).toEqual(keys.sort());
  });

  it('every theme, age and kind of device that can be picked has its words', () => {
    const { ads, bots } = buildFilters({
      languages: new Map(),
      countries: new Map(),
      cities: new Map(),
      ages: new Map(),
      deviceTypes: new Map(),
      deviceSystems: new Map(),
    });
    const themes = [...ads.forbidden_themes, ...bots.forbidden_themes].map(({ id }) => `theme-${id}`);
    const others = [
      ...ads.devicestype.map(({ id }) => `device-${id}`),
      ...ads.ages.map(({ id }) => `block-age-${String(id)}`),
    ];
    const wanted = new Set([...themes, ...others]);
    expect([...wanted].filter((key) => !english.has(key))).toEqual([]);
    const kept = [...english.keys()].filter((key) => /^(theme|device)-/.test(key) && key !== 'theme-settled');
    expect(kept.filter((key) => !wanted.has(key))).toEqual([]);
  });

  it('fall back to English for every other language', () => {
    expect(['ru', 'ru-RU', 'RU'].map(accountLanguageOf)).toEqual(['ru', 'ru', 'ru']);
    expect(['uk', 'uk-UA'].map(accountLanguageOf)).toEqual(['uk', 'uk']);
    expect(['en', 'de', '', 'fr-FR'].map(accountLanguageOf)).toEqual(['en', 'en', 'en', 'en']);
  });

  it('escape what is filled into HTML, and leave plain text plain', () => {
    const words = wordsIn('en');
    expect(words.html('order-link', { link: '<b>&' })).toContain('&lt;b&gt;&amp;');
    expect(words.text('order-link', { link: '<b>&' })).toContain('<b>&');
  });

  it('count as the language does', () => {
    const days = (language: string, count: number) => wordsIn(language).text('time-days', { count });
    expect([1, 2, 5, 21].map((count) => days('ru', count))).toEqual(['1 день', '2 дня', '5 дней', '21 день']);
    expect([1, 2].map((count) => days('en', count))).toEqual(['1 day', '2 days']);
  });

  it.each(['en', 'uz'])('have no Cyrillic letters in %s', (language) => {
    const all = [...writtenWords(language), ...writtenWords(language, 'web')];
    expect(all.length).toBeGreaterThan(900);
    expect(all.filter(([, text]) => /\p{Script=Cyrillic}/u.test(text))).toEqual([]);
  });
});
