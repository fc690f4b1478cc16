/** The figures of a statistics page: totals, charts, what came of requests, languages, and all of it by day. */
import {
  average,
  type AdvertiserFigures,
  type Comparison,
  type DayPoint,
  type PublisherFigures,
  type SplitDay,
  type Sum,
} from '../../../core/statistics/index.js';
import { html, type Content, type Html } from '../html.js';
import { charts } from './charts.js';
import type { Look } from './look.js';
import { wayOf } from './way.js';

const LANGUAGES_SHOWN = 12;

export function advertiserFigures(
  look: Look,
  { days, total }: AdvertiserFigures,
  comparison: Comparison,
): Content {
  const { words, format } = look;
  if (isEmpty(total)) return [emptyState(words.noSubscribers), wayOf(look, comparison.way)];
  const { total: before } = comparison.before;
  return [
    html`<dl class="cards">
      ${card(words.subscribers, format.count(total.subscribers), since(look, total, before, 'subscribers'))}
      ${card(words.spent, format.amount(total.valueMicros), since(look, total, before, 'valueMicros'))}
      ${card(words.averagePrice, format.amount(average(total)))}
    </dl>`,
    wayOf(look, comparison.way),
    charts(look, days, comparison, words.spent, words.averagePrice),
    dayTable(look, days, words.spent, words.averagePrice),
  ];
}

export function publisherFigures(
  look: Look,
  { days, total, requests, split }: PublisherFigures,
  comparison: Comparison,
): Content {
  const { words, format } = look;
  if (isEmpty(total) && requests.total === 0) return emptyState(words.nothingYet);
  const shown = requests.total === 0 ? 0 : requests.sponsors / requests.total;
  const own = split?.reduce((sum, day) => sum + day.own.subscribers, 0) ?? 0;
  const { total: before } = comparison.before;
  return [
    html`<dl class="cards">
      ${card(
        words.subscribers,
        format.count(total.subscribers),
        since(look, total, before, 'subscribers'),
        own > 0 && words.fromOwnOrders(format.count(own)),
      )}
      ${card(words.earned, format.amount(total.valueMicros), since(look, total, before, 'valueMicros'))}
      ${card(words.averageIncome, format.amount(average(total)))}
      ${card(words.requests, format.count(requests.total), words.wereShown(format.share(shown)))}
    </dl>`,
    requestBar(look, requests),
    wayOf(look, comparison.way),
    isEmpty(total)
      ? emptyState(words.noSubscribers)
      : charts(look, days, comparison, words.earned, words.averageIncome),
    !isEmpty(total) && dayTable(look, days, words.earned, words.averageIncome, split),
  ];
}

function card(label: string, value: string, ...notes: (string | null | false)[]): Html {
  return html`<div class="card">
    <dt>${label}</dt>
    <dd>${value}</dd>
    ${notes.map((note) => note !== null && note !== false && html`<dd class="note">${note}</dd>`)}
  </div>`;
}

/** What it was in the period before; null where there was nothing. */
function since(
  { words, format }: Look,
  now: Sum,
  before: Sum,
  part: 'subscribers' | 'valueMicros',
): string | null {
  const [was, is] = [Number(before[part]), Number(now[part])];
  if (was === 0) return null;
  const said = part === 'subscribers' ? format.count(before.subscribers) : format.amount(before.valueMicros);
  return words.before(said, was < 0 ? null : format.change((is - was) / was));
}

/** The same figures as the charts, for people who read or copy figures; own orders apart where there are any. */
function dayTable(
  { words, format }: Look,
  days: readonly DayPoint[],
  value: string,
  price: string,
  split: readonly SplitDay[] | null = null,
): Html {
  const ownOf = new Map(split?.map((day) => [day.date, day.own]));
  const rows = days.toReversed().map((day) => {
    const own = ownOf.get(day.date);
    return html`<tr>
      <th scope="row">${format.date(day.date)}</th>
      <td>${format.count(day.subscribers)}</td>
      <td>${format.amount(day.valueMicros)}</td>
      <td>${format.amount(day.averageMicros)}</td>
      ${
        own &&
        html`<td>${format.count(own.subscribers)}</td>
          <td>${format.amount(own.valueMicros)}</td>`
      }
    </tr>`;
  });
  const titles = [words.day, words.subscribers, value, price];
  const ownTitles = split === null ? [] : [words.ownSubscribers, words.ownValue];
  return html`<details>
    <summary>${words.figuresByDay}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="${words.figuresByDay}">
      <table>
        <thead>
          <tr>
            ${[...titles, ...ownTitles].map((title) => html`<th scope="col">${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** What came of the requests, as one bar. */
function requestBar(
  { words, format }: Look,
  { total, sponsors, passed, noSponsors, errors, unproven }: PublisherFigures['requests'],
): Content {
  if (total === 0) return null;
  const parts = [
    { kind: 'shown', value: sponsors },
    { kind: 'passed', value: passed },
    { kind: 'none', value: noSponsors },
    { kind: 'errors', value: errors },
  ] as const;
  const there = parts.filter(({ value }) => value > 0);
  let x = 0;
  const marks = there.map(({ kind, value }) => {
    const width = (100 * value) / total;
    const mark = html`<rect class="${kind}" x="${x.toFixed(3)}" width="${width.toFixed(3)}" height="1" />`;
    x += width;
    return mark;
  });
  return html`<section class="requests">
    <h2>${words.requests}</h2>
    <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${marks}</svg>
    <ul>
      ${there.map(
        ({ kind, value }) => html`<li class="${kind}">${words.outcomes[kind]}: ${format.count(value)}</li>`,
      )}
    </ul>
    ${unproven > 0 && html`<p class="about">${words.unproven(format.count(unproven))}</p>`}
  </section>`;
}

export function languageBars(
  { words, format }: Look,
  languages: readonly { language: string; percentage: number }[],
): Content {
  if (languages.length === 0) return null;
  return html`<section class="languages">
    <h2>${words.languages}</h2>
    <ul>
      ${languages.slice(0, LANGUAGES_SHOWN).map(
        ({ language, percentage }) =>
          html`<li>
            <span>${format.languageName(language) ?? words.unknown}</span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect class="track" width="100" height="1" />
              <rect class="mark" width="${percentage.toFixed(2)}" height="1" />
            </svg>
            <span>${format.share(percentage / 100)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

export function emptyState(text: string): Html {
  return html`<section class="empty">
    <svg viewBox="0 0 48 32" aria-hidden="true"><path d="M2 30h44M8 30V20M18 30V12M28 30V16M38 30V6" /></svg>
    <p>${text}</p>
  </section>`;
}

function isEmpty({ subscribers, valueMicros }: Sum): boolean {
  return subscribers === 0 && valueMicros === 0n;
}
