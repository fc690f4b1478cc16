/**
 * Our links that lead elsewhere. GET and POST /r/<token>: those to resources and smart links (`evidence.md`, Resources and smart links;
 * `decisions.md`, Smart link). Both show a small page whose script reports that it ran, and on what device, and goes on. A
 * browser without scripts is led on by the page itself, or by the plain link in it. GET /invite/<code>: the link of a referrer
 * on the web leads to the operator bot, where the account is opened.
 */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import type { Following, Reported } from '../../core/links/index.js';
import { redirectTo, replyTo, type Reply, send } from '../envelope.js';
import * as field from '../fields.js';
import { pageReply, messengerPolicy, messengerScript, wordedPage } from '../pages/page.js';
import { spokenBy, pageWords } from '../pages/words.js';
import { type RawContext, publicGet, rawRoute } from '../route.js';
import { isPersonal, type PageHints, visitOf } from '../visits.js';
import type { Settings } from '../../core/config.js';
import { html } from '../pages/html.js';

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

export const pageReport = rawRoute('post', path, {
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
});

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
  const language = spokenBy(request);
  const options = { policy: messengerPolicy(service.settings) };
  switch (following.kind) {
    case 'redirect':
      return redirectTo(following.url);
    case 'collect':
      return openingPage(service.settings, language, { ...following, url: plainLink(token) });
    case 'resource':
      if (isPlainly(context)) return redirectTo(following.url);
      return openingPage(service.settings, language, following);
    case 'nothing':
      return wordedPage(language, ['page-nothing', 'page-nothing-text'], options);
    case 'gone':
      return wordedPage(language, ['page-expired', 'page-expired-text'], { ...options, code: 410 });
  }
}

function tokenOf({ request }: RawContext): string {
  return String(request.params['token']);
}

/** The caller reads no pages, or follows the plain link of one. */
function isPlainly({ request }: RawContext): boolean {
  return request.query['go'] === '1' || !(request.get('accept') ?? '').includes('text/html');
}

/** A smart link's way on for browsers that run no scripts. */
function plainLink(token: string): string {
  return `/r/${token}?go=1`;
}

interface Opening {
  /** It is likely to be opened inside the messenger. */
  opensInside: boolean;
  /** Where the link goes that needs no script. */
  url: string;
  /**
   * Of a resource: what the script sends back. The page leads on by itself then, with and without scripts, since it knows
   * where to: the visitor does not wait for the report.
   */
  pass?: string;
}

/** Its script reports that it ran, and on what device, and goes on. Without scripts there is a link. */
export function openingPage(settings: Settings, code: string, { opensInside, url, pass }: Opening): Reply {
  const { language, words } = pageWords(code);
  const body = html`<main data-pass="${pass ?? ''}">
    <h1 class="opening">${words.text('page-opening')}</h1>
    <p><a class="button" href="${url}" rel="nofollow noreferrer">${words.text('page-go-on')}</a></p>
  </main>`;
  return pageReply({
    title: words.text('page-opening'),
    language,
    kind: 'redirect',
    // Only a page that opens inside the messenger needs its script; elsewhere it would only cost time.
    scripts: opensInside ? [messengerScript(settings), 'opening.js'] : ['opening.js'],
    ...(pass === undefined ? {} : { onward: url }),
    body,
    policy: messengerPolicy(settings),
  });
}

const CODE = /^[\w-]{4,40}$/;

export const invite = publicGet('/invite/:code', async ({ service, request, response }) => {
  const code = String(request.params['code']);
  // The answer is the same for a code that does not exist, so that trying finds none.
  const url = CODE.test(code) ? await service.referrals.chatLink(code) : null;
  if (url === null) throw new ServiceError('not_found', 'There is no such path.');
  send(response, redirectTo(url));
});
