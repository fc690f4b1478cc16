/** How strong an impression is as evidence of whose a join is (`evidence.md`, Joins and Bots without a token). */
import { isUntrusted } from '../bot-trust.js';
import type { Impression, Join } from '../ports/sponsor-store.js';
import type { ImpressionFacts } from '../ports/subscription-store.js';

/** The platform's clock counts whole seconds and is not ours; a join this much before an impression still came after it. */
export const CLOCK_TOLERANCE_MS = 2_000;

/**
 * An impression becomes newer by a new list at most so often: else a bot that asks all day would always be the latest
 * (`evidence.md`, Joins).
 */
export const NEWER_AFTER_MS = 24 * 3_600_000;

/**
 * By whose impression a join is paid: the strongest, and among equals the latest. A block is as strong as a list. A list by the
 * word that the user is in a group with the bot is weaker than any private one: they need not have written to that bot.
 */
const strengths = { untrusted: 0, ofGroup: 1, ownLinkUnused: 2, plainLink: 3, ownLinkUsed: 4 } as const;

/**
 * - `proven`: the platform has confirmed that the user uses this bot, or a moderator trusts it
 * - `untrusted`: a bot without a token that no moderator has trusted yet
 * - `waiting`: the platform has not answered yet
 * - `none`: it says that they do not, or never answered, or the block was not delivered
 */
export type Proof = 'proven' | 'untrusted' | 'waiting' | 'none';

/** Whether it was proven already: nothing later takes that away. */
export function isProven({ proof }: Pick<Impression, 'proof'>): boolean {
  return proof === 'delivered' || proof === 'contact';
}

export function proofOf(impression: ImpressionFacts, nowMs: number): Proof {
  const { proof, bot, contact } = impression;
  if (bot.trust === 'refused') return 'none';
  if (isUntrusted(bot)) return 'untrusted';
  if (!bot.hasToken) return 'proven';
  if (isProven(impression)) return 'proven';
  if (proof === 'list' && contact?.state === 'yes') return 'proven';
  if (proof === 'list' && contact?.state === 'no') return 'none';
  if (proof === 'block' && contact?.state === 'no') return 'none';
  // It was not asked about yet, or the platform could not answer: that is waited for as long as the attribution lives.
  return contact === null || nowMs < contact.untilMs ? 'waiting' : 'none';
}

/**
 * Of an impression whose resource was opened while another bot showed it, too. A script can open a link for a user who has
 * left the bot: so what was proven long before proves nothing, and a yes has to be at most a day older than the opening.
 */
export function proofOfOpening(impression: ImpressionFacts, openedAtMs: number, nowMs: number): Proof {
  const { bot, contact } = impression;
  const proof = proofOf(isProven(impression) ? { ...impression, proof: 'list' } : impression, nowMs);
  if (proof !== 'proven' || !bot.hasToken || contact === null) return proof;
  return openedAtMs - contact.atMs < NEWER_AFTER_MS ? 'proven' : 'waiting';
}

/** How strong the impression is, or would be if it were proven. */
function strengthOf(impression: ImpressionFacts, join: Join): number {
  const { bot, botId, hasOwnLink } = impression;
  if (isUntrusted(bot)) return strengths.untrusted;
  if (join.byBotId === botId) return strengths.ownLinkUsed;
  if (isOfGroup(impression)) return strengths.ofGroup;
  return hasOwnLink ? strengths.ownLinkUnused : strengths.plainLink;
}

/** A group's id is below zero. A block that was delivered there was seen there. */
export function isOfGroup({ contactChatId = 0, proof }: ImpressionFacts): boolean {
  return contactChatId < 0 && proof !== 'delivered';
}

/** Whether the impression had begun when the user joined, and lay within the attribution window. */
export function concerns(impression: ImpressionFacts, join: Join, attributionMs: number): boolean {
  const joinedAtMs = join.atMs + CLOCK_TOLERANCE_MS;
  const lastAtMs = Math.min(impression.seenAtMs, joinedAtMs);
  return impression.firstShownAtMs <= joinedAtMs && join.atMs - lastAtMs <= attributionMs;
}

/**
 * The impression as it was when the user joined: however late that is settled, a list of after the join changes nothing.
 * @param isFound an answer found the join: the list of the request that asked is made with it, and came after the join
 */
export function asJoined(impression: ImpressionFacts, join: Join, isFound: boolean): ImpressionFacts {
  const lastListMs = join.atMs + (isFound ? -CLOCK_TOLERANCE_MS : CLOCK_TOLERANCE_MS);
  const then = impression.replaced.find(({ untilMs }) => untilMs > lastListMs);
  if (then === undefined) return impression;
  const { shownAtMs, priceMicros, hasOwnLink } = then;
  return { ...impression, shownAtMs, priceMicros, hasOwnLink };
}

/** Orders impressions for a join: the strongest first, among equals the latest before it. */
export function byStrength(join: Join): (a: ImpressionFacts, b: ImpressionFacts) => number {
  const joinedAtMs = join.atMs + CLOCK_TOLERANCE_MS;
  const newest = ({ shownAtMs }: ImpressionFacts) => Math.min(shownAtMs, joinedAtMs);
  return (a, b) =>
    strengthOf(b, join) - strengthOf(a, join) ||
    newest(b) - newest(a) ||
    b.firstShownAtMs - a.firstShownAtMs ||
    a.botId - b.botId ||
    a.orderId - b.orderId;
}

/** Orders impressions by when they last became newer, whatever the join. */
export function latestFirst(a: ImpressionFacts, b: ImpressionFacts): number {
  return b.shownAtMs - a.shownAtMs || b.firstShownAtMs - a.firstShownAtMs || a.botId - b.botId;
}
