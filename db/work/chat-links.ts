/** The chats that invite links lead to. */
import type { OrderStore } from '../../core/ports.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

const noteChat = statement<[linkKey: string, chatId: string, atMs: number]>(
  'INSERT INTO chat_links (link_key, chat_id, at_ms) VALUES ($1, $2, $3) ON CONFLICT (link_key) DO NOTHING',
);
const chatOf = statement<[linkKey: string], { chat_id: string }>(
  'SELECT chat_id FROM chat_links WHERE link_key = $1',
);

export function createChatLinks({ db }: Pick<Parts, 'db'>): Pick<OrderStore, 'noteChatLink' | 'chatOfLink'> {
  return {
    noteChatLink: (linkKey, chatId, nowMs) =>
      db.run(
        'orders.noteChatLink',
        function* () {
          yield* noteChat.run(linkKey, chatId, nowMs);
        },
        { durable: true },
      ),
    chatOfLink: async (linkKey) => (await db.read(chatOf.get(linkKey)))?.chat_id ?? null,
  };
}
