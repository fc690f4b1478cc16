/** Where strangers may make us call, and how a post ends, over real sockets. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type LookupFunction,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress, urlFault } from '../../core/adapters/outgoing/addresses.js';
import { createWebhookSender, type SenderOptions } from '../../core/adapters/outgoing/webhook-sender.js';

function cases<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../cases/${name}`), 'utf8')) as Row[];
}

const strict = { schemes: ['https'], ports: [80, 443, 8080, 8443], allowPrivate: false };
const local = { schemes: ['http'], ports: null, allowPrivate: true };

let servers: (Server | TcpServer)[] = [];
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  for (const server of servers) {
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
});

async function listen(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/events`;
}

const receiver = (answer: RequestListener) => listen(createServer(answer));
const message = { headers: { 'X-Test': 'yes' }, body: '{"a":"ж"}' };
const post = (url: string, options: Partial<SenderOptions> = {}) =>
  createWebhookSender({ rules: local, ...options }).post(url, message);

/** A name that leads to these addresses, one list a look-up; the last one stays. */
function resolver(...answers: string[][]): { resolve: LookupFunction; asked: string[] } {
  const asked: string[] = [];
  const resolve: LookupFunction = (name, _, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(name);
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (found.length === 0) callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '');
    else callback(null, found);
  };
  return { resolve, asked };
}

describe('addresses', () => {
  it.each(cases<{ address: string; public: boolean; why: string }>('addresses.json'))(
    '$address: $why',
    ({ address, public: isPublic }) => {
      expect(isPublicAddress(address)).toBe(isPublic);
    },
  );

  it.each(cases<{ url: string; fault: string | null }>('outgoing-urls.json'))('$url', ({ url, fault }) => {
    expect(urlFault(url, strict)).toBe(fault);
  });

  it('longer than any address needs', () => {
    expect(urlFault(`https://example.org/${'a'.repeat(500)}`, strict)).toBe('not_a_url');
  });

  it('the operator can open schemes, ports and addresses inside', () => {
    expect(urlFault('http://127.0.0.1:2/', local)).toBeNull();
    expect(urlFault('http://127.0.0.1/', { ...strict, schemes: ['https', 'http'] })).toBe('not_allowed');
  });
});

describe('names', () => {
  const faultOf = (...addresses: string[]) =>
    createWebhookSender({ rules: strict, resolve: resolver(addresses).resolve }).fault(
      'https://example.org/',
    );

  it('are looked up before they are accepted', async () => {
    expect(await faultOf('8.8.8.8', '2606:4700:4700::1111')).toBeNull();
    expect(await faultOf('127.0.0.1')).toBe('not_allowed');
    expect(await faultOf('8.8.8.8', '10.0.0.1'), 'one of them inside').toBe('not_allowed');
    expect(await faultOf('::ffff:169.254.169.254')).toBe('not_allowed');
    expect(await faultOf()).toBe('not_found');
  });

  it('that are looked up for too long count as not found', async () => {
    const silent = createWebhookSender({ rules: strict, resolve: () => undefined });
    expect(await silent.fault('https://example.org/')).toBe('not_found');
    expect(await silent.pictureFault('https://example.org/a.png')).toBeNull();
  });

  it('of pictures are looked up, too; one that is not found just now passes', async () => {
    const pictureFault = (url: string, ...addresses: string[]) =>
      createWebhookSender({ rules: strict, resolve: resolver(addresses).resolve }).pictureFault(url);
    expect(await pictureFault('http://pictures.example:8081/a.png', '8.8.8.8')).toBeNull();
    expect(await pictureFault('https://pictures.example/a.png', '8.8.8.8', '10.0.0.1')).toBe('not_allowed');
    expect(await pictureFault('https://169.254.169.254/')).toBe('not_allowed');
    expect(await pictureFault('https://[fd00:ec2::254]/')).toBe('not_allowed');
    expect(await pictureFault('https://user@pictures.example/', '8.8.8.8')).toBe('credentials');
    expect(await pictureFault('ftp://pictures.example/', '8.8.8.8')).toBe('scheme');
    expect(await pictureFault(`https://pictures.example/${'a'.repeat(1_500)}`, '8.8.8.8')).toBeNull();
    expect(await pictureFault('https://pictures.example/')).toBeNull();
    expect(await pictureFault('https://localhost./'), 'found by nobody but this machine').toBe('not_allowed');
  });

  it('that turn inside after they were accepted are not called', async () => {
    const calls: string[] = [];
    const url = await receiver((request, response) => {
      calls.push(request.url ?? '');
      response.end();
    });
    const { resolve, asked } = resolver(['8.8.8.8'], ['127.0.0.1']);
    const rules = { schemes: ['http'], ports: null, allowPrivate: false };
    const sender = createWebhookSender({ rules, resolve });
    const named = url.replace('127.0.0.1', 'rebinding.example');
    expect(await sender.fault(named)).toBeNull();
    expect(await sender.post(named, message)).toMatchObject({ ok: false, reason: 'not_allowed' });
    expect(await sender.post(url, message)).toMatchObject({ ok: false, reason: 'not_allowed' });
    expect({ calls, asked }).toEqual({ calls: [], asked: ['rebinding.example', 'rebinding.example'] });
  });

  it('whose connection leads inside all the same hear nothing: the connected address has the last word', async () => {
    const written: string[] = [];
    const server = createTcpServer((socket) => {
      socket.on('data', (data) => written.push(String(data)));
    });
    const url = await listen(server);
    const closed = new Promise((resolve) => {
      server.once('connection', (socket) => socket.once('close', resolve));
    });
    let looks = 0;
    // Allowed when it is looked at, and another one when it is called.
    const shifty = {
      family: 4,
      get address() {
        looks += 1;
        return looks === 1 ? '8.8.8.8' : '127.0.0.1';
      },
    };
    const resolve: LookupFunction = (_, __, callback) => {
      callback(null, [shifty]);
    };
    const rules = { schemes: ['http'], ports: null, allowPrivate: false };
    const sender = createWebhookSender({ rules, resolve, answeredWithinMs: 2_000 });
    const answer = await sender.post(url.replace('127.0.0.1', 'shifty.example'), message);
    expect(answer).toMatchObject({ ok: false, reason: 'not_allowed' });
    await closed;
    expect(written).toEqual([]);
  });

  it('are resolved once a post, and the connection goes to what was resolved', async () => {
    const hosts: string[] = [];
    const url = await receiver((request, response) => {
      hosts.push(request.headers.host ?? '');
      response.end();
    });
    const { resolve, asked } = resolver(['127.0.0.1'], ['192.0.2.1']);
    const named = url.replace('127.0.0.1', 'receiver.example');
    expect(await post(named, { resolve })).toMatchObject({ ok: true });
    expect(asked).toEqual(['receiver.example']);
    expect(hosts).toEqual([new URL(named).host]);
  });
});

