/** Shapes that several paths answer with, and samples of them. */
import { z } from 'zod';
import { unpaidReasons } from '../../core/evidence/index.js';

export const flag = z.literal([0, 1]);
export const whole = z.int();
export const money = z.number();
export const percent = z.number().min(0).max(100);
export const moment = z.string().meta({ format: 'date-time', description: 'ISO 8601, in UTC.' });
export const words = z.strictObject({ en: z.string(), ru: z.string() });
export const AT = '2030-01-31T12:00:00.000Z';
export const notYours = { 403: 'Not yours, or not there: the two are not told apart.' };
export const notModerator = { 403: 'You are no moderator, or it is not there.' };

export const withdrawal = z.strictObject({
  withdrawal_id: whole,
  amount: money,
  taken: money.meta({ description: 'What charges of own orders have taken of it since it was asked for.' }),
  state: z.enum(['waiting', 'paid', 'refused', 'cancelled']),
  asked_at: moment,
  payable_at: moment.meta({ description: 'It is paid out no sooner.' }),
  decided_at: moment.nullable(),
  note: z.string(),
  details: z.string(),
});
export const withdrawalSample = {
  withdrawal_id: 3,
  amount: 150,
  taken: 0,
  state: 'waiting',
  asked_at: AT,
  payable_at: AT,
  decided_at: null,
  note: '',
  details: 'Card 4000 …',
};
export const problem = z.enum([
  'not_checked',
  'not_found',
  'not_a_channel',
  'not_administrator',
  'channel_unknown',
  'token_refused',
  'token_of_other_bot',
]);

export const reason = z.enum(unpaidReasons);

export const account = z.strictObject({
  account_id: whole,
  first_name: z.string(),
  username: z.string(),
  is_blocked: z.boolean(),
  is_trusted: z.boolean(),
  created_at: moment,
});
export const accountSample = {
  account_id: 1001,
  first_name: 'Ada',
  username: 'ada',
  is_blocked: false,
  is_trusted: true,
  created_at: AT,
};
