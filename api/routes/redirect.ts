/**
 * GET and POST /r/<token>: our links to resources and smart links (`decisions.md`, /get-sponsors and Smart link). A
 * resource is a plain redirect. A smart link first shows a small page that tells what targeting needs; whoever runs no
 * scripts gets on by the plain link in it.
 */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import type { Following } from '../../core/sponsors/index.js';
import { replyTo, type Reply } from '../envelope.js';
import { send } from '../send.js';
import * as field from '../fields.js';
import { messagePage } from '../pages/page.js';
import { messengerPolicy } from '../pages/messenger.js';
import { plainLink, redirectPage } from '../pages/redirect.js';
import { isHolder } from '../pages/holder.js';
import { languageOf } from '../pages/language.js';
import { pageWords } from '../pages/words.js';
import type { RawRoute, RawVisit } from '../route.js';
import { isPersonal, type PageHints, visitOf } from '../visits.js';

const hintFields = z.object({
  platform: field.optional(field.text({ max: 32 })),
  screen: field.optional(field.text({ max: 64 })),
  timezone: field.optional(field.text({ max: 64 })),
  languages: field.optional(field.text({ max: 256 })),
  touch_points: field.optional(field.integer({ min: 0, max: 256 })),
  init_data: field.withDefault(field.text({ max: 8_192 }), ''),
});

const path = '/r/:token';

export const open: RawRoute = {
  kind: 'raw',
  method: 'get',
  path,
  access: 'public',
  summary: 'A tracked link: to a resource, or through a smart link.',
  serve: async (visit) => {
    const { service, request, response } = visit;
    const token = tokenOf(visit);
    const first = await service.sponsors.follow(token, null);
    // A smart link waits for what its page tells, unless the caller reads no pages or follows the plain link.
    const isPlain = request.query['go'] === '1' || !readsPages(visit);
    const goesOn = first.kind === 'redirect' || (first.kind === 'collect' && isPlain);
    const following =
      goesOn && isPersonal(request)
        ? await service.sponsors.follow(token, visitOf(visit, token, null))
        : first;
    send(response, answerTo(visit, token, following));
  },
};

export const tell: RawRoute = {
  kind: 'raw',
  method: 'post',
  path,
  access: 'public',
  summary: "What a smart link's page tells of the device; answers where to go.",
  serve: async (visit) => {
    const { service, request, response } = visit;
    const token = tokenOf(visit);
    const {
      touch_points: touchPoints,
      init_data: initData,
      ...hints
    } = field.parseFields(hintFields, request.body);
    const holder = service.sponsors.readLink(token);
    if (holder !== null && !(await isHolder(service, holder, initData))) {
      const { words } = pageWords(languageOf(request));
      throw new ServiceError('forbidden', `${words.notYours}. ${words.notYoursText}`);
    }
    const told: PageHints = { ...hints, touchPoints };
    const following = await service.sponsors.follow(token, visitOf(visit, token, told));
    // Where there is nothing to go to, the plain link says so.
    const url = following.kind === 'redirect' ? following.url : plainLink(token);
    send(response, replyTo({ message: 'Where to go.', payload: { result: { url } } }));
  },
};

function answerTo({ service, request }: RawVisit, token: string, following: Following): Reply {
  const { language, words } = pageWords(languageOf(request));
  const options = { language, policy: messengerPolicy(service.settings) };
  switch (following.kind) {
    case 'redirect':
      return redirectTo(following.url);
    case 'collect':
      return redirectPage(service.settings, token, { language, words, opensInside: following.opensInside });
    case 'nothing':
      return messagePage(words.nothing, words.nothingText, options);
    case 'gone':
      return messagePage(words.expired, words.expiredText, { ...options, code: 410 });
  }
}

function redirectTo(url: string): Reply {
  const headers = {
    Location: url,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'Content-Type': 'text/plain; charset=utf-8',
  };
  return { code: 302, headers, body: url };
}

function tokenOf({ request }: RawVisit): string {
  return String(request.params['token']);
}

function readsPages({ request }: RawVisit): boolean {
  return (request.get('accept') ?? '').includes('text/html');
}
