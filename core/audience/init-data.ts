/** What a page inside the messenger says of who opened it, and whose signature stands under it. */
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { type PlatformUser, type RawUser, toPlatformUser } from '../platform.js';
import { equalInConstantTime } from '../vault.js';

/** Older data may have been overheard, and is refused. */
const MAX_AGE_SECONDS = 3_600;
/** The platform's clock is not ours; dated further ahead, data would be good for longer than an hour. */
const MAX_AHEAD_SECONDS = 300;
const MAX_LENGTH = 8_192;
/** As /get-sponsors takes them. */
const TEXT_MAX = 256;
const CODE_MAX = 35;

/** What stands before the 32 bytes of an Ed25519 key in its standard form (RFC 8410, SPKI). */
const KEY_HEADER = Buffer.from('302a300506032b6570032100', 'hex');

/** The user that signed data names, and what it says of them. */
export interface NamedUser {
  userId: number;
  reported: PlatformUser;
}

/**
 * The user that this init data vouches for under a bot's token; null when it is forged, too old or malformed. The
 * bot's owner has the token, and can make such data for any user.
 * @param initData the raw query string that the platform's page script gives
 */
export function userOfInitData(initData: string, token: string, nowMs: number): NamedUser | null {
  if (initData.length > MAX_LENGTH) return null;
  const fields = new URLSearchParams(initData);
  const hash = fields.get('hash') ?? '';
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  const expected = createHmac('sha256', key)
    .update(linesOf(fields, ['hash']).join('\n'))
    .digest('hex');
  return equalInConstantTime(expected, hash) ? userIn(fields, nowMs) : null;
}

/**
 * The user that the platform itself vouches for with its own key, in a page opened from this bot; null where there is
 * no such signature, or the data is forged, too old or malformed. Only the platform can make it.
 * @param publicKey the platform's Ed25519 key, 32 bytes in hex
 */
export function userOfSignedData(
  initData: string,
  { botId, publicKey, nowMs }: { botId: number; publicKey: string; nowMs: number },
): NamedUser | null {
  if (initData.length > MAX_LENGTH) return null;
  const fields = new URLSearchParams(initData);
  const signature = fields.get('signature') ?? '';
  if (signature === '') return null;
  const lines = [`${String(botId)}:WebAppData`, ...linesOf(fields, ['hash', 'signature'])];
  const key = createPublicKey({
    key: Buffer.concat([KEY_HEADER, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  const isGenuine = verify(null, Buffer.from(lines.join('\n')), key, Buffer.from(signature, 'base64url'));
  return isGenuine ? userIn(fields, nowMs) : null;
}

/** `name=value` of each field, by name, without those that are signatures themselves. */
function linesOf(fields: URLSearchParams, without: readonly string[]): string[] {
  return [...fields]
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();
}

function userIn(fields: URLSearchParams, nowMs: number): NamedUser | null {
  const ageSeconds = nowMs / 1_000 - Number(fields.get('auth_date'));
  if (!(ageSeconds <= MAX_AGE_SECONDS && ageSeconds >= -MAX_AHEAD_SECONDS)) return null;
  return readUser(fields.get('user') ?? '');
}

function readUser(text: string): NamedUser | null {
  try {
    const user = JSON.parse(text) as { id?: unknown } & Record<keyof RawUser, unknown>;
    if (typeof user.id !== 'number' || !Number.isSafeInteger(user.id)) return null;
    return { userId: user.id, reported: toPlatformUser(rawUser(user)) };
  } catch {
    return null;
  }
}

/** A bot's owner may have signed anything: fields of another type say nothing. */
function rawUser(user: Record<keyof RawUser, unknown>): RawUser {
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, TEXT_MAX) : undefined);
  return {
    first_name: text(user.first_name) ?? '',
    last_name: text(user.last_name),
    username: text(user.username),
    language_code: text(user.language_code)?.slice(0, CODE_MAX),
    is_premium: typeof user.is_premium === 'boolean' ? user.is_premium : undefined,
  };
}
