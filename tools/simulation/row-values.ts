/** Values of rows as the model has them. */
import type { Member } from './members.js';
import type { Impression } from './impressions.js';

/** The last one: out, and banned. */
const memberStates = ['in', 'out', 'requested', 'out'] as const;

export function numberOf(value: number | string | null | undefined): number | null {
  return value == null ? null : Number(value);
}

/** The id in what orders updates (`core/subscriptions/update-order.ts`): 17 bits, above the five of the bot's place. */
function updateIdOf(value: unknown): number | null {
  return value === null ? null : Math.floor(Number(value) / 2 ** 5) % 2 ** 17;
}

/** When that update happened: the seconds above the id, in epoch ms. */
function updateTimeOf(value: unknown): number | null {
  return value === null ? null : Math.floor(Number(value) / 2 ** 22) * 1_000;
}

export function toMember(row: Readonly<Record<string, unknown>>): Member {
  const joinedAtMs = row['joined_at_ms'];
  const isAgain = row['joined_again'] === 1;
  return {
    state: memberStates[Number(row['state'])]!,
    hadLeft: row['had_left'] === 1,
    sinceMs: Number(row['since_ms']),
    checkedAtMs: Number(row['checked_at_ms']),
    updateId: updateIdOf(row['update_id']),
    updatedAtMs: updateTimeOf(row['update_id']),
    join: joinedAtMs === null ? null : { atMs: Number(joinedAtMs), isAgain },
    wasRemoved: row['was_removed'] === 1,
    isBarred: row['state'] === 3,
    isUnreported: row['was_removed'] === 2,
  };
}

/** What an impression was, of the text in which that is kept. */
export function replacedIn(text: unknown): Impression['replaced'] {
  if (typeof text !== 'string') return [];
  const values = JSON.parse(text) as [number, number, number][];
  return values.map(([untilMs, newerMs, price]) => ({ untilMs, newerMs, priceMicros: BigInt(price) }));
}
