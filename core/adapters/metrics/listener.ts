/**
 * Where a process gives its figures: `/metrics` for Prometheus, `/status` for a person, on a port of its own. With a
 * token, it is wanted in the header: as a bearer's, or as the password of whatever user, which browsers ask for.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { equalInConstantTime } from '../../vault.js';

const REQUEST_WITHIN_MS = 10_000;
const CONNECTIONS_MAX = 50;

export interface Page {
  type: string;
  headers?: Readonly<Record<string, string>>;
  make(): Promise<string>;
}

export interface MetricsListener {
  /** Where it answers, such as `http://127.0.0.1:9464`. */
  url: string;
  stop(): Promise<void>;
}

/** @param token null: everybody who reaches the port may read */
export async function listenForMetrics(
  pages: Readonly<Record<string, Page>>,
  { host, port, token }: { host: string; port: number; token: string | null },
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    answer(pages, token, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'The figures cannot be read.');
    });
  });
  server.headersTimeout = REQUEST_WITHIN_MS;
  server.requestTimeout = REQUEST_WITHIN_MS;
  server.maxConnections = CONNECTIONS_MAX;
  await once(server.listen(port, host), 'listening');
  const { address, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${String(taken)}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  pages: Readonly<Record<string, Page>>,
  token: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  if (token !== null && !isAllowed(request.headers.authorization ?? '', token)) {
    response.setHeader('WWW-Authenticate', ['Bearer', 'Basic realm="Sponsorgate"']);
    plain(response, 401, 'The header Authorization must hold METRICS_TOKEN.');
    return;
  }
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (page === undefined) {
    plain(response, 404, `There is ${Object.keys(pages).join(' and ')}.`);
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    plain(response, 405, 'GET it.');
    return;
  }
  const body = await page.make();
  response.writeHead(200, { 'Content-Type': page.type, ...page.headers });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function plain(response: ServerResponse, code: number, words: string): void {
  response.writeHead(code, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${words}\n`);
}

function isAllowed(authorization: string, token: string): boolean {
  const [scheme = '', credentials = ''] = authorization.trim().split(/\s+/, 2);
  if (/^bearer$/i.test(scheme)) return equalInConstantTime(credentials, token);
  if (!/^basic$/i.test(scheme)) return false;
  const pair = Buffer.from(credentials, 'base64').toString();
  return equalInConstantTime(pair.slice(pair.indexOf(':') + 1), token);
}
