/**
 * The way to the statistics pages: a link that opens them in one browser, once and within minutes, since a chat keeps
 * whatever is written in it.
 */
import { Composer } from 'grammy';
import { publicUrl } from '../../../core/config.js';
import type { OperatorContext } from '../context.js';
import { numberFrom, onPress, StaleButton } from '../press.js';
import { button, link, type Screen } from '../screen.js';

export function createStatisticsDesk(): Composer<OperatorContext> {
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
  const pages = pagesOf(ctx, scope, id);
  const links: Screen['rows'] = [];
  let minutes = 0;
  for (const { text, query } of pages) {
    const { ticket, lifeSeconds } = await statistics.sessions.ticket(accountId);
    minutes = Math.floor(lifeSeconds / 60);
    const address = `${publicUrl(settings)}/statistic/${ticket}?${new URLSearchParams(query).toString()}`;
    links.push([link(text, address)]);
  }
  return {
    html: words.html('stats', { minutes }),
    rows: [
      ...links,
      [button(words.text('button-link-anew'), 'stats', scope, ...(id === undefined ? [] : [id]))],
      [backFrom(ctx, scope, id)],
    ],
  };
}

/** Whose figures they are is checked when the page is asked for: a link to somebody else's opens nothing. */
function pagesOf({ visitor: { words } }: OperatorContext, scope: string, id: string | undefined): Page[] {
  if (scope === 'order')
    return [{ text: words.text('stats-open'), query: { action: 'ads', ads_id: String(numberFrom(id)) } }];
  if (scope === 'bot')
    return [{ text: words.text('stats-open'), query: { action: 'bots', bot_id: String(numberFrom(id)) } }];
  if (scope !== 'all') throw new StaleButton();
  return [
    { text: words.text('stats-orders'), query: { action: 'allads' } },
    { text: words.text('stats-bots'), query: { action: 'allbots' } },
  ];
}

function backFrom({ visitor: { words } }: OperatorContext, scope: string, id: string | undefined) {
  const text = words.text('button-back');
  return scope === 'all' ? button(text, 'home') : button(text, scope, numberFrom(id));
}
