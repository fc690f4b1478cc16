/** The web server of one machine, as `docs/layouts/1-machine/Caddyfile` sets up Caddy: TLS, the caller's address, and no token in its log. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CADDY_ROOT, caddyConfig } from './support/caddy.js';

const isHere = spawnSync('caddy', ['version']).status === 0;
/** Asked for this, the service dies. */
const GONE = '/statistic';
const SECRET = 'sg_stat_a-token-of-somebody';

// Skipped where there is no Caddy: it needs the server itself.
describe.runIf(isHere)('Caddy', { timeout: 30_000 }, () => {
  let folder: string;
  let upstream: Server;
  let caddy: ChildProcess;
  let port: number;
  /** The same, but Caddy's own words for what fails are not replaced: it writes all of it down. */
  let bare: number;
  let said = '';

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'caddy-'));
    upstream = createServer((incoming, response) => {
      if (incoming.url?.startsWith(GONE) === true) incoming.socket.destroy();
      else response.end(JSON.stringify(incoming.headers));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    [port, bare] = [await freePort(), await freePort()];
    const config = path.join(folder, 'caddy.json');
    writeFileSync(config, JSON.stringify(alone()));
    caddy = spawn('caddy', ['run', '--config', config], {
      env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    caddy.stderr?.on('data', (data: Buffer) => (said += data.toString()));
    await vi.waitFor(() => ask('/'), { timeout: 20_000, interval: 50 });
  }, 30_000);

  afterAll(async () => {
    const ended = once(caddy, 'exit');
    caddy.kill();
    await ended;
    upstream.close();
    rmSync(folder, { recursive: true });
  });

  /** The file as it stands, but on free ports, and without a hand on this machine's trust store. */
  function alone(): unknown {
    const { port: to } = upstream.address() as AddressInfo;
    const config = caddyConfig(`https://localhost:${String(port)}`, `127.0.0.1:${String(to)}`);
    const { srv0 } = config.apps.http.servers;
    const srv1 = { ...srv0, listen: [`:${String(bare)}`], errors: {} };
    const http = { ...config.apps.http, servers: { srv0, srv1 } };
    return { ...config, apps: { ...config.apps, http } };
  }

  async function ask(where: string, headers: Record<string, string> = {}, to = port) {
    const ca = readFileSync(path.join(folder, CADDY_ROOT));
    const sent = request({ host: 'localhost', port: to, path: where, ca, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  it('passes the address of the caller, and not what the caller claims', async () => {
    const { body } = await ask('/get-sponsors', { 'X-Forwarded-For': '203.0.113.7' });
    const headers = JSON.parse(body) as Record<string, string>;
    expect(headers['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(headers['x-forwarded-proto']).toBe('https');
  });

  it('says in the envelope of the api that the service cannot be reached', async () => {
    const { status, headers, body } = await ask(GONE);
    expect(status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ status: 'error', code: 503 });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '5' });
  });

  it('writes no token down when it says what failed', async () => {
    await ask(`${GONE}?token=${SECRET}`, { Auth: SECRET }, bare);
    await expect.poll(() => said, { timeout: 10_000, interval: 20 }).toContain('http.log.error');
    expect(said).not.toContain(SECRET);
  });
});

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0);
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}
