/** Events that the service posts to your server: the signature, and handlers for fetch, Express and node:http. */
import type { SubscriptionEvent } from './interface.js';
import type { StateStore } from './memory.js';

export type { SubscriptionEvent } from './interface.js';

const BODY_MAX_BYTES = 1_000_000;
const encoder = new TextEncoder();

/**
 * Whether the body was signed with this Bot Key, or one of these. Compares in constant time.
 * @param body byte for byte as it came; parse it only afterwards
 * @param signature the header `X-Signature`
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  signature: string | null | undefined,
  keys: string | readonly string[],
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature ?? '')) return false;
  const given = Uint8Array.from((signature ?? '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const bytes = typeof body === 'string' ? encoder.encode(body) : Uint8Array.from(body);
  const checks = (typeof keys === 'string' ? [keys] : keys)
    .filter((key) => key !== '')
    .map(async (key) => {
      const usage = { name: 'HMAC', hash: 'SHA-256' };
      const secret = await crypto.subtle.importKey('raw', encoder.encode(key), usage, false, ['verify']);
      return crypto.subtle.verify('HMAC', secret, given, bytes);
    });
  return (await Promise.all(checks)).includes(true);
}

export interface WebhookOptions {
  /** The Bot Key, or those of all bots that post here. */
  keys: string | readonly string[];
  /** Works on one event. What it throws makes the service send it again. */
  onEvent: (event: SubscriptionEvent) => Promise<void> | void;
  /** Remembers which events were worked on, since each may come twice. Without it you see to that yourself. */
  state?: StateStore;
}

/** The service gives an event up after 24 hours; what was worked on is remembered a little longer. */
const DONE_MS = 36 * 3_600_000;
/** How long an event may be worked on. After that the work counts as broken off, and begins again when the event comes. */
const WORK_MS = 10 * 60_000;
const DONE = 'done';

/** @returns the HTTP status to answer */
async function receive(
  { keys, onEvent, state }: WebhookOptions,
  body: Uint8Array,
  signature: string | null | undefined,
): Promise<number> {
  if (!(await verifyWebhook(body, signature, keys))) return 401;
  const { webhooks } = JSON.parse(new TextDecoder().decode(body)) as { webhooks: SubscriptionEvent[] };
  for (const event of webhooks) {
    // A test is taken, and nothing is booked for it.
    if ((event as { test?: boolean }).test === true) continue;
    const key = `webhook:${String(event.bot_id)}:${String(event.webhook_id)}`;
    if (state !== undefined && !(await begins(state, key))) continue;
    try {
      await onEvent(event);
    } catch (error) {
      await state?.delete(key);
      throw error;
    }
    await state?.set(key, DONE, DONE_MS);
  }
  return 204;
}

/**
 * @returns false: it was worked on before
 * @throws Error while it is being worked on: that may still fail, so the service has to send it again
 */
async function begins(state: StateStore, key: string): Promise<boolean> {
  if (await state.claim(key, WORK_MS)) return true;
  if ((await state.get(key)) === DONE) return false;
  throw new Error('The event is being worked on.');
}

const answerFor = (options: WebhookOptions, body: Uint8Array, signature: string | null | undefined) =>
  // What is no JSON, fails in onEvent or is under way there, comes again.
  receive(options, body, signature).catch(() => 500);

/** For what speaks `fetch`: Deno, Bun, Hono, workers. */
export function webhookFetch(options: WebhookOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    const status =
      body.length > BODY_MAX_BYTES ? 413 : await answerFor(options, body, request.headers.get('x-signature'));
    return new Response(null, { status });
  };
}

/** As much of a request of node:http, and of Express, as is read here. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  headers: Record<string, string | string[] | undefined>;
  /** Where a parser of bodies has been at work: `express.raw()` leaves the bytes, `express.json()` does not. */
  body?: unknown;
  /** Whether anything of the body was read. */
  readableDidRead?: boolean;
}

export interface NodeResponse {
  writeHead(status: number): { end(): unknown };
}

/** For node:http and for Express, as a handler of `POST`. */
export function webhookNode(
  options: WebhookOptions,
): (request: NodeRequest, response: NodeResponse, next?: (mistake: Error) => void) => Promise<void> {
  return async (request, response, next) => {
    if (isParsed(request)) {
      const mistake = new TypeError('The body was parsed already: put this handler before express.json().');
      // In Express 4 a rejection ends the process, and anybody can post.
      if (next === undefined) throw mistake;
      next(mistake);
      return;
    }
    const body = await bytesOf(request).catch(() => undefined);
    // It broke off. The service sends it again.
    if (body === undefined) return;
    const { 'x-signature': signature } = request.headers;
    const status =
      body === null ? 413 : await answerFor(options, body, typeof signature === 'string' ? signature : null);
    response.writeHead(status).end();
  };
}

/** Of what a parser of Express 4 leaves unread it makes `{}`. */
const isParsed = ({ body, readableDidRead }: NodeRequest) =>
  typeof body === 'object' && body !== null && !(body instanceof Uint8Array) && readableDidRead !== false;

/** @returns null of more than a post of events ever has */
async function bytesOf(request: NodeRequest): Promise<Uint8Array | null> {
  if (request.body instanceof Uint8Array) return request.body;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BODY_MAX_BYTES) return null;
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
