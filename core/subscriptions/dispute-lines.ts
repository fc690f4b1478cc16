/** All that is known of a user and an order, as lines in the order in which it happened (`dispute.ts`). */
import type { Proof } from '../evidence/index.js';
import type { BookedEntry, Standing } from '../ports/dispute-store.js';
import type { EntryKind } from '../ports/ledger-store.js';
import type { ImpressionFacts, SettlementFacts } from '../ports/subscription-store.js';

/**
 * - `shown`, `shown_newer`, `seen`: a list showed it first; a later list changed it; a list repeated it last
 * - `contact_yes`, `contact_no`, `contact_unknown`: the platform's word on whether the user uses the bot
 * - `joined`, `joined_again`, `asked_to_join`, `found_in`, `out`, `removed`, `opened`: what the platform reported, or a page
 * - `counted`, `not_counted`, `changed`: how the service settled it, and that the state changed after that
 * - the others are entries of the ledger
 */
export type DisputeEvent =
  | 'shown'
  | 'shown_newer'
  | 'seen'
  | `contact_${'yes' | 'no' | 'unknown'}`
  | 'joined'
  | 'joined_again'
  | 'asked_to_join'
  | 'found_in'
  | 'out'
  | 'removed'
  | 'opened'
  | 'counted'
  | 'not_counted'
  | 'changed'
  | EntryKind;

export interface DisputeLine {
  /** Null: since before anybody knows. */
  atMs: number | null;
  event: DisputeEvent;
  botId: number | null;
  /** Another order at the same place may have been shown. */
  orderId: number | null;
  /** Of `shown` and `shown_newer`: the price from that list on. */
  priceMicros: bigint | null;
  /** Of an entry: what it moved. */
  postings: BookedEntry['postings'];
  /** How good the impression is as evidence now, or the state that the user came to. */
  detail: Proof | Standing['state'] | '';
}

interface Known {
  facts: SettlementFacts;
  proofs: readonly { impression: ImpressionFacts; proof: Proof }[];
  standing: Standing | null;
  entries: readonly BookedEntry[];
}

const nothing = {
  botId: null,
  orderId: null,
  priceMicros: null,
  postings: [],
  detail: '',
} satisfies Partial<DisputeLine>;

export function linesOf({ facts, proofs, standing, entries }: Known): DisputeLine[] {
  const lines = [
    ...proofs.flatMap(({ impression, proof }) => shownLines(impression, proof)),
    ...contactLines(facts.impressions),
    ...membershipLines(facts),
    ...(standing === null ? [] : standingLines(standing)),
    ...entries.map(entryLine),
  ];
  return lines.toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
}

/** Each list that changed the impression, with its price: a join is paid by what was shown before it. */
function shownLines(impression: ImpressionFacts, proof: Proof): DisputeLine[] {
  const { botId, orderId, firstShownAtMs, shownAtMs, seenAtMs, replaced } = impression;
  const by = { ...nothing, botId, orderId };
  const [first, ...later] = [...replaced, impression];
  const changes = later.map(({ priceMicros }, at) => ({
    ...by,
    atMs: replaced[at]?.untilMs ?? shownAtMs,
    event: 'shown_newer' as const,
    priceMicros,
  }));
  const lastAtMs = changes.at(-1)?.atMs ?? firstShownAtMs;
  return [
    { ...by, atMs: firstShownAtMs, event: 'shown', priceMicros: first.priceMicros, detail: proof },
    ...changes,
    ...(seenAtMs > lastAtMs ? [{ ...by, atMs: seenAtMs, event: 'seen' as const }] : []),
  ];
}

function contactLines(impressions: readonly ImpressionFacts[]): DisputeLine[] {
  const byBot = new Map(impressions.map(({ botId, contact }) => [botId, contact]));
  return [...byBot].flatMap(([botId, contact]) =>
    contact === null
      ? []
      : [{ ...nothing, botId, atMs: contact.atMs, event: `contact_${contact.state}` as const }],
  );
}

function membershipLines({ membership, opening }: SettlementFacts): DisputeLine[] {
  const opened =
    opening === null
      ? []
      : [{ ...nothing, botId: opening.botId, atMs: opening.ranAtMs, event: 'opened' as const }];
  if (membership === null) return opened;
  const { join, state, sinceMs, wasRemoved, hadLeft } = membership;
  const isRequest = state === 'requested' || (state === 'out' && !hadLeft);
  const came = isRequest ? 'asked_to_join' : join?.isAgain === true ? 'joined_again' : 'joined';
  return [
    ...opened,
    ...(join === null ? [] : [{ ...nothing, botId: join.byBotId, atMs: join.atMs, event: came } as const]),
    ...(join === null && state === 'in'
      ? [{ ...nothing, atMs: sinceMs || null, event: 'found_in' as const }]
      : []),
    ...(state === 'out'
      ? [{ ...nothing, atMs: sinceMs || null, event: wasRemoved ? ('removed' as const) : ('out' as const) }]
      : []),
  ];
}

function standingLines(standing: Standing): DisputeLine[] {
  const { botId, orderId, charge, settledAtMs, changedAtMs, state } = standing;
  const of = { ...nothing, botId: botId === 0 ? null : botId, orderId };
  const event = charge === 'none' ? 'not_counted' : 'counted';
  return [
    { ...of, atMs: settledAtMs, event, detail: changedAtMs === null ? state : '' },
    ...(changedAtMs === null ? [] : [{ ...of, atMs: changedAtMs, event: 'changed' as const, detail: state }]),
  ];
}

function entryLine({ atMs, kind, botId, postings }: BookedEntry): DisputeLine {
  return { ...nothing, botId, atMs, event: kind, postings };
}
