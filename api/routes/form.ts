/**
 * GET and POST /form/<token>: the form that asks gender and age (`decisions.md`, Questions and form). A question is a tap,
 * a tap is stored at once, and the page shows what is still open: so it needs no script and survives a reload.
 */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import type { EndUser } from '../../core/ports/audience-store.js';
import type { AgeCategory, Gender } from '../../core/terms/index.js';
import type { Service } from '../../core/service.js';
import { send, type Reply } from '../envelope.js';
import * as field from '../fields.js';
import { pageReply, messengerPolicy, messengerScript, wordedPage } from '../pages/page.js';
import { spokenBy, pageWords, type PageWords } from '../pages/words.js';
import { type RawContext, publicGet, rawRoute } from '../route.js';
import { visitOf } from '../visits.js';
import type { Settings } from '../../core/config.js';
import { html, type Html } from '../pages/html.js';

const answerFields = z.object({
  gender: field.optional(field.choice(['male', 'female'])),
  age: field.optional(field.level([1, 2, 3, 4, 5, 6])),
  init_data: field.withDefault(field.text({ max: 8_192 }), ''),
  platform: field.optional(field.text({ max: 32 })),
});

const path = '/form/:token';

export const show = publicGet(path, async (context) => {
  const holder = await holderOf(context);
  if (holder === null) return;
  const language = languageFor(holder.user, context.request);
  send(context.response, formPage(context.service.settings, holder, language));
});

export const answer = rawRoute('post', path, {
  access: 'public',
  takesForms: true,
  serve: async (context) => {
    const { service, request, response } = context;
    const holder = await holderOf(context);
    if (holder === null) return;
    const { gender, age, init_data, platform } = field.parseFields(answerFields, request.body);
    const whose = { botId: holder.botId, userId: holder.user.userId };
    const vouching = await service.audience.vouch(whose, init_data);
    if (vouching === 'refused') {
      const language = languageFor(holder.user, request);
      const options = { code: 403, policy: messengerPolicy(service.settings) };
      send(response, wordedPage(language, ['page-not-yours', 'page-not-yours-text'], options));
      return;
    }
    await service.audience.noteVisit(whose, visitOf(context, holder.token, { platform }), vouching);
    await store(service, { ...whose, vouching }, gender, age);
    // Seen by GET, the page can be reloaded without sending the answer again.
    response.writeHead(303, { Location: `/form/${holder.token}`, 'Cache-Control': 'no-store' }).end();
  },
});

interface Holder {
  token: string;
  botId: number;
  user: EndUser;
}

/** Whose form it is; null after saying that the link has expired. */
async function holderOf({ service, request, response }: RawContext): Promise<Holder | null> {
  const token = String(request.params['token']);
  const target = service.links.readLink(token);
  const user = target?.kind === 'form' ? await service.audience.ofBot(target.botId, target.userId) : null;
  if (target !== null && user !== null) return { token, botId: target.botId, user };
  const options = { code: 410, policy: messengerPolicy(service.settings) };
  send(response, wordedPage(spokenBy(request), ['page-expired', 'page-expired-text'], options));
  return null;
}

async function store(
  service: Service,
  form: Parameters<Service['audience']['answer']>[0],
  gender: Gender | undefined,
  age: AgeCategory | undefined,
): Promise<void> {
  if (gender === undefined && age === undefined)
    throw new ServiceError('invalid', 'gender or age: is required.', { topic: 'required' });
  await service.audience.answer(form, {
    ...(gender === undefined ? {} : { gender }),
    ...(age === undefined ? {} : { age }),
  });
}

/** The user's; where it is unknown, the browser's. */
const languageFor = ({ languageCode }: EndUser, request: RawContext['request']): string =>
  languageCode || spokenBy(request);

/** The categories of ages. */
const ages = ['1', '2', '3', '4', '5', '6'] as const;

/** One question at a time, each answer a button. */
export function formPage(
  settings: Settings,
  { token, user: { gender, age } }: Pick<Holder, 'token'> & { user: Pick<EndUser, 'gender' | 'age'> },
  languageCode: string,
): Reply {
  const { language, words } = pageWords(languageCode);
  const asks = gender === null ? 'gender' : age === null ? 'age' : null;
  const body = asks === null ? thanks(words) : question(token, asks, words);
  return pageReply({
    title: words.text('page-title'),
    language,
    kind: 'form',
    scripts: [messengerScript(settings), 'form.js'],
    body,
    policy: messengerPolicy(settings),
  });
}

function question(token: string, asks: 'gender' | 'age', words: PageWords): Html {
  const answers =
    asks === 'gender'
      ? [
          { value: 'male', text: words.text('page-male') },
          { value: 'female', text: words.text('page-female') },
        ]
      : ages.map((age) => ({ value: age, text: words.text(`page-age-${age}`) }));
  return html`<main>
    <p class="lead">${words.text('page-lead')}</p>
    <form method="post" action="/form/${token}">
      <input type="hidden" name="init_data" value="" />
      <input type="hidden" name="platform" value="" />
      <fieldset class="${asks}">
        <legend><h1>${asks === 'gender' ? words.text('page-gender') : words.text('page-age')}</h1></legend>
        ${answers.map(({ value, text }) => html`<button type="submit" name="${asks}" value="${value}">${text}</button>`)}
      </fieldset>
    </form>
    <p class="progress">${words.text('page-progress', { step: asks === 'gender' ? 1 : 2, steps: 2 })}</p>
  </main>`;
}

function thanks(words: PageWords): Html {
  return html`<main class="thanks" data-done>
    <svg viewBox="0 0 48 48" aria-hidden="true"><path d="M10 25l10 10 18-22" /></svg>
    <h1>${words.text('page-thanks')}</h1>
    <p>${words.text('page-go-back')}</p>
    <button type="button" class="waiting" data-close>${words.text('page-close')}</button>
  </main>`;
}
