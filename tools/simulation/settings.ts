/** What the simulated service is set up as. */
import { parseSettings, type Settings } from '../../core/config.js';
import { platformKey } from '../../test/api/resource-stage.js';
import { ADMINISTRATOR, MODERATOR } from './people.js';

export function settingsOf(seed: number): Settings {
  const hasHold = seed % 2 === 1;
  const settings = parseSettings({
    BOT_TOKEN: '1234567:operator-token',
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    MODERATOR_IDS: String(MODERATOR),
    ADMIN_IDS: String(ADMINISTRATOR),
    WITHDRAWAL_MIN: '1',
    // Half of the seeds run with holds, so that leaving takes money back.
    HOLD_HOURS: hasHold ? '2' : '0',
    // A new publisher's earnings wait longer in some.
    NEW_PUBLISHER_HOLD_HOURS: seed % 5 === 0 ? '3' : '0',
    // In others a withdrawal has to wait, so that charges may take of it.
    WITHDRAWAL_HOURS: seed % 3 === 2 ? '2' : '0',
    // In a seventh of the seeds publishers are paid by the quality of their bots.
    QUALITY_PRICE: seed % 7 === 0 ? '1' : '0',
    // And of those with holds in two sevenths quality lengthens the hold: with such shares, and without.
    QUALITY_HOLD: hasHold && seed % 7 <= 1 ? '1' : '0',
    PLATFORM_PUBLIC_KEY: platformKey.publicHex,
    UNTRUSTED_SUBSCRIBERS_DAY: '2',
    // Sponsors are ranked by either rule, and by both at once.
    RANKING: seed % 4 === 0 ? 'smoothed' : 'learned',
    RANKING_TRIAL_SHARE: seed % 4 === 1 ? '0.5' : '0',
    EXPLORE_SHARE: '0.2',
  });
  // In a third of the seeds, as under many requests, users known to be out are never asked about again:
  // the known state stands until an update changes it.
  return seed % 3 === 0 ? { ...settings, API_WORKERS: 1e9 } : settings;
}

/** In a third of the seeds the platform's clock is a second behind ours, in another third a second ahead. */
export function platformAheadMs(seed: number): number {
  return ((seed % 3) - 1) * 1_000;
}
