/**
 * The chat's side of the cabinet: a browser that asks to be let in, a link that opens it once, and money that is to leave,
 * asked about again.
 */
import Bowser from 'bowser';
import type { Composer } from 'grammy';
import { publicUrl } from '../../../core/config.js';
import { callbackData } from '../actions.js';
import type { OperatorContext, Reader } from '../context.js';
import { begin } from '../dialogue/index.js';
import { money } from '../figures.js';
import { homeRows } from '../home/index.js';
import { onPress, onCommand } from '../press.js';
import { button, dangerButton, link, mainButton, type Screen, sendScreen, columnScreen } from '../screen.js';
import { askedScreen, walletScreen, withdrawalScreen } from '../wallet/index.js';

/** What the link on the page begins the bot with. */
const SIGN_IN = /^signin_([\w-]{10,40})$/;

/** Characters of what a browser says of itself; longer ones are no browser's. */
const AGENT_READ_MAX = 512;
const AGENT_SHOWN_MAX = 40;

export function addCabinetScreens(composer: Composer<OperatorContext>): void {
  composer.command('start', async (ctx, next) => {
    if (ctx.match === 'deposit') {
      await sendScreen(ctx.api, ctx.accountId, await walletScreen(ctx));
      return;
    }
    if (ctx.match === 'chat') {
      await begin(ctx, 'order-chat', callbackData('orders'));
      return;
    }
    const code = SIGN_IN.exec(ctx.match)?.[1];
    if (code === undefined) return next();
    await sendScreen(ctx.api, ctx.accountId, await askScreen(ctx, code));
  });
  onCommand(composer, 'cabinet', linkScreen);
  onPress(composer, 'cabinet', linkScreen);
  onPress(composer, 'signin-yes', async (ctx, { code }) => {
    const { words, accountId } = ctx;
    const isIn = await ctx.service.cabinet.signIn.agree(accountId, code);
    return { html: words.html(isIn ? 'signin-done' : 'signin-over'), rows: homeRows(ctx) };
  });
  onPress(composer, 'signin-no', async (ctx, { code }) => {
    await ctx.service.cabinet.signIn.refuse(code);
    return { html: ctx.words.html('signin-refused'), rows: homeRows(ctx) };
  });
  onPress(composer, 'wish-yes', (ctx, { withdrawalRequestId }) =>
    confirmWithdrawal(ctx, withdrawalRequestId),
  );
  onPress(composer, 'wish-no', async (ctx, { withdrawalRequestId }) => {
    const { words, accountId } = ctx;
    const made = await ctx.service.cabinet.withdrawalRequests.drop(accountId, withdrawalRequestId);
    if (made !== null) return withdrawalScreen(ctx, made);
    return { html: words.html('withdrawal-request-dropped'), rows: toWallet(ctx) };
  });
}

/** Which browser asks, and whether that is who reads this. */
async function askScreen(ctx: OperatorContext, code: string): Promise<Screen> {
  const { words } = ctx;
  const asked = await ctx.service.cabinet.signIn.asked(code);
  if (asked === null) return { html: words.html('signin-over'), rows: homeRows(ctx) };
  const { number, agent, address } = asked;
  return columnScreen(
    words.html('signin-ask', { number, browser: browserOf(agent), address }),
    mainButton(words.text('button-signin-yes', { number }), 'signin-yes', { code }),
    dangerButton(words.text('button-signin-no'), 'signin-no', { code }),
  );
}

/** Enough for somebody to know their own by: `Firefox, Linux`. */
function browserOf(agent: string): string {
  // A browser may send none, which the library does not take.
  const { browser, os } = Bowser.parse(agent.slice(0, AGENT_READ_MAX) || '-');
  return [browser.name || agent.slice(0, AGENT_SHOWN_MAX), os.name].filter(Boolean).join(', ');
}

async function linkScreen(ctx: OperatorContext): Promise<Screen> {
  const { words, accountId } = ctx;
  const { cabinet, settings } = ctx.service;
  const { ticket, lifeSeconds } = await cabinet.signIn.ticket(accountId);
  // Behind the #, where no server, log or preview of links sees it.
  const address = `${publicUrl(settings)}/cabinet#enter=${ticket}`;
  return columnScreen(
    words.html('cabinet', { minutes: Math.floor(lifeSeconds / 60) }),
    link(words.text('button-cabinet-open'), address),
    button(words.text('button-link-new'), 'cabinet'),
    button(words.text('button-back'), 'home'),
  );
}

async function confirmWithdrawal(ctx: OperatorContext, withdrawalRequestId: string): Promise<Screen> {
  const { words, accountId } = ctx;
  const asking = await ctx.service.cabinet.withdrawalRequests.confirm(accountId, withdrawalRequestId);
  if (asking === null) return { html: words.html('withdrawal-request-over'), rows: toWallet(ctx) };
  return askedScreen(ctx, asking);
}

function toWallet({ words }: OperatorContext): Screen['rows'] {
  return [[button(words.text('button-wallet'), 'wallet')]];
}

/** What is to leave, to be agreed to. @returns null when it is too old, or taken back */
export async function withdrawalRequestScreen(
  reader: Reader,
  withdrawalRequestId: string,
): Promise<Screen | null> {
  const { service, accountId, words } = reader;
  const request = await service.cabinet.withdrawalRequests.read(accountId, withdrawalRequestId);
  if (request === null) return null;
  const amount = money(reader, request.amountMicros);
  return columnScreen(
    words.html('withdrawal-request-ask', { amount, details: request.details }),
    mainButton(words.text('withdraw-yes'), 'wish-yes', { withdrawalRequestId }),
    dangerButton(words.text('button-withdrawal-request-no'), 'wish-no', { withdrawalRequestId }),
  );
}
