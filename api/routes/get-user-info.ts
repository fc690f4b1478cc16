/** POST /get-user-info: what is known of a user of this bot (`interface.md`, End-user information). */
import { z } from 'zod';
import { ageLabel } from '../../core/data/index.js';
import * as field from '../fields.js';
import { encode, madeOf, named } from '../encode.js';
import { botOf, handler, jsonRoute } from '../route.js';

export const userInfoFields = z.object({ user_id: field.id({ description: 'End-user id.', example: 2001 }) });

/** Of one of these; `""` where it is unknown. The store may have it as plain text. */
const wordOf = (words: readonly string[]) =>
  madeOf(z.enum([...words, '']), '', (word: string | null) => word ?? '');

const endUser = z
  .strictObject({
    first_name: z.string().meta({ example: 'Emma' }),
    last_name: z.string().meta({ example: '' }),
    username: z.string().meta({ description: 'Without @.', example: 'emma_reads' }),
    lang_code: named(
      'languageCode',
      z.string().meta({ description: 'Language code of the app.', example: 'en' }),
    ),
    gender: wordOf(['male', 'female']).meta({ example: 'female' }),
    age_category: z
      .int()
      .min(0)
      .max(6)
      .describe(
        '0 undetermined, 1 under 10, 2 from 11 to 13, 3 from 14 to 15, 4 from 16 to 17, 5 from 18 to 24, 6 25 and older.',
      )
      .meta({ example: 5 }),
    age_category_info: z.string().meta({ description: 'Text label of the category.', example: '18-24' }),
    country: z.string().meta({ example: 'Latvia' }),
    city: z.string().meta({ example: 'Riga' }),
    device_type: wordOf(['mobile', 'desktop', 'tablet']),
    device_os: wordOf(['Android', 'iOS', 'Mac OS', 'Windows']),
    ip_address: z.string().meta({ example: '203.0.113.7' }),
    is_suspicious: z
      .boolean()
      .describe('Several accounts behind one device or address are suspected.')
      .meta({ example: false }),
    assumed: z
      .strictObject({ lang_code: z.string().optional() })
      .describe(
        'What is not known and the service assumes: the language that most of the bot’s known users have, else its default. It serves orders with the default audience, and what the user is shown.',
      ),
  })
  .describe('Unknown fields are "" or 0.');

export const route = jsonRoute('post', '/get-user-info', {
  access: ['bot'],
  tag: 'Publishers',
  handler: handler({
    summary: 'Get what is known of a user',
    description: 'Only of users who interact with the bot that owns the key.',
    isRepeatable: true,
    fields: userInfoFields,
    payload: { data: endUser },
    example: { user_id: 2001 },
    answered: { message: 'What is known of the user.' },
    errors: { 404: 'This bot has never asked about this user.' },
    handle: async (service, { user_id }, caller) => {
      const user = await service.audience.info(botOf(caller), user_id);
      const age = user.age ?? 0;
      // It is a guess: it serves where a guess does, and stands apart from what is known.
      const assumed = { langCode: user.languageCode === '' ? user.assumedLanguage : undefined };
      const data = encode(endUser, { ...user, ageCategory: age, ageCategoryInfo: ageLabel(age), assumed });
      return { message: 'What is known of this user.', payload: { data } };
    },
  }),
});
