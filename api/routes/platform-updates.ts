/** POST /platform/updates: what the platform tells the operator bot, when updates come by webhook. */
import { UPDATES_PATH } from '../../core/updates.js';
import type { RawRoute } from '../route.js';

/** A message that answers another, each with many entities, is larger than what bots may send us. */
const BODY_MAX_BYTES = 1024 * 1024;

export const route: RawRoute = {
  kind: 'raw',
  method: 'post',
  path: UPDATES_PATH,
  access: 'public',
  // The platform comes from few addresses, as often as people do something.
  weight: 0,
  guard: ({ updates }, { headers }) => {
    const secret = headers['x-telegram-bot-api-secret-token'];
    updates.admit(typeof secret === 'string' ? secret : '');
  },
  bodyMaxBytes: BODY_MAX_BYTES,
  summary: 'Updates of the operator bot, for the platform alone.',
  serve: async ({ service, request, response }) => {
    await service.updates.keep(request.body as Record<string, unknown>);
    response.status(200).json({ status: 'ok', code: 200, message: 'Stored.' });
  },
};
