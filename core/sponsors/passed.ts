/** Counts, for the test of a bot's block, the users who did what it asked. */
import type { Bot, Store, RequestContext } from '../ports.js';
import type { SponsorRequest } from './request.js';

/** Counts a user who came back with all sponsors done. Of users whom the block did not reach the store counts nothing. */
export function countPassed(
  { blockTests }: Pick<Store, 'blockTests'>,
  passing: { bot: Bot; context: RequestContext; showsItself: boolean; request: SponsorRequest },
): void {
  const { bot, context, showsItself, request } = passing;
  const { number, sinceMs } = bot.blockTest;
  if (sinceMs === null || !showsItself || !context.hasBlock) return;
  blockTests.countPassed({ botId: bot.botId, userId: request.user.userId, test: number });
}
