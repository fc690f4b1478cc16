/** A contact between its row and the domain. */
import type { Contact, DueContact } from '../../core/ports.js';

export interface ContactColumns {
  state: number;
  at_ms: number;
  until_ms: number;
}

export interface DueContactRow extends ContactColumns {
  user_id: number;
  bot_id: number;
  chat_id: number;
  attempts: number;
}

/** By the numbers that rows keep. */
export const contactStates = ['unknown', 'yes', 'no'] as const;

export function toContact({ state, at_ms, until_ms }: ContactColumns): Contact {
  return { state: contactStates[state] ?? 'unknown', atMs: at_ms, untilMs: until_ms };
}

export function toDueContact(row: DueContactRow): DueContact {
  return {
    botId: row.bot_id,
    userId: row.user_id,
    chatId: row.chat_id,
    state: contactStates[row.state] ?? 'unknown',
    attempts: row.attempts,
    untilMs: row.until_ms,
  };
}
