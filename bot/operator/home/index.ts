/** /start, /menu, /cancel and the profile. */
import type { Composer } from 'grammy';
import type { OperatorContext } from '../context.js';
import { onPress, onCommand } from '../press.js';
import { sendScreen } from '../screen.js';
import { registerDuties } from '../help/index.js';
import { homeScreen } from './screen.js';
import { botsWay, isStranger, ordersWay, welcomeScreen } from './welcome.js';

export { homeRows, homeScreen, profileLines } from './screen.js';

export function addHome(composer: Composer<OperatorContext>): void {
  composer.command('start', async (ctx) => {
    const { visitor, parts } = ctx;
    const screen = (await isStranger(ctx)) ? welcomeScreen(ctx) : homeScreen(visitor, parts);
    await sendScreen(ctx.api, visitor.accountId, screen);
    await registerDuties(ctx.api, visitor.profile, parts.log);
  });
  onCommand(composer, ['cancel', 'menu'], (ctx) => homeScreen(ctx.visitor, ctx.parts));
  onPress(composer, 'home', (ctx) => homeScreen(ctx.visitor, ctx.parts));
  onPress(composer, 'welcome', (ctx) => welcomeScreen(ctx));
  onPress(composer, 'start-bots', (ctx) => botsWay(ctx));
  onPress(composer, 'start-orders', (ctx) => ordersWay(ctx));
}
