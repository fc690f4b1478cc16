/**
 * The platform refuses a bot's token (`evidence.md`, Strangers): its owner is notified at once and once, whatever it was used
 * for, and the bot is marked, so that nothing more is asked with it.
 */
import { botNotification } from '../notifications.js';
import type { PlatformAnswer } from '../platform.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';

/** Marks the bot where one of these answers refuses its token, unless the owner has sent another one meanwhile. */
export async function noteRefusedToken(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  botId: number,
  tokenCipher: string,
  answers: readonly (PlatformAnswer<unknown> | null)[],
): Promise<void> {
  if (!answers.some((answer) => answer?.ok === false && answer.failure.kind === 'token_refused')) return;
  const nowMs = clock.now();
  // The store marks a token once; one that was sent again and is refused again is another matter.
  const notification = (bot: Bot) => botNotification(bot, 'bot_token_invalid', nowMs);
  await store.bots.refuseToken(botId, tokenCipher, notification, nowMs);
}
