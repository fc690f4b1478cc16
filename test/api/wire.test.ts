import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf } from '../../api/envelope.js';
import { joined, writeFields } from '../../api/joined.js';
import { type ApiStage, openApiStage } from './stage.js';

let stage: ApiStage;
beforeAll(async () => {
  stage = await openApiStage();
});
afterAll(() => stage.close());

/** `status`, `code` and `message` on top, whatever happened. */
function expectEnvelope({ http, headers, body }: Awaited<ReturnType<ApiStage['ask']>>, code: number): void {
  expect(http).toBe(code);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body).toMatchObject({ status: 'error', code });
  expect(body['message']).toMatch(/^[A-Z].{5,}\.$|: /);
  expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{1,64}$/);
}

describe('what is liberal', () => {
  it.each([
    ['no body and no content type', undefined, {}],
    ['an empty body', '', { 'Content-Type': 'application/json' }],
    ['blanks', ' \r\n ', { 'Content-Type': 'text/plain' }],
    ['a form content type around JSON', '{}', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a strange charset', '{}', { 'Content-Type': 'application/json; charset=klingon' }],
    ['a byte order mark', '\uFEFF{}', {}],
  ])('%s is an object', async (_name, body, headers) => {
    const init = { method: 'POST', headers: { Auth: stage.keys.statistics, ...headers } };
    const { http } = await stage.ask('/get-balance', body === undefined ? init : { ...init, body });
    expect(http).toBe(200);
  });

  it('a trailing slash is the same path, without a redirect', async () => {
    for (const path of ['/get-balance', '/get-balance/']) {
      expect((await stage.post(path, stage.keys.statistics)).http).toBe(200);
    }
    expect((await stage.ask('/filters/')).http).toBe(200);
  });

  it('numbers as text, flags as words, blanks and unknown fields', async () => {
    const { http, body } = await stage.post('/bots', stage.keys.access, {
      action: 'update',
      bot_id: String(stage.botId),
      max_sponsors: '7',
      show_bots: 'false',
      use_smart_link: '',
      time_purge: null,
      nonsense: { deep: [1] },
    });
    expect(http).toBe(200);
    expect(body['result']).toMatchObject({
      max_sponsors: 7,
      show_bots: 0,
      use_smart_link: 1,
      time_purge: 180,
    });
  });
});

describe('what goes wrong gets the envelope', () => {
  it.each([
    ['malformed JSON', '{"action":', 400],
    ['half a character', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400],
    ['a list', '[1]', 422],
    ['a number', '1', 422],
    ['null', 'null', 422],
    ['no action', '{}', 422],
    ['an unknown action', '{"action":"fly"}', 422],
    ['an action of the wrong type', '{"action":{}}', 422],
    ['an action that every object has', '{"action":"constructor"}', 422],
    ['a body over 64 KiB', JSON.stringify({ action: 'add', bot_name: 'x'.repeat(65 * 1024) }), 413],
  ])('%s', async (_name, body, code) => {
    const reply = await stage.ask('/bots', { method: 'POST', headers: { Auth: stage.keys.access }, body });
    expectEnvelope(reply, code);
  });

  it('an unknown path', async () => {
    for (const path of ['/nothing', '/get-sponsors/more', '/%2e%2e/etc', '/toString']) {
      expectEnvelope(await stage.ask(path), 404);
    }
  });

  it('a path of a base address that ends with a slash says so', async () => {
    // The dot goes before it is sent.
    const answer = await stage.post('/.//get-sponsors', stage.keys.bot, {});
    expectEnvelope(answer, 404);
    expect(answer.body['message']).toContain('two slashes');
  });

  it('failed events that are not there are not promised again', async () => {
    const answer = await stage.post('/webhooks', stage.keys.access, { action: 'resend', webhook_id: 5 });
    expect(answer.body).toMatchObject({
      message: 'There is nothing to deliver again.',
      result: { resent: 0 },
    });
  });

  it('a path that cannot be decoded', async () => {
    expectEnvelope(await stage.ask('/r/%E0%A4%A'), 404);
  });

  it('a method that is not for the path, with those that are', async () => {
    const reply = await stage.ask('/get-sponsors');
    expectEnvelope(reply, 405);
    expect(reply.headers.get('allow')).toBe('POST');
    const post = await stage.post('/filters', null);
    expectEnvelope(post, 405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
  });

  it('several faults are named at once, and nothing is changed', async () => {
    const before = await stage.post('/bots', stage.keys.access, { action: 'info', bot_id: stage.botId });
    const reply = await stage.post('/bots', stage.keys.access, {
      action: 'update',
      bot_id: stage.botId,
      max_sponsors: 11,
      time_purge: 4,
      get_links: 1,
      image_op: 'javascript:alert(1)',
    });
    expectEnvelope(reply, 422);
    for (const name of ['max_sponsors', 'time_purge', 'image_op'])
      expect(reply.body['message']).toContain(`${name}: `);
    const after = await stage.post('/bots', stage.keys.access, { action: 'info', bot_id: stage.botId });
    expect(after.body).toEqual(before.body);
  });

  it("somebody else's bot and one that is not there get the same answer", async () => {
    await stage.service.accounts.open({ accountId: 502, firstName: 'Eve', username: 'eve', language: 'en' });
    const stranger = await stage.service.accounts.revealKey(502, 'access');
    const answers = await Promise.all(
      [stage.botId, 999].map((bot_id) => stage.post('/bots', stranger, { action: 'info', bot_id })),
    );
    for (const answer of answers) expectEnvelope(answer, 403);
    expect(answers[0]?.text.replaceAll(String(stage.botId), '#')).toBe(
      answers[1]?.text.replaceAll('999', '#'),
    );
  });

  it('what is no HTTP, and headers that are too large', async () => {
    const { port } = new URL(stage.url);
    const raw = (text: string) =>
      new Promise<string>((resolve) => {
        const socket = createConnection(Number(port), '127.0.0.1', () => socket.write(text));
        const parts: Buffer[] = [];
        socket
          .on('data', (part) => parts.push(part))
          .on('close', () => resolve(Buffer.concat(parts).toString()));
      });
    expect(await raw('nonsense\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 [\s\S]*"status":"error","code":400,"message":/,
    );
    const large = `GET /filters HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await raw(large)).toMatch(/^HTTP\/1.1 431 [\s\S]*"code":431/);
  });
});

describe('what is strict', () => {
  it('answers carry exactly the documented keys and types', async () => {
    const balance = await stage.post('/get-balance', stage.keys.statistics);
    expect(balance.body).toEqual({
      status: 'ok',
      code: 200,
      message: expect.any(String) as string,
      balance: 0,
      // Other tests of this file may have added bots before.
      bots_info: expect.arrayContaining([
        { bot_id: stage.botId, bot_username: 'recipes_bot', total_followers: 0, revenue: 0 },
      ]) as unknown,
    });
    const sponsors = await stage.post('/get-sponsors', stage.keys.bot, {
      chat_id: 1,
      user_id: 910_001,
      first_name: 'Emma',
    });
    expect(sponsors.http).toBe(404);
    expect(sponsors.body).toEqual({
      status: 'ok',
      code: 404,
      message: expect.any(String) as string,
      detail: expect.any(String) as string,
      additional: { sponsors: [] },
      links: [],
      total_fixed_link: 0,
    });
    const info = await stage.post('/get-user-info', stage.keys.bot, { user_id: 910_001 });
    expect(info.body['data']).toEqual({
      first_name: 'Emma',
      last_name: '',
      username: '',
      lang_code: '',
      gender: '',
      age_category: 0,
      age_category_info: 'undetermined',
      country: '',
      city: '',
      device_type: '',
      device_os: '',
      ip_address: '',
      is_suspicious: false,
      // The language most of the service's users have by default.
      assumed: { lang_code: 'ru' },
    });
    expect((await stage.post('/get-user-info', stage.keys.bot, { user_id: 910_002 })).http).toBe(404);
  });

  it('a Bot Key sees its own bot alone', async () => {
    const other = { botId: 7002, name: 'Stories', nickname: 'stories_bot', settings: {} };
    await stage.service.bots.add(stage.accountId, other);
    const seen = async (key: string) =>
      ((await stage.post('/get-balance', key)).body['bots_info'] as { bot_id: number }[]).map(
        (bot) => bot.bot_id,
      );
    expect(await seen(stage.keys.bot)).toEqual([stage.botId]);
    expect((await seen(stage.keys.statistics)).sort()).toEqual([stage.botId, other.botId]);
  });

  it('/filters has every documented list, an ETag and a life in caches', async () => {
    const { body, headers, http } = await stage.ask('/filters');
    expect(http).toBe(200);
    const { ads, bots } = body['filters'] as {
      ads: Record<string, unknown[]>;
      bots: Record<string, unknown[]>;
    };
    const names = [
      'countries',
      'languages',
      'cities',
      'ages',
      'devicestype',
      'devicesos',
      'forbidden_themes',
    ];
    // Our own addition, with another shape (`test/api/filters.test.ts`).
    const { kinds: _, ...lists } = ads;
    expect(Object.keys(lists).sort()).toEqual([...names].sort());
    expect(Object.keys(bots)).toEqual(['forbidden_themes']);
    for (const list of [...Object.values(lists), ...Object.values(bots)]) {
      expect(list.length).toBeGreaterThan(0);
      for (const value of list) {
        expect(value).toEqual({
          id: expect.anything() as unknown,
          name: expect.any(String) as string,
          percentage: expect.any(Number) as number,
        });
      }
    }
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await stage.ask('/filters', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect([again.http, again.text]).toEqual([304, '']);
  });

  it('/healthz lives; /readyz wants the store and the bot process', async () => {
    expect((await stage.ask('/healthz')).body).toMatchObject({ status: 'ok', code: 200 });
    const before = await stage.ask('/readyz');
    expect(before.http).toBe(503);
    expect(before.body['checks']).toEqual({
      store: 'ok',
      bot: 'has not been seen',
      platform: 'not known yet',
    });
    // What was found is a second old at most.
    stage.clock.pass(1_000);
    await stage.service.health.beat('bot');
    expect((await stage.ask('/readyz')).body).toMatchObject({
      code: 200,
      checks: { store: 'ok', bot: 'ok' },
    });
    stage.clock.pass(60_000);
    expect((await stage.ask('/readyz')).body['checks']).toEqual({
      store: 'ok',
      bot: 'was last seen 60 s ago',
      platform: 'not known yet',
    });
  });

  it('a request id of the caller is taken over when it is sane, and made otherwise', async () => {
    const id = async (value: string) =>
      (await stage.ask('/healthz', { headers: { 'X-Request-Id': value } })).headers.get('x-request-id');
    expect(await id('trace-1.2:3')).toBe('trace-1.2:3');
    for (const odd of ['two words', 'x'.repeat(65), '{"forged":1}'])
      expect(await id(odd)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('security headers, and no word of what we are built with', async () => {
    const { headers } = await stage.ask('/healthz');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    for (const name of ['x-powered-by', 'server', 'etag']) expect(headers.get(name)).toBeNull();
  });
});

it('the envelope keeps its own keys whatever the payload is called', () => {
  expect(JSON.parse(bodyOf({ message: 'Fine.', payload: { result: 1 } }))).toEqual({
    status: 'ok',
    code: 200,
    message: 'Fine.',
    result: 1,
  });
});

it('joined lists are written as any others, also when their parts come again', () => {
  const part = [{ name: 'Ünïcode and "quotes"', value: 1.5 }, 2];
  const data = {
    list: joined<unknown>([part, [], ['one']]),
    again: joined<unknown>([[], part, part]),
    empty: joined([[], []]),
    none: joined([]),
    text: 'ё"',
    plain: [1],
    nothing: null,
  };
  const [message, payload] = ['Written.', { data }];
  const text = JSON.stringify({ status: 'ok', code: 200, message, data });
  for (let times = 0; times < 2; times += 1)
    expect(bodyOf({ message, payload, payloadText: `{"data":${writeFields(data)}}` })).toBe(text);
});
