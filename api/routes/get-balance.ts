/** POST /get-balance (`interface.md`, Balance summary). A Bot Key sees its own bot alone (`decisions.md`, The wire). */
import { z } from 'zod';
import { toNumber } from '../../core/money.js';
import { handler, type JsonRoute } from '../route.js';

export const route: JsonRoute = {
  kind: 'json',
  method: 'post',
  path: '/get-balance',
  access: ['statistics', 'bot'],
  summary: 'The balance, and what each bot has earned.',
  handler: handler(z.object({}), async (service, _input, caller) => {
    const { balanceMicros, bots } = await service.wallet.summary(caller);
    return {
      message: 'The balance.',
      payload: {
        balance: toNumber(balanceMicros),
        bots_info: bots.map((bot) => ({
          bot_id: bot.botId,
          bot_username: bot.nickname,
          total_followers: bot.followers,
          revenue: toNumber(bot.profitMicros),
        })),
      },
    };
  }),
};
