/**
 * The other usual wall, after public bots that check subscriptions in a middleware: it asks at each update, remembers nothing, and
 * lets through whatever is no refusal. For comparison with the gate; nobody should take it over.
 */
import { Bot, InlineKeyboard } from 'grammy';
import type { WallOptions } from './gated.js';

interface Answer {
  status?: string;
  additional?: { sponsors?: { link: string; button_text: string }[] };
}

export function statelessBot({ token, platformUrl, serviceUrl, key }: WallOptions): Bot {
  const bot = new Bot(token, { client: { apiRoot: platformUrl } });
  const missing = async (userId: number) => {
    const response = await fetch(`${serviceUrl}/get-sponsors`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: key },
      body: JSON.stringify({ user_id: userId, chat_id: userId, get_links: 1 }),
    }).catch(() => null);
    const answer = ((await response?.json()) ?? {}) as Answer;
    // A question, an error and a failure count as a pass.
    return answer.status === 'warning' ? (answer.additional?.sponsors ?? []) : [];
  };

  bot.callbackQuery('check', async (ctx) => {
    if ((await missing(ctx.from.id)).length > 0) {
      await ctx.answerCallbackQuery({ text: 'You have not subscribed yet.', show_alert: true });
      return;
    }
    await ctx.answerCallbackQuery();
    await ctx.deleteMessage();
    // What they had asked for is forgotten.
    await ctx.reply('Thank you! Press /start.');
  });
  bot.use(async (ctx, next) => {
    const sponsors = ctx.from === undefined ? [] : await missing(ctx.from.id);
    if (sponsors.length === 0) return next();
    const keyboard = new InlineKeyboard();
    for (const { link, button_text } of sponsors) keyboard.url(button_text, link).row();
    await ctx.reply('Join these first.', { reply_markup: keyboard.text('I have joined', 'check') });
  });
  bot.on('message', (ctx) => ctx.reply(`content of ${ctx.message.text ?? ''}`));
  return bot;
}
