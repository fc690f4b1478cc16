/** Reads bodies: any content type counts as JSON, and none at all as an empty object (`decisions.md`, The wire). */
import { raw, type Request, type RequestHandler, type Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../core/errors.js';

const BODY_MAX_BYTES = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** For bodies that come compressed: few do, and unpacking within a limit is best left to the framework. */
const unpack: RequestHandler = raw({ type: () => true, limit: BODY_MAX_BYTES });

export interface BodyOptions {
  /** Whether a body that says it comes from an HTML form is read as one. */
  takesForms?: boolean | undefined;
  /** For bodies that do not come compressed. */
  maxBytes?: number | undefined;
  /** As it came, under `bytes`: for what is signed. */
  asBytes?: boolean | undefined;
}

/**
 * @throws ServiceError `malformed_json`, `too_large`; the framework's own error when a packed body cannot be read
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  { takesForms = false, maxBytes = BODY_MAX_BYTES, asBytes = false }: BodyOptions = {},
): Promise<unknown> {
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
  const bytes = isPlain ? await readPlain(request, response, maxBytes) : await readPacked(request, response);
  if (asBytes) return { bytes };
  const isForm = takesForms && /^application\/x-www-form-urlencoded\b/i.test(contentType(request));
  return isForm ? Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))) : parse(bytes);
}

function contentType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').trim();
}

function readPlain(request: IncomingMessage, response: ServerResponse, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (): void => {
      chunks.length = 0;
      // The caller may still be sending: what comes is dropped, and the connection ends with the answer.
      request.off('data', take).resume();
      response.setHeader('Connection', 'close');
      const words = `The body is larger than ${String(maxBytes / 1024)} KiB.`;
      reject(new ServiceError('too_large', words));
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) refuse();
      else chunks.push(chunk);
    };
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      refuse();
      return;
    }
    request.on('data', take);
    request.once('end', () => {
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', () => reject(new ServiceError('malformed_json', 'The request was cut off.')));
  });
}

async function readPacked(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    void unpack(request as Request, response as Response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('The body could not be read.'));
    });
  });
  const { body } = request as { body?: unknown };
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    const text = decoder.decode(bytes);
    return text.trim() === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    throw new ServiceError('malformed_json', 'The body is not valid JSON.');
  }
}
