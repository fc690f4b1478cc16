/** GET /: what this is, unless JSON is asked for. */
import { ServiceError } from '../../core/errors.js';
import { languageOf } from '../pages/language.js';
import { startPage } from '../pages/start.js';
import { publicGet } from '../route.js';
import { send } from '../envelope.js';

export const route = publicGet('/', async ({ service, request, response }) => {
  response.setHeader('Vary', 'Accept, Accept-Language');
  if (request.accepts(['text/html', 'application/json']) !== 'text/html')
    throw new ServiceError('not_found', 'There is no such path.');
  const { lang } = request.query;
  const language = languageOf(request, typeof lang === 'string' ? lang : undefined);
  const bot = await service.checkers.named(null);
  const address = `${service.settings.PLATFORM_LINK_ROOT}/${bot?.username ?? ''}`;
  send(response, startPage(language, service.settings, bot && { username: bot.username, address }));
});
