/** An order in words: what it is, its audience, when it is shown. For its owner and for moderators. */
import type { Filters } from '../../../core/data/index.js';
import type { Reader } from '../context.js';
import { namedFilters } from '../values.js';
import { escapeHtml } from '../../../core/html-text.js';
import { type OrderInfo, type ResourceProblem, shownLink } from '../../../core/orders/index.js';
import {
  choiceNames,
  demandNames,
  levelNames,
  type LevelName,
  listNames,
  rulebook,
  type Targeting,
} from '../../../core/terms/index.js';
import type { Words } from '../../words.js';
import { money, shorten, wallClock } from '../figures.js';
import { inLines } from '../screen.js';
import { zoneText } from '../zones/index.js';

/** More values than this are counted, not named. */
const NAMED_MAX = 6;

/** @param timeZone the zone in which the start is shown */
export async function describeOrder(order: OrderInfo, reader: Reader, timeZone: string): Promise<string> {
  const { words } = reader;
  const shown = shownLink(order);
  const limit = order.quantityDay;
  return inLines([
    words.html('order-link', { link: order.link }),
    shown !== order.link && words.html('order-shown-link', { link: shown }),
    words.html('order-type', { type: words.text(`kind-${order.adsType}`) }),
    words.html('order-quantity', {
      all: String(order.quantityAll),
      day: limit === null || limit >= order.quantityAll ? 'none' : String(limit),
    }),
    words.html('order-price', {
      price: money(reader, order.realPriceMicros),
      base: money(reader, order.basePriceMicros),
      total: money(reader, order.realPriceMicros * BigInt(order.quantityAll)),
    }),
    ...targetingLines(order, words, await namedFilters(reader)),
    ...scheduleLines(order, words, timeZone),
    order.isLite && words.html('order-lite', { speed: order.subSpeed ?? 0 }),
    order.ownLinks && words.html('order-own-links'),
    order.minBotQuality !== 0 && words.html('order-min-quality', { least: order.minBotQuality.toFixed(1) }),
    order.places !== 2 && words.html(`order-places-${String(order.places)}`),
  ]);
}

/** What will hinder the approval, in lines of HTML. */
export function problemLines(problems: readonly ResourceProblem[], words: Words): string[] {
  return problems.map((problem) => `⚠️ ${words.html(`problem-${problem.replaceAll('_', '-')}`)}`);
}

/** Its audience, a line a field; what is demanded of users together in one. In the order of the rulebook, lists after choices. */
export function targetingLines({ targeting }: OrderInfo, words: Words, { ads }: Filters): string[] {
  const choices = choiceNames.map((name) => {
    const { wire, any } = rulebook[name];
    const chosen = targeting[name];
    return chosen === any ? undefined : words.text(`target-only-${wire}-${String(chosen)}`);
  });
  const lists = listNames.map((name) => {
    const { filter, wire } = rulebook[name];
    const title = words.text(`target-${wire}`);
    const chosen: readonly (string | number)[] | null = targeting[name];
    if (chosen === null) return words.text('target-all', { title });
    const names = new Map<string | number, string>(ads[filter].map(({ id, name: known }) => [id, known]));
    const values = chosen.map((id) => names.get(id) ?? String(id));
    return values.length === 0 ? undefined : `${title}: ${listed(values, words)}`;
  });
  const demands = demandsOf(targeting, words);
  return [
    ...[...choices, ...lists].flatMap((line) => (line === undefined ? [] : escapeHtml(line))),
    ...(demands.length === 0 ? [] : [words.html('target-demands', { values: demands.join(', ') })]),
  ];
}

function demandsOf(targeting: Targeting, words: Words): string[] {
  const reached = levelNames.flatMap((name) => levelWords(name, targeting[name], words) ?? []);
  return [
    ...demandNames
      .filter((name) => targeting[name])
      .map((name) => words.text(`target-${rulebook[name].wire}`)),
    ...reached,
  ];
}

/** Undefined where the level is indifferent. */
export function levelWords(name: LevelName, level: number, words: Words): string | undefined {
  return level === 0 ? undefined : words.text(`target-${rulebook[name].wire}-${String(level)}`);
}

export function scheduleLines({ schedule }: OrderInfo, words: Words, timeZone: string): (string | false)[] {
  const { startAtMs, startTimeSeconds, endTimeSeconds, excludedDays } = schedule;
  const hasWindow = startTimeSeconds !== null || endTimeSeconds !== null;
  return [
    startAtMs !== null &&
      words.html('schedule-start', {
        when: wallClock(startAtMs, timeZone, words),
        zone: zoneText(timeZone, words, startAtMs),
      }),
    hasWindow && words.html('schedule-window', { from: clock(startTimeSeconds), to: clock(endTimeSeconds) }),
    excludedDays.length > 0 &&
      words.html('schedule-days', {
        days: excludedDays.map((day) => words.text(`day-${String(day)}`)).join(', '),
      }),
  ];
}

/** Seconds after midnight as `HH:MM`. */
export function clock(seconds: number | null): string {
  const minutes = Math.floor((seconds ?? 0) / 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function listed(names: readonly string[], words: Words): string {
  const shown = names.slice(0, NAMED_MAX).map((name) => shorten(name, 30));
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` ${words.text('and-more', { count: rest })}` : '');
}
