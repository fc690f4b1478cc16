/** Any update, as it is: for what nothing else of this interface brings about. */
import type { Update } from 'grammy/types';
import { z } from 'zod';
import { botOf, reference, route } from './input.js';

export const updateRoutes = [
  route(
    'POST /emulator/updates',
    '{bot: "@bot", update: its kind and content, e.g. {message: {…}}}: answers its id, null where the bot does not take this kind',
    z.object({ bot: reference, update: z.looseObject({}) }),
    (parts, { bot, update }) => ({
      // A test may send what the platform will only send next year.
      update_id: parts.updates.give(botOf(parts, bot), update as Omit<Update, 'update_id'>),
    }),
  ),
];
