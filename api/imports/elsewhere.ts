/**
 * Another service with this interface, read with a person's own keys. What its documents leave open is taken in any shape:
 * where a list stands, and figures by day as `labels` with lists next to them, or as rows that have a date each.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fetch } from 'undici';
import { anySignal } from '../../core/any-signal.js';
import { formatDay, DAY_MS } from '../../core/days.js';
import type { ImportKeys } from '../../core/imports.js';
import type { OutgoingFetch, OutgoingRequest } from '../../core/ports/outgoing.js';
import type { HistorySubject } from '../../core/ports/import-store.js';
import type { DayFigures, DayRange } from '../../core/ports/statistics-store.js';
import type { Fault } from '../../core/errors.js';
import { parseMoney } from '../../core/money.js';
import { readRetryAfter } from '../../core/retry-after.js';

export type Elsewhere = ReturnType<typeof openElsewhere>;

/** One of a side by its number at the other service, or all of that side: null. */
export type DaysOf = Pick<HistorySubject, 'side' | 'id'>;

const WITHIN_MS = 30_000;
const TRIES = 5;
const PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 30_000;
const PAGE = 15;
const PAGES_MAX = 1_000;
const SAID_LENGTH_MAX = 200;

/** @param stopping breaks off what is asked */
export function openElsewhere(
  root: string,
  keys: ImportKeys,
  { fetch: send = fetch, stopping }: { fetch?: OutgoingFetch; stopping?: AbortSignal } = {},
) {
  const ask = async (path: string, init: Omit<OutgoingRequest, 'signal'>): Promise<Found> => {
    for (let tries = 1; ; tries += 1) {
      const late = AbortSignal.timeout(WITHIN_MS);
      const signal = stopping === undefined ? late : anySignal([late, stopping]);
      const answer = await send(`${root}${path}`, { ...init, signal }).catch((error: unknown) => {
        // `fetch` says no more than that it failed: why stands in its cause.
        const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        throw new ImportFault(`${root} could not be reached: ${String(inner)}`, {
          topic: 'import_unreachable',
        });
      });
      const body: unknown = await answer.json().catch(() => null);
      if (answer.ok && isFound(body) && body['status'] !== 'error') return body;
      if (answer.status !== 429 || tries === TRIES) throw refusal(path, answer.status, body);
      const pauseMs = readRetryAfter(answer.headers.get('retry-after'), Date.now()) ?? PAUSE_MS;
      await wait(Math.min(PAUSE_MAX_MS, pauseMs), undefined, { signal: stopping });
    }
  };
  const post = (path: string, body: Found) =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: keys.access },
      body: JSON.stringify(body),
    });
  const statistic = (fields: Record<string, string>) => {
    const query = new URLSearchParams({ api_token: keys.statistics ?? '', output_format: 'json', ...fields });
    return ask(`/statistic?${query.toString()}`, {});
  };

  async function* records(path: '/bots' | '/orders', idNames: readonly string[]): AsyncGenerator<Found> {
    const name = path.slice(1);
    const [idName = ''] = idNames;
    const seen = new Set<number>();
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const listed = listIn(await post(path, { action: 'list', offset: seen.size, limit: PAGE }), name);
      const ids = listed.map((each) =>
        Number(idNames.map((one) => each[one]).find((id) => id !== undefined)),
      );
      const further = ids.filter((id) => !seen.has(id));
      // The end, or a server that knows no pages.
      if (further.length === 0) return;
      for (const id of further) {
        seen.add(id);
        yield recordIn(await post(path, { action: 'info', [idName]: id }), name.slice(0, -1));
      }
    }
  }

  return {
    /** What its figures are marked with. */
    host: new URL(root).host,
    readsStatistics: keys.statistics !== null,
    /** Records of those that are not archived, one by one. */
    bots: () => records('/bots', ['bot_id', 'id']),
    orders: () => records('/orders', ['order_id', 'ads_id', 'id']),
    /** Ids of what is excluded: bots of an order, or orders of a bot. None without the Statistics token. */
    excluded: async (of: { order: number } | { bot: number }): Promise<number[]> => {
      if (keys.statistics === null) return [];
      const [action, ofName, name, id] =
        'order' in of ? ['source', 'ads_id', 'bot_id', of.order] : ['sponsor', 'bot_id', 'ads_id', of.bot];
      return listIn(await statistic({ action, [ofName]: String(id) }), 'table_data')
        .filter((row) => row['is_excluded'] === true || row['is_excluded'] === 1)
        .map((row) => Number(row[name]));
    },
    filters: async () => (await ask('/filters', {}))['filters'] as Found,
    /** Days that have figures, oldest first: of one, or of all. Needs the Statistics token. */
    days: (of: DaysOf, range: DayRange) =>
      daysIn(range, ({ fromDay, toDay }) =>
        statistic({ ...subjectOf(of), start_date: formatDay(fromDay), end_date: formatDay(toDay) }),
      ),
  };
}

function subjectOf({ side, id }: DaysOf): Record<string, string> {
  const [action, idName] = side === 'orders' ? ['ads', 'ads_id'] : ['bots', 'bot_id'];
  return id === null ? { action: `all${action}` } : { action, [idName]: String(id) };
}

