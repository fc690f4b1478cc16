/**
 * The way to the figures in the cabinet: links that open it in one browser, once and within minutes, since a chat keeps
 * whatever is written in it. Of one order or bot it says itself which joins are unpaid, and of a bot what it brings.
 */
import type { Composer } from 'grammy';
import { publicUrl } from '../../../core/config.js';
import type { OperatorContext } from '../context.js';
import { lastDays } from '../figures.js';
import { onPress, StaleButton } from '../press.js';
import { button, link, type Screen } from '../screen.js';
import { blockTestLines, priceLines, unpaidLines } from './lines.js';

export { blockTestLines } from './lines.js';

/** As many days as the cabinet shows unless asked. */
const SHOWN_DAYS = 10;

export function addStatisticsScreens(composer: Composer<OperatorContext>): void {
  onPress(composer, 'stats', (ctx, { scope = 'all', id }) => {
    if (scope === 'all') return linkScreen(ctx, null);
    if (id === undefined) throw new StaleButton();
    return linkScreen(ctx, { scope, id });
  });
}

/** What the figures are of; null: of all that one has. */
type Subject = { scope: 'order' | 'bot'; id: number } | null;

interface Page {
  text: string;
  /** Below `/cabinet`. */
  path: string;
}

async function linkScreen(ctx: OperatorContext, subject: Subject): Promise<Screen> {
  const { words, accountId } = ctx;
  const { cabinet, settings } = ctx.service;
  const pages = await pagesOf(ctx, subject);
  const links: Screen['rows'] = [];
  let minutes = 0;
  for (const { text, path } of pages) {
    const { ticket, lifeSeconds } = await cabinet.signIn.ticket(accountId);
    minutes = Math.floor(lifeSeconds / 60);
    links.push([link(text, `${publicUrl(settings)}/cabinet/${path}#enter=${ticket}`)]);
  }
  const figures = await Promise.all([
    pricesOf(ctx, subject),
    blockTestOf(ctx, subject),
    unpaidOf(ctx, subject),
  ]);
  return {
    html: [words.html('stats', { minutes }), ...figures].filter((part) => part !== '').join('\n\n'),
    rows: [
      ...links,
      [button(words.text('button-link-new'), 'stats', subject ?? { scope: 'all' })],
      [backFrom(ctx, subject)],
    ],
  };
}

/** Whose figures they are is asked here, and again when the page is asked for. @throws ServiceError of the owner's kind */
async function pagesOf({ words, accountId, service }: OperatorContext, subject: Subject): Promise<Page[]> {
  const text = words.text('stats-open');
  if (subject?.scope === 'order') {
    const { orderId } = await service.orders.info(accountId, subject.id);
    return [{ text, path: `orders/${String(orderId)}/figures` }];
  }
  if (subject?.scope === 'bot') {
    const { bot } = await service.bots.info(accountId, subject.id);
    return [{ text, path: `bots/${String(bot.botId)}/figures` }];
  }
  return [
    { text: words.text('button-orders'), path: 'figures/orders' },
    { text: words.text('button-bots'), path: 'figures/bots' },
  ];
}

/** @throws ServiceError `forbidden` when the bot is not the visitor's */
async function pricesOf(ctx: OperatorContext, subject: Subject): Promise<string> {
  if (subject?.scope !== 'bot') return '';
  const { words, accountId } = ctx;
  const { statistics, settings } = ctx.service;
  const [botId, range] = [subject.id, lastDays(ctx, SHOWN_DAYS)];
  const [prices, noFill] = await Promise.all([
    statistics.prices(accountId, botId, range),
    statistics.noFill(accountId, botId, range),
  ]);
  return priceLines(words, prices, noFill, { currency: settings.CURRENCY, days: SHOWN_DAYS });
}

/** @throws ServiceError `forbidden` when the bot is not the visitor's */
async function blockTestOf(ctx: OperatorContext, subject: Subject): Promise<string> {
  if (subject?.scope !== 'bot') return '';
  const { words, accountId } = ctx;
  const figures = await ctx.service.statistics.blockTest(accountId, subject.id);
  const lines = blockTestLines(ctx, figures);
  return lines === '' ? '' : [words.html('test-title'), lines].join('\n');
}

/** @throws ServiceError of the owner's kind for what is not this account's */
async function unpaidOf(ctx: OperatorContext, subject: Subject): Promise<string> {
  if (subject === null) return '';
  const { words, accountId } = ctx;
  const { statistics } = ctx.service;
  const range = lastDays(ctx, SHOWN_DAYS);
  const { unpaid } =
    subject.scope === 'order'
      ? await statistics.ofAdvertiser(accountId, subject.id, range)
      : await statistics.ofPublisher(accountId, subject.id, range);
  return unpaidLines(words, unpaid, SHOWN_DAYS);
}

function backFrom({ words }: OperatorContext, subject: Subject) {
  const text = words.text('button-back');
  if (subject === null) return button(text, 'home');
  const { scope, id } = subject;
  return scope === 'order' ? button(text, 'order', { orderId: id }) : button(text, 'bot', { botId: id });
}
