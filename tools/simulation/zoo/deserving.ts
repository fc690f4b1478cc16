/** Joins of people who were asked about by a bot that they do use, by chat: what honest advertisers may have to pay. */
import type { Chat, TownBot } from './town-platform.js';

export class Deserving {
  /** Bots that asked about a user, and when last: what may be evidence of anything. */
  readonly #asked = new Map<number, Map<TownBot, number>>();
  readonly #joined = new Map<Chat, Set<number>>();

  noteAsked(bot: TownBot, userId: number, nowMs: number): void {
    const asked = this.#asked.get(userId) ?? new Map<TownBot, number>();
    this.#asked.set(userId, asked.set(bot, nowMs));
  }

  /** @param sinceMs asked before then, a bot has nothing to do with it */
  noteJoin(chat: Chat, userId: number, sinceMs: number): void {
    const isEvident = [...(this.#asked.get(userId) ?? [])].some(
      ([bot, atMs]) => atMs >= sinceMs && bot.started.has(userId) && !bot.blocked.has(userId),
    );
    if (isEvident) this.#joined.set(chat, (this.#joined.get(chat) ?? new Set()).add(userId));
  }

  /** How many people, each once. */
  of(chat: Chat): number {
    return this.#joined.get(chat)?.size ?? 0;
  }
}
