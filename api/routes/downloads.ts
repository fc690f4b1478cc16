/**
 * Files to download: subscriber ids of an order (`interface.md`, /orders download_id), finished reports (`decisions.md`, Orders),
 * and statements of a wallet.
 */
import { once } from 'node:events';
import type { Response } from 'express';
import { rawRoute } from '../route.js';
import { z } from 'zod';
import * as field from '../fields.js';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Streamed as it is read: neither the service nor the connection ever holds the whole file. */
export const idFile = rawRoute('get', '/orders/download_id/:fileId', {
  access: ['access'],
  weight: 10,
  summary: 'Download a file of subscriber ids',
  tag: 'Advertisers',
  description: 'The file that `download_id` made; it lives 24 hours.',
  media: { type: 'text/plain', description: 'A subscriber id a line.', example: '2001\n2002\n' },
  errors: { 403: '`forbidden_or_not_foundorder`: no such file of yours.' },
  serve: async ({ service, request, response, caller }) => {
    if (caller === null) throw new Error('An id file is never public.');
    const { fileName, pages } = await service.reports.idFile(
      caller.accountId,
      String(request.params['fileId']),
    );
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    offerAs(response, fileName);
    await stream(response, () => lines(pages));
  },
});

/** The key in the address is the permission: it cannot be guessed, and ends after a day. */
export const reportFile = rawRoute('get', '/files/:fileKey/:fileName', {
  access: 'public',
  summary: 'Download a report',
  tag: 'Advertisers',
  description:
    'A finished report, as `check_report` gives its address in `file_url`. It takes no key: the address itself cannot be guessed, and lives 24 hours.',
  media: {
    type: WORKBOOK,
    description: 'An Excel workbook with the sheets Summary and Subscribers.',
  },
  errors: { 404: 'There is no such file, or not any more.' },
  serve: async ({ service, request, response }) => {
    const { fileName, sizeBytes, read } = await service.reports.file(String(request.params['fileKey']));
    response.setHeader('Content-Type', WORKBOOK);
    response.setHeader('Content-Length', sizeBytes);
    offerAs(response, fileName);
    await stream(response, read);
  },
});

const statementFields = z.object({
  month: field.text({ max: 7, description: 'As YYYY-MM, by the clock of the service.', example: '2030-01' }),
});

/** What a wallet had in a month. */
export const walletStatement = rawRoute('get', '/wallet/statement.xlsx', {
  access: ['access'],
  weight: 10,
  isOfCabinet: true,
  summary: 'Get the statement of a month',
  tag: 'Account',
  description:
    'What was there at the beginning and at the end, every kind of movement by day, and the details of the operator, in the language of the account. Of the month that runs: so far.',
  query: statementFields,
  media: { type: WORKBOOK, description: 'An Excel workbook of one sheet.' },
  errors: { 429: 'Six a minute.' },
  serve: async ({ service, request, response, caller }) => {
    if (caller === null) throw new Error('A statement is never public.');
    const { month } = field.parseFields(statementFields, request.query);
    const { fileName, bytes } = await service.statements.make(caller.accountId, month);
    response.setHeader('Content-Type', WORKBOOK);
    offerAs(response, fileName);
    response.end(bytes);
  },
});

function offerAs(response: Response, fileName: string): void {
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

async function* lines(pages: AsyncIterable<number[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((id) => `${String(id)}\n`).join('');
}

/**
 * Waits for a slow reader, and stops reading for one who has gone. Nothing is read for a HEAD request.
 * @throws what reading throws; before the first part nothing has been sent, so the failure can still be answered
 */
async function stream(response: Response, read: () => AsyncIterable<string | Uint8Array>): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for await (const part of response.req.method === 'HEAD' ? [] : read()) {
    if (gone.signal.aborted) return;
    if (response.write(part)) continue;
    await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  response.end();
}
