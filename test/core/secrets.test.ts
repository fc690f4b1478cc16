/** Secrets at rest, links that are signed, and init data: what is forged, changed or stale opens nothing. */
import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userOfInitData } from '../../core/audience/init-data.js';
import { createTrackedLinks, type LinkTarget } from '../../core/tracked-links.js';
import { createVault, equalInConstantTime } from '../../core/vault.js';

const [first, second] = [randomBytes(32), randomBytes(32)];

describe('the vault', () => {
  it('opens what it sealed, for the same purpose only', () => {
    const vault = createVault([first]);
    const sealed = vault.seal('123:secret', 'bot-token');
    expect(sealed).not.toContain('secret');
    expect(vault.open(sealed, 'bot-token')).toBe('123:secret');
    expect(() => vault.open(sealed, 'order-token')).toThrow();
  });

  it('notices a single changed character', () => {
    const vault = createVault([first]);
    const sealed = vault.seal('123:secret', 'bot-token');
    // Not the last one, some of whose bits are only filling.
    const place = sealed.length - 8;
    const changed = sealed.slice(0, place) + (sealed[place] === 'A' ? 'B' : 'A') + sealed.slice(place + 1);
    expect(() => vault.open(changed, 'bot-token')).toThrow();
  });

  it('opens with an older key after a rotation, and seals with the newest', () => {
    const sealed = createVault([first]).seal('123:secret', 'bot-token');
    const rotated = createVault([second, first]);
    expect(rotated.open(sealed, 'bot-token')).toBe('123:secret');
    expect(sealed.startsWith(rotated.prefix)).toBe(false);
    expect(rotated.seal('x', 'y').startsWith(rotated.prefix)).toBe(true);
    expect(() => createVault([second]).open(sealed, 'bot-token')).toThrow('SECRETS_KEY');
  });

  it('finds a key that was stored before a rotation', () => {
    const stored = createVault([first]).lookup('sg_bot_x');
    expect(createVault([second, first]).lookups('sg_bot_x')).toContain(stored);
  });

  it('compares texts of any length', () => {
    expect(equalInConstantTime('abc', 'abc')).toBe(true);
    expect(equalInConstantTime('abc', 'abcd')).toBe(false);
  });
});

describe('tracked links', () => {
  const links = createTrackedLinks(createVault([first]));
  const targets: LinkTarget[] = [
    { kind: 'resource', botId: 7_000_000_001, userId: 5_000_000_000, orderId: 12 },
    { kind: 'smart', botId: 1, userId: 2, slotIndex: 3 },
    { kind: 'form', botId: 1, userId: 2 },
  ];

  it.each(targets)('lead back to a $kind until they expire', (target) => {
    const token = links.token(target, 10_000);
    expect(links.read(token, 9_999)).toEqual(target);
    expect(links.read(token, 10_001)).toBeNull();
    expect(links.token(target, 10_000)).toBe(token);
  });

  it('are refused when any part was changed', () => {
    const token = links.token({ kind: 'resource', botId: 1, userId: 2, orderId: 3 }, 10_000);
    for (const forged of [
      token.replace('r-1-2-3', 'r-1-4-3'),
      `${token}x`,
      token.slice(1),
      '',
      'r-1-2-3-a-',
    ]) {
      expect(links.read(forged, 0)).toBeNull();
    }
  });
});

describe('init data', () => {
  const token = '700:token-of-a-bot';
  const sign = (fields: Record<string, string>, key = token) => {
    const lines = Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .toSorted();
    const secret = createHmac('sha256', 'WebAppData').update(key).digest();
    const hash = createHmac('sha256', secret).update(lines.join('\n')).digest('hex');
    return new URLSearchParams({ ...fields, hash }).toString();
  };
  const user = JSON.stringify({ id: 42, first_name: 'Ann & Co' });
  const nowMs = 1_000_000_000;

  it('vouches for the user whom the platform signed', () => {
    const told = { firstName: 'Ann & Co', lastName: '', username: '' };
    expect(userOfInitData(sign({ auth_date: '1000000', user }), token, nowMs)).toEqual({
      userId: 42,
      reported: told,
    });
  });

  it.each([
    ['another bot signed it', sign({ auth_date: '1000000', user }, '701:other')],
    ['it is older than an hour', sign({ auth_date: String(1_000_000 - 3_601), user })],
    ['it is of a time to come', sign({ auth_date: String(1_000_000 + 301), user })],
    ['it has no date', sign({ user })],
    ['its date is no number', sign({ auth_date: 'now', user })],
    ['it names no user', sign({ auth_date: '1000000' })],
    ['the user is no JSON', sign({ auth_date: '1000000', user: '{' })],
    ['the user was changed', sign({ auth_date: '1000000', user }).replace('42', '43')],
    ['it is not signed', new URLSearchParams({ auth_date: '1000000', user }).toString()],
  ])('is refused when %s', (_name, initData) => {
    expect(userOfInitData(initData, token, nowMs)).toBeNull();
  });
});
