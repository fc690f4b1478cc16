/**
 * A publisher's bot as its owner would write it: one command, guarded by /get-sponsors. It knows nothing of the service
 * but the documented interface.
 */
import { Bot, type Context, InlineKeyboard } from 'grammy';

interface Sponsor {
  link: string;
  resource_name: string;
  button_text: string;
  status: string;
  available_now: boolean;
}

interface Answer {
  status: string;
  additional?: { sponsors?: Sponsor[] };
}

export interface PublisherBotOptions {
  token: string;
  platformUrl: string;
  serviceUrl: string;
  apiKey: string;
  /** What a user gets once they are through. */
  content: string;
  /** Told in words what it could not do. */
  tell: (text: string) => void;
}

const CONFIRM = 'subgram-op';

export function createPublisherBot({
  token,
  platformUrl,
  serviceUrl,
  apiKey,
  content,
  tell,
}: PublisherBotOptions): Bot {
  const bot = new Bot(token, { client: { apiRoot: platformUrl } });

  const ask = async (ctx: Context): Promise<Answer> => {
    const { from } = ctx;
    if (from === undefined) return { status: 'ok' };
    const body = {
      chat_id: ctx.chat?.id ?? from.id,
      user_id: from.id,
      first_name: from.first_name,
      username: from.username,
      language_code: from.language_code,
      is_premium: from.is_premium ?? false,
    };
    const headers = { 'Content-Type': 'application/json', Auth: apiKey };
    const response = await fetch(`${serviceUrl}/get-sponsors`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };

  /** Lets the user through on `ok`, and on any failure of ours (`interface.md`, /get-sponsors, rule 3). */
  const guard = async (ctx: Context): Promise<void> => {
    const answer = await ask(ctx).catch((): Answer => ({ status: 'error' }));
    if (answer.status !== 'warning') {
      await ctx.reply(content);
      return;
    }
    const sponsors = (answer.additional?.sponsors ?? []).filter(
      (one) => one.available_now && one.status === 'unsubscribed',
    );
    // With get_links 0 the service has shown the block itself.
    if (sponsors.length === 0) return;
    const keyboard = new InlineKeyboard();
    for (const sponsor of sponsors)
      keyboard.url(sponsor.resource_name || sponsor.button_text, sponsor.link).row();
    await ctx.reply('To go on, subscribe to our sponsors:', {
      reply_markup: keyboard.text('I have subscribed', CONFIRM),
    });
  };

  bot.command('start', (ctx) => ctx.reply('Hello! Send /get and I will show you what I have.'));
  bot.command('get', guard);
  bot.callbackQuery(CONFIRM, async (ctx) => {
    await ctx.answerCallbackQuery();
    await guard(ctx);
  });
  bot.catch(({ error }) => {
    tell(`The demo's publisher bot met an error: ${String(error)}`);
  });
  return bot;
}
