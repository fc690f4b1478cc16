/** Where a guard may stand: a wrong place is refused with words, not found out by users. */
import { Bot } from 'grammy';
import { guard, type GuardOptions } from 'sponsorgate-client/grammy';
import { expect, it } from 'vitest';
import { scripted } from './scripted.js';

const options: GuardOptions = { networks: [scripted()], unavailable: 'pass' };
const botInfo = { id: 1, is_bot: true, first_name: 'Shop', username: 'shop_bot' } as never;
const make = () => new Bot('1:a', { botInfo });
const update = {
  update_id: 1,
  message: { message_id: 1, date: 1, chat: { id: 7, type: 'private' }, from: { id: 7 }, text: 'hello' },
} as never;

it('refuses what is no bot, and a second guard of one bot, at once', () => {
  const bot = make();
  expect(() => guard(bot.on('message') as never, options)).toThrow('must be the bot itself');
  guard(bot, options);
  expect(() => guard(bot, options)).toThrow('has one already');
  expect(() => guard(bot, { ...options, prefix: 'other' })).not.toThrow();
});

it('refuses to stand in another bot', async () => {
  const other = make();
  other.use(guard(make(), options));
  await expect(other.handleUpdate(update)).rejects.toThrow('the very bot that it was made with');
});
