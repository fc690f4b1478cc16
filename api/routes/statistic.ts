/** GET /statistic: figures by day, as JSON or as a page (`interface.md`; `decisions.md`, Statistics). */
import type { Service } from '../../core/service.js';
import { replyTo, type Reply } from '../envelope.js';
import { send } from '../send.js';
import * as field from '../fields.js';
import { languageOf } from '../pages/language.js';
import { openSession, sessionCaller } from '../pages/session.js';
import { overviewOf, statisticPage, statisticRefusal } from '../pages/statistic/index.js';
import type { Caller, RawRoute, RawContext } from '../route.js';
import { pageQuery, requireIds, statisticFields } from '../statistic-query.js';
import { figuresSamples, figuresSchema, toWireFigures } from './statistic-wire.js';
import { notYours } from './wire.js';

export const route: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/statistic',
  access: ['statistics'],
  keyIn: 'query',
  session: sessionCaller,
  weight: 10,
  summary: 'Subscribers and money by day, sources, sponsors.',
  tag: 'Both',
  query: statisticFields,
  media: { type: 'text/html', description: 'A page.' },
  answers: {
    description: 'With `output_format` html, or for a browser, a page. A range of at most 366 days.',
    payload: { data: figuresSchema },
    example: { action: 'allads', start_date: '2030-01-01', end_date: '2030-01-09', output_format: 'json' },
    answered: { message: 'Statistics.', data: figuresSamples.allads },
    samples: Object.fromEntries(
      Object.entries(figuresSamples).map(([action, data]) => [
        action,
        { status: 'ok', code: 200, message: 'Statistics.', data },
      ]),
    ),
    errors: notYours,
  },
  serve: async (context) => {
    send(context.response, await answer(context));
  },
  fail: (reply, { request }) => {
    if (!wantsPage(formatOf(request), request)) return reply;
    const { message } = JSON.parse(reply.body) as { message: string };
    const lang = request.query['lang'];
    const language = languageOf(request, typeof lang === 'string' ? lang : undefined);
    return statisticRefusal(language, reply.code, message);
  },
};

async function answer({ service, request, caller }: RawContext): Promise<Reply> {
  if (caller === null) throw new Error('A statistic was asked for without a caller.');
  const { accountId } = caller;
  if (wantsPage(formatOf(request), request)) {
    const query = await pageQuery(request.query, () => overviewOf(service, accountId));
    const page = await statisticPage(service, accountId, query, languageOf(request, query.lang));
    return withSession(page, service, caller);
  }
  const query = field.parseFields(statisticFields, request.query);
  requireIds(query);
  return replyTo({
    message: 'The statistic.',
    payload: { data: await toWireFigures(service, accountId, query) },
  });
}

/** From now on the page knows its reader by a cookie, so that the token can leave the address bar. */
async function withSession(page: Reply, service: Service, { accountId }: Caller): Promise<Reply> {
  return { ...page, headers: { ...page.headers, 'Set-Cookie': await openSession(service, accountId) } };
}

/** What is asked for, where it is one that there is. */
function formatOf({ query }: RawContext['request']): 'html' | 'json' | undefined {
  const { output_format: asked } = query;
  return asked === 'html' || asked === 'json' ? asked : undefined;
}

/** `decisions.md`: html for a caller whose Accept prefers text/html, else json. */
function wantsPage(format: 'html' | 'json' | undefined, request: RawContext['request']): boolean {
  if (format !== undefined) return format === 'html';
  if (request.get('accept') === undefined) return false;
  return request.accepts(['application/json', 'text/html']) === 'text/html';
}
