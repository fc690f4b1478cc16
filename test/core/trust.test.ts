/** What a moderator's word about a bot or a publisher changes. */
import { expect, it } from 'vitest';
import { decideModeration } from '../../core/bots/index.js';
import { decideAccountTrust } from '../../core/trust/index.js';

const trusted = {
  patch: { trust: 'trusted' },
  lines: [{ action: 'bot_trusted' }],
  isNotified: true,
  stopsReleases: false,
};
const refused = {
  patch: { trust: 'refused' },
  lines: [{ action: 'bot_refused' }],
  isNotified: true,
  stopsReleases: true,
};

it.each([
  { before: 'unknown', trust: 'trusted', expected: trusted },
  { before: 'unknown', trust: 'refused', expected: refused },
  { before: 'trusted', trust: 'refused', expected: refused },
  { before: 'refused', trust: 'trusted', expected: trusted },
  { before: 'trusted', trust: 'trusted', expected: null },
  { before: 'refused', trust: 'refused', expected: null },
] as const)('of a bot that is $before, $trust is $expected', ({ before, trust, expected }) => {
  expect(decideModeration({ isBlocked: false, theme: null, trust: before }, { trust })).toEqual(expected);
});

const accountTrusted = { action: 'account_trusted', isNotified: true };
const accountUntrusted = { action: 'account_untrusted', isNotified: false };
it.each([
  { was: 'unknown', is: true, expected: accountTrusted },
  { was: 'refused', is: true, expected: accountTrusted },
  { was: 'trusted', is: false, expected: accountUntrusted },
  { was: 'trusted', is: true, expected: null },
  { was: 'unknown', is: false, expected: accountUntrusted },
  { was: 'refused', is: false, expected: null },
] as const)('of an account that is $was, trusted $is is $expected', ({ was, is, expected }) => {
  expect(decideAccountTrust(was, is)).toEqual(expected);
});

it('a word about a publisher whose trust is another by now is refused, but for the same word', () => {
  expect(() => decideAccountTrust('refused', true, 'unknown')).toThrow('it is refused by now');
  expect(decideAccountTrust('refused', true, 'refused')).toEqual(accountTrusted);
  expect(decideAccountTrust('refused', false, 'unknown')).toBeNull();
});
