/** Events that the service posts: signatures, and the handlers for fetch, Express and node:http. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { memoryState } from 'sponsorgate-client/state';
import {
  type SubscriptionEvent,
  verifyWebhook,
  webhookFetch,
  webhookNode,
  type WebhookOptions,
} from 'sponsorgate-client/webhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';

const key = 'sg_bot_made_up';
const event = (id: number, more: object = {}) => ({
  webhook_id: id,
  ads_id: '12',
  link: 'https://t.me/garden',
  user_id: 302,
  bot_id: 555,
  status: 'subscribed',
  subscribe_date: '2026-01-15',
  ...more,
});
const bodyOf = (...events: object[]) => JSON.stringify({ webhooks: events });
const sign = (body: string, by = key) => createHmac('sha256', by).update(body).digest('hex');

describe('a signature', () => {
  const body = bodyOf(event(1));
  it.each([
    ['of the key', sign(body), key, true],
    ['of one of several keys', sign(body), ['', 'sg_bot_other', key], true],
    ['of another key', sign(body, 'sg_bot_other'), key, false],
    ['of another body', sign(`${body} `), key, false],
    ['that is missing', null, key, false],
    ['that is cut', sign(body).slice(2), key, false],
    ['in capitals', sign(body).toUpperCase(), key, false],
    ['under no key', sign(body, 'x'), '', false],
  ])('%s', async (_, signature, keys, isGood) => {
    expect(await verifyWebhook(body, signature, keys)).toBe(isGood);
    expect(await verifyWebhook(Buffer.from(body), signature, keys)).toBe(isGood);
  });
});

type Post = (body: string, signature?: string) => Promise<number>;
let close: (() => Promise<void>) | undefined;
let url = '';
afterEach(async () => {
  vi.useRealTimers();
  await close?.();
  close = undefined;
});

async function serve(listener: RequestListener): Promise<Post> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/events`;
  return async (body, signature) => {
    const headers = { 'Content-Type': 'application/json', ...(signature && { 'X-Signature': signature }) };
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };
}

const over: Record<string, (options: WebhookOptions) => Promise<Post>> = {
  'node:http': (options) => {
    const handle = webhookNode(options);
    return serve((request, response) => void handle(request, response));
  },
  Express: (options) => {
    const app = express();
    app.post('/events', webhookNode(options));
    return serve(app as RequestListener);
  },
  'Express with raw bodies': (options) => {
    const app = express();
    app.post('/events', express.raw({ type: '*/*' }), webhookNode(options));
    return serve(app as RequestListener);
  },
  'Express 4 with a parser of something else': (options) => {
    const handle = webhookNode(options);
    return serve((request, response) => void handle(Object.assign(request, { body: {} }), response));
  },
  fetch: (options) => {
    const handle = webhookFetch(options);
    return Promise.resolve(async (body, signature) => {
      const headers = signature === undefined ? {} : { 'X-Signature': signature };
      return (await handle(new Request('http://bot/events', { method: 'POST', body, headers }))).status;
    });
  },
};

describe.each(Object.keys(over))('the handler for %s', (name) => {
  const open = (options: Partial<WebhookOptions>) =>
    over[name]!({ keys: key, onEvent: () => undefined, ...options });

  it('works on what was signed, once, and on no test', async () => {
    const got: SubscriptionEvent[] = [];
    const post = await open({ state: memoryState(), onEvent: (one) => void got.push(one) });
    const body = bodyOf(event(1), event(0, { test: true }), event(2, { status: 'unsubscribed' }));
    expect(await post(body, sign(body))).toBe(204);
    expect(await post(body, sign(body))).toBe(204);
    expect(await post(body, sign(body, 'another'))).toBe(401);
    expect(await post(body)).toBe(401);
    expect(got.map(({ webhook_id, status }) => [webhook_id, status])).toEqual([
      [1, 'subscribed'],
      [2, 'unsubscribed'],
    ]);
  });

  it('has what failed sent again', async () => {
    const got: number[] = [];
    let isBroken = true;
    const post = await open({
      state: memoryState(),
      onEvent: ({ webhook_id: id }) => {
        if (id === 2 && isBroken) throw new Error('The disk is full.');
        got.push(id);
      },
    });
    const body = bodyOf(event(1), event(2));
    expect(await post(body, sign(body))).toBe(500);
    isBroken = false;
    expect(await post(body, sign(body))).toBe(204);
    expect(got).toEqual([1, 2]);
  });

  it('has an event sent again that was under way when the bot died, and no event twice', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const got: number[] = [];
    const state = memoryState();
    const died = await open({ state, onEvent: () => new Promise(() => undefined) });
    const body = bodyOf(event(1));
    void died(body, sign(body)).catch(() => undefined);
    await vi.waitFor(async () => expect(await state.get('webhook:555:1')).not.toBeNull());
    await close?.();
    const post = await open({ state, onEvent: ({ webhook_id: id }) => void got.push(id) });
    expect(await post(body, sign(body)), 'it may still be worked on').toBe(500);
    vi.setSystemTime(Date.now() + 15 * 60_000);
    expect(await post(body, sign(body))).toBe(204);
    expect(await post(body, sign(body))).toBe(204);
    expect(got).toEqual([1]);
  });

  it('takes no more than a post of events has', async () => {
    const post = await open({});
    const body = 'x'.repeat(1_000_001);
    // Express refuses it before, at a bound of its own.
    expect(await post(body, sign(body))).toBe(413);
  });
});

it('a body that was parsed already is told as a mistake of the bot’s', async () => {
  const handle = webhookNode({ keys: key, onEvent: () => undefined });
  const request = { headers: {}, body: { webhooks: [] } } as never;
  await expect(handle(request, { writeHead: () => ({ end: () => undefined }) })).rejects.toThrow(
    'express.json()',
  );
});

it('a body that was parsed already is answered by Express, whatever its version', async () => {
  const handle = webhookNode({ keys: key, onEvent: () => undefined });
  const next = vi.fn();
  const request = { headers: {}, body: { a: '1' }, readableDidRead: true } as never;
  await handle(request, { writeHead: () => ({ end: () => undefined }) }, next);
  expect(next).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
});

it('a post that breaks off ends no process that takes events', async () => {
  const onEvent = vi.fn();
  const handled: Promise<void>[] = [];
  const handle = webhookNode({ keys: key, onEvent });
  const post = await serve((request, response) => void handled.push(handle(request, response)));
  const body = bodyOf(event(1));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: ${String(body.length)}\r\n\r\n{`, () =>
    socket.destroy(),
  );
  await expect.poll(() => handled).toHaveLength(1);
  await expect(handled[0]).resolves.toBeUndefined();
  expect(await post(body, sign(body))).toBe(204);
  expect(onEvent).toHaveBeenCalledTimes(1);
});
