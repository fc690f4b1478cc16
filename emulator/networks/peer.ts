/** A server on a real socket that answers what it is made to, for tests of what speaks to one. */
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export interface Heard {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

/** `silent` never answers; `gone` closes the connection. */
export type Reply =
  { status?: number; body?: unknown; headers?: Record<string, string>; afterMs?: number } | 'silent' | 'gone';

export interface Peer {
  url: string;
  heard: Heard[];
  /** What it answers from now on. */
  answer: (heard: Heard) => Reply | Promise<Reply>;
  close(): Promise<void>;
}

/** @param port default any that is free */
export async function openPeer(answer: Peer['answer'] = () => ({ body: {} }), port = 0): Promise<Peer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const heard: Heard = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      };
      peer.heard.push(heard);
      void answerWith(response, peer.answer(heard));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const peer: Peer = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    heard: [],
    answer,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return peer;
}

async function answerWith(response: ServerResponse, answer: Reply | Promise<Reply>): Promise<void> {
  const reply = await answer;
  if (reply === 'silent') return;
  if (reply === 'gone') {
    response.socket?.destroy();
    return;
  }
  const { status = 200, body = {}, headers = {}, afterMs = 0 } = reply;
  // Nothing waits for a slow answer once its asker has gone.
  if (afterMs > 0) await setTimeout(afterMs, undefined, { ref: false });
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
