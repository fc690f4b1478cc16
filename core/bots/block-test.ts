/**
 * The test of a bot's block: while it has a second text or picture, one half of its users sees the block with it.
 *
 * Users are split by a hash, so nothing is kept to know what a user sees. The number of the test is part of the hash: who
 * saw the second text of one test is not the half that sees that of the next.
 */
import type { BlockVariant, TestedBlock } from '../ports/block-test-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { BotSettings } from '../terms/index.js';

/** Users who meet the block later than this after the beginning see their half of the test, and do not count. */
export const TEST_COUNTED_MS = 90 * 86_400_000;

type Looks = Pick<BotSettings, 'text' | 'image' | 'textB' | 'imageB'>;

const looks = ['text', 'image', 'textB', 'imageB'] as const satisfies readonly (keyof Looks)[];

/** The test of a bot: its number, and since when it runs. */
export type BlockTest = Bot['blockTest'];

/** Whether settings ask for a test. */
export function isTested({ textB, imageB }: Looks): boolean {
  return textB !== null || imageB !== null;
}

/** Returns the test after settings became others: a text or picture that changes begins a new one, so no figures mix. */
export function blockTestAfter(
  before: { settings: Looks; blockTest: BlockTest },
  settings: Looks,
  nowMs: number,
): BlockTest {
  if (looks.every((look) => before.settings[look] === settings[look])) return before.blockTest;
  const { number } = before.blockTest;
  return isTested(settings) ? { number: number + 1, sinceMs: nowMs } : { number, sinceMs: null };
}

/** Returns the text and picture of the block for this user; what the second half has none of is as in the first. */
export function lookFor(bot: Bot, userId: number): Pick<BotSettings, 'text' | 'image'> {
  const { text, image } = keptLooks(bot.settings, testedFor(bot, userId)?.variant ?? 'a');
  return { text, image };
}

/** Returns the settings that end a test: what one half saw becomes what all see. */
export function keptLooks({ text, image, textB, imageB }: Looks, variant: BlockVariant): Looks {
  const none = { textB: null, imageB: null };
  return variant === 'a'
    ? { text, image, ...none }
    : { text: textB ?? text, image: imageB ?? image, ...none };
}

/** Returns which half of the running test a user belongs to; null when none runs. */
export function testedFor(
  { botId, blockTest: { number, sinceMs } }: Bot,
  userId: number,
): TestedBlock | null {
  if (sinceMs === null) return null;
  return { test: number, variant: variantOf(botId, userId, number) };
}

/** As `testedFor`; null too for a user who meets the block too late to count. */
export function countedFor(bot: Bot, userId: number, nowMs: number): TestedBlock | null {
  const isLate = nowMs - (bot.blockTest.sinceMs ?? 0) > TEST_COUNTED_MS;
  return isLate ? null : testedFor(bot, userId);
}

/** Returns the half of a user, the same for as long as the test runs; halves are even and know nothing of each other. */
export function variantOf(botId: number, userId: number, test: number): BlockVariant {
  const hash = [...wordsOf(botId), ...wordsOf(userId), test].reduce(mix, 0);
  return finished(hash) < 2 ** 31 ? 'a' : 'b';
}

/** The lower 32 bits, and those above: ids are larger than that. */
const wordsOf = (id: number): [number, number] => [id >>> 0, Math.floor(id / 2 ** 32)];

/** One step of murmur3. */
function mix(hash: number, word: number): number {
  const scrambled = Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  return (Math.imul(rotated(hash ^ scrambled, 13), 5) + 0xe6546b64) >>> 0;
}

/** murmur3's finalizer: each bit of what went in turns about half of those that come out. */
function finished(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
