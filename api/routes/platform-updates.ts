/** POST /platform/updates: what the platform sends to our bots, when updates come by webhook. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Service } from '../../core/service.js';
import { UPDATES_PATH } from '../../core/updates.js';
import { rawRoute } from '../route.js';

/** A message that answers another, each with many entities, is larger than what bots may send us. */
const BODY_MAX_BYTES = 1024 * 1024;

export const route = rawRoute('post', UPDATES_PATH, {
  access: 'public',
  // The platform comes from few addresses, as often as people do something.
  weight: 0,
  guard: (service, { headers }) => {
    botAdmitted(service, headers);
  },
  bodyMaxBytes: BODY_MAX_BYTES,
  serve: async ({ service, request, response }) => {
    const botId = botAdmitted(service, request.headers);
    await service.updates.keep(botId, request.body as Record<string, unknown>);
    response.status(200).json({ status: 'ok', code: 200, message: 'Stored.' });
  },
});

/** Which of our bots it is for. @throws ServiceError as `Updates.admit` */
function botAdmitted({ updates }: Pick<Service, 'updates'>, headers: IncomingHttpHeaders): number {
  const secret = headers['x-telegram-bot-api-secret-token'];
  return updates.admit(typeof secret === 'string' ? secret : '');
}
