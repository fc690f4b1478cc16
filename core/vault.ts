/**
 * Secrets at rest. Tokens and keys are encrypted with AES-256-GCM; keys are looked up by an HMAC. Both use keys
 * derived from `SECRETS_KEY`, which may hold several, newest first: the first seals, all of them open.
 *
 * A sealed text reads `<key id>.<iv>.<tag>.<data>`, so that it says under which key it was made.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const IV_BYTES = 12;

interface VaultKey {
  id: string;
  cipherKey: Buffer;
  lookupKey: Buffer;
}

export type Vault = ReturnType<typeof createVault>;

/**
 * @param secrets 32 bytes each, newest first
 * @param lost what is read, by its purpose, in place of what none of them opens
 */
export function createVault(secrets: readonly Uint8Array[], lost: Readonly<Record<string, string>> = {}) {
  const keys = secrets.map(deriveKey);
  const current = keys[0];
  if (current === undefined) throw new Error('The vault needs at least one key.');

  const keyOf = (sealed: string) => keys.find((candidate) => sealed.startsWith(`${candidate.id}.`));
  const sign = (key: VaultKey, text: string) => hmac(key.lookupKey, `sign:${text}`);
  return {
    /** Encrypts; `purpose` must be the same when opening, so that a sealed text cannot be moved to another place. */
    seal: (plain: string, purpose: string) => seal(current, plain, purpose),
    /** @throws when the text was sealed under an unknown key and nothing stands for it, for another purpose, or was changed */
    open: (sealed: string, purpose: string) => {
      const key = keyOf(sealed);
      const text = key === undefined ? lost[purpose] : open(key, sealed, purpose);
      if (text === undefined) throw new Error('This was sealed under a key that SECRETS_KEY does not hold.');
      return text;
    },
    /** Whether one of the secrets sealed it. */
    knows: (sealed: string) => keyOf(sealed) !== undefined,
    /** The HMAC by which a key is looked up, under the current secret. */
    lookup: (plain: string) => hmac(current.lookupKey, `key:${plain}`),
    /** The HMACs under all secrets, newest first: a key stored before a rotation is found under an older one. */
    lookups: (plain: string) => keys.map((key) => hmac(key.lookupKey, `key:${plain}`)),
    /** An HMAC over a text for links and pages, apart from the one for look-ups. */
    sign: (text: string) => sign(current, text),
    /** Compared in constant time, under every secret; `length` when only the signature's beginning is used. */
    verify: (text: string, signature: string, length?: number) =>
      keys.some((key) => equalInConstantTime(sign(key, text).slice(0, length), signature)),
    /** With this begins every text that is sealed under the current secret, and no other. */
    prefix: `${current.id}.`,
  };
}

/** A SHA-256 of a text, as a session or a call is kept by it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Compares by hashes, which are of one length, in a time that does not show where the texts differ. */
export function equalInConstantTime(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** Says which secret something was sealed under. */
export const keyId = (secret: Uint8Array): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 8);

function deriveKey(secret: Uint8Array): VaultKey {
  if (secret.length !== 32) throw new Error('SECRETS_KEY must be 32 bytes, base64.');
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', secret, '', `sponsorgate ${label}`, 32));
  return { id: keyId(secret), cipherKey: derive('cipher'), lookupKey: derive('lookup') };
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function seal(key: VaultKey, plain: string, purpose: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.cipherKey, iv).setAAD(Buffer.from(purpose));
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [key.id, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.');
}

function open(key: VaultKey, sealed: string, purpose: string): string {
  const [, iv, tag, data] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (iv === undefined || tag === undefined || data === undefined) throw new Error('This is no sealed text.');
  const decipher = createDecipheriv('aes-256-gcm', key.cipherKey, iv).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
}
