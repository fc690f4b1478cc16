/**
 * A wall of the usual kind, as bots have it: written by hand, and wrong where such walls are wrong. For comparison with the gate;
 * nobody should take it over.
 */
import { Bot, type Context, InlineKeyboard } from 'grammy';
import type { WallOptions } from './gated.js';

interface Sponsor {
  link: string;
  status: string;
  button_text: string;
}

interface Answer {
  status: string;
  additional?: { sponsors?: Sponsor[] };
}

const LIST_MS = 3 * 60_000;
const PASSED_MS = 3_600_000;

export function handWrittenBot({ token, platformUrl, serviceUrl, key }: WallOptions): Bot {
  const bot = new Bot(token, { client: { apiRoot: platformUrl } });
  const lists = new Map<number, { links: string[]; untilMs: number }>();
  const passed = new Map<number, number>();

  // No deadline.
  const post = async (path: string, body: object): Promise<Answer> => {
    const response = await fetch(serviceUrl + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: key },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };

  const isHeld = async (ctx: Context, userId: number): Promise<boolean> => {
    if ((passed.get(userId) ?? 0) > Date.now()) return false;
    try {
      const answer = await post('/get-sponsors', { user_id: userId, chat_id: userId, get_links: 1 });
      if (answer.status === 'ok' || answer.status === 'error') {
        // An error is remembered as if it were a pass.
        passed.set(userId, Date.now() + PASSED_MS);
        return false;
      }
      const sponsors = answer.additional?.sponsors ?? [];
      lists.set(userId, { links: sponsors.map(({ link }) => link), untilMs: Date.now() + LIST_MS });
      const keyboard = new InlineKeyboard();
      for (const { link, button_text } of sponsors) keyboard.url(button_text, link).row();
      await ctx.reply('Subscribe to our sponsors!', { reply_markup: keyboard.text('Check', 'check') });
      return true;
    } catch {
      passed.set(userId, Date.now() + PASSED_MS);
      return false;
    }
  };

  bot.callbackQuery('check', async (ctx) => {
    const userId = ctx.from.id;
    const list = lists.get(userId);
    // A list that ran out is empty, and of an empty list nothing is missing.
    const links = list !== undefined && list.untilMs > Date.now() ? list.links : [];
    const answer = await post('/get-user-subscriptions', { user_id: userId, links }).catch(() => null);
    const left = (answer?.additional?.sponsors ?? []).filter(
      ({ link, status }) => links.includes(link) && status === 'unsubscribed',
    );
    if (left.length > 0) {
      await ctx.answerCallbackQuery({ text: 'You have not subscribed to all.', show_alert: true });
      return;
    }
    passed.set(userId, Date.now() + PASSED_MS);
    await ctx.answerCallbackQuery();
    // What they had asked for is forgotten.
    await ctx.reply('Thank you! Now send it again.');
  });
  bot.use(async (ctx, next) => {
    if (ctx.from === undefined || (await isHeld(ctx, ctx.from.id))) return;
    await next();
  });
  bot.on('message', (ctx) => ctx.reply(`content of ${ctx.message.text ?? ''}`));
  return bot;
}
