/** POST /get-sponsors: the mandatory-subscription block for one end user (`interface.md`; `decisions.md`, /get-sponsors). */
import { z } from 'zod';
import { botBounds } from '../../core/bots/index.js';
import type { AgeCategory, Sighting } from '../../core/ports.js';
import type { SponsorAnswer, SponsorRequest } from '../../core/sponsors/index.js';
import type { Answer } from '../envelope.js';
import * as field from '../fields.js';
import { botOf, deed, type JsonRoute } from '../route.js';
import { toWireSponsor } from './sponsor-wire.js';

const NAME_MAX = 256;

/** `c1`…`c6` or 1…6. */
const age = z
  .preprocess(
    (value) => (typeof value === 'string' ? Number(/^\s*c?([1-6])\s*$/i.exec(value)?.[1] ?? NaN) : value),
    z
      .literal([1, 2, 3, 4, 5, 6], { error: 'must be one of: c1, c2, c3, c4, c5, c6, or 1 to 6' })
      .meta({ description: 'Age category, an answer to the question: 1-6, or c1-c6.', example: 5 }),
  )
  .transform((value): AgeCategory => value);

export const sponsorFields = z.object({
  chat_id: field.integer({ description: 'Chat the request comes from.', example: 2001 }),
  user_id: field.id({ description: 'End-user id.', example: 2001 }),
  first_name: field.optional(
    field.name({
      max: NAME_MAX,
      description:
        "User's first name. Required, with username, language_code and is_premium, when the bot was added without a token.",
    }),
  ),
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
    field.integer({ ...botBounds.maxSponsors, description: 'Overrides the bot setting when given.' }),
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
  gender: field.optional(
    field.choice(['male', 'female'], { description: 'An answer to the gender question.' }),
  ),
  age: field.optional(age),
});

type Input = z.output<typeof sponsorFields>;

export const route: JsonRoute = {
  kind: 'json',
  method: 'post',
  path: '/get-sponsors',
  access: ['bot'],
  summary: 'Which sponsors must this user subscribe to?',
  deed: deed(sponsorFields, async (service, input, caller) =>
    toAnswer(await service.sponsors.request(botOf(caller), toRequest(input))),
  ),
};

function toRequest(input: Input): SponsorRequest {
  return {
    chatId: input.chat_id,
    user: toSighting(input),
    action: input.action,
    excludeResourceIds: input.exclude_resource_ids,
    excludeOrderIds: input.exclude_ads_ids,
    ...(input.max_sponsors === undefined ? {} : { maxSponsors: input.max_sponsors }),
    ...(input.get_links === undefined ? {} : { getLinks: input.get_links }),
  };
}

function toSighting(input: Input): Sighting {
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

/** Answers that core gives again as they are: they are put into words once. */
const repeated = new WeakMap<SponsorAnswer, Answer>();

function toAnswer(given: SponsorAnswer): Answer {
  if (given.isRepeated !== true) return worded(given);
  const known = repeated.get(given) ?? { ...worded(given), isRepeated: true };
  repeated.set(given, known);
  return known;
}

function worded(given: SponsorAnswer): Answer {
  const { status, code, message, detail, sponsors, links, registrationUrl } = given;
  const registration = registrationUrl === undefined ? {} : { registration_url: registrationUrl };
  if (sponsors === null) return { status, code, message, payload: { detail, additional: registration } };
  const additional = { sponsors: sponsors.map(toWireSponsor), ...registration };
  return { status, code, message, payload: { detail, additional, links, total_fixed_link: links.length } };
}