function refusal(path: string, status: number, body: unknown): ImportFault {
  const message = isFound(body) && typeof body['message'] === 'string' ? body['message'] : '';
  const said = message.slice(0, SAID_LENGTH_MAX);
  const code = isFound(body) && typeof body['code'] === 'number' ? body['code'] : status;
  const words = `${path.split('?')[0] ?? ''} answered ${String(status)}: ${said || 'no JSON'}`;
  if (code === 401 || code === 403) return new ImportFault(words, { topic: 'import_key_refused' });
  if (said === '') return unreadable(words);
  return new ImportFault(words, { topic: 'import_refused', values: { said } });
}

/** The other service refuses, or answers otherwise than the interface says. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';

  /** @param message for the operator, in English */
  constructor(
    message: string,
    /** The same for people. */
    readonly fault: Fault,
  ) {
    super(message);
  }
}

const unreadable = (message: string) => new ImportFault(message, { topic: 'import_unreadable' });

export type Found = Record<string, unknown>;

export const isFound = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const placesIn = (answer: Found): unknown[] => [
  answer,
  ...['response', 'result', 'data'].map((name) => answer[name]),
];

/** Wherever an answer has it. @throws ImportFault */
function listIn(answer: Found, name: string): Found[] {
  for (const place of placesIn(answer)) {
    const lists = isFound(place) ? [name, 'items', 'list'].map((each) => place[each]) : [place];
    const list: unknown = lists.find((each) => Array.isArray(each));
    if (Array.isArray(list)) return list.filter(isFound);
  }
  throw unreadable(`The other service answered without a list of ${name}.`);
}

function recordIn(answer: Found, name: string): Found {
  const place = placesIn(answer).slice(1).find(isFound) ?? answer;
  const inner = place[name];
  return isFound(inner) ? inner : place;
}

/** A service that refuses a range this short does not refuse it for its length. */
const SHORT_DAYS = 31;
const VALUE_MAX = 1e9;

/**
 * Asks for a range, and where it is refused, for its halves: how many days a service shows at once is not documented.
 * @returns days that have figures, oldest first
 * @throws ImportFault
 */
async function daysIn(range: DayRange, ask: (part: DayRange) => Promise<Found>): Promise<DayFigures[]> {
  const { fromDay, toDay } = range;
  try {
    return readDays(await ask(range), range);
  } catch (error) {
    const isTooLong = error instanceof ImportFault && error.fault.topic === 'import_refused';
    if (!isTooLong || toDay - fromDay < SHORT_DAYS) throw error;
    const middle = Math.floor((fromDay + toDay) / 2);
    const first = await daysIn({ fromDay, toDay: middle }, ask);
    return [...first, ...(await daysIn({ fromDay: middle + 1, toDay }, ask))];
  }
}

function readDays(answer: Found, range: DayRange): DayFigures[] {
  const byDay = new Map<number, DayFigures>();
  const rows = rowsIn(answer);
  for (const [index, { label, subscribers, value }] of rows.entries()) {
    const day = dayOfLabel(label, range) ?? dayOfPlace(index, rows.length, range);
    const figures = { day, subscribers: Math.round(numberOf(subscribers)), valueMicros: microsOf(value) };
    const isEmpty = figures.subscribers === 0 && figures.valueMicros === 0n;
    if (!isEmpty && day >= range.fromDay && day <= range.toDay) byDay.set(day, figures);
  }
  return [...byDay.values()].sort((one, other) => one.day - other.day);
}

function rowsIn(answer: Found) {
  const place = placesIn(answer).find((each) => isFound(each) && Array.isArray(each['labels']));
  if (isFound(place)) {
    const [labels, subscribers, values] = ['labels', 'subscribers_data', 'value_data'].map(
      (name) => (place[name] ?? []) as unknown[],
    ) as [unknown[], unknown[], unknown[]];
    return labels.map((label, index) => ({
      label,
      subscribers: subscribers[index] ?? 0,
      value: values[index] ?? 0,
    }));
  }
  return listIn(answer, 'table_data').map((row) => ({
    label: row['date'] ?? row['day'],
    subscribers: row['subscribers'] ?? row['total_subs'] ?? 0,
    value: row['value'] ?? row['total_value'] ?? 0,
  }));
}

/** Dates as `2026-01-31`, with or without a time, or as `31.01.2026`. */
function dayOfLabel(label: unknown, { fromDay }: DayRange): number | null {
  const text = typeof label === 'string' ? label : '';
  const [, year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? turned(/^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text)) ?? [];
  if (year !== undefined) return Date.UTC(Number(year), Number(month) - 1, Number(date)) / DAY_MS;
  return text === '' ? fromDay - 1 : null;
}

const turned = (match: RegExpExecArray | null) =>
  match === null ? null : [match[0], match[3], match[2], match[1]];

/** Another label stands for the day at its place, where there are as many as days. */
function dayOfPlace(index: number, count: number, { fromDay, toDay }: DayRange): number {
  if (count === toDay - fromDay + 1) return fromDay + index;
  throw unreadable('The other service shows days whose dates cannot be read.');
}

function numberOf(value: unknown): number {
  const number = Number(value);
  if (value !== null && Math.abs(number) <= VALUE_MAX) return number;
  throw unreadable('The other service shows figures that are no numbers.');
}

const microsOf = (value: unknown): bigint => parseMoney(numberOf(value).toFixed(6));
