/** Settings: every fault is named at once, no value is repeated, nothing is guessed. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../core/config.js';

const secret = randomBytes(32).toString('base64');
const good = { BOT_TOKEN: '123456:abcdefghijk', SECRETS_KEY: secret };

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(parseSettings(good)).toMatchObject({
      API_HOST: '127.0.0.1',
      API_PORT: 8080,
      DATABASE_URL: 'file:data/service.db',
      SERVICE_TIMEZONE: 'UTC',
      CURRENCY: 'RUB',
      PUBLISHER_SHARE: '0.7',
      SPONSORS_DEADLINE_MS: 800,
      ATTRIBUTION_HOURS: 24,
      HOLD_HOURS: 24,
      CALLBACK_PREFIX: 'subgram',
    });
  });

  it('treat an empty variable as absent', () => {
    expect(parseSettings({ ...good, API_PORT: '', PUBLIC_URL: '' }).API_PORT).toBe(8080);
  });

  it('name every fault at once, without a value', () => {
    const wrong = {
      SECRETS_KEY: 'c2hvcnQ=',
      API_PORT: 'http',
      SERVICE_TIMEZONE: 'Mars/Base',
      PUBLISHER_SHARE: '1.5',
    };
    const faults = () => parseSettings(wrong);
    for (const name of [
      'BOT_TOKEN: is missing',
      'SECRETS_KEY',
      'API_PORT',
      'SERVICE_TIMEZONE',
      'PUBLISHER_SHARE',
    ]) {
      expect(faults).toThrow(name);
    }
    expect(faults).not.toThrow('c2hvcnQ=');
  });

  it.each([
    ['PUBLIC_URL', 'sponsors.example.org', 'must be an address such as https://'],
    ['PUBLIC_URL', 'https://sponsors.example.org/?from=bot', 'must be an address without ? and #'],
    ['API_PORT', '80800', 'must be from 0 to 65535'],
    ['API_WORKERS', '0', 'must be from 1 to 64'],
    ['DATABASE_POOL_MAX', '2', 'must be from 3 to 1000'],
    ['PAYOUT_DAY_MAX', '8000000001', 'must be at most 8000000000'],
    ['STARS_RATE', '0', 'must be above 0'],
    ['DEFAULT_LANGUAGE', 'ua', 'must be a code of ISO 639-1, such as ru, or uk for Ukrainian'],
    ['OUTGOING_PORTS', '443,80800', 'must be ports up to 65535'],
  ])('say of %s=%s what it must be', (name, value, fault) => {
    expect(() => parseSettings({ ...good, [name]: value })).toThrow(`${name}: ${fault}`);
  });

  it.each(['', '_PREMIUM'])('refuse a standard price%s below the least one', (kind) => {
    const fault = `PRICE_STANDARD${kind}: must be at least PRICE_MIN${kind}`;
    expect(() => parseSettings({ ...good, [`PRICE_MIN${kind}`]: '5' })).toThrow(fault);
    const equal = { [`PRICE_MIN${kind}`]: '5', [`PRICE_STANDARD${kind}`]: '5.0' };
    expect(parseSettings({ ...good, ...equal })).toMatchObject(equal);
  });

  it.each(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])('refuse a %s of a database in a file', (name) => {
    const url = 'postgres://sponsorgate:hidden@db.example.org/sponsorgate';
    const left = { ...good, [name]: url };
    expect(() => parseSettings(left)).toThrow(`${name}: names a PostgreSQL, and DATABASE_URL a file`);
    expect(() => parseSettings({ ...left, DATABASE_URL: url })).not.toThrow();
  });

  it('keep the figures of an api process off the port where it answers', () => {
    const same = { ...good, API_PORT: '9100', METRICS_PORT: '9100' };
    const fault = 'METRICS_PORT: must be another port than API_PORT';
    expect(() => parseSettings(same)).toThrow(fault);
    expect(() => parseSettings({ ...same, API_HOST: '0.0.0.0' })).toThrow(fault);
    const apart = { ...same, API_HOST: '10.0.0.7' };
    for (const free of [
      apart,
      { ...same, METRICS_PORT: '9101' },
      { ...good, API_PORT: '0', METRICS_PORT: '0' },
    ])
      expect(parseSettings(free).METRICS_PORT).toBe(Number(free.METRICS_PORT));
  });

  it('let only a Bot API server by http bring updates by http', () => {
    const webhook = { ...good, UPDATES: 'webhook', PUBLIC_URL: 'http://sponsors.example.org' };
    expect(() => parseSettings(webhook)).toThrow('PUBLIC_URL: must be by https, since UPDATES=webhook');
    const local = { ...webhook, PLATFORM_API_ROOT: 'http://127.0.0.1:8081' };
    const secure = { ...webhook, PUBLIC_URL: 'https://sponsors.example.org' };
    for (const taken of [local, secure, { ...webhook, UPDATES: 'polling' }])
      expect(parseSettings(taken).PUBLIC_URL).toBe(taken.PUBLIC_URL);
  });

  it('take a page with a part of it for what is no root', () => {
    const page = 'https://sponsors.example.org/?page=privacy#block';
    expect(parseSettings({ ...good, BLOCK_PRIVACY_URL: page }).BLOCK_PRIVACY_URL).toBe(page);
  });

  it('of a store for backups come together, with a bucket', () => {
    const store = {
      OFFSITE_URL: 'https://s3.example.org/bucket/',
      OFFSITE_ACCESS_KEY: 'a',
      OFFSITE_SECRET_KEY: 'b',
    };
    expect(parseSettings({ ...good, ...store }).OFFSITE_URL).toBe('https://s3.example.org/bucket');
    for (const name of ['OFFSITE_ACCESS_KEY', 'OFFSITE_SECRET_KEY'])
      expect(() => parseSettings({ ...good, ...store, [name]: '' })).toThrow(`${name}: is needed`);
    const without = () => parseSettings({ ...good, ...store, OFFSITE_URL: 'https://s3.example.org/' });
    expect(without).toThrow('OFFSITE_URL: must name the bucket');
  });

  it('take tokens of further bots, each of a bot of its own, and name none of them where one is wrong', () => {
    const [one, two] = ['2:abcdefghijk', '3:lmnopqrstuv'];
    expect(parseSettings({ ...good, CHECKER_TOKENS: ` ${one}, ${two},` }).CHECKER_TOKENS).toEqual([one, two]);
    expect(parseSettings(good).CHECKER_TOKENS).toEqual([]);
    const many = Array.from({ length: 21 }, (_, index) => `${String(index + 5)}:abcdefghijk`).join(',');
    const wrong = [`${one},abcdefghijk`, `${one},2:another-secret`, `${one},123456:another-secret`, many];
    for (const tokens of wrong) {
      const parse = () => parseSettings({ ...good, CHECKER_TOKENS: tokens });
      expect(parse, tokens).toThrow('CHECKER_TOKENS: must be');
      expect(parse, tokens).not.toThrow('abcdefghijk');
    }
  });

  it('take keys at other networks, and show none of them where one is wrong', () => {
    const networks = (text: string) => parseSettings({ ...good, HOUSE_NETWORKS: text }).HOUSE_NETWORKS;
    const url = 'https://sponsors.example.org';
    expect(networks(` flyer FL-key, sponsorgate other ${url},`)).toEqual([
      { kind: 'flyer', key: 'FL-key', url: '' },
      { kind: 'sponsorgate', key: 'other', url },
    ]);
    expect(parseSettings(good).HOUSE_NETWORKS).toEqual([]);
    const nine = Array.from({ length: 9 }, (_, at) => `sponsorgate secret ${url}/${String(at)}`).join(',');
    const unknown = [
      'flyer',
      'other secret',
      'flyer secret more',
      `flyer secret ${url}`,
      'sponsorgate secret',
    ];
    const repeated = 'flyer secret, flyer secret-two';
    for (const text of [...unknown, 'sponsorgate secret ftp://host', repeated, nine]) {
      expect(() => networks(text), text).toThrow('HOUSE_NETWORKS: must');
      expect(() => networks(text), text).not.toThrow('secret');
    }
  });

  it('lengthen no hold where there is none', () => {
    const hold = { ...good, QUALITY_HOLD: '1', HOLD_HOURS: '0' };
    expect(() => parseSettings(hold)).toThrow('QUALITY_HOLD: needs HOLD_HOURS above 0');
    expect(parseSettings({ ...hold, HOLD_HOURS: '1' }).QUALITY_HOLD).toBe(true);
    expect(parseSettings(good).QUALITY_HOLD).toBe(false);
  });

  it('take several secrets and several moderators', () => {
    const settings = parseSettings({ ...good, SECRETS_KEY: `${secret},${secret}`, MODERATOR_IDS: '1, 2' });
    expect(settings.SECRETS_KEY).toHaveLength(2);
    expect(settings.MODERATOR_IDS).toEqual([1, 2]);
  });
});
