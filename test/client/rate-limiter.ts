/** Stands before the service: lets requests through, or does what a service that is away does. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface RateLimiter {
  url: string;
  /** `silent` never answers, `failing` answers 500. */
  mode: 'open' | 'silent' | 'failing';
  /** Requests that came. */
  calls: number;
  /** Answers of the service that were passed on. */
  answered: number;
  close(): Promise<void>;
}

export async function openRateLimiter(target: string): Promise<RateLimiter> {
  const server = createServer((request, response) => {
    rateLimiter.calls += 1;
    if (rateLimiter.mode === 'silent') return;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (rateLimiter.mode === 'failing') {
        response.writeHead(500, { 'Content-Type': 'application/json' });
        response.end('{"status":"error","code":500,"message":"Something went wrong."}');
        return;
      }
      const headers = { 'Content-Type': 'application/json', Auth: String(request.headers['auth']) };
      const sent = { method: request.method ?? 'POST', headers, body: Buffer.concat(parts) };
      fetch(target + (request.url ?? ''), sent).then(
        async (answer) => {
          response.writeHead(answer.status, { 'Content-Type': 'application/json' });
          const text = await answer.text();
          response.end(text, () => {
            rateLimiter.answered += 1;
          });
        },
        () => response.destroy(),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const rateLimiter: RateLimiter = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    mode: 'open',
    calls: 0,
    answered: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return rateLimiter;
}
