/**
 * GET and POST /form/<token>: the form that asks gender and age (`decisions.md`, Questions and form). A question is a tap,
 * a tap is stored at once, and the page shows what is still open: so it needs no script and survives a reload.
 */
import { z } from 'zod';
import { ServiceError } from '../../core/errors.js';
import type { EndUser } from '../../core/ports/audience-store.js';
import type { AgeCategory, Gender } from '../../core/terms/index.js';
import type { Service } from '../../core/service.js';
import { send } from '../envelope.js';
import * as field from '../fields.js';
import { formPage, type FormState } from '../pages/form.js';
import { messagePage } from '../pages/page.js';
import { messengerPolicy } from '../pages/messenger.js';
import { spokenBy } from '../pages/language.js';
import { pageWords } from '../pages/words.js';
import { type RawRoute, type RawContext, publicGet } from '../route.js';
import { visitOf } from '../visits.js';

const answerFields = z.object({
  gender: field.optional(field.choice(['male', 'female'])),
  age: field.optional(field.level([1, 2, 3, 4, 5, 6])),
  init_data: field.withDefault(field.text({ max: 8_192 }), ''),
  platform: field.optional(field.text({ max: 32 })),
});

const path = '/form/:token';

export const show = publicGet(path, async (context) => {
  const holder = await holderOf(context);
  if (holder !== null) send(context.response, formPage(context.service.settings, stateOf(holder, context)));
});

export const answer: RawRoute = {
  kind: 'raw',
  method: 'post',
  path,
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
      const { language, words } = pageWords(holder.user.languageCode || spokenBy(request));
      send(
        response,
        messagePage(words.text('page-not-yours'), words.text('page-not-yours-text'), {
          language,
          code: 403,
          ...framing(service),
        }),
      );
      return;
    }
    await service.audience.noteVisit(whose, visitOf(context, holder.token, { platform }), vouching);
    await store(service, { ...whose, vouching }, gender, age);
    // Seen by GET, the page can be reloaded without sending the answer again.
    response.writeHead(303, { Location: `/form/${holder.token}`, 'Cache-Control': 'no-store' }).end();
  },
};

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
  const { language, words } = pageWords(spokenBy(request));
  send(
    response,
    messagePage(words.text('page-expired'), words.text('page-expired-text'), {
      language,
      code: 410,
      ...framing(service),
    }),
  );
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

/** In the user's language; where it is unknown, in the browser's. */
function stateOf({ user, token }: Holder, { request }: RawContext): FormState {
  const { gender, age } = user;
  const languageCode = user.languageCode || spokenBy(request);
  return { token, languageCode, asks: gender === null ? 'gender' : age === null ? 'age' : null };
}

function framing({ settings }: Service) {
  return { policy: messengerPolicy(settings) };
}
