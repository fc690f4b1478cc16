/**
 * The emulated platform within this process, met through the adapter that the service uses for real. No socket lies
 * between them, so that no time passes on the way. Whoever asks first brings in what stands in its own world.
 */
import type { Update } from 'grammy/types';
import type { Platform } from '../../core/platform.js';
import { createPlatformAdapter, type PlatformOptions } from '../../core/adapters/platform/index.js';
import { quick, rude } from '../../emulator/behaviour.js';
import { performMethod } from '../../emulator/bot-api/server.js';
import { allRights } from '../../emulator/members.js';
import { createParts, type Parts } from '../../emulator/parts.js';
import { type BotRecord, chatOwner, type ChatRecord, type UpdateKind } from '../../emulator/world.js';

const asked = ['chat_member', 'chat_join_request', 'my_chat_member'] satisfies UpdateKind[];
const unbounded = { min: 1e9, max: 1e9 };
/** Faults and waits are the caller's to play: the adapter's own pace would only add to them. */
const atOnce = {
  bounds: { messages: unbounded, membership: unbounded, invites: unbounded, other: unbounded },
  chatRules: { person: { perSecond: 1e9, burst: 1e9 }, group: { perSecond: 1e9, burst: 1e9 } },
};

/** It may invite nowhere here: who comes by which bot's own link is not played. */
const rights = { ...allRights, can_invite_users: false };
const administrator = { status: 'administrator', is_member: false, rights } as const;
const outsider = { status: 'left', is_member: false, rights: null } as const;

export interface EmulatedChat {
  chatId: number;
  username: string | undefined;
  takesJoinRequests: boolean;
}

export class Emulated {
  readonly #parts: Parts;
  readonly #operator: BotRecord;
  /** What the service asks. */
  readonly port: Platform;

  constructor(operatorToken: string, nowMs: () => number) {
    const parts = createParts(null, nowMs, {
      reply: (bot, method, values) => performMethod(parts, bot.token, method, values),
      behaviour: { ...rude, ...quick },
    });
    this.#parts = parts;
    const operatorShare = { messages: 1, membership: 1, invites: 1, other: 1 };
    const apiRoot = 'http://emulated';
    this.port = createPlatformAdapter({
      apiRoot,
      fetch: fetchFrom(parts),
      operatorToken,
      operatorShare,
      ...atOnce,
    });
    this.#operator = this.bot(operatorToken);
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
  chat({ chatId, username, takesJoinRequests }: EmulatedChat): void {
    const { world } = this.#parts;
    const known = world.chats.get(chatId);
    if (known !== undefined && known.username === username) return;
    const holder = username === undefined ? undefined : world.named(username);
    if (holder?.kind === 'chat') this.#takeName(holder.record);
    world.saveChat({
      id: chatId,
      type: 'channel',
      title: `Channel ${String(-chatId)}`,
      ...(username === undefined ? {} : { username }),
      join_requests: takesJoinRequests,
      invite_link: known?.invite_link ?? world.newInviteLink(),
      photo: null,
      audience: 0,
    });
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

  /** Our bot is an administrator of a chat, or is out of it; it is not told. */
  operator(chatId: number, hasRights: boolean): void {
    this.#parts.world.members.set(chatId, this.#operator.id, hasRights ? administrator : outsider);
  }

  /** As `operator`, done by the chat's owner just now; answers what our bot is sent of it. */
  changeRights(chatId: number, hasRights: boolean): Update[] {
    const chat = this.#parts.world.chats.get(chatId);
    if (chat === undefined) return [];
    const next = hasRights ? administrator : outsider;
    this.#parts.members.change(chat, this.#operator.id, next, { by: chatOwner });
    return this.#takeUpdates();
  }

  /**
   * A person comes, goes, asks to come or is removed.
   * @returns what our bot is sent of it: nothing where it has no rights, and nothing of a request that ends
   */
  move(chatId: number, userId: number, state: 'in' | 'out' | 'requested' | 'removed'): Update[] {
    const { world, members } = this.#parts;
    this.user(userId);
    const chat = world.chats.get(chatId);
    if (chat === undefined) return [];
    if (state === 'requested') members.request(chat, userId, null);
    else {
      const status = ({ in: 'member', out: 'left', removed: 'kicked' } as const)[state];
      const by = state === 'removed' ? chatOwner : world.person(userId)!;
      members.change(chat, userId, { status, is_member: state === 'in', rights: null }, { by });
    }
    return this.#takeUpdates();
  }

  #takeUpdates(): Update[] {
    const { updates, updateTimes } = this.#parts.world;
    const taken = updates.rows(this.#operator.id);
    for (const { update_id } of taken) {
      updates.delete(this.#operator.id, update_id);
      updateTimes.delete(this.#operator.id, update_id);
    }
    return taken;
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
