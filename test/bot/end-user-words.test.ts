/** What an end user sees is there in every spoken language, and none of it is left in another one by accident. */
import { describe, expect, it } from 'vitest';
import { blockWordsIn } from '../../bot/words.js';
import { sponsorWords } from '../../core/sponsors/words.js';
import { spokenIn, type SpokenLanguage, spokenLanguages } from '../../core/spoken.js';
import { writtenWords } from './written-words.js';

const others = spokenLanguages.filter((language) => language !== 'en');
const inCyrillic: readonly SpokenLanguage[] = ['ru', 'uk', 'be', 'kk'];

/** Every text by its place: blocks and questions, pages, labels and messages. */
function textsIn(language: SpokenLanguage): Map<string, string> {
  const written = [...writtenWords(language)].filter(([key]) =>
    /^(page|block-(sponsors|confirm|gender|age|form))/.test(key),
  );
  const { messages, ...labels } = sponsorWords[language];
  const labelled = Object.entries(labels).map(([key, text]): [string, string] => [`label ${key}`, text]);
  const said = Object.entries(messages).map(([key, text]): [string, string] => [`message ${key}`, text]);
  return new Map([...written, ...labelled, ...said]);
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
    const strange: Partial<Record<SpokenLanguage, RegExp>> = {
      uz: /\p{Script=Cyrillic}/u,
      ru: /[іїєґўәғқңөұүһ]/iu,
      uk: /[ыэъёўәғқңөұүһ]/iu,
      be: /[ищъїєґәғқңөұүһ]/iu,
    };
    const odd = Object.entries(strange).flatMap(([language, letters]) =>
      [...textsIn(language as SpokenLanguage)].filter(([, text]) => letters.test(text)),
    );
    expect(odd).toEqual([]);
  });

  it('is found by the code that the platform sends, and is English for all others', () => {
    expect(['ru', 'uk-UA', 'BE', 'uz_Latn', 'kk', 'de', ''].map(spokenIn)).toEqual([
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
