/** Ends the own links of orders, inside deeds (see `work/invite-links.ts`). */
import type { Perform } from '../sqlite/perform.js';
import { retireLinks } from '../work/invite-links.js';

export interface InviteWrites {
  retire(orderId: number, nowMs: number): void;
}

export const createInviteWrites = (perform: Perform): InviteWrites => ({
  retire: (orderId, nowMs) => {
    perform(retireLinks(orderId, nowMs));
  },
});
