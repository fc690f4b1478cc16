/** What is left of names and texts from outside: nothing that deceives who reads them, and all that can be seen. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName, cleanText, isBlank, isUsername } from '../../core/names.js';
import { anyCharacter } from '../support/characters.js';

const file = path.resolve(import.meta.dirname, '../cases/cleaned-names.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: { given: string; kept: string }[] };

/** What deceives, what is kept in places, and plain characters, often beside each other. */
const piece = fc.oneof(
  fc.constantFrom(
    ...['\n', '\r', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029', ' ', '\u00a0', '\u3000', '\u2800'],
    ...['\u0000', '\u001f', '\u007f', '\u009f', '\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066'],
    ...[
      '\u2069',
      '\ufeff',
      '\u200b',
      '\u2060',
      '\u00ad',
      '\u3164',
      '\ufff9',
      '\ud83d',
      '\u180e',
      '\u034f',
      '\u17b4',
      '\u202f',
    ],
    ...['\u200d', '\u200c', '\ufe0f', '\u{e0100}', '\u{1f3f4}', '\u{e0067}', '\u{e0062}', '\u{e007f}'],
    ...['👨', '👧', '🏻', '❤', '1', 'می', 'ख', '्', '葛', 'ᠠ', 'ש', 'a', 'Я'],
  ),
  fc.string({ unit: anyCharacter, maxLength: 3 }),
);
const anyText = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));

const BIDI_OR_CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\u200b]/u;
const BIDI_OR_CONTROL_IN_LINES =
  /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\u200b]/u;

describe('a name', () => {
  it.each(cases)('$given is kept as $kept', ({ given, kept }) => {
    expect(cleanName(given)).toBe(kept);
  });

  it('holds one line, without bidirectional and control characters, trimmed and well-formed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = cleanName(text);
        expect(name).not.toMatch(BIDI_OR_CONTROL);
        expect(name).not.toMatch(/\p{Surrogate}/u);
        expect(name).not.toMatch(/ {2}|^ | $|[^\S ]/u);
      }),
    );
  });

  it('stays as it is when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = cleanName(text);
        expect(cleanName(name)).toBe(name);
      }),
    );
  });

  it('keeps every letter, digit, mark and sign, in their order', () => {
    const visible = (text: string) => text.match(/[\p{L}\p{M}\p{N}\p{P}\p{S}]/gu) ?? [];
    const isShown = (character: string) => !/[\p{Default_Ignorable_Code_Point}\u2800\ufffd]/u.test(character);
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visible(cleanName(text)).filter(isShown)).toEqual(visible(text).filter(isShown));
      }),
    );
  });

  it('is empty exactly when nothing of the text can be seen', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isBlank(text)).toBe(cleanName(text) === '');
      }),
    );
  });
});

describe('a text', () => {
  it('keeps its lines and spaces, and loses the rest', () => {
    expect(cleanText('Please\r\n\r\njoin:\u2028  1.\tGardens\u202e \u0000')).toBe(
      'Please\n\njoin:\n  1. Gardens ',
    );
  });

  it('holds no bidirectional and no control characters but line breaks, and stays so', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = cleanText(text);
        expect(cleaned).not.toMatch(BIDI_OR_CONTROL_IN_LINES);
        expect(cleanText(cleaned)).toBe(cleaned);
        expect(cleanName(cleaned)).toBe(cleanName(text));
      }),
    );
  });
});

describe('a username', () => {
  it.each(['recipes_bot', 'Bot_7', 'abcde', 'a'.repeat(32)])('can be %s', (text) => {
    expect(isUsername(text)).toBe(true);
  });

  it.each(['', 'abcd', 'a'.repeat(33), '@recipes_bot', 'recipes bot', 'recipes-bot', 'рецепты', 'abcde\n'])(
    'cannot be %j',
    (text) => {
      expect(isUsername(text)).toBe(false);
    },
  );
});
