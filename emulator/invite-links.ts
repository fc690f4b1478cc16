/** Links that let people into a chat: the owner's, and named ones that bots made. */
import type { ChatInviteLink } from 'grammy/types';
import type { Behaviour } from './behaviour.js';
import { badRequest } from './failure.js';
import { defined } from './omit.js';
import { chatOwner, type ChatRecord, type LinkRecord, type World } from './world.js';

export interface LinkOptions {
  name?: string | undefined;
  expire_date?: number | undefined;
  member_limit?: number | undefined;
  creates_join_request: boolean;
}

const longestNameLetters = 32;
const mostMembers = 99_999;

export class InviteLinks {
  constructor(
    private readonly world: World,
    private readonly behaviour: Behaviour,
  ) {}

  find(link: string): LinkRecord | null {
    return this.world.links.get(normalised(link)) ?? null;
  }

  /** The owner's own link, made together with the chat. */
  addOwners(chat: ChatRecord): void {
    this.world.links.set(chat.invite_link, {
      invite_link: chat.invite_link,
      chat_id: chat.id,
      creator_id: null,
      creates_join_request: chat.join_requests,
      is_primary: true,
      is_revoked: false,
      joined: 0,
    });
  }

  create(chat: ChatRecord, creatorId: number, options: LinkOptions, isPrimary = false): LinkRecord {
    checkOptions(options, this.world.nowSeconds());
    const record: LinkRecord = {
      invite_link: this.world.newInviteLink(),
      chat_id: chat.id,
      creator_id: creatorId,
      is_primary: isPrimary,
      is_revoked: false,
      joined: 0,
      ...settings(options),
    };
    return this.world.links.set(record.invite_link, record);
  }

  /** Throws the platform's refusal when the link isn't this creator's. */
  edit(chat: ChatRecord, creatorId: number, link: string, options: LinkOptions): LinkRecord {
    checkOptions(options, this.world.nowSeconds());
    const record = this.#own(chat, creatorId, link);
    if (record.is_revoked) throw badRequest('INVITE_HASH_EXPIRED');
    const { invite_link, chat_id, creator_id, is_primary, is_revoked, joined } = record;
    const kept = { invite_link, chat_id, creator_id, is_primary, is_revoked, joined };
    return this.world.links.set(invite_link, { ...kept, ...settings(options) });
  }

  revoke(chat: ChatRecord, creatorId: number, link: string): LinkRecord {
    return this.#end(this.#own(chat, creatorId, link));
  }

  /** The owner of the chat ends any link. */
  revokeAny(link: LinkRecord): void {
    this.#end(link);
  }

  /** The one link of this creator that is primary; made when it is first asked for. */
  primary(chat: ChatRecord, creatorId: number): LinkRecord {
    const known = this.#alive(chat.id, creatorId).find((link) => link.is_primary);
    return known ?? this.create(chat, creatorId, { creates_join_request: false }, true);
  }

  /** A new primary link of this creator, in place of the last. */
  replacePrimary(chat: ChatRecord, creatorId: number): LinkRecord {
    for (const link of this.#alive(chat.id, creatorId)) if (link.is_primary) this.#end(link);
    return this.primary(chat, creatorId);
  }

  /** The links of an administrator who may not invite any more are dead. */
  endAll(chatId: number, creatorId: number): void {
    for (const link of this.#alive(chatId, creatorId)) this.#end(link);
  }

  /** The chat goes on under another id. */
  moveAll(fromId: number, toId: number): void {
    for (const link of [...this.world.links.values()])
      if (link.chat_id === fromId) this.world.links.set(link.invite_link, { ...link, chat_id: toId });
  }

  /** Why this link lets no more users in; null while it does. */
  problem(link: LinkRecord): string | null {
    if (link.is_revoked) return 'the invite link was revoked';
    if (link.expire_date !== undefined && link.expire_date <= this.world.nowSeconds())
      return 'the invite link expired';
    if (link.member_limit !== undefined && link.joined >= link.member_limit)
      return 'the invite link is used up';
    return null;
  }

  countJoin(link: LinkRecord): void {
    this.world.links.set(link.invite_link, { ...link, joined: link.joined + 1 });
  }

  /** The link as this bot sees it: whole where it made it, else its first half. */
  shown(link: LinkRecord, botId: number): ChatInviteLink {
    const creator = link.creator_id === null ? undefined : this.world.person(link.creator_id);
    const waiting = link.creates_join_request ? this.#waitingFor(link) : 0;
    const { creates_join_request, is_primary, is_revoked, name, expire_date, member_limit } = link;
    return defined({
      invite_link: link.creator_id === botId ? link.invite_link : this.#masked(link.invite_link),
      creator: creator ?? chatOwner,
      creates_join_request,
      is_primary,
      is_revoked,
      name,
      expire_date,
      member_limit,
      pending_join_request_count: waiting === 0 ? undefined : waiting,
    });
  }

  #masked(link: string): string {
    const secret = link.slice(link.indexOf('+') + 1);
    return link.slice(0, link.length - Math.floor(secret.length / 2)) + this.behaviour.linkMask;
  }

  #alive(chatId: number, creatorId: number): LinkRecord[] {
    const links = [...this.world.links.values()];
    return links.filter(
      (link) => link.chat_id === chatId && link.creator_id === creatorId && !link.is_revoked,
    );
  }

  #end(link: LinkRecord): LinkRecord {
    return this.world.links.set(link.invite_link, { ...link, is_revoked: true });
  }

  #waitingFor(link: LinkRecord): number {
    const requests = this.world.joinRequests.rows(link.chat_id);
    return requests.filter((request) => request.invite_link === link.invite_link).length;
  }

  #own(chat: ChatRecord, creatorId: number, link: string): LinkRecord {
    const record = this.find(link);
    if (record?.chat_id !== chat.id) throw badRequest('INVITE_HASH_EXPIRED');
    if (record.creator_id !== creatorId) throw badRequest('CHAT_ADMIN_REQUIRED');
    return record;
  }
}

function settings(
  options: LinkOptions,
): Pick<LinkRecord, 'creates_join_request' | 'name' | 'expire_date' | 'member_limit'> {
  const { creates_join_request, name, expire_date, member_limit } = options;
  return defined({
    creates_join_request,
    name: name === '' ? undefined : name,
    expire_date: expire_date === 0 ? undefined : expire_date,
    member_limit: member_limit === 0 ? undefined : member_limit,
  });
}

function checkOptions(options: LinkOptions, nowSeconds: number): void {
  if ([...(options.name ?? '')].length > longestNameLetters) throw badRequest('invite link name is too long');
  if (
    options.member_limit !== undefined &&
    (options.member_limit < 0 || options.member_limit > mostMembers)
  ) {
    throw badRequest('member limit must be between 0 and 99999');
  }
  if (options.creates_join_request && (options.member_limit ?? 0) > 0) {
    throw badRequest("member limit can't be specified for links requiring administrator approval");
  }
  if (options.expire_date !== undefined && options.expire_date > 0 && options.expire_date <= nowSeconds) {
    throw badRequest('EXPIRE_DATE_INVALID');
  }
}

function normalised(link: string): string {
  return link.trim().replace(/^(?:https?:\/\/)?(?:t|telegram)\.me\/(?:joinchat\/|\+)/i, 'https://t.me/+');
}
