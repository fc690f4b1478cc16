/** Which notifications one gets: most always, the daily summary only when asked for. */
import type { Composer } from 'grammy';
import type { OperatorContext } from '../context.js';
import { onPress } from '../press.js';
import { button, type Screen, columnScreen } from '../screen.js';

export function addNotificationsScreens(composer: Composer<OperatorContext>): void {
  onPress(composer, 'notices', (ctx) => notificationsScreen(ctx, ctx.profile.account.wantsSummary));
  onPress(composer, 'notices-day', async (ctx, { isWanted }) => {
    await ctx.service.summaries.setWanted(ctx.accountId, isWanted);
    return notificationsScreen(ctx, isWanted);
  });
}

function notificationsScreen({ words, service }: OperatorContext, wantsSummary: boolean): Screen {
  const { SUMMARY_HOUR: hour, SERVICE_TIMEZONE: zone } = service.settings;
  const mark = wantsSummary ? '✅' : '⬜️';
  return columnScreen(
    words.html('notifications', { hour: `${String(hour)}:00`, zone }),
    button(`${mark} ${words.text('button-summary')}`, 'notices-day', { isWanted: !wantsSummary }),
    button(words.text('button-back'), 'home'),
  );
}
