/** What somebody reads who has nothing here yet: what this is, and the two ways that lead on. */
import { parseMoney } from '../../../core/money.js';
import type { OperatorContext } from '../context.js';
import { money } from '../figures.js';
import { takesPayments } from '../payments/index.js';
import { button, mainButton, type Screen } from '../screen.js';

/** Neither bots nor orders, archived ones too, no money, and no duties. */
export async function isStranger({ profile, accountId, service }: OperatorContext): Promise<boolean> {
  const { availableMicros, heldMicros } = profile.balance;
  if (availableMicros !== 0n || heldMicros !== 0n || profile.isModerator || profile.isAdministrator)
    return false;
  const page = { search: '', inArchive: null, offset: 0, limit: 1 };
  const [bots, orders] = await Promise.all([
    service.bots.list(accountId, page),
    service.orders.list(accountId, { ...page, status: null }),
  ]);
  return bots.total === 0 && orders.total === 0;
}

export function welcomeScreen({ words, service }: OperatorContext): Screen {
  return {
    html: words.html('welcome', { service: service.settings.SERVICE_NAME }),
    rows: [
      [mainButton(words.text('button-i-have-bots'), 'start-bots')],
      [mainButton(words.text('button-i-want-subscribers'), 'start-orders')],
      [button(words.text('button-language'), 'language'), button(words.text('button-home'), 'home')],
    ],
  };
}

export function botsWay({ words }: OperatorContext): Screen {
  return {
    html: words.html('start-bots'),
    rows: [
      [mainButton(words.text('button-bot-add'), 'bot-add')],
      [button(words.text('button-back'), 'welcome'), button(words.text('button-home'), 'home')],
    ],
  };
}

export function ordersWay(ctx: OperatorContext): Screen {
  const { words, service } = ctx;
  return {
    html: words.html('start-orders', { price: money(ctx, parseMoney(service.settings.PRICE_MIN)) }),
    rows: [
      [mainButton(words.text('button-order-new'), 'order-new')],
      [takesPayments(ctx) && button(words.text('button-deposit'), 'deposit')],
      [button(words.text('button-back'), 'welcome'), button(words.text('button-home'), 'home')],
    ],
  };
}
