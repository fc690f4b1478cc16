/** GET /statistic: figures by day, as JSON or as a page (`interface.md`; `decisions.md`, Statistics). */
import { replyTo, send } from '../envelope.js';
import { writeFields } from '../joined.js';
import { answerTo, handler, type JsonRoute, type RawContext, type RawRoute } from '../route.js';
import {
  requireIds,
  statisticFields,
  figuresSamples,
  figuresSchema,
  toWireFigures,
} from './statistic-wire.js';
import { sendApplication } from './cabinet.js';
import { notYours } from './wire.js';

const summary = 'Get statistics by day, source and sponsor';

const answers = handler({
  summary,
  fields: statisticFields,
  description: 'With `output_format` html, or for a browser, a page. A range of at most 366 days.',
  payload: { data: figuresSchema },
  example: { action: 'allads', start_date: '2030-01-01', end_date: '2030-01-09', output_format: 'json' },
  answered: { message: 'Statistics.' },
  samples: Object.fromEntries(
    Object.entries(figuresSamples).map(([action, data]) => [
      action,
      { status: 'ok', code: 200, message: 'Statistics.', data },
    ]),
  ),
  errors: notYours,
  handle: async (service, query, { accountId }) => {
    requireIds(query);
    const data = await toWireFigures(service, accountId, query);
    return {
      message: 'The statistic.',
      payload: { data },
      payloadText: `{"data":${writeFields(data)}}`,
    };
  },
});

const base = {
  method: 'get',
  path: '/statistic',
  access: ['statistics'],
  keyIn: 'query',
  weight: 10,
  tag: 'Both',
} as const;

const figures: JsonRoute = { ...base, kind: 'json', handler: answers };

export const route: RawRoute = {
  ...base,
  kind: 'raw',
  summary,
  query: statisticFields,
  media: { type: 'text/html', description: 'A page.' },
  answers,
  inEnvelope: { route: figures, isAsked: ({ output_format: asked }) => asked === 'json' },
  // Scripts ask for the figures, with a key: the page itself shows nothing.
  opens: wantsPage,
  serve: async (context) => {
    const { service, request, response, caller, address } = context;
    if (caller === null) {
      sendApplication(context);
      return;
    }
    const asked = { input: request.query, caller, asOf: performance.now(), from: { address, agent: '' } };
    send(response, replyTo(await answerTo(figures, service, asked)));
  },
};

/** `decisions.md`: html for a caller whose Accept prefers text/html, else json. */
function wantsPage(request: RawContext['request']): boolean {
  const { output_format: asked } = request.query;
  if (asked === 'html' || asked === 'json') return asked === 'html';
  if (request.get('accept') === undefined) return false;
  return request.accepts(['application/json', 'text/html']) === 'text/html';
}