describe('a post', () => {
  it('carries body and headers whole', async () => {
    const seen: unknown[] = [];
    const url = await receiver((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { 'x-test': test, 'content-type': type } = request.headers;
        seen.push({ method: request.method, test, type, body });
        response.writeHead(204).end();
      });
    });
    expect(await post(url)).toMatchObject({ ok: true, status: 204 });
    expect(seen).toEqual([{ method: 'POST', test: 'yes', type: 'application/json', body: message.body }]);
  });

  it.each([
    { code: 500, reason: 'status:500' },
    { code: 404, reason: 'status:404' },
    { code: 410, reason: 'status:410' },
    { code: 301, reason: 'redirect' },
    { code: 307, reason: 'redirect' },
  ])('answered $code is not delivered', async ({ code, reason }) => {
    const calls: string[] = [];
    const url = await receiver((request, response) => {
      calls.push(request.url ?? '');
      response.writeHead(code, { Location: '/elsewhere' }).end();
    });
    expect(await post(url)).toMatchObject({ ok: false, reason, retryAfterMs: null });
    expect(calls).toEqual(['/events']);
  });

  it.each([
    { value: '7', retryAfterMs: 7_000 },
    { value: '999999999', retryAfterMs: 3_600_000 },
    { value: '-5', retryAfterMs: null },
    { value: 'soon', retryAfterMs: null },
    { value: 'Fri, 31 Dec 2100 23:59:59 GMT', retryAfterMs: 3_600_000 },
    { value: 'Thu, 01 Jan 2015 00:00:00 GMT', retryAfterMs: null },
  ])('is told when to come again: $value', async ({ value, retryAfterMs }) => {
    const url = await receiver((_, response) => {
      response.writeHead(429, { 'Retry-After': value }).end();
    });
    expect(await post(url)).toMatchObject({ reason: 'status:429', retryAfterMs });
  });

  it('that nobody answers in time ends', async () => {
    const url = await receiver(() => undefined);
    expect(await post(url, { answeredWithinMs: 50 })).toMatchObject({ ok: false, reason: 'timeout' });
  });

  it('breaks off when told to', async () => {
    const breakOff = new AbortController();
    const url = await receiver(() => {
      breakOff.abort();
    });
    const sent = createWebhookSender({ rules: local }).post(url, message, breakOff.signal);
    expect(await sent).toMatchObject({ ok: false, reason: 'aborted' });
  });

  it('to a receiver that hangs up, or is not there, failed', async () => {
    const url = await listen(createTcpServer((socket) => socket.destroy()));
    expect(await post(url)).toMatchObject({ reason: 'not_connected' });
    expect(await post('http://127.0.0.1:1/')).toMatchObject({ reason: 'not_connected' });
    expect(
      await post(url.replace('127.0.0.1', 'nowhere.example'), { resolve: resolver([]).resolve }),
    ).toMatchObject({
      reason: 'not_found',
    });
  });

  it('answered with something that is no HTTP failed, and so did one with endless headers', async () => {
    const garbage = await listen(createTcpServer((socket) => socket.end('\0\x01 what is this?\r\n\r\n')));
    expect(await post(garbage)).toMatchObject({ reason: 'not_http' });
    const endless = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`);
      }),
    );
    expect(await post(endless)).toMatchObject({ reason: 'not_http' });
  });

  it('answered with another protocol is not delivered, and ends', async () => {
    const url = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
      }),
    );
    expect(await post(url)).toMatchObject({ ok: false, reason: 'status:101' });
  });

  it('to a receiver whose certificate nobody vouches for failed', async () => {
    const url = await receiver((_, response) => response.end());
    const secure = url.replace('http:', 'https:');
    expect(await post(secure, { rules: { ...local, schemes: ['https'] } })).toMatchObject({ ok: false });
  });

  it('is delivered once the status says so, and an endless body is cut off', async () => {
    let noteCut: (sent: number) => void = () => undefined;
    const cut = new Promise<number>((resolve) => {
      noteCut = resolve;
    });
    const url = await receiver((_, response) => {
      let sent = 0;
      response.on('close', () => {
        noteCut(sent);
      });
      const more = () => {
        while (!response.destroyed && response.write('a'.repeat(16_384))) sent += 16_384;
        response.once('drain', more);
      };
      more();
    });
    expect(await post(url)).toMatchObject({ ok: true, status: 200 });
    expect(await cut).toBeLessThan(20_000_000);
  });
});
