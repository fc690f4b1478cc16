/** The limits of keys and addresses: what they let through, what they say, and whose address counts. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../api/rate-limiter.js';
import { replyToFailure } from '../../api/envelope.js';
import { ServiceError } from '../../core/errors.js';
import type { KeyOwner } from '../../core/ports/account-store.js';
import { type ApiStage, openApiStage } from './stage.js';

const MINUTE_MS = 60_000;
const caller = (accountId: number): KeyOwner => ({ kind: 'access', accountId, botId: null });

/** Limits under a clock that the test moves. */
function limitsAt(perKey: number, perAddress = 0) {
  const clock = { ms: 0 };
  const limiter = createRateLimiter(
    { TRUSTED_PROXIES: [], KEY_REQUESTS_PER_MINUTE: perKey, ADDRESS_REQUESTS_PER_MINUTE: perAddress },
    () => clock.ms,
  );
  const from = (remoteAddress: string) => ({ socket: { remoteAddress }, headers: {} });
  const isLetIn = (enter: () => unknown) => waitOf(enter) === 0;
  return {
    clock,
    key: (accountId: number, weight = 1) => isLetIn(() => limiter.pass(caller(accountId), weight)),
    address: (address: string, weight = 1) => isLetIn(() => limiter.enter(from(address), weight)),
    waitSeconds: (accountId: number) => waitOf(() => limiter.pass(caller(accountId))),
  };
}

function waitOf(enter: () => unknown): number {
  try {
    enter();
    return 0;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'limited') throw error;
    return error.retryAfterSeconds ?? NaN;
  }
}

describe('a limit', () => {
  it('lets a minute’s worth through at once, then as fast as it earns it back', () => {
    const { clock, key, waitSeconds } = limitsAt(60);
    expect(Array.from({ length: 60 }, () => key(1)).every(Boolean)).toBe(true);
    expect(waitSeconds(1)).toBeCloseTo(1);
    expect(key(2), 'another key has its own').toBe(true);
    clock.ms += 999;
    expect(key(1)).toBe(false);
    clock.ms += 1;
    expect([key(1), key(1)]).toEqual([true, false]);
    clock.ms += 5 * MINUTE_MS;
    expect(Array.from({ length: 61 }, () => key(1)).filter(Boolean)).toHaveLength(60);
  });

  it('lets never more through than it says, whenever they come, and lets the patient in', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 5 })), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 50 }), steps, (perMinute, moments) => {
        const { clock, key, waitSeconds } = limitsAt(perMinute);
        const passed: { atMs: number; weight: number }[] = [];
        for (const [pauseMs, weight] of moments) {
          clock.ms += pauseMs;
          if (key(1, weight)) passed.push({ atMs: clock.ms, weight });
          const since = passed.filter(({ atMs }) => atMs > clock.ms - MINUTE_MS);
          const used = since.reduce((sum, one) => sum + one.weight, 0);
          // A full bucket at its beginning, and what is earned back within the minute.
          expect(used).toBeLessThanOrEqual(2 * perMinute);
        }
        const wait = waitSeconds(1);
        clock.ms += wait * 1_000;
        if (wait > 0) expect(key(1)).toBe(true);
      }),
    );
  });

  it('of 0 is none, a weight of 0 is never refused, and one beyond the limit waits for the whole minute', () => {
    const free = limitsAt(0);
    expect(Array.from({ length: 1_000 }, () => free.key(1)).every(Boolean)).toBe(true);
    const strict = limitsAt(2);
    expect([strict.key(1, 10), strict.key(1), strict.key(1, 0)]).toEqual([true, false, true]);
    strict.clock.ms += MINUTE_MS;
    expect(strict.key(1, 10)).toBe(true);
  });

  it('counts the /64 of an IPv6 address, and each IPv4 address', () => {
    const { address } = limitsAt(0, 1);
    expect([address('2001:db8::1'), address('2001:db8::ffff'), address('2001:db8:0:1::1')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([address('192.0.2.1'), address('192.0.2.1'), address('192.0.2.2')]).toEqual([true, false, true]);
  });

  it('holds its memory within bounds when addresses flood it', () => {
    const { address } = limitsAt(0, 1);
    for (let index = 0; index < 120_000; index += 1)
      address(`10.${String(index >> 16)}.${String((index >> 8) & 255)}.${String(index & 255)}`);
    expect(address('10.1.212.191'), 'the latest is still known').toBe(false);
    expect(address('10.0.0.0'), 'the earliest is forgotten').toBe(true);
  });
});

