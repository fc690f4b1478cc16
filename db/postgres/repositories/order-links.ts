/**
 * The links that orders have had: a pinned list shows those it was made with, at every request. And the chats that invite
 * links lead to.
 */
import type { OrderStore } from '../../../core/ports.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';

const linksAt = statement<[orderIds: number[], atMs: number], { order_id: number; link: string }>(
  `SELECT asked.order_id, link FROM unnest($1::bigint[]) AS asked (order_id)
   CROSS JOIN LATERAL (SELECT link FROM order_links WHERE order_links.order_id = asked.order_id AND since_ms <= $2
     ORDER BY since_ms DESC LIMIT 1) AS had`,
);

/** @returns the link that each of some orders had at a moment */
export async function readLinks(
  transaction: Transaction,
  orderIds: readonly number[],
  atMs: number,
): Promise<Map<number, string>> {
  const rows = await linksAt.all(transaction, [...orderIds], atMs);
  return new Map(rows.map((row) => [row.order_id, row.link]));
}

const noteChat = statement<[linkKey: string, chatId: string, atMs: number]>(
  'INSERT INTO chat_links (link_key, chat_id, at_ms) VALUES ($1, $2, $3) ON CONFLICT (link_key) DO NOTHING',
);
const chatOf = statement<[linkKey: string], { chat_id: string }>(
  'SELECT chat_id FROM chat_links WHERE link_key = $1',
);

export function createChatLinks({
  deeds,
}: Pick<Parts, 'deeds'>): Pick<OrderStore, 'noteChatLink' | 'chatOfLink'> {
  return {
    noteChatLink: (linkKey, chatId, nowMs) =>
      deeds.run(
        'orders.noteChatLink',
        async (transaction) => {
          await noteChat.run(transaction, linkKey, chatId, nowMs);
        },
        { durable: true },
      ),
    chatOfLink: async (linkKey) =>
      (await deeds.askOnce((transaction) => chatOf.get(transaction, linkKey)))?.chat_id ?? null,
  };
}
