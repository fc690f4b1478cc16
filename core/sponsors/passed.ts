/** Counts, for the test of a bot's block, the users who came back with all done that it asked. */
import type { Store } from '../ports.js';
import type { Listener } from './request-events.js';

/** The store leaves out users that the block did not reach. */
export function countsPassed({ blockTests }: Pick<Store, 'blockTests'>): Listener {
  return {
    passed: ({ of: { bot, context, showsItself, request } }) => {
      const { number, sinceMs } = bot.blockTest;
      if (sinceMs === null || !showsItself || !context.hasBlock) return;
      blockTests.countPassed({ botId: bot.botId, userId: request.user.userId, test: number });
    },
  };
}
