/** A server on a real socket that answers what it is made to, for tests of what speaks to one. */
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { openLocalServer } from '../local-server.js';

export interface Heard {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

/** `silent` never answers; `gone` closes the connection. */
export type Reply =
  | { status?: number; body?: unknown; headers?: Record<string, string>; afterMs?: number }
  | 'silent'
  | 'gone';

export interface Peer {
  url: string;
  heard: Heard[];
  /** What it answers from now on. */
  answer: (heard: Heard) => Reply | Promise<Reply>;
  close(): Promise<void>;
}

/** @param port default any that is free */
export async function openPeer(answer: Peer['answer'] = () => ({ body: {} }), port = 0): Promise<Peer> {
  const server = await openLocalServer(async (request, response) => {
    const sent = await text(request);
    const heard: Heard = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>),
    };
    peer.heard.push(heard);
    await answerWith(response, peer.answer(heard));
  }, port);
  const peer: Peer = { ...server, heard: [], answer };
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
