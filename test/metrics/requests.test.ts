/** The observer is told each request by the path of its route, never by the path that was asked for. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from '../../api/app.js';
import { listen } from '../../api/server.js';
import { openApiStage } from '../api/stage.js';

it('by whichever way a request comes in, and also where nothing is logged', async () => {
  const stage = await openApiStage();
  const seen: { path: string | undefined; status: number; tookMs: number }[] = [];
  let told: () => void = () => undefined;
  const app = createApp(stage.service, {
    logger: pino({ level: 'silent' }),
    observe: (path, status, tookMs) => {
      seen.push({ path, status, tookMs });
      told();
    },
  });
  const { server, url } = await listen(app, '127.0.0.1', 0);
  const ask = async (path: string, init: RequestInit = {}) => {
    const observed = new Promise<void>((resolve) => (told = resolve));
    await (await fetch(url + path, init)).text();
    await observed;
  };
  const post = (key: string) => ({ method: 'POST', headers: { Auth: key } });

  await ask('/get-balance', post(stage.keys.bot));
  await ask('/get-balance/', post(stage.keys.bot));
  await ask('/get-balance', post('unknown'));
  await ask(`/r/${'Zk3vQ8'.repeat(8)}`);
  await ask(`/statistic?action=allads&api_token=${stage.keys.statistics}`);
  await ask(`/nowhere/${stage.keys.access}`);
  const statuses = seen.map(({ path, status }) => [path, status]);
  expect(statuses).toEqual([
    ['/get-balance', 200],
    ['/get-balance', 200],
    ['/get-balance', 401],
    ['/r/:token', expect.any(Number)],
    ['/statistic', 200],
    [undefined, 404],
  ]);
  expect(seen.every(({ tookMs }) => tookMs > 0)).toBe(true);

  // Its body never comes: the caller is gone before there is an answer.
  const cut = new AbortController();
  const observed = new Promise<void>((resolve) => (told = resolve));
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"user_id"')),
  });
  const init = { ...post(stage.keys.bot), body, duplex: 'half', signal: cut.signal } as RequestInit;
  const reached = new Promise((resolve) => server.once('request', resolve));
  const broken = fetch(`${url}/get-user-info`, init).catch(() => undefined);
  await reached;
  cut.abort();
  await Promise.all([broken, observed]);
  expect(seen.at(-1)).toMatchObject({ path: '/get-user-info', status: 0 });

  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await stage.close();
});
