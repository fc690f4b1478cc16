/**
 * The emulated platform within this process, met through the adapter that the service uses for real. No socket lies
 * between them, so that no time passes on the way. The first caller brings in the objects of its own world.
 */
import type { Update } from 'grammy/types';
import type { Platform } from '../../core/platform.js';
import { createPlatformAdapter, type PlatformOptions } from '../../core/adapters/platform/index.js';
import { quick, rude } from '../../emulator/behaviour.js';
import { performMethod } from '../../emulator/bot-api/server.js';
import { allRights } from '../../emulator/members.js';
import { createParts, type Parts } from '../../emulator/parts.js';
import {
  type BotRecord,
  chatOwner,
  type ChatRecord,
  type MemberRecord,
  type UpdateKind,
} from '../../emulator/world.js';

const asked = ['chat_member', 'chat_join_request', 'my_chat_member'] satisfies UpdateKind[];
const unbounded = { min: 1e9, max: 1e9 };
/** Faults and waits are the caller's to play: the adapter's own pace would only add to them. */
const atOnce = {
  bounds: { messages: unbounded, membership: unbounded, invites: unbounded, other: unbounded },
  chatRules: { person: { perSecond: 1e9, burst: 1e9 }, group: { perSecond: 1e9, burst: 1e9 } },
};

const outsider = { status: 'left', is_member: false, rights: null } as const;

export interface EmulatedChat {
  chatId: number;
  type: 'channel' | 'supergroup';
  username: string | undefined;
  takesJoinRequests: boolean;
}

export interface OurBots {
  operatorToken: string;
  checkerTokens: readonly string[];
  /** Whether they may make invite links where they are administrators. */
  mayInvite: boolean;
}

export class Emulated {
  readonly #parts: Parts;
  readonly #ours: BotRecord[];
  readonly #administrator: MemberRecord;
  /** What the service asks. */
  readonly port: Platform;

  constructor({ operatorToken, checkerTokens, mayInvite }: OurBots, nowMs: () => number) {
    const parts = createParts(null, nowMs, {
      reply: (bot, method, values) => performMethod(parts, bot.token, method, values),
      behaviour: { ...rude, ...quick },
    });
    this.#parts = parts;
    const rights = { ...allRights, can_invite_users: mayInvite };
    this.#administrator = { status: 'administrator', is_member: false, rights };
    this.port = createPlatformAdapter({
      apiRoot: 'http://emulated',
      fetch: fetchFrom(parts),
      operatorToken,
      checkerTokens,
      operatorShare: { messages: 1, membership: 1, invites: 1, other: 1 },
      ...atOnce,
    });
    this.#ours = [operatorToken, ...checkerTokens].map((token) => this.bot(token));
  }

  /** @param token of the bot as the platform takes it; another is refused */
  bot(token: string): BotRecord {
    const id = Number(token.split(':')[0]);
    const known = this.#parts.world.bots.get(id);
    if (known?.token === token) return known;
    const username = `bot${String(id)}_bot`;
    const made = { webhook: null, commands: {}, menu_buttons: {}, texts: {}, allowed_updates: asked };
    return this.#parts.world.saveBot({ ...made, id, token, username, first_name: `Bot ${String(id)}` });
  }

  user(id: number): void {
    const { users } = this.#parts.world;
    if (users.get(id) === undefined)
      users.set(id, { id, first_name: `User ${String(id)}`, photos: [], gifts: 0, rating: null });
  }

  dialog(botId: number, userId: number, state: 'started' | 'blocked' | 'unknown'): void {
    this.user(userId);
    this.#parts.world.dialogs.set(botId, userId, {
      is_started: state !== 'unknown',
      is_blocked: state === 'blocked',
      writable_until: 0,
      keyboard: null,
    });
  }

  /** A name that another chat has leaves it. */
  chat({ chatId, type, username, takesJoinRequests }: EmulatedChat): void {
    const { world, links } = this.#parts;
    const known = world.chats.get(chatId);
    if (known !== undefined && known.username === username) return;
    const holder = username === undefined ? undefined : world.named(username);
    if (holder?.kind === 'chat') this.#takeName(holder.record);
    const chat = world.saveChat({
      id: chatId,
      type,
      title: `Chat ${String(-chatId)}`,
      ...(username === undefined ? {} : { username }),
      join_requests: takesJoinRequests,
      invite_link: known?.invite_link ?? world.newInviteLink(),
      photo: null,
      audience: 0,
    });
    if (known === undefined) links.addOwners(chat);
  }

  /** Its owner deletes it. */
  remove(chatId: number): void {
    const { world } = this.#parts;
    const known = world.chats.get(chatId);
    if (known === undefined) return;
    this.#takeName(known);
    world.chats.delete(chatId);
  }

  #takeName({ username: _, ...nameless }: ChatRecord): void {
    this.#parts.world.saveChat(nameless);
  }

  /** Our bots are administrators of a chat, or out of it; they are not sent that. */
  rights(chatId: number, hasRights: boolean): void {
    for (const { id } of this.#ours)
      this.#parts.world.members.set(chatId, id, hasRights ? this.#administrator : outsider);
  }

  /** As `rights`, and they are sent it. */
  changeRights(chatId: number, hasRights: boolean): void {
    const chat = this.#parts.world.chats.get(chatId);
    if (chat === undefined) return;
    for (const { id } of this.#ours)
      this.#parts.members.change(chat, id, hasRights ? this.#administrator : outsider, { by: chatOwner });
  }

  /** Sets whether a person is in a chat; sends no update. */
  member(chatId: number, personId: number, isIn: boolean): void {
    const member = { status: isIn ? 'member' : 'left', is_member: isIn, rights: null } as const;
    this.#parts.world.members.set(chatId, personId, member);
  }

  /**
   * A person comes, goes, asks to come or is removed. Our bots are sent it where they have rights. Of a request that is
   * taken back the platform sends nothing.
   * @param link by which they come
   */
  move(chatId: number, userId: number, state: 'in' | 'out' | 'requested' | 'removed', link = ''): void {
    const { world, members, links } = this.#parts;
    this.user(userId);
    const chat = world.chats.get(chatId);
    if (chat === undefined) return;
    if (state === 'requested') members.request(chat, userId, links.find(link));
    else {
      const status = ({ in: 'member', out: 'left', removed: 'kicked' } as const)[state];
      const by = state === 'removed' ? chatOwner : world.person(userId)!;
      const next = { status, is_member: state === 'in', rights: null };
      members.change(chat, userId, next, { by, link: links.find(link) });
    }
  }

  /** What this bot of ours is sent, each once. */
  takeUpdates(token: string): Update[] {
    const { updates, updateTimes } = this.#parts.world;
    const { id } = this.bot(token);
    const taken = updates.rows(id);
    for (const { update_id } of taken) {
      updates.delete(id, update_id);
      updateTimes.delete(id, update_id);
    }
    return taken;
  }

  /** Where a link of our bots leads. */
  chatOfLink(link: string): number | undefined {
    return this.#parts.links.find(link)?.chat_id;
  }
}

function fetchFrom(parts: Parts): NonNullable<PlatformOptions['fetch']> {
  return async (url, { body }) => {
    const [, token = '', method = ''] = /\/bot([^/]+)\/(\w+)$/.exec(url) ?? [];
    const values = typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {};
    const answer = JSON.stringify(await performMethod(parts, token, method, values));
    return { json: () => Promise.resolve(JSON.parse(answer) as unknown) };
  };
}
