/**
 * POST /statistic/exclusion: a switch of the blacklist pressed on a statistics page that runs no scripts. Where they run,
 * the page asks /toggle-exclusion instead.
 */
import { ServiceError } from '../../core/errors.js';
import * as field from '../fields.js';
import { languageOf } from '../pages/language.js';
import { sessionCaller } from '../pages/session.js';
import { statisticAddress, statisticRefusal } from '../pages/statistic/index.js';
import type { RawRoute } from '../route.js';
import { statisticFields } from '../statistic-query.js';
import { exclude, exclusionFields } from './toggle-exclusion.js';

export const route: RawRoute = {
  kind: 'raw',
  method: 'post',
  path: '/statistic/exclusion',
  // A session opens it, no key: programs have /toggle-exclusion.
  access: 'public',
  takesForms: true,
  summary: 'A switch of the blacklist on a statistics page without scripts; leads back to the page.',
  serve: async ({ service, request, response }) => {
    const caller = await sessionCaller(service, request);
    if (caller === null) throw new ServiceError('unauthorized', 'The session of the page is over.');
    // The address says which page to go back to, the form what to do.
    const page = field.parseFields(statisticFields, request.query);
    await exclude(service, field.parseFields(exclusionFields, request.body), caller);
    response
      .writeHead(303, { Location: `${statisticAddress(page)}#table`, 'Cache-Control': 'no-store' })
      .end();
  },
  fail: (reply, { request }) => {
    const { message } = JSON.parse(reply.body) as { message: string };
    return statisticRefusal(languageOf(request), reply.code, message);
  },
};
