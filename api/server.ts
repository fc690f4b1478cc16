/** The HTTP server around the app: its limits, and what it says to requests that are no requests. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { failed } from './envelope.js';
import { type Logger, traceUnread } from './logging.js';

/** Longer than the usual proxy keeps a connection, so that it is never we who close one it is about to use. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MAX_BYTES = 16 * 1024;

/** How long a request may take to arrive; others than ours are for tests. */
export interface Patience {
  headersWithinMs: number;
  requestWithinMs: number;
  /** How often it is looked at who is late. */
  lookEveryMs: number;
}

const patience: Patience = { headersWithinMs: 10_000, requestWithinMs: 30_000, lookEveryMs: 2_000 };

/**
 * Resolves with where it answers, such as `http://127.0.0.1:8080`.
 * @param port 0 picks a free one
 * @param options.logger gets a line for each refusal of what is no HTTP; the app writes those of requests
 */
export async function listen(
  app: RequestListener,
  host: string,
  port: number,
  options: Partial<Patience> & { logger?: Logger } = {},
): Promise<{ server: Server; url: string }> {
  const { headersWithinMs, requestWithinMs, lookEveryMs, logger } = { ...patience, ...options };
  const limits = {
    maxHeaderSize: HEADERS_MAX_BYTES,
    headersTimeout: headersWithinMs,
    requestTimeout: requestWithinMs,
    connectionsCheckingInterval: lookEveryMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node would refuse by itself, without the envelope: the app does it.
    requireHostHeader: false,
  };
  const server = createServer(limits, app);
  // Likewise an `Expect` that the server cannot meet.
  server.on('checkExpectation', app);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, refusals[error.code ?? ''] ?? noRequest, logger);
  });
  server.on('connect', (_: unknown, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, noProxy, logger);
  });
  await once(server.listen(port, host), 'listening');
  const { address, port: taken } = server.address() as AddressInfo;
  return { server, url: `http://${address.includes(':') ? `[${address}]` : address}:${String(taken)}` };
}

type Refusal = readonly [code: number, reason: string, message: string];

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};
const noRequest: Refusal = [400, 'Bad Request', 'This is no HTTP request.'];
const noProxy: Refusal = [405, 'Method Not Allowed', 'CONNECT is not for any path.'];

/** What never reaches the app gets its envelope, its id and its line in the log all the same. */
function refuse(socket: Duplex, [code, reason, message]: Refusal, logger: Logger | undefined): void {
  const { headers, body } = failed(code, message);
  const lines = Object.entries({
    ...traceUnread(code, logger),
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  const head = [
    `HTTP/1.1 ${String(code)} ${reason}`,
    ...lines.map(([name, value]) => `${name}: ${String(value)}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${String(body)}`);
}
