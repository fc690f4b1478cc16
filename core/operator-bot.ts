/** Who the operator bot is, for pages that lead to it: the platform knows its name by its token. */
import type { PlatformBot, Ports } from './ports.js';

/** A page waits no longer for the platform. */
const DEADLINE_MS = 1_000;
/** A bot is seldom renamed. */
const KNOWN_MS = 3_600_000;
/** After a failure pages do without it for so long. */
const UNKNOWN_MS = 30_000;

export interface OperatorBot {
  /** Null while the platform does not say; asked at most once in 30 s then, and once an hour otherwise. */
  find(): Promise<PlatformBot | null>;
}

export function createOperatorBot({
  platform,
  settings,
  clock,
}: Pick<Ports, 'platform' | 'settings' | 'clock'>): OperatorBot {
  let known: { bot: PlatformBot | null; untilMs: number } | null = null;
  let asking: Promise<PlatformBot | null> | null = null;

  const ask = async (): Promise<PlatformBot | null> => {
    const answer = await platform.me(settings.BOT_TOKEN, { deadlineMs: clock.now() + DEADLINE_MS });
    const bot = answer.ok ? answer.value : null;
    known = { bot, untilMs: clock.now() + (bot === null ? UNKNOWN_MS : KNOWN_MS) };
    return bot;
  };

  return {
    find: async () => {
      if (known !== null && clock.now() < known.untilMs) return known.bot;
      asking ??= ask().finally(() => (asking = null));
      return asking;
    },
  };
}
