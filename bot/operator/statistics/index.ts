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

async function linkScreen(ctx: OperatorContext, subject: Subject): Promise<Screen> {
  const { words, accountId } = ctx;
  const { cabinet, settings } = ctx.service;
  // Whose figures they are is asked here, and again when the page is asked for.
  const figures = await figuresOf(ctx, subject);
  const links: Screen['rows'] = [];
  let minutes = 0;
  for (const { text, path } of pagesOf(ctx, subject)) {
    const { ticket, lifeSeconds } = await cabinet.signIn.ticket(accountId);
    minutes = Math.floor(lifeSeconds / 60);
    links.push([link(text, `${publicUrl(settings)}/cabinet/${path}#enter=${ticket}`)]);
  }
  return {
    html: [words.html('stats', { minutes }), ...figures].filter((part) => part !== '').join('\n\n'),
    rows: [
      ...links,
      [button(words.text('button-link-new'), 'stats', subject ?? { scope: 'all' })],
      [backFrom(ctx, subject)],
    ],
  };
}

/** The pages of the cabinet that show them, by their paths below `/cabinet`. */
function pagesOf({ words }: OperatorContext, subject: Subject) {
  if (subject !== null)
    return [{ text: words.text('stats-open'), path: `${subject.scope}s/${String(subject.id)}/figures` }];
  return [
    { text: words.text('button-orders'), path: 'figures/orders' },
    { text: words.text('button-bots'), path: 'figures/bots' },
  ];
}

/** In HTML; `""` where there is nothing to say. @throws ServiceError of the owner's kind for what is not this account's */
async function figuresOf(ctx: OperatorContext, subject: Subject): Promise<string[]> {
  if (subject === null) return [];
  const { words, accountId } = ctx;
  const { statistics, settings } = ctx.service;
  const { scope, id } = subject;
  const range = lastDays(ctx, SHOWN_DAYS);
  if (scope === 'order') {
    const { unpaid } = await statistics.ofAdvertiser(accountId, id, range);
    return [unpaidLines(words, unpaid, SHOWN_DAYS)];
  }
  const [prices, noFill, blockTest, { unpaid }] = await Promise.all([
    statistics.prices(accountId, id, range),
    statistics.noFill(accountId, id, range),
    statistics.blockTest(accountId, id),
    statistics.ofPublisher(accountId, id, range),
  ]);
  const tested = blockTestLines(ctx, blockTest);
  return [
    priceLines(words, prices, noFill, { currency: settings.CURRENCY, days: SHOWN_DAYS }),
    tested === '' ? '' : [words.html('test-title'), tested].join('\n'),
    unpaidLines(words, unpaid, SHOWN_DAYS),
  ];
}

function backFrom({ words }: OperatorContext, subject: Subject) {
  const text = words.text('button-back');
  if (subject === null) return button(text, 'home');
  const { scope, id } = subject;
  return scope === 'order' ? button(text, 'order', { orderId: id }) : button(text, 'bot', { botId: id });
}
