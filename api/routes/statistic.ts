/** GET /statistic: figures by day, as JSON or as a page (`interface.md`; `decisions.md`, Statistics). */
import { replyTo, type Reply } from '../envelope.js';
import { send } from '../send.js';
import * as field from '../fields.js';
import type { Caller, RawRoute, RawContext } from '../route.js';
import { requireIds, statisticFields } from '../statistic-query.js';
import { sendApplication } from './cabinet.js';
import { figuresSamples, figuresSchema, toWireFigures } from './statistic-wire.js';
import { notYours } from './wire.js';

export const route: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/statistic',
  access: ['statistics'],
  keyIn: 'query',
  weight: 10,
  summary: 'Get statistics by day, source and sponsor',
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
  // Scripts ask for the figures, with a key: the page itself shows nothing.
  opens: wantsPage,
  serve: async (context) => {
    if (context.caller === null) sendApplication(context);
    else send(context.response, await answer(context, context.caller));
  },
};

async function answer({ service, request }: RawContext, { accountId }: Caller): Promise<Reply> {
  const query = field.parseFields(statisticFields, request.query);
  requireIds(query);
  return replyTo({
    message: 'The statistic.',
    payload: { data: await toWireFigures(service, accountId, query) },
  });
}

/** `decisions.md`: html for a caller whose Accept prefers text/html, else json. */
function wantsPage(request: RawContext['request']): boolean {
  const { output_format: asked } = request.query;
  if (asked === 'html' || asked === 'json') return asked === 'html';
  if (request.get('accept') === undefined) return false;
  return request.accepts(['application/json', 'text/html']) === 'text/html';
}
