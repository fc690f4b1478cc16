/** What tests of resources share: people with browsers, and the messenger's signatures. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** The platform's own key, which a stage is told of by `PLATFORM_PUBLIC_KEY`. */
export const platformKey: { publicHex: string; privateKey: KeyObject } = (() => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { publicHex: Buffer.from(x, 'base64url').toString('hex'), privateKey };
})();

/** By id, or with all that is to be said of them. */
export type Named = number | { id: number; first_name: string };

const fieldsOf = (user: Named, ageSeconds: number) =>
  new URLSearchParams({
    user: JSON.stringify(typeof user === 'number' ? { id: user, first_name: 'Emma' } : user),
    auth_date: String(Math.floor(Date.now() / 1_000) - ageSeconds),
  });

const linesOf = (fields: URLSearchParams) => [...fields].map(([name, value]) => `${name}=${value}`).sort();

/** Init data as the platform signs it with the token of the bot whose button opened the page. */
export function initDataOf(user: Named, token: string, ageSeconds = 0): string {
  const fields = fieldsOf(user, ageSeconds);
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  fields.set('hash', createHmac('sha256', key).update(linesOf(fields).join('\n')).digest('hex'));
  return fields.toString();
}

/** Init data under the platform's own key, for others than the bot; its `hash` is of a token that nobody knows. */
export function signedDataOf(user: Named, botId: number, ageSeconds = 0): string {
  const fields = fieldsOf(user, ageSeconds);
  const lines = [`${String(botId)}:WebAppData`, ...linesOf(fields)].join('\n');
  fields.set('signature', sign(null, Buffer.from(lines), platformKey.privateKey).toString('base64url'));
  fields.set('hash', '0'.repeat(64));
  return fields.toString();
}

const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

/** What a person's browser sends when it opens a link, from this address. */
export function browserHeaders(address: string): Record<string, string> {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  return { 'User-Agent': CHROME, Accept: accept, 'X-Forwarded-For': address };
}

/** What a page carries, so that its script can tell that it ran. */
export function passIn(page: string): string {
  return /data-pass="([^"]*)"/.exec(page)?.[1] ?? '';
}
