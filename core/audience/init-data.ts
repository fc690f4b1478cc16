/** What a page inside the messenger says of who opened it, signed by the platform with the token of the bot it was opened from. */
import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../vault.js';

/** Older data may have been overheard, and is refused. */
const MAX_AGE_SECONDS = 3_600;
/** The platform's clock is not ours; dated further ahead, data would be good for longer than an hour. */
const MAX_AHEAD_SECONDS = 300;
const MAX_LENGTH = 8_192;

/**
 * The user id that this init data vouches for; null when it is forged, too old or malformed.
 * @param initData the raw query string that the platform's page script gives
 */
export function userOfInitData(initData: string, token: string, nowMs: number): number | null {
  if (initData.length > MAX_LENGTH) return null;
  const fields = new URLSearchParams(initData);
  const hash = fields.get('hash') ?? '';
  fields.delete('hash');
  const lines = [...fields].map(([name, value]) => `${name}=${value}`).toSorted();
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  const expected = createHmac('sha256', key).update(lines.join('\n')).digest('hex');
  if (!equalInConstantTime(expected, hash)) return null;
  const ageSeconds = nowMs / 1_000 - Number(fields.get('auth_date'));
  if (!(ageSeconds <= MAX_AGE_SECONDS && ageSeconds >= -MAX_AHEAD_SECONDS)) return null;
  return readUserId(fields.get('user') ?? '');
}

function readUserId(user: string): number | null {
  try {
    const { id } = JSON.parse(user) as { id?: unknown };
    return typeof id === 'number' && Number.isSafeInteger(id) ? id : null;
  } catch {
    return null;
  }
}
