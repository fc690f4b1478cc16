/**
 * Guards what follows it in a grammY bot: `bot.use(sponsors(bot, url, key))`. The service shows its block and its questions
 * (get_links 0). A user who is done gets what they had asked for at first.
 */
import type { Bot, Context, MiddlewareFn } from 'grammy';
import type { Update } from 'grammy/types';

/** Callback data of the buttons on the service's own messages, which reach your bot. */
const BUTTON = /^subgram(?:-op$|_(gender|age)_(\w+)$)/;
/** The platform shows no more letters in an alert. */
const ALERT_LENGTH_MAX = 200;

interface Sponsor {
  resource_name: string;
  button_text: string;
  available_now: boolean;
  status: string;
}

interface Answer {
  status: string;
  /** For the user, in their language. */
  message?: string;
  additional?: { sponsors?: Sponsor[] };
}

/**
 * @param keptMax so many users' first updates are kept in memory; the oldest go first. A bot of several processes keeps them
 *   where all can read them.
 */
export function sponsors<C extends Context>(
  bot: Pick<Bot, 'handleUpdate'>,
  serviceUrl: string,
  botKey: string,
  keptMax = 10_000,
): MiddlewareFn<C> {
  const kept = new Map<string, Update>();
  const cleared = new WeakSet<Update>();

  const ask = async (body: object): Promise<Answer> => {
    try {
      const response = await fetch(`${serviceUrl}/get-sponsors`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Auth: botKey },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(5_000),
      });
      return (await response.json()) as Answer;
    } catch {
      return { status: 'error' };
    }
  };

  /** Names what is still to be done. A request for links leaves the block on the screen as it is. */
  const missing = async (user: object): Promise<string> => {
    const { message = '', additional } = await ask({ ...user, get_links: 1 });
    const left = (additional?.sponsors ?? []).filter(
      (one) => one.available_now && one.status === 'unsubscribed',
    );
    const names = left.map(({ resource_name, button_text }) => `• ${resource_name || button_text}`);
    return [message, ...names].join('\n').slice(0, ALERT_LENGTH_MAX);
  };

  return async (ctx, next) => {
    const { from, chat } = ctx;
    const isAsking = ctx.message !== undefined || ctx.callbackQuery !== undefined;
    if (from === undefined || chat === undefined || !isAsking) return next();
    // A press can be answered once; one that waited has been answered already.
    const answerPress = async (alert?: string): Promise<true> => {
      const text = alert === undefined ? {} : { text: alert, show_alert: true };
      // The platform refuses an answer that comes late: that holds nobody back.
      if (ctx.callbackQuery !== undefined)
        await ctx.api.answerCallbackQuery(ctx.callbackQuery.id, text).catch(() => true);
      return true;
    };
    if (cleared.has(ctx.update)) {
      ctx.answerCallbackQuery = () => Promise.resolve(true);
      return next();
    }

    const pressed = BUTTON.exec(ctx.callbackQuery?.data ?? '');
    const [, question, answer] = pressed ?? [];
    // A bot that was added without its token also sends first_name, username, language_code and is_premium.
    const user = { user_id: from.id, chat_id: chat.id };
    const given = question === undefined ? {} : { [question]: answer };
    const { status } = await ask({ ...user, get_links: 0, ...given });

    const key = `${String(chat.id)}:${String(from.id)}`;
    const first = kept.get(key);
    // Held back on `warning` alone: on ok, error or silence the user goes on.
    if (status === 'warning') {
      await answerPress(pressed !== null && question === undefined ? await missing(user) : undefined);
      if (pressed !== null || first !== undefined) return;
      kept.set(key, ctx.update);
      const [oldest] = kept.keys();
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
      return;
    }
    kept.delete(key);
    if (pressed === null) return next();
    await answerPress();
    if (first === undefined) return next();
    cleared.add(first);
    await bot.handleUpdate(first);
  };
}
