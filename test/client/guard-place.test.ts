/** Where a guard may stand: a wrong place is refused with words, not found out by users. */
import { Bot } from 'grammy';
import { guard, type GuardOptions } from 'sponsorgate-client/grammy';
import { expect, it, vi } from 'vitest';
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

it('lets a press be answered that comes with what was kept', async () => {
  const bot = make();
  const calls: string[] = [];
  bot.api.config.use(async (_, method, payload) => {
    const { callback_query_id: id } = payload as { callback_query_id?: string };
    calls.push(id === undefined ? method : `${method} ${id}`);
    return { ok: true, result: { message_id: 11 } as never };
  });
  const network = scripted();
  bot.use(guard(bot, { ...options, networks: [network] }));
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery());
  bot.on('message', (ctx) => ctx.reply('here'));
  await bot.handleUpdate(update);
  network.is('done');
  const nowMs = Date.now() + 4_000;
  vi.spyOn(Date, 'now').mockReturnValue(nowMs);
  const { message } = update as { message: { from: object } };
  const query = { id: 'press', from: message.from, chat_instance: 'c', data: 'tea', message };
  await bot.handleUpdate({ update_id: 2, callback_query: query } as never);
  expect(calls).toEqual(['sendMessage', 'deleteMessage', 'sendMessage', 'answerCallbackQuery press']);
});
