/** The service's own settings, as the market's ports have them. */
import { parseSettings, type Settings } from '../../core/config.js';

export function settingsOf(environment: Record<string, string>): Settings {
  return parseSettings({
    BOT_TOKEN: '1234567:operator-token',
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    ...environment,
  });
}
