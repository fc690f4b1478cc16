/** POST /get-balance (`interface.md`, Balance summary). A Bot Key sees its own bot alone (`decisions.md`, The wire). */
import { z } from 'zod';
import { toNumber } from '../../core/money.js';
import { handler, type JsonRoute } from '../route.js';
import { whole } from './wire.js';

const botInfo = z.strictObject({
  bot_id: whole.meta({ example: 4242 }),
  bot_username: z.string().meta({ example: 'recipes_bot' }),
  total_followers: whole.meta({ description: 'Subscribers the bot has brought.', example: 6 }),
  revenue: z.number().meta({ example: 12.6 }),
});

export const route: JsonRoute = {
  kind: 'json',
  method: 'post',
  path: '/get-balance',
  access: ['statistics', 'bot'],
  tag: 'Both',
  handler: handler({
    summary: 'Get the balance',
    description: 'A Bot Key sees its own bot alone; `balance` is then its revenue.',
    isRepeatable: true,
    fields: z.object({}),
    payload: { balance: z.number().meta({ example: 112.6 }), bots_info: z.array(botInfo) },
    answered: { message: 'The balance.' },
    handle: async (service, _input, caller) => {
      const { balanceMicros, bots } = await service.wallet.summary(caller);
      return {
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
    },
  }),
};
