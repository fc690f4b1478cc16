/**
 * GET /logo/<order>: the logo of an order's channel or bot, kept by us, since the platform's own addresses hold a token. And
 * /picture/<bot>/<secret>.jpg: the picture of a bot's block that its owner sent as a photo; the platform fetches it.
 */
import type { Response } from 'express';
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import * as field from '../fields.js';
import { publicGet } from '../route.js';

const ofOrder = z.object({ orderId: field.id() });
const ofBot = z.object({ botId: field.id(), name: z.string().regex(/^[\w-]{24}\.jpg$/) });

export const logo = publicGet('/logo/:orderId', async ({ service, request, response }) => {
  const { data } = ofOrder.safeParse(request.params);
  const bytes = data === undefined ? null : await service.sponsors.logos.ofOrder(data.orderId);
  const type = bytes === null ? null : imageType(bytes);
  if (bytes === null || type === null) throw new ServiceError('not_found', 'There is no such logo.');
  send(response, { type, bytes, cache: 'public, max-age=21600' });
});

export const picture = publicGet('/picture/:botId/:name', async ({ service, request, response }) => {
  const { data } = ofBot.safeParse(request.params);
  const secret = data?.name.slice(0, -'.jpg'.length) ?? '';
  const bytes = data === undefined ? null : await service.botPictures.find(data.botId, secret);
  if (bytes === null) throw new ServiceError('not_found', 'There is no such picture.');
  // Another photo has another address.
  send(response, { type: 'image/jpeg', bytes, cache: 'public, max-age=31536000, immutable' });
});

function send(
  response: Response,
  { type, bytes, cache }: { type: string; bytes: Uint8Array; cache: string },
): void {
  // Publishers show it on pages of their own.
  const headers = {
    'Content-Type': type,
    'Cache-Control': cache,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  response.set(headers).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
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
