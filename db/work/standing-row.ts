/** How a user stands with an order, between its row and the domain. */
import type { Standing } from '../../core/ports.js';

/** What a standing is made of. */
export interface StandingColumns {
  order_id: number;
  standing_bot_id: number;
  state: number;
  /** At most `MAX_MICROS`, which a double holds exactly. */
  paid_micros: number;
  at_ms: number;
  changed_at_ms: number | null;
}

export interface StandingRow extends StandingColumns {
  hold_until_ms: number | null;
  held_for_trust: number;
}

/** What became of the charge: see the column `charge`. */
export const CHARGE = { none: 0, counted: 1, reversed: 2 } as const;

export const standingColumns = `order_id, bot_id AS standing_bot_id, state, price_micros AS paid_micros, at_ms, changed_at_ms,
  hold_until_ms, held_for_trust`;

export const standingStates = ['subscribed', 'unsubscribed', 'notgetted'] as const;

export function toStateNumber(state: Standing['state']): number {
  return standingStates.indexOf(state);
}

export function toState(number: number): Standing['state'] {
  return standingStates[number] ?? 'unsubscribed';
}

export function toStanding(row: StandingColumns): Standing {
  return {
    orderId: row.order_id,
    botId: row.standing_bot_id,
    state: toState(row.state),
    priceMicros: BigInt(row.paid_micros),
    atMs: row.changed_at_ms ?? row.at_ms,
  };
}
