/** The statistics pages (`decisions.md`, Statistics): one for each action, and ways from each to the others. */
import { formatDay } from '../../../core/days.js';
import type { Service } from '../../../core/service.js';
import type { Reply } from '../../envelope.js';
import { rangeOfQuery, type StatisticQuery } from '../../statistic-query.js';
import { html, type Html } from '../html.js';
import type { Language } from '../language.js';
import { messagePage, pageReply } from '../page.js';
import { firstPage, link, type Look, lookOf } from './look.js';
import { rangePicker } from './range.js';
import { tableFor } from './tables.js';
import { viewOf } from './views.js';
import { statisticWords } from './words.js';

export { link as statisticAddress } from './look.js';

/** What a reader is shown who asks for nothing in particular: the bots of who has bots alone, else the orders. */
export async function overviewOf(service: Service, accountId: number): Promise<'allads' | 'allbots'> {
  const one = { search: '', inArchive: null, offset: 0, limit: 1 };
  const [{ total: bots }, { total: orders }] = await Promise.all([
    service.bots.list(accountId, one),
    service.orders.list(accountId, { ...one, status: null }),
  ]);
  return bots > 0 && orders === 0 ? 'allbots' : 'allads';
}

export async function statisticPage(
  service: Service,
  accountId: number,
  asked: StatisticQuery,
  language: Language,
): Promise<Reply> {
  const { settings, statistics } = service;
  const { fault } = statistics.readRange(rangeOfQuery(asked));
  // Days that are none do not lead on to other pages.
  const query = fault === null ? asked : { ...asked, start_date: undefined, end_date: undefined };
  const look = lookOf(query, language, settings);
  const { fromDay, toDay } = statistics.range(rangeOfQuery(query));
  const today = formatDay(statistics.range({}).toDay);
  const days = { from: formatDay(fromDay), to: formatDay(toDay), today };
  const view = await viewOf({ service, accountId, look });
  const body = html`<header class="top">
      <a class="brand" href="/?lang=${language}">Sponsorgate</a>
      ${navigation(look)} ${otherLanguage(look)}
    </header>
    <main>
      <h1>${view.title}</h1>
      ${view.about} ${rangePicker(look, days, fault === null ? null : { fault, asked })} ${view.sections}
    </main>
    <footer>${look.words.zone(look.zone, look.format.moment(Date.now(), look.zone))}</footer>`;
  return pageReply({
    title: `${view.title} · Sponsorgate`,
    language,
    kind: 'statistic',
    scripts: ['statistic.js'],
    code: fault === null ? 200 : 422,
    body,
  });
}

/** The table of a page as a file. @throws ServiceError as the page */
export async function statisticFile(
  service: Service,
  accountId: number,
  query: StatisticQuery,
  language: Language,
): Promise<{ name: string; body: string }> {
  const { fromDay, toDay } = service.statistics.range(rangeOfQuery(query));
  const table = await tableFor({ service, accountId, look: lookOf(query, language, service.settings) });
  return { name: `${query.action}-${formatDay(fromDay)}-${formatDay(toDay)}.csv`, body: table.csv() };
}

/** A refusal, for the person who reads it; the message itself is for the author of the address. */
export function statisticRefusal(language: Language, code: number, message: string): Reply {
  const { refused } = statisticWords(language);
  const text = code === 401 || code === 403 || code === 422 || code === 429 ? refused[code] : refused.other;
  const detail = code === 422 ? html`<p class="lead" lang="en">${message}</p>` : null;
  // The script takes the token out of the address bar here as well.
  return messagePage(refused.title, text, { language, code, detail, scripts: ['statistic.js'] });
}

function navigation({ query, words }: Look): Html {
  const isPublisher = query.action === 'allbots' || query.action === 'bots' || query.action === 'sponsor';
  const plain = { ads_id: undefined, bot_id: undefined, ...firstPage };
  const entries = [
    { action: 'allads', text: words.orders, isHere: !isPublisher },
    { action: 'allbots', text: words.bots, isHere: isPublisher && query.action !== 'sponsor' },
    { action: 'sponsor', text: words.sponsors, isHere: query.action === 'sponsor' },
  ];
  return html`<nav aria-label="${words.navigation}">
    ${entries.map(
      ({ action, text, isHere }) =>
        html`<a href="${link(query, { ...plain, action })}" ${isHere && html`aria-current="page"`}
          >${text}</a
        >`,
    )}
  </nav>`;
}

function otherLanguage({ query, language, words }: Look): Html {
  const other = language === 'ru' ? 'en' : 'ru';
  return html`<a class="language" lang="${other}" hreflang="${other}" href="${link(query, { lang: other })}"
    >${words.otherLanguage}</a
  >`;
}
