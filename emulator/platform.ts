/**
 * The emulated messaging platform: a server that speaks the Bot API for any number of bots, a control interface that
 * moves the people in it (`/emulator/…`), and a phone page at its root to look at it all. Nothing starts on import.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Behaviour, rude } from './behaviour.js';
import { performMethod, serveBotApi, serveFile } from './bot-api/server.js';
import { serveControl } from './control/server.js';
import { createParts, type Parts } from './parts.js';
import { servePhone } from './phone.js';

export interface PlatformOptions {
  /** 0 picks a free one. */
  port: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** The file of the world; sent files go to a folder next to it. Absent: in memory only. */
  stateFile?: string;
  /** Epoch milliseconds. */
  clock?: () => number;
  /** Where the real platform behaves in more ways than one; absent: in the one that is harder for bots. */
  behaviour?: Partial<Behaviour>;
}

export interface Platform {
  /** Such as `http://127.0.0.1:8081`: the Bot API's root, the control interface and the phone page. */
  url: string;
  /** Ends open polls and listeners, writes the state, and closes. */
  close(): Promise<void>;
}

const idleConnectionMs = 120_000;

export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const parts: Parts = createParts(options.stateFile ?? null, options.clock ?? Date.now, {
    reply: (bot, method, payload) => performMethod(parts, bot.token, method, payload),
    behaviour: { ...rude, ...options.behaviour },
  });
  const server = createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end('{"error":"the emulated platform failed"}');
      process.stderr.write(
        `emulated platform: ${error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
      );
    });
  });
  // A client that reuses a connection must not find it closed under its hands.
  server.keepAliveTimeout = idleConnectionMs;
  const host = options.host ?? '127.0.0.1';
  await listenWhereItWas(server, parts, options.port, host);
  parts.updates.start();
  parts.payments.start();
  const { port } = server.address() as AddressInfo;
  parts.world.notes.set('port', port);
  return { url: `http://${host}:${port}`, close: () => close(server, parts) };
}

async function serve(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://emulator');
  if (url.pathname.startsWith('/bot')) await serveBotApi(parts, request, response, url);
  else if (url.pathname.startsWith('/file/bot')) serveFile(parts, response, url);
  else if (url.pathname.startsWith('/emulator')) await serveControl(parts, request, response, url);
  else servePhone(response, url);
}

/** With port 0 a restarted platform takes its last port again when it can, so that those who talk to it find it. */
async function listenWhereItWas(server: Server, parts: Parts, port: number, host: string): Promise<void> {
  const last = parts.world.notes.get('port');
  if (port === 0 && typeof last === 'number') {
    const isBack = await listen(server, last, host).then(
      () => true,
      () => false,
    );
    if (isBack) return;
  }
  await listen(server, port, host);
}

/** @throws where the port is taken */
async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

async function close(server: Server, parts: Parts): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  parts.updates.close();
  parts.payments.close();
  parts.events.close();
  // Answers that are ready get a turn to leave; those that wait on a fault never get one.
  await new Promise((resolve) => setImmediate(resolve));
  server.closeAllConnections();
  await closed;
  parts.world.journal.close();
  // Clients in this very process get a turn to notice, before they call the next server here.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
