/** The odds of a chat between their row and the domain. */
import type { ChatOdds } from '../../core/ports/odds-store.js';

export interface OddsRow {
  resource_id: string;
  members: number | null;
  counted_at_ms: number;
  asked: number;
  found: number;
}

/** Beyond so many answers the sums are halved: what was so long ago weighs less. */
export const FADING_FROM = 400;

/** Users are counted up to here: a count looks at each of them. */
export const AUDIENCE_MAX = 200_000;

export function toOdds({ resource_id, members, counted_at_ms, asked, found }: OddsRow): ChatOdds {
  return { resourceId: resource_id, members, countedAtMs: counted_at_ms, asked, found };
}
