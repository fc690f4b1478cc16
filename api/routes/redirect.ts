/**
 * GET and POST /r/<token>: our links to resources and smart links (`evidence.md`, Resources and smart links;
 * `decisions.md`, Smart link). Both show a small page whose script reports that it ran, and on what device, and goes on. A
 * browser without scripts is led on by the page itself, or by the plain link in it.
 */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import type { Following, Reported } from '../../core/links/index.js';
import { redirectTo, replyTo, type Reply, send } from '../envelope.js';
import * as field from '../fields.js';
import { messagePage } from '../pages/page.js';
import { messengerPolicy } from '../pages/messenger.js';
import { openingPage, plainLink } from '../pages/opening.js';
import { spokenBy } from '../pages/language.js';
import { pageWords } from '../pages/words.js';
import { type RawRoute, type RawContext, publicGet } from '../route.js';
import { isPersonal, type PageHints, visitOf } from '../visits.js';

const hintFields = z.object({
  platform: field.optional(field.text({ max: 32 })),
  screen: field.optional(field.text({ max: 64 })),
  timezone: field.optional(field.text({ max: 64 })),
  languages: field.optional(field.text({ max: 256 })),
  touch_points: field.optional(field.integer({ min: 0, max: 256 })),
  init_data: field.withDefault(field.text({ max: 8_192 }), ''),
  pass: field.withDefault(field.text({ max: 64 }), ''),
});

const path = '/r/:token';

export const open = publicGet(path, async (context) => {
  const { service, request, response } = context;
  const token = tokenOf(context);
  const first = await service.links.follow(token, null);
  // A smart link waits for what its page reports, unless the caller reads no pages or follows the plain link.
  const goesOn = first.kind === 'redirect' || (first.kind === 'collect' && isPlainly(context));
  const following =
    goesOn && isPersonal(request) ? await service.links.follow(token, visitOf(context, token, null)) : first;
  send(response, answerTo(context, token, following));
});

export const pageReport: RawRoute = {
  kind: 'raw',
  method: 'post',
  path,
  access: 'public',
  serve: async (context) => {
    const { service, request, response } = context;
    const token = tokenOf(context);
    const {
      touch_points: touchPoints,
      init_data: initData,
      pass,
      ...hints
    } = field.parseFields(hintFields, request.body);
    const reported: PageHints = { ...hints, touchPoints };
    const report = {
      visit: visitOf(context, token, reported),
      initData,
      // No page was given to a program.
      pass: isPersonal(request) ? pass : '',
    };
    const url = urlOf(await service.links.ran(token, report), context);
    send(response, replyTo({ message: 'Where to go.', payload: { result: { url } } }));
  },
};

/** @throws ServiceError when the page is not its user's, or is none of ours */
function urlOf(reported: Reported, context: RawContext): string {
  const { words } = pageWords(spokenBy(context.request));
  switch (reported.kind) {
    case 'redirect':
    case 'resource':
      return reported.url;
    case 'not_theirs':
      throw new ServiceError(
        'forbidden',
        `${words.text('page-not-yours')}. ${words.text('page-not-yours-text')}`,
      );
    case 'no_pass':
      throw new ServiceError('invalid', 'pass: is not of a page that was served here a short while ago.');
    case 'collect':
    case 'nothing':
    case 'gone':
      // Where there is nothing to go to, the plain link says so.
      return plainLink(tokenOf(context));
  }
}

function answerTo(context: RawContext, token: string, following: Following): Reply {
  const { service, request } = context;
  const { language, words } = pageWords(spokenBy(request));
  const options = { language, policy: messengerPolicy(service.settings) };
  switch (following.kind) {
    case 'redirect':
      return redirectTo(following.url);
    case 'collect':
      return openingPage(service.settings, {
        language,
        words,
        opensInside: following.opensInside,
        onward: plainLink(token),
      });
    case 'resource': {
      const { url, opensInside, pass } = following;
      if (isPlainly(context)) return redirectTo(url);
      return openingPage(service.settings, { language, words, opensInside, onward: url, pass });
    }
    case 'nothing':
      return messagePage(words.text('page-nothing'), words.text('page-nothing-text'), options);
    case 'gone':
      return messagePage(words.text('page-expired'), words.text('page-expired-text'), {
        ...options,
        code: 410,
      });
  }
}

function tokenOf({ request }: RawContext): string {
  return String(request.params['token']);
}

/** The caller reads no pages, or follows the plain link of one. */
function isPlainly({ request }: RawContext): boolean {
  return request.query['go'] === '1' || !(request.get('accept') ?? '').includes('text/html');
}
