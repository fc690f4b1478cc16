/** Pictures have a letter for each that the words need: the font comes with the service, and no other is loaded. */
import { expect, it } from 'vitest';
import { pictures } from '../../core/adapters/pictures.js';
import { languages } from '../../words/index.js';
import { writtenWords } from '../bot/written-words.js';

async function drawn(letter: string): Promise<string> {
  const text = `<text x="2" y="32" font-size="32" font-family="DejaVu Sans">${letter}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48">${text}</svg>`;
  return Buffer.from(await pictures.png(svg)).toString('base64');
}

it('draw every letter of every language', async () => {
  const texts = languages.flatMap((language) => [...writtenWords(language).values()]);
  const letters = [...new Set(texts.join('').match(/\p{L}/gu))];
  expect(letters).toEqual(expect.arrayContaining(['a', 'Ж', 'Қ', 'ң']));
  // No font has this one.
  const missing = await drawn('\u{10fffd}');
  const pairs = await Promise.all(letters.map(async (letter) => ({ letter, picture: await drawn(letter) })));
  expect(pairs.filter(({ picture }) => picture === missing).map(({ letter }) => letter)).toEqual([]);
});
