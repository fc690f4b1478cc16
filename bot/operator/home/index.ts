/** /start, /cancel and the profile. */
import { Composer } from 'grammy';
import type { OperatorContext } from '../context.js';
import { onPress } from '../press.js';
import { sendScreen } from '../screen.js';
import { registerDuties } from '../help/index.js';
import { homeScreen } from './screen.js';

export { homeRows, homeScreen, profileLines } from './screen.js';

export function createHome(): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  composer.command(['start', 'cancel', 'menu'], async (ctx) => {
    await sendScreen(ctx.api, ctx.visitor.accountId, homeScreen(ctx.visitor, ctx.parts));
    if (ctx.hasCommand('start')) await registerDuties(ctx.api, ctx.visitor.profile, ctx.parts.log);
  });
  onPress(composer, 'home', (ctx) => Promise.resolve(homeScreen(ctx.visitor, ctx.parts)));
  return composer;
}
