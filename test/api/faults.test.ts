/** What happens when we are at fault, when we stop, and when anything at all is sent. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../api/app.js';
import { handler, publicHandler, type Route } from '../../api/route.js';
import { routes } from '../../api/routes/index.js';
import { listen } from '../../api/server.js';
import { createStopping } from '../../api/stopping.js';
import { type ApiStage, openApiStage } from './stage.js';

let stage: ApiStage;
beforeAll(async () => {
  stage = await openApiStage();
});
afterAll(() => stage.close());

describe('faults of ours', () => {
  const lines: string[] = [];
  const logger = pino(
    { level: 'info' },
    new Writable({
      write: (line, _, done) => {
        lines.push(String(line));
        done();
      },
    }),
  );
  const secret = 'secret-in-an-error';
  const broken: Route[] = [
    ...routes,
    {
      kind: 'json',
      method: 'post',
      path: '/broken',
      access: ['bot'],
      tag: 'Operation',
      handler: handler({
        summary: 'Fails.',
        fields: z.object({}),
        payload: {},
        answered: { message: '' },
        handle: () => Promise.reject(new Error(`SELECT * FROM keys -- ${secret}`)),
      }),
    },
  ];

  it('have a line each, where only a share of the other requests has one', async () => {
    const settings = { ...stage.settings, LOG_REQUESTS_SHARE: '0.25' };
    const app = createApp({ ...stage.service, settings }, { logger, routes: broken });
    const { server, url } = await listen(app, '127.0.0.1', 0);
    lines.length = 0;
    for (let number = 0; number < 20; number += 1) await (await fetch(`${url}/healthz`)).text();
    const headers = { Auth: stage.keys.bot };
    for (let number = 0; number < 3; number += 1)
      await (await fetch(`${url}/broken`, { method: 'POST', headers })).text();
    const pathsLogged = () =>
      lines
        .map((line) => JSON.parse(line) as { msg: string; path?: string })
        .flatMap(({ msg, path }) => (msg === 'request' ? [path] : []));
    await expect.poll(() => pathsLogged().filter((path) => path === '/broken').length).toBe(3);
    expect(pathsLogged().filter((path) => path === '/healthz')).toHaveLength(5);
    server.close();
  });

  it('are said in the envelope as long as nothing of a file has been sent', async () => {
    const { reports } = stage.service;
    async function* unreadable(): AsyncGenerator<never> {
      throw new Error('The disk cannot be read.');
    }
    const broken = {
      ...reports,
      file: () => Promise.resolve({ fileName: 'order-1.xlsx', sizeBytes: 9, read: unreadable }),
      idFile: () => Promise.resolve({ fileName: 'order-1-ids.txt', pages: unreadable() }),
    };
    const app = createApp({ ...stage.service, reports: broken }, { logger });
    const { server, url } = await listen(app, '127.0.0.1', 0);
    for (const path of ['/orders/download_id/1', '/files/1/order-1.xlsx']) {
      const response = await fetch(url + path, { headers: { Auth: stage.keys.access } });
      expect(response.status).toBe(500);
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(await response.json()).toMatchObject({ status: 'error', code: 500 });
      // Who asks for the headers alone has nothing read.
      const head = await fetch(url + path, { method: 'HEAD', headers: { Auth: stage.keys.access } });
      expect(head.status).toBe(200);
    }
    server.close();
  });

  it('say nothing of themselves, and no key, token or query is ever logged', async () => {
    const app = createApp(stage.service, { logger, routes: broken });
    const { server, url } = await listen(app, '127.0.0.1', 0);
    const { keys } = stage;
    const headers = { Auth: keys.bot, 'X-Request-Id': 'find-me' };
    const response = await fetch(`${url}/broken?x=${keys.access}`, { method: 'POST', headers });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ status: 'error', code: 500 });
    expect(text).not.toMatch(/SELECT|secret|at .*\.ts/);

    await fetch(`${url}/statistic?action=allads&api_token=${keys.statistics}`);
    await fetch(`${url}/${keys.access}`);
    await fetch(`${url}/r/${keys.bot}`);
    await fetch(`${url}/bots`, {
      method: 'POST',
      headers: { Auth: keys.access },
      body: `{"bot_token":"77:${'A'.repeat(35)}"`,
    });
    await new Promise((resolve) => server.close(resolve));
    const log = lines.join('');
    for (const key of [...Object.values(keys), 'A'.repeat(35), 'api_token']) expect(log).not.toContain(key);
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries).toContainEqual(
      expect.objectContaining({
        request_id: 'find-me',
        method: 'POST',
        path: '/broken',
        status: 500,
        duration_ms: expect.any(Number) as number,
        account_id: stage.accountId,
        bot_id: stage.botId,
      }),
    );
    expect(
      entries.find((entry) => entry['request_id'] === 'find-me' && entry['err'] !== undefined),
    ).toBeDefined();
  });
});

describe('a graceful stop', () => {
  it('finishes what is on its way, and tells new requests to come again', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let entered: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const slow: Route = {
      kind: 'json',
      method: 'get',
      path: '/slow',
      access: 'public',
      tag: 'Operation',
      handler: publicHandler({
        summary: 'Waits.',
        fields: z.object({}),
        payload: {},
        answered: { message: 'Done.' },
        handle: async () => {
          entered();
          await released;
          return { message: 'Done.' };
        },
      }),
    };
    const stopping = createStopping();
    const app = createApp(stage.service, { logger: pino({ level: 'silent' }), routes: [slow], stopping });
    const { server, url } = await listen(app, '127.0.0.1', 0);
    const first = fetch(`${url}/slow`);
    await arrived;
    const stopped = stopping.stop(server);
    const late = await fetch(`${url}/slow`);
    expect(late.status).toBe(503);
    expect(late.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(late.headers.get('connection')).toBe('close');
    expect(await late.json()).toMatchObject({ status: 'error', code: 503 });
    release();
    expect((await first).status).toBe(200);
    await stopped;
    await expect(fetch(`${url}/slow`)).rejects.toThrow();
  });

  it('asks who sends more on a kept connection to come again, and does not cut it under them', async () => {
    const stopping = createStopping();
    const app = createApp(stage.service, { logger: pino({ level: 'silent' }), stopping });
    const { server, url } = await listen(app, '127.0.0.1', 0);
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.on('data', (part: Buffer) => (heard += part.toString()));
    const ask = () => socket.write('POST /get-balance HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    const closed = once(socket, 'close');
    ask();
    await once(socket, 'data');
    const stopped = stopping.stop(server);
    ask();
    await closed;
    await stopped;
    expect(heard.match(/HTTP\/1\.1 \d+|Connection: close/g)).toEqual([
      'HTTP/1.1 401',
      'HTTP/1.1 503',
      'Connection: close',
    ]);
  });

  it('ends a stream that would go on, whole, so that its page comes again to another process', async () => {
    const stopping = createStopping();
    const app = createApp(stage.service, { logger: pino({ level: 'silent' }), stopping });
    const { server, url } = await listen(app, '127.0.0.1', 0);
    const live = await fetch(`${url}/live`, { headers: { Auth: stage.keys.access } });
    const told = live.text();
    await stopping.stop(server);
    // A stream that is cut at the end of the time for it cannot be read to its end.
    expect(await told).toMatch(/^retry: .*event: open/s);
  });
});

it('a stream that a stop has ended is not written to', async () => {
  const stopping = createStopping();
  let stopped: Promise<void> | undefined;
  let looks = 0;
  const cabinet = {
    ...stage.service.cabinet,
    changed: () => Promise.resolve(),
    pulse: () => {
      looks += 1;
      // Something has changed, and the stop comes while it is looked at.
      if (looks === 2) stopped = stopping.stop(server);
      return Promise.resolve(String(looks));
    },
  };
  const app = createApp({ ...stage.service, cabinet }, { logger: pino({ level: 'silent' }), stopping });
  const { server, url } = await listen(app, '127.0.0.1', 0);
  // Without a listener each of these would end the process.
  const failures: unknown[] = [];
  server.on('request', (_, response) => response.on('error', (error) => failures.push(error)));
  const live = await fetch(`${url}/live`, { headers: { Auth: stage.keys.access } });
  expect(await live.text()).not.toContain('event: change');
  await stopped;
  expect(failures).toEqual([]);
});

it('whatever is sent, the answer is the envelope and never a 500', async () => {
  const locked = routes.filter((route) => route.method === 'post' && route.kind !== 'raw');
  const keyOf = (route: Route) => stage.keys[route.access === 'public' ? 'bot' : (route.access[0] ?? 'bot')];
  const words = fc.constantFrom(
    'action',
    'bot_id',
    'user_id',
    'chat_id',
    'ads_id',
    'order_id',
    'links',
    'max_sponsors',
    'info',
    'list',
    'exclude',
    'context',
    '__proto__',
  );
  const bodies = fc.oneof(
    fc.dictionary(words, fc.oneof(fc.jsonValue(), fc.integer(), words)).map((body) => JSON.stringify(body)),
    fc.json(),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...locked), bodies, async (route, body) => {
      const reply = await stage.ask(route.path, { method: 'POST', headers: { Auth: keyOf(route) }, body });
      expect(reply.http).toBeLessThan(500);
      expect(reply.body).toMatchObject({
        status: expect.any(String) as string,
        code: reply.http,
        message: expect.any(String) as string,
      });
    }),
    { numRuns: 400 },
  );
}, 60_000);
