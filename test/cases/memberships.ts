/** The rows of `memberships.json`: core's function is held to them, and what each store keeps. */
import type { Membership } from '../../core/ports/sponsor-store.js';
import type { Observation } from '../../core/ports/subscription-store.js';
import table from './memberships.json' with { type: 'json' };

interface Row {
  name: string;
  seen: (Pick<Observation, 'state' | 'wasIn' | 'isRemoved' | 'isBarred' | 'byBotId'> & {
    update?: number;
    at: number;
  })[];
  then: MembershipCase['then'];
}

export interface MembershipCase {
  name: string;
  seen: Omit<Observation, 'userId' | 'resourceId'>[];
  then: Partial<Membership>;
}

export const membershipCases = (table.cases as Row[]).map(({ name, seen, then }): MembershipCase => ({
  name,
  seen: seen.map(({ update = null, at, ...more }) => ({ ...more, updateId: update, atMs: at })),
  then,
}));
