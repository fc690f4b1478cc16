/** A user's chat with a bot: started, blocked, and the keyboard that stands under it. */
import type { ChatMember, ForceReply, ReplyKeyboardMarkup } from 'grammy/types';
import type { Events } from './events.js';
import type { Updates } from './updates.js';
import {
  botObject,
  privateChatObject,
  userObject,
  type BotRecord,
  type DialogRecord,
  type UserRecord,
  type World,
} from './world.js';

const fresh: DialogRecord = { is_started: false, is_blocked: false, writable_until: 0, keyboard: null };

export class Dialogs {
  constructor(
    private readonly world: World,
    private readonly updates: Updates,
    private readonly events: Events,
  ) {}

  of(bot: BotRecord, userId: number): DialogRecord {
    return this.world.dialogs.get(bot.id, userId) ?? fresh;
  }

  /** Whether the bot may write: `yes`, or why not. */
  writable(bot: BotRecord, userId: number): 'yes' | 'unknown' | 'blocked' | 'deactivated' {
    const dialog = this.of(bot, userId);
    const isKnown = dialog.is_started || dialog.writable_until > this.world.nowSeconds();
    if (isKnown && this.world.users.get(userId)?.is_deleted === true) return 'deactivated';
    if (dialog.is_blocked) return 'blocked';
    return isKnown ? 'yes' : 'unknown';
  }

  /** Starts the chat and lifts a block; only the lifted block sends an update. */
  start(bot: BotRecord, user: UserRecord): void {
    const dialog = this.of(bot, user.id);
    if (dialog.is_blocked) this.setBlocked(bot, user, false);
    if (!dialog.is_started) this.#save(bot, user.id, { ...this.of(bot, user.id), is_started: true });
  }

  /** The user blocks or unblocks the bot; returns whether that changed anything. */
  setBlocked(bot: BotRecord, user: UserRecord, isBlocked: boolean): boolean {
    const dialog = this.of(bot, user.id);
    if (dialog.is_blocked === isBlocked) return false;
    this.#save(bot, user.id, { ...dialog, is_blocked: isBlocked, is_started: true });
    const member: ChatMember = { status: 'member', user: botObject(bot) };
    const banned: ChatMember = { status: 'kicked', user: botObject(bot), until_date: 0 };
    this.updates.push(bot, {
      my_chat_member: {
        chat: privateChatObject(user),
        from: userObject(user),
        date: this.world.nowSeconds(),
        old_chat_member: isBlocked ? member : banned,
        new_chat_member: isBlocked ? banned : member,
      },
    });
    return true;
  }

  setKeyboard(bot: BotRecord, userId: number, keyboard: ReplyKeyboardMarkup | ForceReply | null): void {
    this.#save(bot, userId, { ...this.of(bot, userId), keyboard });
  }

  #save(bot: BotRecord, userId: number, dialog: DialogRecord): void {
    this.world.dialogs.set(bot.id, userId, dialog);
    this.events.emit({ type: 'dialog', bot_id: bot.id, user_id: userId });
  }
}
