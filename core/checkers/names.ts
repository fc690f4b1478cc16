/** Who our bots are, as the platform knows them by their tokens: for pages and words that lead to them. */
import type { PlatformBot } from '../platform.js';
import type { Ports } from '../ports.js';
import { checkerToken } from './tokens.js';

/** The longest wait for the platform. */
const DEADLINE_MS = 1_000;
/** A bot is seldom renamed. */
const KNOWN_MS = 3_600_000;
/** After a failure we do without it for so long. */
const UNKNOWN_MS = 30_000;

export interface BotNames {
  /**
   * @param checkerBotId null: the operator bot
   * @returns null while the platform does not say, or refuses the token; asked at most once in 30 s then, and once an
   * hour otherwise
   */
  find(checkerBotId: number | null): Promise<PlatformBot | null>;
}

export function createBotNames({
  platform,
  settings,
  clock,
}: Pick<Ports, 'platform' | 'settings' | 'clock'>): BotNames {
  const known = new Map<number | null, { bot: PlatformBot | null; untilMs: number }>();
  const asking = new Map<number | null, Promise<PlatformBot | null>>();

  const ask = async (checkerBotId: number | null, token: string): Promise<PlatformBot | null> => {
    const answer = await platform.me(token, { deadlineMs: clock.now() + DEADLINE_MS });
    const bot = answer.ok ? answer.value : null;
    known.set(checkerBotId, { bot, untilMs: clock.now() + (bot === null ? UNKNOWN_MS : KNOWN_MS) });
    return bot;
  };

  return {
    find: async (checkerBotId) => {
      const token = checkerToken(settings, checkerBotId);
      if (token === null) return null;
      const before = known.get(checkerBotId);
      if (before !== undefined && clock.now() < before.untilMs) return before.bot;
      const under = asking.get(checkerBotId);
      if (under !== undefined) return under;
      const answer = ask(checkerBotId, token).finally(() => asking.delete(checkerBotId));
      asking.set(checkerBotId, answer);
      return answer;
    },
  };
}
