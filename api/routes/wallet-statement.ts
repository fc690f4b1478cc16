/** GET /wallet/statement.xlsx: what a wallet had in a month, as a file. */
import { z } from 'zod';
import * as field from '../fields.js';
import type { RawRoute } from '../route.js';
import { offerAs } from './order-files.js';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const fields = z.object({
  month: field.text({ max: 7, description: 'As YYYY-MM, by the clock of the service.', example: '2030-01' }),
});

export const route: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/wallet/statement.xlsx',
  access: ['access'],
  weight: 10,
  isOfCabinet: true,
  summary: 'Get the statement of a month',
  tag: 'Account',
  description:
    'What was there at the beginning and at the end, every kind of movement by day, and the details of the operator, in the language of the account. Of the month that runs: so far.',
  query: fields,
  media: { type: TYPE, description: 'An Excel workbook of one sheet.' },
  errors: { 429: 'Six a minute.' },
  serve: async ({ service, request, response, caller }) => {
    if (caller === null) throw new Error('A statement is never public.');
    const { month } = field.parseFields(fields, request.query);
    const { fileName, bytes } = await service.statements.make(caller.accountId, month);
    response.setHeader('Content-Type', TYPE);
    offerAs(response, fileName);
    response.end(bytes);
  },
};
