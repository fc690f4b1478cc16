/** What the service of a town is set up as. */
import { parseSettings, type Settings } from '../../../core/config.js';
import type { Store } from '../../../core/ports.js';
import type { Mutation } from './old-rules.js';
import { OPERATOR } from './town-platform.js';

export const MODERATOR = 9_001;

export function settingsOf(databaseUrl: string, mutation: Mutation): Settings {
  return parseSettings({
    BOT_TOKEN: OPERATOR,
    SECRETS_KEY: Buffer.alloc(32, 5).toString('base64'),
    MODERATOR_IDS: String(MODERATOR),
    DATABASE_URL: databaseUrl,
    RANKING: 'smoothed',
    EXPLORE_SHARE: '0',
    BOTS_PER_HOUR: '1000',
    WITHDRAWAL_MIN: '1',
    ADMIN_IDS: String(MODERATOR),
    ...(mutation.quality == null ? {} : { QUALITY_PRICE: '1', QUALITY_HOLD: '1', HOLD_HOURS: '24' }),
    ...mutation.environment,
  });
}

/**
 * It holds from long before the day on: announced in it, it would hold a week later.
 * @param quality of each bot; null or absent: it changes no price or hold
 */
export async function announceQuality(
  store: Store,
  botId: number,
  quality: number | null | undefined,
  nowMs: number,
): Promise<void> {
  if (quality == null) return;
  const announced = { botId, fromMs: 0, factor: quality, holdFactor: Math.min(1, quality) };
  await store.payingFactors.announce([announced], [], nowMs);
}
