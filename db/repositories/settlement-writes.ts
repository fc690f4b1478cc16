/** Taking a charge back, inside deeds (see `work/settlement-writes.ts`). */
import type { Perform } from '../sqlite/perform.js';
import type * as work from '../work/settlement-writes.js';

export interface SettlementWrites {
  reverse(charged: work.ChargedRow, moment: work.SettlementMoment): void;
}

export const adaptSettlementWrites = (perform: Perform, writes: work.SettlementWrites): SettlementWrites => ({
  reverse: (charged, moment) => {
    const { movesCatalog } = perform(writes.reverse(charged, moment));
    if (movesCatalog) perform(writes.moveCatalog(charged.order_id));
  },
});
