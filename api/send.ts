/** Puts a reply on the wire. */
import type { ServerResponse } from 'node:http';
import type { Reply } from './envelope.js';
import { traceOf } from './logging.js';

export function send(response: ServerResponse, { code, headers, body }: Reply): void {
  // All at once: headers that are set one by one before cost several times as much.
  response.writeHead(code, {
    ...traceOf(response).headers,
    ...headers,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
