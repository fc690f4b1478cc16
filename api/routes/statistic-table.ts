/** GET /statistic/table.csv: the table of a statistics page as a file, all rows that the page has on all its pages. */
import * as field from '../fields.js';
import { languageOf } from '../pages/language.js';
import { sessionCaller } from '../pages/session.js';
import { statisticFile } from '../pages/statistic/index.js';
import type { RawRoute } from '../route.js';
import { send } from '../send.js';
import { requireIds, statisticFields } from './statistic-query.js';

export const route: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/statistic/table.csv',
  access: ['statistics'],
  keyIn: 'query',
  session: sessionCaller,
  weight: 10,
  summary: 'The table of a statistics page as a file.',
  serve: async ({ service, request, response, caller }) => {
    if (caller === null) throw new Error('A table was asked for by nobody.');
    const query = field.parseFields(statisticFields, request.query);
    requireIds(query);
    const { name, body } = await statisticFile(
      service,
      caller.accountId,
      query,
      languageOf(request, query.lang),
    );
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    };
    send(response, { code: 200, headers, body });
  },
};
