/** What a name says of who bears it (`decisions.md`, Targeting traits). */
import { isRussianGivenName } from './russian-names.js';

const CYRILLIC = /\p{Script=Cyrillic}/u;
const LETTER = /\p{L}/u;
const FOREIGN_LETTER = /(?!\p{Script=Cyrillic})\p{L}/u;
const MAX_NAME_WORDS = 3;

/** `has_ru_name`: at least one Cyrillic letter, in the first or the last name. */
export function hasCyrillicLetter(name: string): boolean {
  return CYRILLIC.test(name);
}

/** `has_only_cyrillic`: there are letters, and all of them are Cyrillic. Digits, spaces and pictures are no letters. */
export function hasOnlyCyrillicLetters(name: string): boolean {
  const composed = name.normalize('NFC');
  return LETTER.test(composed) && !FOREIGN_LETTER.test(composed);
}

/**
 * `has_rus_name`: the first name is a Russian given name or a short form of one, in whatever case, with whatever
 * pictures around it. Of two or three words any may be the name, since people write their family name first, too; more
 * words are a sentence.
 */
export function hasRussianName(firstName: string): boolean {
  const words =
    firstName
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}]+/gu) ?? [];
  return words.length <= MAX_NAME_WORDS && words.some(isRussianGivenName);
}
