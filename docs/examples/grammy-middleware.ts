/** Guards what follows it in a grammY bot: `bot.use(sponsors(url, key))`. With get_links 0 the service shows the block. */
import type { MiddlewareFn } from 'grammy';

/** Callback data of the buttons on the service's own messages, which reach your bot. */
const BUTTON = /^subgram(?:-op$|_(gender|age)_(\w+)$)/;

export function sponsors(serviceUrl: string, botKey: string): MiddlewareFn {
  return async (ctx, next) => {
    const { from, chat } = ctx;
    if (from === undefined || chat === undefined) return next();
    const pressed = BUTTON.exec(ctx.callbackQuery?.data ?? '');
    if (pressed !== null) await ctx.answerCallbackQuery();
    const body = {
      user_id: from.id,
      chat_id: chat.id,
      // A bot that was added without its token also sends first_name, username, language_code and is_premium.
      // The answer to a question about gender or age, if that was the button.
      ...(pressed?.[1] === undefined ? {} : { [pressed[1]]: pressed[2] }),
    };
    const answer = await fetch(`${serviceUrl}/get-sponsors`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: botKey },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    })
      .then((response) => response.json() as Promise<{ status: string }>)
      .catch(() => ({ status: 'error' }));
    // Held back on `warning` alone: on ok, error or silence the user goes on.
    if (answer.status !== 'warning') await next();
  };
}
