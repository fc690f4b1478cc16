/** The body of a request: read within a limit, unpacked, and parsed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { ServiceError } from '../core/errors.js';
import type { Route } from './route.js';

const BODY_MAX_BYTES = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** By the names of `Content-Encoding`. Each stops at the limit that it is given. */
const unpackers = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/**
 * Any content type counts as JSON, and none at all as an empty object (`decisions.md`, The wire).
 * @throws ServiceError `malformed_json`, `too_large`
 */
export async function readBody(
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const { takesForms, takesBytes } = route.kind === 'raw' ? route : {};
  const { 'content-encoding': encoding = '', 'content-type': type = '' } = request.headers;
  const { bodyMaxBytes = BODY_MAX_BYTES } = route;
  const sent = await readSent(request, response, bodyMaxBytes);
  const packing = encoding.toLowerCase();
  const isPlain = packing === '' || packing === 'identity' || sent.length === 0;
  const bytes = isPlain ? sent : await unpack(sent, packing, bodyMaxBytes);
  if (takesBytes === true) return { bytes };
  const isForm = takesForms === true && /^\s*application\/x-www-form-urlencoded\b/i.test(type);
  return isForm ? Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))) : parse(bytes);
}

function readSent(request: IncomingMessage, response: ServerResponse, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (): void => {
      chunks.length = 0;
      // The caller may still be sending: what comes is dropped, and the connection ends with the answer.
      request.off('data', take).resume();
      response.setHeader('Connection', 'close');
      reject(tooLarge(maxBytes));
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

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('too_large', `The body is larger than ${String(maxBytes / 1024)} KiB.`);
}

async function unpack(sent: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding as keyof typeof unpackers] : null;
  if (unpacker === null)
    throw new ServiceError(
      'malformed_json',
      'This Content-Encoding is not supported; use gzip, deflate or br, or leave this header out.',
    );
  try {
    return await unpacker(sent, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new ServiceError(
      'malformed_json',
      `The body is not valid ${encoding}. Pack it as Content-Encoding says, or leave this header out.`,
    );
  }
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
