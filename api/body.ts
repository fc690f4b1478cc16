/** Reads bodies: any content type counts as JSON, and none at all as an empty object (`decisions.md`, The wire). */
import { raw, type Request, type RequestHandler, type Response } from 'express';
import { ServiceError } from '../core/errors.js';

const BODY_MAX_BYTES = 64 * 1024;

const read: RequestHandler = raw({ type: () => true, limit: BODY_MAX_BYTES });
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * @param takesForms whether a body that says it comes from an HTML form is read as one
 * @throws ServiceError `malformed_json`; the framework's own error when the body is too large or cut off
 */
export async function readBody(request: Request, response: Response, takesForms = false): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    void read(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('The body could not be read.'));
    });
  });
  const bytes = request.body as unknown;
  if (!Buffer.isBuffer(bytes)) return {};
  const isForm = takesForms && request.is('application/x-www-form-urlencoded') !== false;
  return isForm ? Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))) : parse(bytes);
}

function parse(bytes: Buffer): unknown {
  try {
    const text = decoder.decode(bytes);
    return text.trim() === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    throw new ServiceError('malformed_json', 'The body is not valid JSON.');
  }
}
