/** What each action's page shows (`interface.md`, GET /statistic). */
import { rangeOfQuery } from '../../statistic-query.js';
import { html, type Content } from '../html.js';
import { advertiserFigures, emptyState, languageBars, publisherFigures } from './figures.js';
import { type Question, tableFor } from './tables.js';
import { unpaidTable } from './unpaid.js';

interface View {
  title: string;
  about: Content;
  sections: Content;
}

export function viewOf(question: Question): Promise<View> {
  switch (question.look.query.action) {
    case 'allads':
      return orders(question, null);
    case 'ads':
    case 'source':
      return orders(question, question.look.query.ads_id ?? 0);
    case 'allbots':
      return bots(question, null);
    case 'bots':
      return bots(question, question.look.query.bot_id ?? 0);
    case 'sponsor':
      return sponsors(question);
  }
}

/** @param orderId null: all orders of the account */
async function orders(question: Question, orderId: number | null): Promise<View> {
  const { service, accountId, look } = question;
  const { query, words } = look;
  const range = rangeOfQuery(query);
  const [figures, comparison, table] = await Promise.all([
    service.statistics.ofAdvertiser(accountId, orderId, range),
    service.statistics.besideOrders(accountId, orderId, range),
    tableFor(question),
  ]);
  const one = {
    title: figures.order?.name ?? `${words.order} ${String(orderId)}`,
    about: html`<p class="about">${figures.order?.link ?? ''}</p>`,
  };
  return {
    ...(orderId === null ? { title: words.allOrders, about: null } : one),
    sections: [
      advertiserFigures(look, figures, comparison),
      unpaidTable(look, figures.unpaid),
      languageBars(look, figures.languages),
      table.page,
    ],
  };
}

/** @param botId null: all bots of the account */
async function bots(question: Question, botId: number | null): Promise<View> {
  const { service, accountId, look } = question;
  const { query, words } = look;
  const range = rangeOfQuery(query);
  const [figures, comparison, table] = await Promise.all([
    service.statistics.ofPublisher(accountId, botId, range),
    service.statistics.besideBots(accountId, botId, range),
    tableFor(question),
  ]);
  const one = {
    title: figures.bot?.name ?? `${words.bot} ${String(botId)}`,
    about: html`<p class="about">@${figures.bot?.nickname ?? ''}</p>`,
  };
  return {
    ...(botId === null ? { title: words.allBots, about: null } : one),
    sections: [publisherFigures(look, figures, comparison), unpaidTable(look, figures.unpaid), table.page],
  };
}

async function sponsors(question: Question): Promise<View> {
  const { query, words } = question.look;
  const table = await tableFor(question);
  return {
    title: words.sponsors,
    about: html`<p class="about">
      ${query.bot_id === undefined ? words.sponsorsOfAll : words.sponsorsOfOne}
    </p>`,
    sections: table.page ?? emptyState(words.noSponsors),
  };
}
