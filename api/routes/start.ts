/** GET /: what this is, for a person; programs are told that there is no such path, as ever. */
import { ServiceError } from '../../core/errors.js';
import { languageOf } from '../pages/language.js';
import { startPage } from '../pages/start.js';
import type { RawRoute } from '../route.js';
import { send } from '../send.js';

export const route: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/',
  access: 'public',
  summary: 'What this is, and the ways to the API reference, the statistics and the operator bot.',
  serve: async ({ service, request, response }) => {
    response.setHeader('Vary', 'Accept, Accept-Language');
    const isPerson =
      request.get('accept') !== undefined &&
      request.accepts(['application/json', 'text/html']) === 'text/html';
    if (!isPerson) throw new ServiceError('not_found', 'There is no such path.');
    const { lang } = request.query;
    const language = languageOf(request, typeof lang === 'string' ? lang : undefined);
    send(response, startPage(language, await service.checkers.named(null)));
  },
};
