/** GET /statistic/table.csv: the table of a statistic as a file. */
import { formatDay } from '../../core/days.js';
import * as field from '../fields.js';
import { languageOf } from '../pages/language.js';
import type { RawRoute } from '../route.js';
import { send } from '../envelope.js';
import { rangeOfQuery, requireIds, statisticFields } from '../statistic-query.js';
import { statisticTable } from '../statistic-table.js';
import { notYours } from './wire.js';

export const route: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/statistic/table.csv',
  access: ['statistics'],
  keyIn: 'query',
  weight: 10,
  summary: 'Download statistics as a file',
  tag: 'Both',
  description:
    'Orders, bots, sources or sponsors as a file: all rows that `search` finds, in the order of `sort`.',
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
    const language = languageOf(request, query.lang);
    const body = await statisticTable(service, caller.accountId, query, language);
    const { fromDay, toDay } = service.statistics.range(rangeOfQuery(query));
    const name = `${query.action}-${formatDay(fromDay)}-${formatDay(toDay)}.csv`;
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    };
    send(response, { code: 200, headers, body });
  },
};
