/** An order's subscribers in the order they came, a page at a time: a million of them never stand in memory at once. */
import type { MomentRange } from '../days.js';
import type { Store } from '../ports.js';
import type { SubscriberRow } from '../ports/subscription-store.js';

/** Short enough not to hold up others on the thread, long enough to be quick. */
const PAGE_ROWS = 1_000;

export async function* subscriberPages(
  store: Pick<Store, 'subscriptions'>,
  orderId: number,
  range: MomentRange,
): AsyncGenerator<SubscriberRow[]> {
  let cursor: { atMs: number; userId: number } | null = null;
  for (;;) {
    const page = await store.subscriptions.page(orderId, range, cursor, PAGE_ROWS);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return;
    cursor = { atMs: last.atMs, userId: last.userId };
  }
}