describe('the address of a request', () => {
  const unlimited = { KEY_REQUESTS_PER_MINUTE: 0, ADDRESS_REQUESTS_PER_MINUTE: 0 };
  const read = (trusted: string[], socket: string, told?: string) =>
    createRateLimiter({ TRUSTED_PROXIES: trusted, ...unlimited }).enter({
      socket: { remoteAddress: socket },
      headers: told === undefined ? {} : { 'x-forwarded-for': told },
    });

  it.each([
    ['nobody is told of', ['loopback'], '192.0.2.1', undefined, '192.0.2.1'],
    ['a stranger claims another', ['loopback'], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['a proxy here says', ['loopback'], '127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['a proxy here, by IPv6', ['loopback'], '::1', '2001:db8::7', '2001:db8::7'],
    ['a proxy here, mapped', ['loopback'], '::ffff:127.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['the caller forged the front', ['loopback'], '127.0.0.1', '127.0.0.1, 8.8.8.8, 192.0.2.9', '192.0.2.9'],
    ['two proxies', ['loopback', '10.0.0.0/8'], '127.0.0.1', '198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['the second is not trusted', ['loopback'], '127.0.0.1', '198.51.100.7, 10.1.2.3', '10.1.2.3'],
    ['all are trusted', ['loopback', 'uniquelocal'], '127.0.0.1', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['what is no address', ['loopback'], '127.0.0.1', 'unknown', '127.0.0.1'],
    ['no address behind a proxy', ['loopback', 'uniquelocal'], '127.0.0.1', '<script>, 10.1.2.3', '10.1.2.3'],
    ['a number that some take for an address', ['loopback'], '127.0.0.1', '0x7f.1', '127.0.0.1'],
    ['an empty header', ['loopback'], '127.0.0.1', ' ', '127.0.0.1'],
    ['a single trusted address', ['192.0.2.1'], '192.0.2.1', '198.51.100.7', '198.51.100.7'],
    ['link-local', ['linklocal'], 'fe80::5', '198.51.100.7', '198.51.100.7'],
  ])('%s', (_name, trusted, socket, told, expected) => {
    expect(read(trusted, socket, told)).toBe(expected);
  });
});

it('Retry-After is in whole seconds, rounded up, and never 0', () => {
  const told = (retryAfterSeconds: number) =>
    replyToFailure(new ServiceError('limited', 'Too many.', { retryAfterSeconds })).headers['Retry-After'];
  expect([0, 0.001, 0.999, 1, 1.2, 20].map(told)).toEqual(['1', '1', '1', '1', '2', '20']);
});

describe('over HTTP', () => {
  let stage: ApiStage;
  afterEach(() => stage.close());

  const statuses = async (count: number, ask: () => Promise<{ http: number }>) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await ask()).http);
    return seen;
  };

  it('a key over its limit gets 429 in the envelope with Retry-After; other keys and open paths go on', async () => {
    stage = await openApiStage({ KEY_REQUESTS_PER_MINUTE: '3' });
    const balance = () => stage.post('/get-balance', stage.keys.statistics);
    expect(await statuses(4, balance)).toEqual([200, 200, 200, 429]);
    const refused = await balance();
    expect(refused.body).toMatchObject({ status: 'error', code: 429, message: expect.any(String) as string });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(20);
    expect(refused.headers.get('x-request-id')).toBeTruthy();
    expect(refused.text).not.toContain(stage.keys.statistics);
    expect((await stage.post('/get-balance', stage.keys.bot)).http).toBe(200);
    expect((await stage.ask('/filters')).http).toBe(200);
  });

  it('a replaced key takes its count along: changing it lifts no limit', async () => {
    stage = await openApiStage({ KEY_REQUESTS_PER_MINUTE: '2' });
    expect(await statuses(3, () => stage.post('/get-balance', stage.keys.bot))).toEqual([200, 200, 429]);
    const change = { action: 'change_api_key', bot_id: stage.botId };
    const { body } = await stage.post('/bots', stage.keys.access, change);
    const { new_api_key: fresh } = body['response'] as { new_api_key: string };
    expect((await stage.post('/get-balance', fresh)).http).toBe(429);
  });

  it('an address over its limit is refused on every path but the health checks, whatever key it has', async () => {
    stage = await openApiStage({ ADDRESS_REQUESTS_PER_MINUTE: '3' });
    expect(await statuses(3, () => stage.post('/get-balance', 'nonsense'))).toEqual([401, 401, 401]);
    for (const path of ['/filters', '/nowhere', '/docs', '/r/x', '/form/x'])
      expect((await stage.ask(path)).http, path).toBe(429);
    expect((await stage.ask('/get-balance')).http, 'a wrong method').toBe(429);
    expect((await stage.post('/get-balance', stage.keys.statistics)).http).toBe(429);
    expect((await stage.ask('/healthz')).http).toBe(200);
    // A proxy on this machine speaks for its callers, each of whom has a limit of their own.
    const headers = { 'X-Forwarded-For': '198.51.100.7' };
    expect((await stage.ask('/filters', { headers })).http).toBe(200);
  });

  it('what costs more counts for more', async () => {
    stage = await openApiStage({ KEY_REQUESTS_PER_MINUTE: '20' });
    const path = `/statistic?action=allbots&api_token=${stage.keys.statistics}`;
    expect(await statuses(3, () => stage.ask(path))).toEqual([200, 200, 429]);
  });
});
