/** GET /statistic: figures by day, as JSON or as a page (`interface.md`; `decisions.md`, Statistics). */
import { ServiceError } from '../../core/errors.js';
import type { Service } from '../../core/service.js';
import { replyTo, type Reply } from '../envelope.js';
import { send } from '../send.js';
import * as field from '../fields.js';
import { languageOf } from '../pages/language.js';
import { openSession, sessionCaller } from '../pages/session.js';
import { statisticPage, statisticRefusal } from '../pages/statistic/index.js';
import type { Caller, RawRoute, RawVisit } from '../route.js';
import { statisticFields, type StatisticQuery } from './statistic-query.js';
import { toWireFigures } from './statistic-wire.js';

export const route: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/statistic',
  access: ['statistics'],
  keyIn: 'query',
  session: sessionCaller,
  weight: 10,
  summary: 'Subscribers and money by day, sources, sponsors.',
  serve: async (visit) => {
    send(visit.response, await answer(visit));
  },
  fail: (reply, { request }) => {
    const asked = request.query['output_format'];
    if (!wantsPage(asked === 'html' || asked === 'json' ? asked : undefined, request)) return reply;
    const { message } = JSON.parse(reply.body) as { message: string };
    const lang = request.query['lang'];
    const language = languageOf(request, typeof lang === 'string' ? lang : undefined);
    return statisticRefusal(language, reply.code, message);
  },
};

async function answer({ service, request, caller }: RawVisit): Promise<Reply> {
  if (caller === null) throw new Error('A statistic was asked for by nobody.');
  const query = field.parseFields(statisticFields, request.query);
  requireIds(query);
  if (!wantsPage(query.output_format, request)) {
    return replyTo({
      message: 'The statistic.',
      payload: { data: await toWireFigures(service, caller.accountId, query) },
    });
  }
  const language = languageOf(request, query.lang);
  const page = await statisticPage(service, caller.accountId, query, language);
  return withSession(page, service, caller);
}

/** From now on the page knows its reader by a cookie, so that the token can leave the address bar. */
async function withSession(page: Reply, service: Service, { accountId }: Caller): Promise<Reply> {
  return { ...page, headers: { ...page.headers, 'Set-Cookie': await openSession(service, accountId) } };
}

function requireIds({ action, ads_id, bot_id }: StatisticQuery): void {
  if ((action === 'ads' || action === 'source') && ads_id === undefined) {
    throw new ServiceError('invalid', `ads_id: is required for action ${action}.`);
  }
  if (action === 'bots' && bot_id === undefined) {
    throw new ServiceError('invalid', 'bot_id: is required for action bots.');
  }
}

/** `decisions.md`: html for a caller whose Accept prefers text/html, else json. */
function wantsPage(format: 'html' | 'json' | undefined, request: RawVisit['request']): boolean {
  if (format !== undefined) return format === 'html';
  if (request.get('accept') === undefined) return false;
  return request.accepts(['application/json', 'text/html']) === 'text/html';
}
