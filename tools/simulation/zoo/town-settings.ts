/** What the service of a town is set up as. */
import { parseSettings, type Settings } from '../../../core/config.js';
import type { Mutation } from './old-rules.js';
import { environmentOf } from './quality.js';
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
    ...environmentOf(mutation.quality),
    ...mutation.environment,
  });
}
