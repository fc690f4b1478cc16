/** What the platform calls our bots, and how often it is asked (`core/checkers`). */
import { expect, it } from 'vitest';
import { createCheckers } from '../../core/checkers/index.js';
import type { PlatformAnswer, PlatformBot } from '../../core/platform.js';
import type { Ports } from '../../core/ports.js';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const bot: PlatformBot = { botId: 1, name: 'Sponsorgate', username: 'sponsorgate_bot' };
const failure = { kind: 'unavailable', description: '', retryAfterMs: null } as const;

/** The operator bot's name, of a platform that may be away. */
function naming() {
  const clock = { nowMs: YEAR_MS, now: () => clock.nowMs };
  const platform = {
    isAway: false,
    asked: 0,
    me: (): Promise<PlatformAnswer<PlatformBot>> => {
      platform.asked += 1;
      return Promise.resolve(platform.isAway ? { ok: false, failure } : { ok: true, value: bot });
    },
  };
  const settings = { BOT_TOKEN: '1:token-of-a-bot', CHECKER_TOKENS: [] };
  const { named } = createCheckers({ clock, settings, platform, store: {} } as unknown as Ports);
  return { clock, platform, named: () => named(null) };
}

it('a name that is known is asked for once an hour, and kept while the platform is away', async () => {
  const { clock, platform, named } = naming();
  expect([await named(), await named()]).toEqual([bot, bot]);
  expect(platform.asked).toBe(1);
  platform.isAway = true;
  clock.nowMs += HOUR_MS;
  expect(await named()).toEqual(bot);
  expect(platform.asked).toBe(2);
});

it('a name that was missed before the clock was set back is asked for again', async () => {
  const { clock, platform, named } = naming();
  platform.isAway = true;
  expect(await named()).toBeNull();
  platform.isAway = false;
  clock.nowMs -= YEAR_MS;
  expect(await named()).toEqual(bot);
});
