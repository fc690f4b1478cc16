/** How the bot process hears of a membership: by the part of the operator bot that reads such updates. */
import { Api, Context } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { createMembership } from '../../bot/membership/index.js';

/** Nothing here asks the platform; a context wants one. */
const api = new Api('1:nothing-asks-it');
const me = { id: 1, is_bot: true, first_name: 'Operator', username: 'operator_bot' } as UserFromGetMe;

export async function hear(
  parts: Parameters<typeof createMembership>[0],
  update: Update,
  checkerBotId: number | null = null,
): Promise<void> {
  const composer = createMembership(parts, checkerBotId);
  await composer.middleware()(new Context(update, api, me), () => Promise.resolve());
}
