/** What an end user sees is there in every spoken language, and no text of any kind is left in another one by accident. */
import { describe, expect, it } from 'vitest';
import { blockWordsIn } from '../../bot/words.js';
import { accountLanguages, languages, nearestOf } from '../../words/index.js';
import { writtenWords } from './written-words.js';

const others = languages.filter((language) => language !== 'en');
const inCyrillic: readonly string[] = ['ru', 'uk', 'be', 'kk'];

/** Every text by its place: blocks and questions, pages, labels and messages. */
function textsIn(language: string): Map<string, string> {
  return new Map(
    ['blocks.ftl', 'pages.ftl', 'sponsors.ftl'].flatMap((file) => [...writtenWords(language, file)]),
  );
}

/** Of the service and of the cabinet. */
function everyText(language: string): [string, string][] {
  const ofCabinet = accountLanguages.includes(language) ? writtenWords(language, 'web') : [];
  return [...writtenWords(language), ...ofCabinet];
}

/** Words in Latin letters, in lower case: none of the markup, nor what is filled in. */
function latinWords(text: string): string[] {
  const said = text.replace(/<[^>]*>|&\w+;|\$\w+|^\s*\*?\[\w+\]/gm, ' ');
  return (said.match(/\p{Script=Latin}{2,}/gu) ?? []).map((word) => word.toLowerCase());
}

/** Letters, without what the messenger's markup needs. */
const lettersOf = (text: string) => text.replace(/<[^>]*>|\{[^}]*\}/g, '').replace(/[^\p{L}]/gu, '');

describe('what an end user sees', () => {
  const english = textsIn('en');

  it.each(others)('is all there in %s', (language) => {
    expect(english.size).toBeGreaterThan(45);
    expect([...textsIn(language).keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each(others)('is not left in English in %s', (language) => {
    const left = [...textsIn(language)].filter(
      ([key, text]) => lettersOf(text) !== '' && text === english.get(key),
    );
    expect(left).toEqual([]);
  });

  it.each(inCyrillic)('has no letter of another script in %s', (language) => {
    const odd = [...textsIn(language)].filter(([, text]) => /\p{Script=Latin}/u.test(lettersOf(text)));
    expect(odd).toEqual([]);
  });

  it('has no letter of another script in uz, nor letters of a neighbour in the others', () => {
    const strange: Readonly<Record<string, RegExp>> = {
      uz: /\p{Script=Cyrillic}/u,
      ru: /[іїєґўәғқңөұүһ]/iu,
      uk: /[ыэъёўәғқңөұүһ]/iu,
      be: /[ищъїєґәғқңөұүһ]/iu,
    };
    const odd = Object.entries(strange).flatMap(([language, letters]) =>
      everyText(language).filter(([, text]) => letters.test(text)),
    );
    expect(odd).toEqual([]);
  });

  it.each(accountLanguages.filter((language) => inCyrillic.includes(language)))(
    'keeps in Latin letters only names that Russian keeps, in %s',
    (language) => {
      // This company writes its name in either script.
      const kept = new Set(['yookassa', ...everyText('ru').flatMap(([, text]) => latinWords(text))]);
      const left = everyText(language).flatMap(([key, text]) =>
        latinWords(text)
          .filter((word) => !kept.has(word))
          .map((word) => `${key}: ${word}`),
      );
      expect(left).toEqual([]);
    },
  );

  it('is found by the code that the platform sends, and is English for all others', () => {
    expect(['ru', 'uk-UA', 'BE', 'uz_Latn', 'kk', 'de', ''].map(nearestOf)).toEqual([
      'ru',
      'uk',
      'be',
      'uz',
      'kk',
      'en',
      'en',
    ]);
    expect(blockWordsIn('uk-UA').text('block-form-open')).toBe('📝 Відкрити форму');
    expect(blockWordsIn('de').text('block-form-open')).toBe('📝 Open the form');
  });
});
