/** GET /filters: the values of targeting and themes, with their shares (`interface.md`). Public and cacheable. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Filters } from '../../core/data/index.js';
import { kindNames, kindOf } from '../../core/kinds/index.js';
import { madeOnce } from '../../core/remembered.js';
import { rowOf } from '../../core/terms/index.js';
import { bodyOf } from '../envelope.js';
import { type Wire, rawRoute } from '../route.js';
import { inEachLanguage, textIn } from '../../words/index.js';
import { whole, words } from './wire.js';

/** The lists change once a day; an hour old is young enough for anybody. */
const CACHE = 'public, max-age=3600';

const filterValue = <Id extends z.ZodType>(id: Id) =>
  z.strictObject({
    id: id.describe('To use when creating or updating orders and bots.'),
    name: z.string().describe('Human-readable name.'),
    percentage: z.number().describe('Approximate share of this value among all users.'),
  });

const filtersSchema = z.strictObject({
  ads: z.strictObject({
    countries: z.array(filterValue(whole)),
    languages: z.array(filterValue(whole)),
    cities: z.array(filterValue(whole)),
    ages: z.array(filterValue(whole)),
    devicestype: z.array(filterValue(z.string())),
    devicesos: z.array(filterValue(whole)),
    forbidden_themes: z.array(filterValue(z.string())),
    kinds: z
      .array(
        z.strictObject({
          id: z.enum(kindNames),
          names: words,
          fields: z.array(z.string()).describe('Of the fields that some kinds alone have.'),
          links: z.array(z.enum(['username', 'invite', 'url'])),
        }),
      )
      .describe('What `ads_type` may be: what orders of each kind have, and which links they take.'),
  }),
  bots: z.strictObject({ forbidden_themes: z.array(filterValue(z.string())) }),
});

const kinds = kindNames.map((adsType): Wire<z.output<typeof filtersSchema>>['ads']['kinds'][number] => {
  const { fields, links } = kindOf({ adsType });
  const names = inEachLanguage((language) => textIn(language, `kind-${adsType}`));
  return { id: adsType, names, fields: fields.map((name) => rowOf(name).wire), links: [...links] };
});

const filtersSample = {
  ads: {
    countries: [{ id: 1, name: 'Latvia', percentage: 4.2 }],
    languages: [{ id: 1, name: 'Russian', percentage: 51.3 }],
    cities: [{ id: 1, name: 'Riga', percentage: 1.4 }],
    ages: [{ id: 5, name: '18-24', percentage: 38.5 }],
    devicestype: [{ id: 'mobile', name: 'Mobile', percentage: 88.1 }],
    devicesos: [{ id: 1, name: 'Android', percentage: 61.9 }],
    forbidden_themes: [{ id: 'cooking', name: 'Cooking', percentage: 3.1 }],
    kinds: kinds.slice(0, 1),
  },
  bots: { forbidden_themes: [{ id: 'cooking', name: 'Cooking', percentage: 3.1 }] },
};

export const route = rawRoute('get', '/filters', {
  access: 'public',
  summary: 'List values of targeting, with their share of users',
  tag: 'Both',
  description: 'Public; changes once a day; carries an ETag.',
  answers: {
    payload: { filters: filtersSchema },
    answered: { message: 'Values of targeting and themes.', filters: filtersSample },
  },
  serve: async ({ service, request, response }) => {
    const { body, etag } = render(await service.filters.all());
    response.set({ ETag: etag, 'Cache-Control': CACHE });
    if (isKnown(request.get('if-none-match') ?? '', etag)) response.writeHead(304).end();
    else response.set('Content-Type', 'application/json; charset=utf-8').send(body);
  },
});

/** Whether the caller has this very answer; proxies may have marked it as weak. */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

const render = madeOnce((filters: Filters) => {
  const payload = { filters: { ...filters, ads: { ...filters.ads, kinds } } };
  const body = bodyOf({ message: 'The values of targeting and themes.', payload });
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
});
