/** A server on a real socket that answers what it is told to, for tests of what speaks to one. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface Heard {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

/** `silent` never answers; `gone` closes the connection. */
export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'silent' | 'gone';

export interface Peer {
  url: string;
  heard: Heard[];
  /** What it answers from now on. */
  answer: (heard: Heard) => Reply;
  close(): Promise<void>;
}

export async function openPeer(answer: Peer['answer'] = () => ({ body: {} })): Promise<Peer> {
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
      const reply = peer.answer(heard);
      if (reply === 'silent') return;
      if (reply === 'gone') {
        request.socket.destroy();
        return;
      }
      const { status = 200, body = {}, headers = {} } = reply;
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
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
