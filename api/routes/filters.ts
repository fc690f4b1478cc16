/** GET /filters: the values of targeting and themes, with their shares (`interface.md`). Public and cacheable. */
import { createHash } from 'node:crypto';
import type { Filters } from '../../core/data/index.js';
import { replyTo } from '../envelope.js';
import type { RawRoute } from '../route.js';

/** The lists change once a day; an hour old is young enough for anybody. */
const CACHE = 'public, max-age=3600';

const rendered = new WeakMap<Filters, { body: string; etag: string }>();

export const route: RawRoute = {
  kind: 'raw',
  method: 'get',
  path: '/filters',
  access: 'public',
  summary: 'Every value of targeting and themes, with its share among users.',
  serve: async ({ service, request, response }) => {
    const { body, etag } = render(await service.filters.all());
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', CACHE);
    if (isKnown(request.get('if-none-match') ?? '', etag)) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  },
};

/** Whether the caller has this very answer; proxies may have marked it as weak. */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

function render(filters: Filters): { body: string; etag: string } {
  const known = rendered.get(filters);
  if (known !== undefined) return known;
  const { body } = replyTo({ message: 'The values of targeting and themes.', payload: { filters } });
  const made = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  rendered.set(filters, made);
  return made;
}
