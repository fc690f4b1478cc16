/** The charts of a statistics page: subscribers, money and price by day with the period before, and today by hour. */
import { type Micros, MICROS_PER_UNIT, toNumber } from '../../../core/money.js';
import type { Comparison, DayPoint } from '../../../core/statistics/index.js';
import { chart, type ChartPoint } from '../chart.js';
import { html, type Html } from '../html.js';
import type { Look } from './look.js';

/** @param value, price what money and average mean to the reader */
export function charts(
  look: Look,
  days: readonly DayPoint[],
  { before, hours }: Comparison,
  value: string,
  price: string,
): Html {
  const { words, format } = look;
  const money = (micros: (day: DayPoint) => Micros) => (day: DayPoint) => ({
    date: day.date,
    value: toNumber(micros(day)),
    text: format.amount(micros(day)),
  });
  const both = (point: (day: DayPoint) => ChartPoint) => ({
    points: days.map(point),
    before: { points: before.days.map(point), name: words.daysBefore },
  });
  const shared = {
    hint: words.tapADay,
    mark: (date: string) => format.shortDate(date),
    label: (title: string, peak: { date: string; text: string }) =>
      words.chartSays(title, format.count(days.length), format.date(peak.date), peak.text),
  };
  const amounts = { scale: (units: number) => format.amount(microsOf(units)) };
  const subscribers = (day: DayPoint) => ({
    date: day.date,
    value: day.subscribers,
    text: format.count(day.subscribers),
  });
  return html`<section class="charts" aria-label="${words.byDay}">
    ${chart({
      ...shared,
      title: words.perDay(words.subscribers),
      kind: 'bars',
      ...both(subscribers),
      scale: wholes(look),
    })}
    ${chart({
      ...shared,
      title: words.perDay(value),
      kind: 'bars',
      ...both(money((day) => day.valueMicros)),
      ...amounts,
    })}
    ${chart({
      ...shared,
      title: words.perDay(price),
      kind: 'line',
      ...both(money((day) => day.averageMicros)),
      ...amounts,
    })}
    ${hours !== null && hourChart(look, hours)}
  </section>`;
}

function hourChart(look: Look, hours: NonNullable<Comparison['hours']>): Html {
  const { words, format, zone } = look;
  const mark = (startMs: string) => format.hour(Number(startMs), zone);
  return chart({
    title: words.todayByHour,
    hint: words.tapADay,
    kind: 'bars',
    points: hours.map(({ startMs, subscribers }) => ({
      date: String(startMs),
      value: subscribers,
      text: format.count(subscribers),
    })),
    scale: wholes(look),
    mark,
    label: (title, peak) => words.hoursSay(title, mark(peak.date), peak.text),
  });
}

/** There is no half a subscriber. */
function wholes({ format }: Look): (value: number) => string {
  return (value) => (Number.isInteger(value) ? format.count(value) : '');
}

/** Of a mark at the side of a chart, which is a round number or half of one. */
function microsOf(units: number): Micros {
  return BigInt(Math.round(units * Number(MICROS_PER_UNIT)));
}
