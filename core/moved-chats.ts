/**
 * Basic groups that became supergroups. The platform gives such a chat another id, and refuses the old one. Here a chat keeps
 * the id by which it was known first: orders, memberships, contacts and money stay where they are, and the move is one row.
 * Ids are changed at the border: calls go to the id of today, and what the platform says comes under the first.
 */
import type { Answered, Platform } from './platform.js';
import type { Ports } from './ports.js';

/** Ids of supergroups and channels lie below it, those of basic groups above. */
const FIRST_SUPERGROUP = -1_000_000_000_000;

export type MovedChats = ReturnType<typeof createMovedChats>;

export function createMovedChats(ports: Pick<Ports, 'platform' | 'store' | 'clock'>) {
  const { platform, store, clock } = ports;
  const note = (groupId: number, supergroupId: number): Promise<void> =>
    store.chats.noteMoved(String(groupId), String(supergroupId), clock.now());

  const knownAs = async (chatId: number): Promise<number> => {
    if (chatId > FIRST_SUPERGROUP) return chatId;
    return Number((await store.chats.movedFrom(String(chatId))) ?? chatId);
  };

  const idNow = async (chatId: number): Promise<number> => {
    if (chatId >= 0 || chatId < FIRST_SUPERGROUP) return chatId;
    return Number((await store.chats.movedTo(String(chatId))) ?? chatId);
  };

  /** Calls with the id of today; where the platform says that it is another one, that is kept, and called once more. */
  const called = async <T>(
    chat: number | string,
    call: (chat: number | string) => Answered<T>,
  ): Answered<T> => {
    if (typeof chat === 'string') return call(chat);
    const now = await idNow(chat);
    const answer = await call(now);
    if (now !== chat || answer.ok || answer.failure.movedTo === undefined) return answer;
    await note(chat, answer.failure.movedTo);
    return call(answer.failure.movedTo);
  };
  const calledById = <T>(chat: number, call: (chat: number) => Answered<T>) =>
    called(chat, (now) => call(Number(now)));

  /** The same platform, to which chats are named as they are known here. */
  const platformOfKnown: Platform = {
    ...platform,
    chat: async (token, chat, options) => {
      const answer = await called(chat, (now) => platform.chat(token, now, options));
      if (!answer.ok) return answer;
      return { ok: true, value: { ...answer.value, chatId: await knownAs(answer.value.chatId) } };
    },
    memberCount: (token, chat, options) => called(chat, (now) => platform.memberCount(token, now, options)),
    presence: (token, chat, userId, options) =>
      called(chat, (now) => platform.presence(token, now, userId, options)),
    isAdministrator: (token, chat, options) =>
      called(chat, (now) => platform.isAdministrator(token, now, options)),
    mayInvite: (token, chat, options) => called(chat, (now) => platform.mayInvite(token, now, options)),
    createInviteLink: (token, chat, link, options) =>
      calledById(chat, (now) => platform.createInviteLink(token, now, link, options)),
    inviteLinkWorks: (token, chat, link, options) =>
      calledById(chat, (now) => platform.inviteLinkWorks(token, now, link, options)),
    revokeInviteLink: (token, chat, link, options) =>
      calledById(chat, (now) => platform.revokeInviteLink(token, now, link, options)),
  };

  return {
    /** A basic group became a supergroup. */
    note,
    /** The id under which a chat is known here. */
    knownAs,
    /** The id under which the platform knows it today, as far as is known here. */
    idNow,
    platform: platformOfKnown,
  };
}
