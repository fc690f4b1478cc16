/** /start, /menu, /cancel and the profile: what people see after /start, and come back to from everywhere. */
import type { Composer } from 'grammy';
import type { OperatorContext, Visitor } from '../context.js';
import { onPress, onCommand } from '../press.js';
import { button, type Screen, sendScreen } from '../screen.js';
import { registerDuties } from '../help/index.js';
import { botsWay, isStranger, ordersWay, welcomeScreen } from './welcome.js';
import { money } from '../figures.js';

export function addHome(composer: Composer<OperatorContext>): void {
  composer.command('start', async (ctx) => {
    const screen = (await isStranger(ctx)) ? welcomeScreen(ctx) : homeScreen(ctx);
    await sendScreen(ctx.api, ctx.accountId, screen);
    await registerDuties(ctx.api, ctx.profile, ctx.log);
  });
  onCommand(composer, ['cancel', 'menu'], homeScreen);
  onPress(composer, 'home', homeScreen);
  onPress(composer, 'welcome', (ctx) => welcomeScreen(ctx));
  onPress(composer, 'start-bots', (ctx) => botsWay(ctx));
  onPress(composer, 'start-orders', (ctx) => ordersWay(ctx));
}

/** The first lines of the profile, which the screens of the keys share. */
export function profileLines(visitor: Visitor): string {
  const { account, balance } = visitor.profile;
  return visitor.words.html('home', {
    name: account.firstName,
    id: String(account.accountId),
    available: money(visitor, balance.availableMicros),
    held: money(visitor, balance.heldMicros),
  });
}

export function homeRows({ profile, words }: Visitor): Screen['rows'] {
  return [
    [
      button(words.text('button-access-key'), 'key', { key: 'access' }),
      button(words.text('button-statistics-token'), 'key', { key: 'statistics' }),
    ],
    [button(words.text('button-bots'), 'bots'), button(words.text('button-orders'), 'orders')],
    [button(words.text('button-wallet'), 'wallet'), button(words.text('button-stats'), 'stats')],
    [
      profile.isModerator && button(words.text('button-moderation'), 'queue'),
      profile.isAdministrator && button(words.text('button-payouts'), 'payouts'),
    ],
    [
      button(words.text('button-hook'), 'hook', { botId: 0 }),
      button(words.text('button-notifications'), 'notices'),
    ],
    [button(words.text('button-cabinet'), 'cabinet')],
    [button(words.text('button-language'), 'language'), button(words.text('button-help'), 'help')],
  ];
}

export function homeScreen(visitor: Visitor): Screen {
  return { html: profileLines(visitor), rows: homeRows(visitor) };
}
