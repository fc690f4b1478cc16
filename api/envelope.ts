/**
 * The one shape of every JSON answer (`interface.md`, What the service does; `decisions.md`, The wire): `status`, `code` and
 * `message` on top, and the payload next to them under the key that each path documents.
 */
import { ServiceError } from '../core/errors.js';
import type { ServerResponse } from 'node:http';
import { traceOf } from './logging.js';

/** What a route answers; `code` is 200 unless it says otherwise. */
export interface Answer {
  status?: 'ok' | 'warning' | 'gender' | 'age' | 'register' | 'error';
  code?: number;
  message: string;
  /** Top-level keys next to the envelope's own, in wire names. */
  payload?: Record<string, unknown>;
  /** The JSON of `payload`, where its writer has a shorter way to it (`joined.ts`). */
  payloadText?: string;
  /** In addition to those of every answer. */
  headers?: Readonly<Record<string, string>>;
  /** The whole JSON, where it was written before (`bodyOf`). */
  body?: Buffer;
}

/** An HTTP answer ready to be sent (`send`). */
export interface Reply {
  code: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Answers of the api belong to the caller that asked; no cache may keep them. */
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

export function replyTo(answer: Answer): Reply {
  const { code = 200, headers: own, body = bodyOf(answer) } = answer;
  return { code, headers: own === undefined ? headers : { ...headers, ...own }, body };
}

/** The JSON of an answer. */
export function bodyOf({ status = 'ok', code = 200, message, payload, payloadText: text }: Answer): string {
  if (text === undefined) return JSON.stringify({ status, code, message, ...payload });
  const start = JSON.stringify({ status, code, message }).slice(0, -1);
  return `${start},${text.slice(1)}`;
}

/** Leads to an address outside, in plain text for what does not follow. */
export function redirectTo(url: string): Reply {
  const headers = {
    Location: url,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'Content-Type': 'text/plain; charset=utf-8',
  };
  return { code: 302, headers, body: url };
}

/** A failure as its caller sees it. What is not a `ServiceError` is a fault of ours, and says nothing of itself. */
export function replyToFailure(failure: unknown): Reply {
  if (!(failure instanceof ServiceError))
    return failed(500, 'Something went wrong on our side. Please try again.', {});
  const code = failure.errorCode === undefined ? {} : { error_code: failure.errorCode };
  const { faults, retryAfterSeconds } = failure;
  const retry =
    retryAfterSeconds === undefined
      ? {}
      : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  return {
    ...failed(failure.code, failure.message, {
      ...code,
      ...failure.payload,
      ...(faults.length === 0 ? {} : { faults }),
    }),
    headers: { ...headers, ...retry },
  };
}

/** A path or a method that is not there: nothing core knows of, so it has no kind of failure. */
export function failed(code: number, message: string, payload: Record<string, unknown> = {}): Reply {
  return { code, headers, body: JSON.stringify({ status: 'error', code, message, ...payload }) };
}

export function send(response: ServerResponse, { code, headers, body }: Reply): void {
  // All at once: headers that are set one by one before cost several times as much.
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const fields = ['Content-Length', String(bytes)];
  addTo(fields, traceOf(response).headers);
  addTo(fields, headers);
  response.writeHead(code, fields);
  // A byte a character is plain ASCII, which node copies; as UTF-8 it would look at each character.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8');
}

/** One list of names and values costs less than one object of all. */
function addTo(fields: string[], headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) fields.push(name, value);
}
