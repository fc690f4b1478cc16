/** Puts a reply on the wire. */
import type { Response } from 'express';
import type { Reply } from './envelope.js';

export function send(response: Response, { code, headers, body }: Reply): void {
  response.writeHead(code, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
