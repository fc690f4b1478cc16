/** POST /get-balance (`interface.md`, Balance summary). A Bot Key sees its own bot alone (`decisions.md`, The wire). */
import { z } from 'zod';
import { encode, named } from '../encode.js';
import { handler, jsonRoute } from '../route.js';
import { money, whole } from './wire.js';

const botInfo = z.strictObject({
  bot_id: whole.meta({ example: 4242 }),
  bot_username: named('nickname', z.string().meta({ example: 'recipes_bot' })),
  total_followers: named(
    'followers',
    whole.meta({ description: 'Subscribers the bot has brought.', example: 6 }),
  ),
  revenue: named('profitMicros', money.meta({ example: 12.6 })),
});
const balance = { balance: money.meta({ example: 112.6 }), bots_info: named('bots', z.array(botInfo)) };
const summary = z.strictObject(balance);

export const route = jsonRoute('post', '/get-balance', {
  access: ['statistics', 'bot'],
  tag: 'Both',
  handler: handler({
    summary: 'Get the balance',
    description: 'A Bot Key sees its own bot alone; `balance` is then its revenue.',
    isRepeatable: true,
    payload: balance,
    answered: { message: 'The balance.' },
    handle: async (service, _input, caller) => ({
      payload: encode(summary, await service.wallet.summary(caller)),
    }),
  }),
});
