/** Whose a bot is when two accounts add it, and what a moderator's word changes. */
import { expect, it } from 'vitest';
import { decideModeration, hasRoomForBot, isOpenToClaim, keptOnClaim } from '../../core/bots/index.js';

it.each([
  { name: 'added without a token', tokenCipher: null, refused: null, isOpen: true },
  { name: 'held by a token', tokenCipher: 'old', refused: null, isOpen: false },
  { name: 'held by a token that the platform refuses', tokenCipher: 'old', refused: 'old', isOpen: true },
  { name: 'held by a newer token than the refused one', tokenCipher: 'new', refused: 'old', isOpen: false },
])('a bot of another account, $name, is open to claim: $isOpen', ({ tokenCipher, refused, isOpen }) => {
  expect(isOpenToClaim({ accountId: 1, tokenCipher }, 2, refused)).toBe(isOpen);
  expect(isOpenToClaim({ accountId: 2, tokenCipher }, 2, refused)).toBe(false);
});

it('an account has room for a bot while it has fewer than it may', () => {
  expect([0, 2, 3, 4].map((bots) => hasRoomForBot(bots, 3))).toEqual([true, true, false, false]);
  expect(hasRoomForBot(1_000, undefined)).toBe(true);
});

it('what moderators said of a bot itself stays with it', () => {
  expect(keptOnClaim({ isBlocked: true, theme: 'games' })).toEqual({ isBlocked: true, theme: 'games' });
});

const blocked = { action: 'bot_blocked' };
const games = { action: 'bot_theme', reason: 'games' };
it.each([
  { change: {}, lines: null, isNotified: false },
  { change: { isBlocked: false, theme: null }, lines: null, isNotified: false },
  { change: { isBlocked: true }, lines: [blocked], isNotified: true },
  { change: { isBlocked: true, theme: null }, lines: [blocked], isNotified: true },
  { change: { theme: 'games' }, lines: [games], isNotified: false },
  { change: { isBlocked: false, theme: 'games' }, lines: [games], isNotified: false },
  { change: { isBlocked: true, theme: 'games' }, lines: [games, blocked], isNotified: true },
])('of a bot that is not blocked, $change is logged as $lines', ({ change, lines, isNotified }) => {
  const moderation = decideModeration({ isBlocked: false, theme: null, trust: 'unknown' }, change);
  expect(moderation?.lines ?? null).toEqual(lines);
  expect(moderation?.isNotified ?? false).toBe(isNotified);
});

it('a word about a trust that is another by now is refused, but for the same word', () => {
  const refused = { isBlocked: false, theme: null, trust: 'refused' } as const;
  const trusting = { trust: 'trusted', seenTrust: 'unknown' } as const;
  expect(() => decideModeration(refused, trusting)).toThrow('it is refused by now');
  expect(decideModeration(refused, { ...trusting, seenTrust: 'refused' })?.patch).toEqual({
    trust: 'trusted',
  });
  expect(decideModeration({ ...refused, trust: 'trusted' }, trusting)).toBeNull();
});

it('what is taken back is logged and told, too, and changes what it says alone', () => {
  const before = { isBlocked: true, theme: 'games', trust: 'unknown' } as const;
  expect(decideModeration(before, { isBlocked: false, theme: 'games' })).toEqual({
    patch: { isBlocked: false },
    lines: [{ action: 'bot_unblocked' }],
    isNotified: true,
    stopsReleases: false,
  });
  expect(decideModeration(before, { isBlocked: true, theme: null })).toEqual({
    patch: { theme: null },
    lines: [{ action: 'bot_theme', reason: null }],
    isNotified: false,
    stopsReleases: false,
  });
});
