/**
 * The way to the statistics pages: a link that opens them in one browser, once and within minutes, since a chat keeps
 * whatever is written in it. Of one order or bot it says itself which joins nobody pays for, and of a bot what it brings.
 */
import { Composer } from 'grammy';
import { publicUrl } from '../../../core/config.js';
import type { OperatorContext } from '../context.js';
import { lastDays } from '../figures.js';
import { numberFrom, onPress, StaleButton } from '../press.js';
import { button, link, type Screen } from '../screen.js';
import { blockTestLines } from './block-test.js';
import { priceLines } from './prices.js';
import { unpaidLines } from './unpaid.js';

export { blockTestLines } from './block-test.js';

/** As many days as the pages show unless asked. */
const TOLD_DAYS = 10;

export function createStatisticsScreens(): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  onPress(composer, 'stats', (ctx, scope = 'all', id) => linkScreen(ctx, scope, id));
  return composer;
}

interface Page {
  text: string;
  query: Record<string, string>;
}

async function linkScreen(ctx: OperatorContext, scope: string, id: string | undefined): Promise<Screen> {
  const { words, accountId } = ctx.visitor;
  const { statistics, settings } = ctx.parts.service;
  const pages = await pagesOf(ctx, scope, id);
  const links: Screen['rows'] = [];
  let minutes = 0;
  for (const { text, query } of pages) {
    const { ticket, lifeSeconds } = await statistics.sessions.ticket(accountId);
    minutes = Math.floor(lifeSeconds / 60);
    const address = `${publicUrl(settings)}/statistic/${ticket}?${new URLSearchParams(query).toString()}`;
    links.push([link(text, address)]);
  }
  const told = await Promise.all([
    pricesOf(ctx, scope, id),
    blockTestOf(ctx, scope, id),
    unpaidOf(ctx, scope, id),
  ]);
  return {
    html: [words.html('stats', { minutes }), ...told].filter((part) => part !== '').join('\n\n'),
    rows: [
      ...links,
      [button(words.text('button-link-anew'), 'stats', scope, ...(id === undefined ? [] : [id]))],
      [backFrom(ctx, scope, id)],
    ],
  };
}

/** Whose figures they are is asked here, and again when the page is asked for. @throws ServiceError of the owner's kind */
async function pagesOf(
  { visitor: { words, accountId }, parts: { service } }: OperatorContext,
  scope: string,
  id: string | undefined,
): Promise<Page[]> {
  const text = words.text('stats-open');
  if (scope === 'order') {
    const { orderId } = await service.orders.info(accountId, numberFrom(id));
    return [{ text, query: { action: 'ads', ads_id: String(orderId) } }];
  }
  if (scope === 'bot') {
    const { bot } = await service.bots.info(accountId, numberFrom(id));
    return [{ text, query: { action: 'bots', bot_id: String(bot.botId) } }];
  }
  if (scope !== 'all') throw new StaleButton();
  return [
    { text: words.text('stats-orders'), query: { action: 'allads' } },
    { text: words.text('stats-bots'), query: { action: 'allbots' } },
  ];
}

/** @throws ServiceError `forbidden` when the bot is not the visitor's */
async function pricesOf(ctx: OperatorContext, scope: string, id: string | undefined): Promise<string> {
  if (scope !== 'bot') return '';
  const { words, accountId } = ctx.visitor;
  const { statistics, settings } = ctx.parts.service;
  const [botId, range] = [numberFrom(id), lastDays(ctx.parts, TOLD_DAYS)];
  const [prices, noFill] = await Promise.all([
    statistics.prices(accountId, botId, range),
    statistics.noFill(accountId, botId, range),
  ]);
  return priceLines(words, prices, noFill, { currency: settings.CURRENCY, days: TOLD_DAYS });
}

/** @throws ServiceError `forbidden` when the bot is not the visitor's */
async function blockTestOf(ctx: OperatorContext, scope: string, id: string | undefined): Promise<string> {
  if (scope !== 'bot') return '';
  const { words, accountId } = ctx.visitor;
  const { statistics, settings } = ctx.parts.service;
  const figures = await statistics.blockTest(accountId, numberFrom(id));
  const lines = blockTestLines(words, figures, settings.SERVICE_TIMEZONE);
  return lines === '' ? '' : [words.html('test-title'), lines].join('\n');
}

/** @throws ServiceError of the owner's kind for what is not this account's */
async function unpaidOf(ctx: OperatorContext, scope: string, id: string | undefined): Promise<string> {
  if (scope === 'all') return '';
  const { words, accountId } = ctx.visitor;
  const { statistics } = ctx.parts.service;
  const range = lastDays(ctx.parts, TOLD_DAYS);
  const { unpaid } =
    scope === 'order'
      ? await statistics.ofAdvertiser(accountId, numberFrom(id), range)
      : await statistics.ofPublisher(accountId, numberFrom(id), range);
  return unpaidLines(words, unpaid, TOLD_DAYS);
}

function backFrom({ visitor: { words } }: OperatorContext, scope: string, id: string | undefined) {
  const text = words.text('button-back');
  return scope === 'all' ? button(text, 'home') : button(text, scope, numberFrom(id));
}
