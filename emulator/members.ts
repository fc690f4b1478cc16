/**
 * Who is in which chat, and the updates about it: `my_chat_member` to the bot whose own status changed,
 * `chat_member` to administrators that asked for it, `chat_join_request` to those that may invite.
 */
import type { Chat, ChatAdministratorRights, ChatMember, ChatMemberUpdated, User } from 'grammy/types';
import { badRequest } from './failure.js';
import type { Events } from './events.js';
import type { InviteLinks } from './invite-links.js';
import type { Updates } from './updates.js';
import {
  botObject,
  chatObject,
  chatOwner,
  type BotRecord,
  type ChatRecord,
  type LinkRecord,
  type MemberRecord,
  type World,
} from './world.js';

export const allRights: ChatAdministratorRights = {
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: true,
  can_restrict_members: true,
  can_promote_members: true,
  can_change_info: true,
  can_invite_users: true,
  can_post_stories: true,
  can_edit_stories: true,
  can_delete_stories: true,
  can_post_messages: true,
  can_edit_messages: true,
  can_pin_messages: true,
  can_manage_topics: false,
  can_send_welcome_messages: true,
};

const nobody: MemberRecord = { status: 'left', is_member: false, rights: null };
/** How long a bot may write to a user who asked to join its chat. */
const requestWritableSeconds = 300;

export const isIn = (member: MemberRecord): boolean =>
  member.status === 'member' ||
  member.status === 'administrator' ||
  (member.status === 'restricted' && member.is_member);

export interface ChangeCause {
  /** Who did it. */
  by: User;
  link?: LinkRecord | null;
  viaRequest?: boolean;
}

export class Members {
  constructor(
    private readonly world: World,
    private readonly updates: Updates,
    private readonly events: Events,
    private readonly links: InviteLinks,
  ) {}

  /** Somebody who never joined has left. */
  of(chatId: number, personId: number): MemberRecord {
    return this.world.members.get(chatId, personId) ?? nobody;
  }

  /** Whether this person or bot has ever had a status in the chat. */
  isKnown(chatId: number, personId: number): boolean {
    return this.world.members.get(chatId, personId) !== undefined;
  }

  isAdministrator(chatId: number, personId: number): boolean {
    return this.of(chatId, personId).status === 'administrator';
  }

  hasRight(chatId: number, personId: number, right: keyof ChatAdministratorRights): boolean {
    const member = this.of(chatId, personId);
    return member.status === 'administrator' && member.rights?.[right] === true;
  }

  count(chat: ChatRecord): number {
    return this.world.members.rows(chat.id).filter(isIn).length + chat.audience;
  }

  isRequested(chatId: number, userId: number): boolean {
    return this.world.joinRequests.get(chatId, userId) !== undefined;
  }

  /** Gives someone a status and sends updates to the bots concerned. Returns whether anything changed. */
  change(chat: ChatRecord, personId: number, next: MemberRecord, cause: ChangeCause): boolean {
    const before = this.of(chat.id, personId);
    const hadRequest = this.world.joinRequests.delete(chat.id, personId);
    if (JSON.stringify(before) === JSON.stringify(next)) return false;
    this.world.members.set(chat.id, personId, next);
    if (next.rights?.can_invite_users !== true) this.links.endAll(chat.id, personId);
    const link = cause.link ?? null;
    const joins = !isIn(before) && isIn(next);
    if (link && joins) this.links.countJoin(link);
    const viaRequest = joins && link === null && (cause.viaRequest ?? hadRequest);
    this.#tell(chat, personId, before, next, { ...cause, link: joins ? link : null, viaRequest });
    this.events.emit({ type: 'member', chat_id: chat.id, user_id: personId, status: next.status });
    return true;
  }

  /** The bots of a group that was upgraded read that they came into the supergroup. */
  reportUpgrade(supergroup: ChatRecord, bots: readonly BotRecord[]): void {
    const from = this.world.person(supergroup.owner_id ?? 0) ?? chatOwner;
    for (const bot of bots) {
      const user = botObject(bot);
      const my_chat_member: ChatMemberUpdated = {
        chat: chatObject(supergroup),
        from,
        date: this.world.nowSeconds(),
        old_chat_member: this.describe(supergroup, user, nobody),
        new_chat_member: this.describe(supergroup, user, this.of(supergroup.id, bot.id)),
      };
      this.updates.push(bot, { my_chat_member });
    }
  }

