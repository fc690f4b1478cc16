/** POST /get-user-info: what is known of a user of this bot (`interface.md`, End-user information). */
import { z } from 'zod';
import { ageLabel } from '../../core/data/index.js';
import type { EndUser } from '../../core/ports.js';
import * as field from '../fields.js';
import { botOf, handler, type JsonRoute } from '../route.js';

export const userInfoFields = z.object({ user_id: field.id({ description: 'End-user id.', example: 2001 }) });

export const route: JsonRoute = {
  kind: 'json',
  method: 'post',
  path: '/get-user-info',
  access: ['bot'],
  summary: 'What is known of a user of this bot.',
  handler: handler(userInfoFields, async (service, { user_id }, caller) => {
    const user = await service.audience.info(botOf(caller), user_id);
    return { message: 'What is known of this user.', payload: { data: toWire(user) } };
  }),
};

/** Unknown is `""`, 0 or false: the documented types have no null. */
function toWire(user: EndUser) {
  const age = user.age ?? 0;
  return {
    first_name: user.firstName,
    last_name: user.lastName,
    username: user.username,
    lang_code: user.languageCode,
    gender: user.gender ?? '',
    age_category: age,
    age_category_info: ageLabel(age),
    country: user.country,
    city: user.city,
    device_type: user.deviceType ?? '',
    device_os: user.deviceOs ?? '',
    ip_address: user.ipAddress,
    is_suspicious: user.isSuspicious,
    // Nobody has said it: it serves where a guess does, and stands apart from what is known.
    assumed: user.languageCode === '' ? { lang_code: user.assumedLanguage ?? '' } : {},
  };
}
