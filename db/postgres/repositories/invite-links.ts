/** Ends the own links of orders, inside deeds (see `work/invite-links.ts`). */
import { retireLinks as retire } from '../../work/invite-links.js';
import { perform } from '../perform.js';
import type { Transaction } from '../statement.js';

export const retireLinks = (transaction: Transaction, orderId: number, nowMs: number): Promise<void> =>
  perform(transaction, retire(orderId, nowMs));
