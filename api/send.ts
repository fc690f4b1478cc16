/** Puts a reply on the wire. */
import type { ServerResponse } from 'node:http';
import type { Reply } from './envelope.js';

export function send(response: ServerResponse, { code, headers, body }: Reply): void {
  response.writeHead(code, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
