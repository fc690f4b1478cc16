/**
 * The links that orders have had: a pinned list shows those it was made with, at every request. And the chats that invite
 * links lead to.
 */
import type { OrderStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { createUnchanged } from '../unchanged.js';
import type { VisitMarks } from '../visit-marks.js';

interface LinkRow {
  since_ms: number;
  link: string;
}

const REMEMBERED_ORDERS = 20_000;

/** @returns a reader of the link that each of some orders had at a moment */
export function createLinkReader({ connection }: Pick<Parts, 'connection'>, marks: VisitMarks) {
  const history = connection.prepare<[number], LinkRow>(
    'SELECT since_ms, link FROM order_links WHERE order_id = ? ORDER BY since_ms DESC',
  );
  const remembered = createUnchanged<number, LinkRow[]>(() => marks.orders(), REMEMBERED_ORDERS);

  return (orderIds: readonly number[], atMs: number): Map<number, string> => {
    const links = new Map<number, string>();
    for (const orderId of orderIds) {
      const rows = remembered.get(orderId, () => history.all(orderId));
      const found = rows.find(({ since_ms: sinceMs }) => sinceMs <= atMs);
      if (found !== undefined) links.set(orderId, found.link);
    }
    return links;
  };
}

export function createChatLinks({
  connection,
  executor,
}: Pick<Parts, 'connection' | 'executor'>): Pick<OrderStore, 'noteChatLink' | 'chatOfLink'> {
  const note = connection.prepare<[string, string, number]>(
    'INSERT INTO chat_links (link_key, chat_id, at_ms) VALUES (?, ?, ?) ON CONFLICT (link_key) DO NOTHING',
  );
  const chatOf = connection.prepare<[string], { chat_id: string }>(
    'SELECT chat_id FROM chat_links WHERE link_key = ?',
  );
  return {
    noteChatLink: (linkKey, chatId, nowMs) =>
      executor.run('orders.noteChatLink', () => void note.run(linkKey, chatId, nowMs), { durable: true }),
    chatOfLink: (linkKey) => executor.ask(() => chatOf.get(linkKey)?.chat_id ?? null),
  };
}
