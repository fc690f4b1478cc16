/** POST /get-sponsors: the mandatory-subscription block for one end user (`interface.md`; `decisions.md`, /get-sponsors). */
import { z } from 'zod';
import { botSettings } from '../../core/terms/index.js';
import { ageCategoryOf, ages } from '../../core/data/index.js';
import type { ReportedProfile } from '../../core/ports/audience-store.js';
import type { SponsorAnswer, SponsorRequest } from '../../core/sponsors/index.js';
import { bodyOf } from '../envelope.js';
import * as field from '../fields.js';
import { type AnswerOf, botOf, handler, jsonRoute } from '../route.js';
import { sponsorSample, sponsorSchema, toWireSponsor } from './sponsor-wire.js';

const NAME_MAX = 256;
const { min, max } = botSettings.maxSponsors;

/**
 * An answer to a question. What is none counts as absent, and the question is asked: callers take an error as "let the
 * user through".
 */
function lenient<const Answer extends string | number>(
  answers: readonly Answer[],
  read: (value: unknown) => unknown,
  about: field.About,
) {
  const known = (value: unknown) => answers.find((answer) => answer === read(value));
  return z
    .preprocess(
      known,
      z
        .literal([...answers])
        .optional()
        .meta({ ...about }),
    )
    .optional();
}

/** `c1`…`c6` or 1…6, a category; 7…120, years. */
function toAge(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const [, sign, digits] = /^\s*(c?)(\d{1,3})\s*$/i.exec(text) ?? [];
  const count = Number(digits);
  return sign !== '' || count <= ages.length ? count : ageCategoryOf(count);
}

function toGender(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : undefined;
}

export const sponsorFields = z.object({
  chat_id: field.integer({ description: 'Chat the request comes from.', example: 2001 }),
  user_id: field.id({ description: 'End-user id.', example: 2001 }),
  first_name: field.personName({
    max: NAME_MAX,
    description:
      "User's first name. Required, with username, language_code and is_premium, when the bot was added without a token.",
  }),
  last_name: field.optional(field.name({ max: NAME_MAX, description: "User's last name." })),
  username: field.optional(
    field.username({ description: 'Username without @; required when the bot was added without a token.' }),
  ),
  language_code: field.optional(
    field.text({
      max: 35,
      description: 'Interface language code; required when the bot was added without a token.',
      example: 'en',
    }),
  ),
  is_premium: field.optional(
    field.boolean({ description: 'Premium flag; required when the bot was added without a token.' }),
  ),
  action: field.withDefault(
    field.choice(['subscribe', 'newtask', 'task'], {
      description:
        'How the list is pinned to the user. `subscribe`: for the time_purge of the bot; the check is a repeat request with the same user_id. `newtask`: not pinned, each request rebuilds it; checked via /get-user-subscriptions. `task`: pinned until the user has subscribed; the repeat request then deletes it, and the next selects a new one.',
    }),
    'subscribe',
  ),
  max_sponsors: field.optional(
    field.integer({ min, max, description: 'Overrides the bot setting when given.' }),
  ),
  get_links: field.optional(
    field.flag({
      description: '1: links are returned; 0: the service shows the block itself. Overrides the bot setting.',
    }),
  ),
  exclude_resource_ids: field.withDefault(
    field.codeList({ description: 'Channel or bot ids to exclude.' }),
    [],
  ),
  exclude_ads_ids: field.withDefault(field.idList({ description: 'Order ids to exclude.' }), []),
  gender: lenient(['male', 'female'], toGender, {
    description: 'An answer to the gender question. Anything else is ignored.',
  }),
  age: lenient([1, 2, 3, 4, 5, 6], toAge, {
    description:
      'An answer to the age question: a category, 1-6 or c1-c6, or years, 7-120. Anything else is ignored.',
    example: 5,
  }),
});

const payload = {
  detail: z
    .string()
    .describe(
      'For developers, in English: what the answer means and what to do. `message` is for the end user, in their language (English, Russian, Ukrainian, Belarusian, Uzbek, Kazakh), and can be shown as it is.',
    ),
  additional: z
    .strictObject({
      sponsors: z.array(sponsorSchema).optional(),
      registration_url: z.string().optional(),
    })
    .describe('`sponsors` is left out when the service shows the block itself.'),
  links: z.array(z.string()).optional().describe('Links still to be subscribed.'),
  total_fixed_link: z.int().optional().describe('Their number.'),
};

type Input = z.output<typeof sponsorFields>;
type Answer = AnswerOf<typeof payload> & { message: string };

