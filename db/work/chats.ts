/** The chats that invite links lead to, and who made bots of ours administrators in them. */
import { insertInto } from './inserts.js';
import { addedChats, chatLinks, movedChats } from '../schema/orders.js';
import type { AddedChat, ChatStore } from '../../core/ports/chat-store.js';
import { durably, type Parts } from './database.js';
import { statement } from './statement.js';
import { boundedLimit } from './values.js';

const MAX_ADDED = 100;

const noteLink = insertInto(chatLinks, 'linkKey, chatId, makerBotId, atMs', { there: 'stays' });
/** Of all keys that begin like a link, that link's half stands right before it. */
const nearestLink = statement<[linkKey: string], { link_key: string; chat_id: string }>(
  'SELECT link_key, chat_id FROM chat_links WHERE link_key <= $1 ORDER BY link_key DESC LIMIT 1',
);
const ourLink = statement<[chatId: string, botId: number], { link_key: string }>(
  `SELECT link_key FROM chat_links WHERE chat_id = $1 AND maker_bot_id = $2 AND maker_bot_id IS NOT NULL
   ORDER BY at_ms DESC LIMIT 1`,
);
const endOurLinks = statement<[chatId: string, botId: number, madeUntilMs: number]>(
  `UPDATE chat_links SET maker_bot_id = NULL
   WHERE chat_id = $1 AND maker_bot_id = $2 AND maker_bot_id IS NOT NULL AND at_ms <= $3`,
);
const noteMoved = insertInto(movedChats, 'groupId, supergroupId, atMs', { there: 'stays' });
/** An update that our bot came into the supergroup may be done with before anything says that it was the group. */
const addUnderGroup = statement<[groupId: string, supergroupId: string]>(
  `INSERT INTO added_chats (chat_id, bot_id, account_id, title, at_ms)
   SELECT $1, bot_id, account_id, title, at_ms FROM added_chats WHERE chat_id = $2
   ON CONFLICT DO NOTHING`,
);
const dropAdded = statement<[chatId: string]>('DELETE FROM added_chats WHERE chat_id = $1');
const movedTo = statement<[groupId: string], { supergroup_id: string }>(
  'SELECT supergroup_id FROM moved_chats WHERE group_id = $1',
);
const movedFrom = statement<[supergroupId: string], { group_id: string }>(
  'SELECT group_id FROM moved_chats WHERE supergroup_id = $1',
);
const noteAdded = insertInto(addedChats, 'chatId, botId, accountId, title, atMs', { there: 'replaced' });
const noteRemoved = statement<[chatId: string, botId: number, atMs: number]>(
  'DELETE FROM added_chats WHERE chat_id = $1 AND bot_id = $2 AND at_ms <= $3',
);
const addedBy = statement<[accountId: number, limit: number], { chat_id: string; title: string }>(
  'SELECT chat_id, title FROM added_chats WHERE account_id = $1 ORDER BY at_ms DESC LIMIT $2',
);

export function createChatStore({ db }: Pick<Parts, 'db'>): ChatStore {
  return {
    noteLink: (linkKey, chatId, makerBotId, nowMs) =>
      durably(db, 'chats.noteLink', noteLink.do({ linkKey, chatId, makerBotId, atMs: nowMs })),
    ofLink: async (linkKey) => {
      const nearest = await db.read(nearestLink.get(linkKey));
      return nearest !== undefined && linkKey.startsWith(nearest.link_key) ? nearest.chat_id : null;
    },
    ourLink: async (chatId, botId) => (await db.read(ourLink.get(chatId, botId)))?.link_key ?? null,
    endOurLinks: (chatId, botId, madeUntilMs) =>
      db.run('chats.endOurLinks', endOurLinks.do(chatId, botId, madeUntilMs)),
    noteMoved: (groupId, supergroupId, nowMs) =>
      durably(db, 'chats.noteMoved', function* () {
        yield* noteMoved.run({ groupId, supergroupId, atMs: nowMs });
        yield* addUnderGroup.run(groupId, supergroupId);
        yield* dropAdded.run(supergroupId);
      }),
    movedTo: async (groupId) => (await db.read(movedTo.get(groupId)))?.supergroup_id ?? null,
    movedFrom: async (supergroupId) => (await db.read(movedFrom.get(supergroupId)))?.group_id ?? null,
    noteAdded: (chat, botId, accountId, nowMs) =>
      durably(db, 'chats.noteAdded', noteAdded.do({ ...chat, botId, accountId, atMs: nowMs })),
    noteRemoved: (chatId, botId, atMs) => db.run('chats.noteRemoved', noteRemoved.do(chatId, botId, atMs)),
    addedBy: async (accountId, limit) => {
      const rows = await db.read(addedBy.all(accountId, boundedLimit(limit, MAX_ADDED)));
      // Several bots of ours may be administrators in one chat.
      const chats = new Map<string, AddedChat>();
      for (const { chat_id: chatId, title } of rows)
        if (!chats.has(chatId)) chats.set(chatId, { chatId, title });
      return [...chats.values()];
    },
  };
}
