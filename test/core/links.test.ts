import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLink } from '../../core/orders/links.js';
import { readCases } from '../support/cases.js';
import { anyCharacter } from '../support/characters.js';

interface LinkCase {
  name: string;
  link: string;
  expect: {
    kind: string;
    username?: string;
    shown?: string;
    same_as?: string;
    reason?: string;
  };
}

describe('links', () => {
  it.each(readCases<LinkCase>('links').cases)('$name', ({ link, expect: wanted }) => {
    const parsed = parseLink(link);
    if (parsed.kind === 'invalid') {
      expect(parsed).toEqual(wanted);
      return;
    }
    const { kind, link: shown, key } = parsed;
    const part = kind === 'username' ? { username: parsed.username } : {};
    expect({ kind, ...part, shown, same_as: key }).toEqual(wanted);
  });

  it('a link that was read once is read the same again', () => {
    const links = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.stringMatching(/^[a-z][a-z0-9_]{3,20}[a-z]$/).map((name) => `https://t.me/${name}`),
      fc.stringMatching(/^[\w-]{16,22}$/).map((hash) => `https://t.me/+${hash}`),
    );
    fc.assert(
      fc.property(links, (text) => {
        const first = parseLink(text);
        fc.pre(first.kind !== 'invalid');
        expect(parseLink(first.link)).toEqual(first);
      }),
    );
  });

  it('never throws, and never shows what a browser would not open safely', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.webUrl()), (text) => {
        const parsed = parseLink(text);
        if (parsed.kind !== 'invalid') expect(parsed.link).toMatch(/^https?:\/\/[^@\s]+/);
      }),
    );
  });
});