export const route = jsonRoute('post', '/get-sponsors', {
  access: ['bot'],
  tag: 'Publishers',
  handler: handler({
    summary: 'Get sponsors for a user',
    description:
      'Let the user through on `ok`, on errors, on unknown statuses and when the network fails. On `warning` do not: with `get_links` 0 the service has shown the block itself, with 1 show a button for each sponsor that is `available_now` and `unsubscribed`, and ask again when the user confirms. `gender`, `age`: show the choices and repeat the request with the answer. `register`: show a button that opens `additional.registration_url`. HTTP 404 with `ok`: no suitable sponsors.',
    isRepeatable: true,
    fields: sponsorFields,
    statuses: ['warning', 'ok', 'gender', 'age', 'register'],
    payload,
    example: {
      chat_id: 2001,
      user_id: 2001,
      first_name: 'Emma',
      username: 'emma_reads',
      language_code: 'en',
      is_premium: false,
      get_links: 1,
    },
    answered: {
      message: 'To continue, subscribe to our sponsors.',
      detail: 'The user must subscribe to the sponsors first.',
      additional: { sponsors: [sponsorSample] },
      links: [sponsorSample.link],
      total_fixed_link: 1,
    },
    samples: {
      'Subscribed to all': {
        status: 'ok',
        code: 200,
        message: 'Thank you! You have subscribed to all sponsors.',
        detail: 'The user has subscribed to all sponsors. Let them through.',
        additional: { sponsors: [{ ...sponsorSample, status: 'subscribed' }] },
        links: [],
        total_fixed_link: 0,
      },
      'The service shows the block': {
        status: 'warning',
        code: 200,
        message: 'To continue, subscribe to our sponsors.',
        detail: 'The user must subscribe to the sponsors first.',
        additional: {},
      },
      'A question': {
        status: 'gender',
        code: 200,
        message: 'Are you a man or a woman?',
        detail: 'Ask the user for: gender.',
        additional: {},
      },
      'The form': {
        status: 'register',
        code: 200,
        message: 'To continue, answer two short questions.',
        detail: 'Ask the user for: form.',
        additional: { registration_url: 'https://sponsors.example.org/form?t=…' },
      },
    },
    others: {
      404: {
        text: '`ok`: no suitable sponsors were found; let the user through.',
        answered: {
          status: 'ok',
          message: 'You can go on: there is nothing to subscribe to.',
          detail: 'No suitable sponsors. Let the user through.',
          additional: { sponsors: [] },
          links: [],
          total_fixed_link: 0,
        },
      },
    },
    errors: { 400: 'The bot is switched off.' },
    handle: async (service, input, caller, asOf) =>
      toAnswer(await service.sponsors.request(botOf(caller), toRequest(input), asOf)),
    unread: (service, caller) => service.sponsors.noteUnread(botOf(caller)),
  }),
});

function toRequest(input: Input): SponsorRequest {
  return {
    chatId: input.chat_id,
    user: toReportedProfile(input),
    action: input.action,
    excludeResourceIds: input.exclude_resource_ids,
    excludeOrderIds: input.exclude_ads_ids,
    ...(input.max_sponsors === undefined ? {} : { maxSponsors: input.max_sponsors }),
    ...(input.get_links === undefined ? {} : { getLinks: input.get_links }),
  };
}

function toReportedProfile(input: Input): ReportedProfile {
  return {
    userId: input.user_id,
    ...(input.first_name === undefined ? {} : { firstName: input.first_name }),
    ...(input.last_name === undefined ? {} : { lastName: input.last_name }),
    ...(input.username === undefined ? {} : { username: input.username }),
    ...(input.language_code === undefined ? {} : { languageCode: input.language_code }),
    ...(input.is_premium === undefined ? {} : { isPremium: input.is_premium }),
    ...(input.gender === undefined ? {} : { gender: input.gender }),
    ...(input.age === undefined ? {} : { age: input.age }),
  };
}

/** The JSON of answers that core gives again as they are; as bytes, since a text with other than Latin letters takes twice as many. */
const bodies = new WeakMap<SponsorAnswer, Buffer>();

function toAnswer(given: SponsorAnswer): Answer {
  if (given.isRepeated !== true) return worded(given);
  const { status, code, message } = given;
  const body = bodies.get(given) ?? Buffer.from(bodyOf(worded(given)));
  bodies.set(given, body);
  return { status, code, message, body };
}

function worded(given: SponsorAnswer): Answer {
  const { status, code, message, detail, sponsors, links, registrationUrl } = given;
  const registration = registrationUrl === undefined ? {} : { registration_url: registrationUrl };
  if (sponsors === null) return { status, code, message, payload: { detail, additional: registration } };
  const additional = { sponsors: sponsors.map(toWireSponsor), ...registration };
  return { status, code, message, payload: { detail, additional, links, total_fixed_link: links.length } };
}
