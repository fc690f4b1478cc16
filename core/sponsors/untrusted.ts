/** How much an untrusted bot gets (`evidence.md`, Bots without a token). */
import { isTrustedBot } from '../bot-trust.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { RequestEvents } from './request-events.js';

/**
 * Figures are read again after so long; a request costs one read of a row then, and nothing else. What other processes
 * have answered within it is missed, so a bot gets a few lists more than its limit.
 */
const READ_EVERY_MS = 1_000;

/** Bots whose figures are remembered; then all are forgotten, which costs one read each. */
const REMEMBERED_BOTS = 10_000;

export function createUntrustedLimits({ store, settings }: Pick<Ports, 'store' | 'settings'>) {
  const { UNTRUSTED_LISTS_DAY: listsMax, UNTRUSTED_SUBSCRIBERS_DAY: subscribersMax } = settings;
  const remembered = new Map<number, { day: number; readAtMs: number; lists: number; subscribers: number }>();

  const figuresOf = async (botId: number, day: number, nowMs: number) => {
    const known = remembered.get(botId);
    if (known?.day === day && Math.abs(nowMs - known.readAtMs) < READ_EVERY_MS) return known;
    const figures = { day, readAtMs: nowMs, ...(await store.statistics.botDay(botId, day)) };
    if (remembered.size >= REMEMBERED_BOTS) remembered.clear();
    remembered.set(botId, figures);
    return figures;
  };

  const hadItsShare = async ({ botId, trust }: Bot, day: number, nowMs: number): Promise<boolean> => {
    if (trust === 'refused') return true;
    const { lists, subscribers } = await figuresOf(botId, day, nowMs);
    return lists >= listsMax || subscribers >= subscribersMax;
  };

  return {
    /**
     * Whether the bot gets no sponsors now: it was refused, or is not trusted and had its share of the day. `false` at once,
     * without a promise, of a bot that is trusted.
     */
    withholds: (bot: Bot, day: number, nowMs: number) =>
      isTrustedBot(bot) ? false : hadItsShare(bot, day, nowMs),
    /** Counts what bots are given, until the figures are read again. */
    listener: {
      ended: ({ botId, answer }: RequestEvents['ended']) => {
        if (answer === null || answer.status === 'ok') return;
        const known = remembered.get(botId);
        if (known !== undefined) known.lists += 1;
      },
    },
  };
}
