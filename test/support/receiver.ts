/** A publisher's own server, as the documentation asks for: keeps what comes, and answers as it is told. */
import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  webhook_id: number;
  ads_id: string;
  link: string;
  user_id: number;
  bot_id: number;
  status: string;
  subscribe_date: string;
}

export interface Received {
  path: string;
  key: string;
  /** The signature is right for that key. */
  isSigned: boolean;
  events: ReceivedEvent[];
}

/** A status, headers beside it, or whatever else a server may do. */
export type Reply =
  | number
  | { status: number; headers: Record<string, string> }
  | 'hang_up'
  | 'silence'
  | 'garbage';

export interface Receiver {
  url: string;
  received: Received[];
  /** What it answers from now on: one after the other, the last one always. */
  answer(...replies: Reply[]): void;
  /** Resolves once so many have come in all. */
  count(posts: number): Promise<void>;
  close(): Promise<void>;
}

export async function openReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const arrivals = new EventEmitter();
  let replies: Reply[] = [200];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(read(request, Buffer.concat(parts)));
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 200;
      send(response, reply);
      arrivals.emit('post');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/events`,
    received,
    answer: (...next) => {
      replies = next;
    },
    count: async (posts) => {
      const signal = AbortSignal.timeout(15_000);
      while (received.length < posts) await once(arrivals, 'post', { signal });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function read(request: IncomingMessage, body: Buffer): Received {
  const key = String(request.headers['api-key']);
  const signature = createHmac('sha256', key).update(body).digest('hex');
  const { webhooks } = JSON.parse(body.toString()) as { webhooks: ReceivedEvent[] };
  return {
    path: request.url ?? '',
    key,
    isSigned: request.headers['x-signature'] === signature,
    events: webhooks,
  };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  if (reply === 'hang_up') response.destroy();
  else if (reply === 'garbage') response.socket?.end('no HTTP at all\r\n\r\n');
  else if (typeof reply === 'number') response.writeHead(reply).end();
  else response.writeHead(reply.status, reply.headers).end();
}
