/**
 * GET and POST /statistic/<ticket>: the link that the operator bot gives to the statistics pages. Looking at it changes
 * nothing, since messengers and scanners open links too; its page sends the form by which the ticket becomes the
 * session of a browser, once.
 */
import { send } from '../send.js';
import * as field from '../fields.js';
import { languageOf } from '../pages/language.js';
import { messagePage } from '../pages/page.js';
import { openSession } from '../pages/session.js';
import { statisticLinkPage } from '../pages/statistic-link.js';
import { pageWords } from '../pages/words.js';
import type { RawRoute, RawContext } from '../route.js';
import { statisticFields } from '../statistic-query.js';

const path = '/statistic/:ticket';

/** What the link is to show; everything else that a statistic may be asked for is chosen on the page. */
const linkFields = statisticFields.pick({ action: true, ads_id: true, bot_id: true, lang: true });

export const show: RawRoute = {
  kind: 'raw',
  method: 'get',
  path,
  access: 'public',
  summary: 'A link from the operator bot to the statistics pages.',
  serve: async (context) => {
    const { service, request, response } = context;
    const ticket = ticketOf(context);
    const accountId = await service.statistics.sessions.readTicket(ticket);
    if (accountId === null) {
      sayExpired(context);
      return;
    }
    send(response, statisticLinkPage(`/statistic/${ticket}?${queryOf(request)}`, languageOf(request)));
  },
};

export const enter: RawRoute = {
  kind: 'raw',
  method: 'post',
  path,
  access: 'public',
  takesForms: true,
  summary: "Opens a browser's session of the statistics pages, once for each link.",
  serve: async (context) => {
    const { service, request, response } = context;
    const query = queryOf(request);
    const accountId = await service.statistics.sessions.useTicket(ticketOf(context));
    if (accountId === null) {
      sayExpired(context);
      return;
    }
    const headers = {
      Location: `/statistic?${query}&output_format=html`,
      'Set-Cookie': await openSession(service, accountId),
      'Cache-Control': 'no-store',
    };
    response.writeHead(303, headers).end();
  },
};

function ticketOf({ request }: RawContext): string {
  return String(request.params['ticket']);
}

/** @throws ServiceError `invalid` naming what is wrong */
function queryOf(request: RawContext['request']): string {
  const fields = field.parseFields(linkFields, request.query);
  const given = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given).toString();
}

function sayExpired(context: RawContext): void {
  const { language, words } = pageWords(languageOf(context.request));
  send(
    context.response,
    messagePage(words.text('page-expired'), words.text('page-expired-text'), { language, code: 410 }),
  );
}
