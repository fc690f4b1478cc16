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

/**
 * The returned function takes the id that orders name a bot by; null: the operator bot. It resolves to null while the platform
 * has not said who that is, or refuses the token. It asks at most once in 30 s then, and once an hour otherwise.
 */
export function createBotNames(ports: Pick<Ports, 'platform' | 'settings' | 'clock'>) {
  const { platform, settings, clock } = ports;
  const known = new Map<number | null, { bot: PlatformBot | null; untilMs: number }>();
  const asking = new Map<number | null, Promise<PlatformBot | null>>();

  const ask = async (checkerBotId: number | null, token: string): Promise<PlatformBot | null> => {
    const answer = await platform.me(token, { deadlineMs: clock.now() + DEADLINE_MS });
    const isRefused = !answer.ok && answer.failure.kind === 'token_refused';
    const before = isRefused ? null : (known.get(checkerBotId)?.bot ?? null);
    const bot = answer.ok ? answer.value : before;
    known.set(checkerBotId, { bot, untilMs: clock.now() + (answer.ok ? KNOWN_MS : UNKNOWN_MS) });
    return bot;
  };

  return async (checkerBotId: number | null): Promise<PlatformBot | null> => {
    const token = checkerToken(settings, checkerBotId);
    if (token === null) return null;
    const before = known.get(checkerBotId);
    if (before !== undefined && clock.now() < before.untilMs) return before.bot;
    const under = asking.get(checkerBotId);
    if (under !== undefined) return under;
    const answer = ask(checkerBotId, token).finally(() => asking.delete(checkerBotId));
    asking.set(checkerBotId, answer);
    return answer;
  };
}
