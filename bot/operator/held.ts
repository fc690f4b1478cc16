/** The lines for a publisher about money that is held back: how much, why, and what to do about it. */
import type { Bot } from '../../core/ports/bot-store.js';
import type { HeldForTrust } from '../../core/ports/trust-store.js';
import { isTrustedBot } from '../../core/bot-trust.js';
import type { OperatorContext } from './context.js';
import { money } from './figures.js';
import { inLines } from './screen.js';

/** Bots of an account; with more of them the platform would not take the screen. Each has its own card. */
const SHOWN = 5;

/** Of one bot, as HTML; empty where nothing is held and its word counts. */
export function sayTrustOf(ctx: OperatorContext, bot: Bot, held: HeldForTrust): string {
  const { words } = ctx;
  const { settings } = ctx.service;
  const isRefused = bot.trust === 'refused';
  return inLines([
    held.subscribers > 0 &&
      words.html('held-bot', {
        nickname: bot.nickname,
        subscribers: held.subscribers,
        amount: money(ctx, held.micros),
      }),
    isRefused && words.html('held-bot-refused'),
    !isRefused &&
      !isTrustedBot(bot) &&
      words.html('held-bot-untrusted', {
        lists: settings.UNTRUSTED_LISTS_DAY,
        subscribers: settings.UNTRUSTED_SUBSCRIBERS_DAY,
      }),
  ]);
}

/** Of all that an account earned, as HTML; empty where nothing waits for more than its hold. */
export async function sayTrustOfAccount(ctx: OperatorContext, heldMicros: bigint): Promise<string> {
  const { words, accountId, service } = ctx;
  if (heldMicros === 0n) return '';
  const { isTrusted, held } = await service.trust.ofPublisher(accountId);
  const waiting = held.reduce((sum, { micros }) => sum + micros, 0n);
  const { NEW_PUBLISHER_HOLD_HOURS: hours, HOLD_HOURS, QUALITY_HOLD } = service.settings;
  const isNew = !isTrusted && heldMicros > waiting && hours > HOLD_HOURS;
  return inLines([
    isNew && words.html('held-new', { amount: money(ctx, heldMicros - waiting), hours }),
    QUALITY_HOLD && heldMicros > waiting && words.html('held-by-quality'),
    ...held.slice(0, SHOWN).map(({ bot, ...sums }) => sayTrustOf(ctx, bot, sums)),
    held.length > SHOWN && words.html('and-more', { count: held.length - SHOWN }),
  ]);
}
