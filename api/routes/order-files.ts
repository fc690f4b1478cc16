/** Files of orders: subscriber ids (`interface.md`, /orders download_id) and finished reports (`decisions.md`, Orders). */
import { once } from 'node:events';
import type { Response } from 'express';
import type { RawRoute } from '../route.js';

/** Streamed as it is read: neither the service nor the connection ever holds the whole file. */
export const idFile: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/orders/download_id/:fileId',
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
    await stream(response, lines(pages));
  },
};

/** The key in the address is the permission: it cannot be guessed, and ends after a day. */
export const reportFile: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/files/:fileKey/:fileName',
  access: 'public',
  summary: 'Download a report',
  tag: 'Advertisers',
  description:
    'A finished report, as `check_report` gives its address in `file_url`. It takes no key: the address itself cannot be guessed, and lives 24 hours.',
  media: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    description: 'An Excel workbook with the sheets Summary and Subscribers.',
  },
  errors: { 404: 'There is no such file, or not any more.' },
  serve: async ({ service, request, response }) => {
    const { fileName, sizeBytes, read } = await service.reports.file(String(request.params['fileKey']));
    response.setHeader('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    response.setHeader('Content-Length', sizeBytes);
    offerAs(response, fileName);
    await stream(response, request.method === 'HEAD' ? nothing() : read());
  },
};

export function offerAs(response: Response, fileName: string): void {
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

async function* lines(pages: AsyncIterable<number[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((id) => `${String(id)}\n`).join('');
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // What a HEAD request gets.
}

/** Waits for a slow reader, and stops reading for one who has gone. */
async function stream(response: Response, parts: AsyncIterable<string | Uint8Array>): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for await (const part of parts) {
    if (gone.signal.aborted) return;
    if (response.write(part)) continue;
    await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  response.end();
}
