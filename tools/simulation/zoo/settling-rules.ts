/**
 * The service without the rules about what was settled too early. Most of these rules are spread over the service, so
 * what a rogue took without one was measured before it was built: `npm run simulate -- --zoo --users 100`, seed 1.
 */
import { withImpressions } from '../canaries/mutations.js';
import type { OldRule } from './old-rules.js';

/** Earlier than any impression: mirrored at it, the first one is the latest. */
const AN_EARLIER_MS = Date.parse('2024-01-01T00:00:00Z');

const measured = (rule: string, takenMicros: number): OldRule => ({ rule, mutation: {}, takenMicros });

export const settlingRules = {
  first: {
    rule: 'the first impression was paid',
    mutation: withImpressions((impression) => ({
      ...impression,
      shownAtMs: 2 * AN_EARLIER_MS - impression.firstShownAtMs,
    })),
  },
  witness: measured('any opening made its user suspicious', 275_000_000),
  group: measured('a known contact answered for a group', 99_400_000),
  target: measured('an impression led where its order leads now', 140_000_000),
  orders: measured('the order with the lower id was paid', 329_800_000),
  blindness: measured('who was found after a loss of rights was a member from before', 30_000_000),
  returning: measured('who returned after a reversal was free', 340_000_000),
  copies: measured('a copy of a paused order ran', 250_000_000),
  strangers: measured('the first list left out what the user is in', 404_330_000),
  payout: measured('a payment booked whatever was left', 5_000_000),
  requests: {
    rule: 'nobody looked at requests, which count from when they are made',
    mutation: { batch: (updates) => updates.filter(({ state }) => state !== 'requested') },
  },
} as const satisfies Record<string, OldRule>;