  /** A user asks to join; bots that may invite get an update and may write to the user for five minutes. */
  request(chat: ChatRecord, userId: number, link: LinkRecord | null): boolean {
    if (isIn(this.of(chat.id, userId)) || this.isRequested(chat.id, userId)) return false;
    const now = this.world.nowSeconds();
    this.world.joinRequests.set(chat.id, userId, { date: now, invite_link: link?.invite_link ?? null });
    const from = this.world.person(userId);
    const bio = this.world.users.get(userId)?.bio;
    for (const bot of this.#administrators(chat.id)) {
      if (!from || !this.hasRight(chat.id, bot.id, 'can_invite_users')) continue;
      this.#letWrite(bot, userId, now + requestWritableSeconds);
      this.updates.push(bot, {
        chat_join_request: {
          // What the types say; a basic group takes requests, too.
          chat: chatObject(chat) as Chat.SupergroupChat,
          from,
          user_chat_id: userId,
          date: now,
          ...(bio === undefined ? {} : { bio }),
          ...(link ? { invite_link: this.links.shown(link, bot.id) } : {}),
        },
      });
    }
    this.events.emit({ type: 'member', chat_id: chat.id, user_id: userId, status: 'requested' });
    return true;
  }

  /** An administrator's bot lets a waiting user in, or not. Throws the platform's refusal. */
  decide(chat: ChatRecord, userId: number, by: User, isApproved: boolean): void {
    const request = this.world.joinRequests.get(chat.id, userId);
    if (isIn(this.of(chat.id, userId))) throw badRequest('USER_ALREADY_PARTICIPANT');
    if (!request) throw badRequest('HIDE_REQUESTER_MISSING');
    const link = request.invite_link === null ? null : this.links.find(request.invite_link);
    if (isApproved) {
      this.change(
        chat,
        userId,
        { status: 'member', is_member: true, rights: null },
        { by, link, viaRequest: true },
      );
      return;
    }
    this.world.joinRequests.delete(chat.id, userId);
    this.events.emit({
      type: 'member',
      chat_id: chat.id,
      user_id: userId,
      status: this.of(chat.id, userId).status,
    });
  }

  /** How the platform describes someone's place in a chat. */
  describe(chat: ChatRecord, user: User, member: MemberRecord): ChatMember {
    switch (member.status) {
      case 'administrator':
        if (chat.owner_id === user.id) return { status: 'creator', user, is_anonymous: false };
        return { status: 'administrator', user, can_be_edited: false, ...(member.rights ?? allRights) };
      case 'restricted':
        return { status: 'restricted', user, is_member: member.is_member, ...noPermissions, until_date: 0 };
      case 'kicked':
        return { status: 'kicked', user, until_date: 0 };
      case 'member':
      case 'left':
        return { status: member.status, user };
    }
  }

  administratorsOf(chat: ChatRecord): { user: User; member: MemberRecord }[] {
    return this.world.members.keys(chat.id).flatMap((id) => {
      const user = this.world.person(id);
      return user && this.isAdministrator(chat.id, id) ? [{ user, member: this.of(chat.id, id) }] : [];
    });
  }

  #administrators(chatId: number): BotRecord[] {
    return [...this.world.bots.values()].filter((bot) => this.isAdministrator(chatId, bot.id));
  }

  #letWrite(bot: BotRecord, userId: number, until: number): void {
    const dialog = this.world.dialogs.get(bot.id, userId);
    const fresh = { is_started: false, is_blocked: false, keyboard: null };
    this.world.dialogs.set(bot.id, userId, { ...(dialog ?? fresh), writable_until: until });
  }

  #tell(
    chat: ChatRecord,
    personId: number,
    before: MemberRecord,
    next: MemberRecord,
    cause: { by: User; link: LinkRecord | null; viaRequest: boolean },
  ): void {
    const user = this.world.person(personId);
    if (!user) return;
    const update: ChatMemberUpdated = {
      chat: chatObject(chat),
      from: cause.by,
      date: this.world.nowSeconds(),
      old_chat_member: this.describe(chat, user, before),
      new_chat_member: this.describe(chat, user, next),
      ...(cause.viaRequest ? { via_join_request: true } : {}),
    };
    const { link } = cause;
    const itself = this.world.bots.get(personId);
    if (itself) this.updates.push(itself, { my_chat_member: update });
    for (const bot of this.#administrators(chat.id)) {
      if (bot.id === personId) continue;
      const shown = link === null ? {} : { invite_link: this.links.shown(link, bot.id) };
      this.updates.push(bot, { chat_member: { ...update, ...shown } });
    }
  }
}

const noPermissions = {
  can_send_messages: false,
  can_send_audios: false,
  can_send_documents: false,
  can_send_photos: false,
  can_send_videos: false,
  can_send_video_notes: false,
  can_send_voice_notes: false,
  can_send_polls: false,
  can_send_other_messages: false,
  can_add_web_page_previews: false,
  can_react_to_messages: false,
  can_change_info: false,
  can_invite_users: false,
  can_edit_tag: false,
  can_pin_messages: false,
  can_manage_topics: false,
};
