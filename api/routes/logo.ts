/** GET /logo/<order>: the logo of an order's channel or bot, kept by us, since the platform's own addresses hold a token. */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import * as field from '../fields.js';
import { publicGet } from '../route.js';

const params = z.object({ orderId: field.id() });

export const route = publicGet('/logo/:orderId', async ({ service, request, response }) => {
  const wanted = params.safeParse(request.params);
  if (!wanted.success) throw notFound();
  const bytes = await service.sponsors.logos.ofOrder(wanted.data.orderId);
  const type = imageType(bytes);
  if (type === null) throw notFound();
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes.length);
  response.setHeader('Cache-Control', 'public, max-age=21600');
  // Publishers show it on pages of their own.
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
});

function notFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such logo.');
}

const signatures: readonly (readonly [type: string, offset: number, text: string])[] = [
  ['image/jpeg', 0, '\u00ff\u00d8\u00ff'],
  ['image/png', 0, '\u0089PNG'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
];

/** What a picture is by its first bytes; null for anything else, which a browser is not to be given. */
function imageType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return signatures.find(([, offset, text]) => head.startsWith(text, offset))?.[0] ?? null;
}
