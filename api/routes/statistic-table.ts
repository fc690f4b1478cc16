/** GET /statistic/table.csv: the table of a statistics page as a file, all rows that the page has on all its pages. */
import * as field from '../fields.js';
import { languageOf } from '../pages/language.js';
import { sessionCaller } from '../pages/session.js';
import { statisticFile } from '../pages/statistic/index.js';
import type { RawRoute } from '../route.js';
import { send } from '../send.js';
import { requireIds, statisticFields } from '../statistic-query.js';
import { notYours } from './wire.js';

export const route: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/statistic/table.csv',
  access: ['statistics'],
  keyIn: 'query',
  session: sessionCaller,
  weight: 10,
  summary: 'The table of a statistics page as a file.',
  tag: 'Both',
  description: 'The table of the same page as a file: all rows that `search` finds, in the order of `sort`.',
  query: statisticFields,
  media: {
    type: 'text/csv',
    description: 'UTF-8 with a byte order mark, titles in the language of `lang`.',
    example:
      'Sponsor,Link,Subscribers,Earned,Status\r\nGardening every day,https://t.me/example,6,18.9,Shown\r\n',
  },
  errors: notYours,
  serve: async ({ service, request, response, caller }) => {
    if (caller === null) throw new Error('A table was asked for without a caller.');
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
