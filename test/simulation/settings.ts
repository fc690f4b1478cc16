/** What the simulated service is set up as. */
import { parseSettings, type Settings } from '../../core/config.js';
import { ADMINISTRATOR, MODERATOR } from './people.js';

export function settingsOf(seed: number): Settings {
  return parseSettings({
    BOT_TOKEN: '1234567:operator-token',
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    MODERATOR_IDS: String(MODERATOR),
    ADMIN_IDS: String(ADMINISTRATOR),
    WITHDRAWAL_MIN: '1',
    // Half of the seeds run with holds, so that leaving takes money back.
    HOLD_HOURS: seed % 2 === 0 ? '0' : '2',
    EXPLORE_SHARE: '0.2',
  });
}
