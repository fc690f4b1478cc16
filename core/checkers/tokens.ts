/**
 * Our bots that ask who is in a chat: the operator bot, and the further ones of `CHECKER_TOKENS`. The platform limits each
 * token by itself, so that each further bot can ask as much again. Which of them an order belongs to stands with its
 * resource (`checkerBotId`): the bot's id, or null for the operator bot.
 */
import type { Settings } from '../config.js';

export type TokenSettings = Pick<Settings, 'BOT_TOKEN' | 'CHECKER_TOKENS'>;

export interface OurBot {
  /** As orders name it; null: the operator bot. */
  checkerBotId: number | null;
  botId: number;
  token: string;
}

/** The id of a bot stands in front of its token's colon. */
export function botIdOf(token: string): number {
  return Number(token.split(':', 1)[0]);
}

/** All of them, the operator bot first. */
export function ourBots({ BOT_TOKEN, CHECKER_TOKENS }: TokenSettings): OurBot[] {
  const checkers = CHECKER_TOKENS.map((token) => ({
    checkerBotId: botIdOf(token),
    botId: botIdOf(token),
    token,
  }));
  return [{ checkerBotId: null, botId: botIdOf(BOT_TOKEN), token: BOT_TOKEN }, ...checkers];
}

/** Null where the settings do not hold the token of this bot (any more). */
export function checkerToken(settings: TokenSettings, checkerBotId: number | null): string | null {
  if (checkerBotId === null) return settings.BOT_TOKEN;
  return settings.CHECKER_TOKENS.find((token) => botIdOf(token) === checkerBotId) ?? null;
}

/** Under which name the store keeps up to when this bot's updates were taken. */
export function updatesBeat(checkerBotId: number | null): string {
  return checkerBotId === null ? 'updates' : `updates ${String(checkerBotId)}`;
}
