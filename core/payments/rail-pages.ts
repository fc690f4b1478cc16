/** The lists of payment rails, which come by pages. */
import type { RailAnswer, RailPage } from '../ports/payment-rail.js';

/** What a rail lists, at most so many pages of it; `isAll`: there is no more. Null: the rail did not say. */
export async function listed<Item>(
  read: (from: string | null) => Promise<RailAnswer<RailPage<Item>>>,
  pagesMax: number,
): Promise<{ items: Item[]; isAll: boolean } | null> {
  const items: Item[] = [];
  let from: string | null = null;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer: RailAnswer<RailPage<Item>> = await read(from);
    if (answer.kind !== 'certain') return null;
    items.push(...answer.value.items);
    from = answer.value.next;
    if (from === null) return { items, isAll: true };
  }
  return { items, isAll: false };
}
