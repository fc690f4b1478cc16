/** Puts replies on the wire. */
import type { ServerResponse } from 'node:http';
import type { Reply } from './envelope.js';
import { traceOf } from './logging.js';

let leaving: { response: ServerResponse; body: string }[] = [];

/**
 * Sends a reply with all others that are made in the same event, once it is through. One after the other they cost a
 * fraction of what they cost apart: a write that finds its reader asleep has to wake it, and each comes to a kernel that the
 * processor has forgotten meanwhile.
 */
export function send(response: ServerResponse, { code, headers, body }: Reply): void {
  // All at once: headers that are set one by one before cost several times as much.
  const fields = ['Content-Length', String(Buffer.byteLength(body))];
  const { headers: ofAll, isAlone } = traceOf(response);
  addTo(fields, ofAll);
  addTo(fields, headers);
  response.writeHead(code, fields);
  if (isAlone === true) response.end(body);
  else if (leaving.push({ response, body }) === 1) process.nextTick(sendAll);
}

function sendAll(): void {
  const all = leaving;
  leaving = [];
  for (const { response, body } of all) response.end(body);
}

/** One list of names and values costs less than one object of all. */
function addTo(fields: string[], headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) fields.push(name, value);
}
