/** What no well-behaved client sends, over raw sockets: it is refused in the envelope, holds nothing up and stores nothing. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../api/app.js';
import { listen } from '../../api/server.js';
import { type ApiStage, openApiStage } from './stage.js';

let stage: ApiStage;
/** The same service behind a server that loses patience soon. */
let hasty: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  stage = await openApiStage();
  const app = createApp(stage.service, { logger: pino({ level: 'silent' }) });
  hasty = await listen(app, '127.0.0.1', 0, { headersWithinMs: 300, requestWithinMs: 600, lookEveryMs: 50 });
});
afterAll(async () => {
  hasty.server.closeAllConnections();
  await new Promise((resolve) => hasty.server.close(resolve));
  await stage.close();
});

async function open(url = stage.url): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Everything that comes until the other side closes. */
async function all(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(parts).toString();
}

/** What an answer says: its status line, whether it has an id of its own to quote, and its envelope. */
interface Said {
  http: number;
  hasId: boolean;
  body: Record<string, unknown>;
}

function read(answer: string): Said {
  const http = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
  const hasId = /\r\nX-Request-Id: [\w-]{36}\r\n/.test(answer);
  return {
    http,
    hasId,
    body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>,
  };
}

async function say(...parts: (string | Buffer)[]): Promise<Said> {
  const socket = await open();
  const answer = all(socket);
  // Half-closing is what Node takes for a caller who has gone; we wait for the other side to close instead.
  for (const part of parts) socket.write(part);
  return read(await answer);
}

const refusal = (code: number) => ({
  http: code,
  hasId: true,
  body: { status: 'error', code, message: expect.any(String) as string },
});

const botsCount = async () => {
  const page = { offset: 0, limit: 100, inArchive: false, search: '' };
  return (await stage.service.bots.list(stage.accountId, page)).total;
};

