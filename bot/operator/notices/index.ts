/** Which notices one gets: most always, the daily summary only when asked for. */
import { Composer } from 'grammy';
import type { OperatorContext } from '../context.js';
import { onPress } from '../press.js';
import { button, type Screen } from '../screen.js';

export function createNoticesScreens(): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  onPress(composer, 'notices', (ctx) =>
    Promise.resolve(noticesScreen(ctx, ctx.visitor.profile.account.wantsSummary)),
  );
  onPress(composer, 'notices-day', async (ctx, { isWanted }) => {
    await ctx.parts.service.summaries.setWanted(ctx.visitor.accountId, isWanted);
    return noticesScreen(ctx, isWanted);
  });
  return composer;
}

function noticesScreen({ visitor: { words }, parts }: OperatorContext, wantsSummary: boolean): Screen {
  const { SUMMARY_HOUR: hour, SERVICE_TIMEZONE: zone } = parts.service.settings;
  const mark = wantsSummary ? '✅' : '⬜️';
  return {
    html: words.html('notices', { hour: `${String(hour)}:00`, zone }),
    rows: [
      [button(`${mark} ${words.text('button-summary')}`, 'notices-day', { isWanted: !wantsSummary })],
      [button(words.text('button-back'), 'home')],
    ],
  };
}
