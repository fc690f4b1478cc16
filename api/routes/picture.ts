/** GET /picture/<bot>/<secret>.jpg: the picture of a bot's block that its owner sent as a photo; the platform fetches it. */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import * as field from '../fields.js';
import { publicGet } from '../route.js';

const params = z.object({ botId: field.id(), name: z.string().regex(/^[\w-]{24}\.jpg$/) });

export const route = publicGet('/picture/:botId/:name', async ({ service, request, response }) => {
  const wanted = params.safeParse(request.params);
  if (!wanted.success) throw notFound();
  const { botId, name } = wanted.data;
  const jpeg = await service.botPictures.find(botId, name.slice(0, -'.jpg'.length));
  if (jpeg === null) throw notFound();
  response.setHeader('Content-Type', 'image/jpeg');
  response.setHeader('Content-Length', jpeg.length);
  // Another photo has another address.
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.end(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength));
});

function notFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such picture.');
}