describe('slow callers', () => {
  it('who never finish their headers are cut off with 408', async () => {
    const socket = await open(hasty.url);
    const answer = all(socket);
    socket.write('POST /bots HTTP/1.1\r\nHost: x\r\nAuth: ');
    expect(read(await answer)).toEqual(refusal(408));
  });

  it('who never finish their body are cut off, store nothing, and hold nobody up', async () => {
    const before = await botsCount();
    const body = JSON.stringify({ action: 'add', bot_id: 7100, bot_name: 'Slow', bot_nickname: 'slow_bot' });
    const head = `POST /bots HTTP/1.1\r\nHost: x\r\nAuth: ${stage.keys.access}\r\nContent-Length: ${String(body.length)}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 50 }, () => open(hasty.url)));
    const answers = sockets.map(all);
    for (const socket of sockets) socket.write(head + body.slice(0, -1));
    const meanwhile = await fetch(`${hasty.url}/filters`);
    expect(meanwhile.status).toBe(200);
    await meanwhile.text();
    for (const answer of await Promise.all(answers)) expect(read(answer)).toEqual(refusal(408));
    expect(await botsCount()).toBe(before);
  });

  it('who drip a byte at a time do not gain time by it', async () => {
    const socket = await open(hasty.url);
    const answer = all(socket);
    socket.write('POST /get-balance HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n');
    const dripping = setInterval(() => socket.write(' '), 20);
    const text = await answer;
    clearInterval(dripping);
    expect(read(text)).toEqual(refusal(408));
  });
});

describe('too much', () => {
  it('of headers is 431, within one and over many', async () => {
    const one = `GET /filters HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`;
    expect(await say(one)).toEqual(refusal(431));
    const many = Array.from(
      { length: 600 },
      (_, index) => `X-${String(index)}: aaaaaaaaaaaaaaaaaaaaaaaa\r\n`,
    );
    expect(await say(`GET /filters HTTP/1.1\r\nHost: x\r\n${many.join('')}\r\n`)).toEqual(refusal(431));
    expect(await say(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toEqual(refusal(431));
  });

  const post = (headers: string) =>
    `POST /bots HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuth: ${stage.keys.access}\r\n${headers}\r\n`;

  it('of a body is 413: announced, in chunks, and unpacked', async () => {
    const big = ' '.repeat(64 * 1024 + 1);
    expect(await say(post(`Content-Length: ${String(big.length)}\r\n`), big)).toEqual(refusal(413));
    // Not even while the caller is still sending does the answer get lost.
    const huge = await stage.post('/bots', stage.keys.access, ' '.repeat(3_000_000));
    expect(huge.http).toBe(413);
    const chunk = `${(8_192).toString(16)}\r\n${' '.repeat(8_192)}\r\n`;
    expect(await say(post('Transfer-Encoding: chunked\r\n'), chunk.repeat(9), '0\r\n\r\n')).toEqual(
      refusal(413),
    );
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect(bomb.length).toBeLessThan(64 * 1024);
    const packed = `Content-Encoding: gzip\r\nContent-Length: ${String(bomb.length)}\r\n`;
    expect(await say(post(packed), bomb)).toEqual(refusal(413));
  });

  it('just enough is let through', async () => {
    const body = JSON.stringify({ action: 'list' }).padEnd(64 * 1024, ' ');
    const answer = await say(post(`Content-Length: ${String(body.length)}\r\n`), body);
    expect(answer.http).toBe(200);
  });
});

describe('a packed body', () => {
  const packed = (encoding: string, bytes: Buffer) =>
    stage.ask('/bots', {
      method: 'POST',
      headers: { Auth: stage.keys.access, 'Content-Encoding': encoding },
      body: new Uint8Array(bytes),
    });
  const list = Buffer.from('{"action":"list"}');

  it.each([
    ['gzip', gzipSync(list)],
    ['GZIP', gzipSync(list)],
    ['deflate', deflateSync(list)],
    ['br', brotliCompressSync(list)],
    ['Identity', list],
  ])('as %s is read', async (encoding, bytes) => {
    expect((await packed(encoding, bytes)).http).toBe(200);
  });

  it.each([
    ['that is none', 'gzip', list],
    ['that was cut off', 'gzip', gzipSync(list).subarray(0, -12)],
  ])('%s is refused in words that name its encoding', async (_name, encoding, bytes) => {
    const message = 'The body is not valid gzip. Pack it as Content-Encoding says, or leave this header out.';
    expect((await packed(encoding, bytes)).body).toEqual({ status: 'error', code: 400, message });
  });

  it('in an encoding that is not supported is refused with those that are', async () => {
    const message =
      'This Content-Encoding is not supported; use gzip, deflate or br, or leave this header out.';
    expect((await packed('compress', list)).body).toEqual({ status: 'error', code: 400, message });
  });
});

describe('what is no request', () => {
  it.each([
    ['another language', 'EHLO example.org\r\n\r\n'],
    ['bytes', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    [
      'two lengths, one of them chunked',
      'POST /bots HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two lengths',
      'POST /bots HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1}',
    ],
    ['a header with a line break', 'GET /filters HTTP/1.1\r\nHost: x\r\nA: b\nC\r\n\r\n'],
  ])('%s is 400', async (_name, text) => {
    expect(await say(text)).toEqual(refusal(400));
  });

  it.each([
    ['no Host is 400', 400, 'GET /filters HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'an expectation of something else is 417',
      417,
      'GET /filters HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    ],
    ['a call for a proxy is 405', 405, 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s', async (_name, code, text) => {
    expect(await say(text)).toEqual(refusal(code));
  });

  it('neither is wanted where HTTP does not ask for it', async () => {
    expect(await say('GET /healthz HTTP/1.0\r\n\r\n')).toMatchObject({ http: 200, hasId: true });
    const patient = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nConnection: close\r\n\r\n';
    const socket = await open();
    const answer = all(socket);
    socket.write(patient);
    expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it('has its line in the log under the id it was told, and nothing of what it said', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const app = createApp(stage.service, { logger });
    const { server, url } = await listen(app, '127.0.0.1', 0, { logger });
    const socket = await open(url);
    const answer = all(socket);
    socket.write('EHLO secret.example\r\n\r\n');
    const id = /X-Request-Id: (\S+)/.exec(await answer)?.[1];
    await new Promise((resolve) => server.close(resolve));
    const [line = '{}'] = lines;
    expect(JSON.parse(line)).toMatchObject({ request_id: id, status: 400, msg: 'request' });
    expect(lines.join('')).not.toContain('secret.example');
  });

  it('a body that is cut off stores nothing', async () => {
    const before = await botsCount();
    const body = JSON.stringify({ action: 'add', bot_id: 7101, bot_name: 'Cut', bot_nickname: 'cut_bot' });
    const socket = await open();
    const head = `POST /bots HTTP/1.1\r\nHost: x\r\nAuth: ${stage.keys.access}\r\nContent-Length: ${String(body.length + 1)}\r\n\r\n`;
    const closed = once(socket, 'close');
    socket.write(head + body, () => socket.destroy());
    await closed;
    expect((await stage.ask('/filters')).http).toBe(200);
    expect(await botsCount()).toBe(before);
  });

  it('hundreds of connections that say nothing keep nobody out', async () => {
    const idle = await Promise.all(Array.from({ length: 300 }, () => open()));
    expect((await stage.post('/get-balance', stage.keys.statistics)).http).toBe(200);
    for (const socket of idle) socket.destroy();
  });
});
