/**
 * Joins that are *taken over*: paid to a bot that had shown the sponsor before, and showed it again after a bot of another
 * publisher had shown it to the same user. Among equals the latest impression counts (`evidence.md`, Joins), so a bot that
 * asks all day about everybody who ever started it lives on such joins. No rule distinguishes it from one that is used much, so
 * moderators are notified of the share.
 *
 * That another bot was merely the first tells nothing: a bot that asks all day is the first for nearly everybody, and the
 * honest bots next to it never are.
 */
import type { Join } from '../ports/sponsor-store.js';
import type { ImpressionFacts } from '../ports/subscription-store.js';
import type { TakenOver } from '../ports/trust-store.js';
import { concerns, type Proof } from './impressions.js';

/** From where on moderators are notified; the figures are those of the zoo's all-day asker next to 300 users. */
export const takenOverBounds = {
  /** Paid joins of a day: it had 11. Half of fewer may well be a few users who came back to a bot. */
  leastJoins: 10,
  /** It had taken over all of its joins, the honest bots none of 633: half is far from both. */
  share: 0.5,
} as const;

/** Whether moderators should look at a bot with these paid joins of a day. */
export function isMuchTakenOver({ subscribers, takenOver }: TakenOver): boolean {
  const { leastJoins, share } = takenOverBounds;
  return subscribers >= leastJoins && takenOver >= share * subscribers;
}

/**
 * Whether a bot of another account first showed the sponsor between the winner's first and latest showing, with the
 * platform's word that the user uses it, and within the attribution window of the join.
 */
export function isTakenOver(
  winner: ImpressionFacts,
  proofs: ReadonlyMap<ImpressionFacts, Proof>,
  join: Join,
  attributionMs: number,
): boolean {
  return [...proofs].some(
    ([other, proof]) =>
      proof === 'proven' &&
      other.bot.accountId !== winner.bot.accountId &&
      winner.firstShownAtMs < other.firstShownAtMs &&
      other.firstShownAtMs < winner.shownAtMs &&
      concerns(other, join, attributionMs),
  );
}
