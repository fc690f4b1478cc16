/**
 * What the platform reports to a bot of ours: who joined, left or asked to join, and of its own rights. Core stores it
 * before it answers, and only then is the update confirmed to the platform.
 */
import { Composer, type Context } from 'grammy';
import type { Chat } from 'grammy/types';
import type { MovedChats } from '../../core/moved-chats.js';
import { cleanName } from '../../core/names.js';
import { isBan, isIn, toPlatformUser } from '../../core/platform.js';
import type { Watch } from '../../core/subscriptions/index.js';

interface MembershipParts {
  membership: Pick<Watch, 'observe' | 'rights'>;
  movedChats: Pick<MovedChats, 'note' | 'knownAs'>;
}

/** @param checkerBotId the bot that gets the updates; null: the operator bot */
export function createMembership<C extends Context>(
  { membership: watch, movedChats }: MembershipParts,
  checkerBotId: number | null = null,
): Composer<C> {
  const composer = new Composer<C>();

  composer.on('message:migrate_to_chat_id', ({ chat, message }) =>
    movedChats.note(chat.id, message.migrate_to_chat_id),
  );
  composer.on('message:migrate_from_chat_id', ({ chat, message }) =>
    movedChats.note(message.migrate_from_chat_id, chat.id),
  );

  composer.on('chat_member', async ({ chatMember, update, chat }) => {
    const { old_chat_member: before, new_chat_member: after, date, from, invite_link: link } = chatMember;
    if (after.user.is_bot) return;
    await watch.observe({
      userId: after.user.id,
      resourceId: String(await movedChats.knownAs(chat.id)),
      state: isIn(after) ? 'in' : 'out',
      wasIn: isIn(before),
      isRemoved: !isIn(after) && from.id !== after.user.id,
      isBarred: isBan(after),
      updateId: update.update_id,
      atMs: date * 1_000,
      chat: { title: titleOf(chat), username: chat.username ?? '' },
      user: toPlatformUser(after.user),
      checkerBotId,
      ...(link === undefined ? {} : { inviteLink: link.invite_link }),
    });
  });

  composer.on('chat_join_request', async ({ chatJoinRequest, update, chat }) => {
    const { from, date, invite_link: link } = chatJoinRequest;
    await watch.observe({
      userId: from.id,
      resourceId: String(await movedChats.knownAs(chat.id)),
      state: 'requested',
      updateId: update.update_id,
      atMs: date * 1_000,
      chat: { title: titleOf(chat), username: chat.username ?? '', takesJoinRequests: true },
      user: toPlatformUser(from),
      checkerBotId,
      ...(link === undefined ? {} : { inviteLink: link.invite_link }),
    });
  });

  composer.on('my_chat_member', async ({ myChatMember, chat }) => {
    if (chat.type === 'private') return;
    const { date, from, new_chat_member: ours } = myChatMember;
    const isAdministrator = ours.status === 'administrator' || ours.status === 'creator';
    await watch.rights(await movedChats.knownAs(chat.id), isAdministrator, {
      username: chat.username ?? '',
      title: titleOf(chat),
      mayInvite: ours.status === 'administrator' && ours.can_invite_users,
      checkerBotId,
      atMs: date * 1_000,
      // An anonymous administrator is named by a bot of the platform's.
      ...(from.is_bot ? {} : { byUserId: from.id }),
    });
  });

  return composer;
}

function titleOf(chat: Chat): string {
  return cleanName(chat.title ?? '');
}
