/** Another service with this interface, read with a person's own keys. */
import { setTimeout as wait } from 'node:timers/promises';
import { formatDay } from '../../core/days.js';
import type { ImportKeys } from '../../core/imports/index.js';
import type { OutgoingFetch, OutgoingRequest } from '../../core/ports/outgoing-fetch.js';
import type { DayFigures, DayRange } from '../../core/ports/statistics-store.js';
import { type Found, ImportFault, isFound, listIn, recordIn } from './answers.js';
import { daysIn } from './days.js';

export interface Elsewhere {
  /** What its figures are marked with. */
  host: string;
  readsStatistics: boolean;
  /** Records of those that are not archived, one by one. */
  bots(): AsyncGenerator<Found>;
  orders(): AsyncGenerator<Found>;
  /** Ids of what is excluded: bots of an order, or orders of a bot. None without the Statistics token. */
  excluded(of: { order: number } | { bot: number }): Promise<number[]>;
  filters(): Promise<Found>;
  /** Days that have figures, oldest first: of one, or of all. Needs the Statistics token. */
  days(of: DaysOf, range: DayRange): Promise<DayFigures[]>;
}

export type DaysOf = 'orders' | 'bots' | { order: number } | { bot: number };

const WITHIN_MS = 30_000;
const TRIES = 5;
const PAUSE_MAX_S = 30;
const PAGE = 15;
const PAGES_MAX = 1_000;
const SAID_LENGTH_MAX = 200;

/** @param stopping breaks off what is asked */
export function openElsewhere(
  root: string,
  keys: ImportKeys,
  { fetch: send = fetch, stopping }: { fetch?: OutgoingFetch; stopping?: AbortSignal } = {},
): Elsewhere {
  const ask = async (path: string, init: Omit<OutgoingRequest, 'signal'>): Promise<Found> => {
    for (let tries = 1; ; tries += 1) {
      const late = AbortSignal.timeout(WITHIN_MS);
      const signal = stopping === undefined ? late : AbortSignal.any([late, stopping]);
      const answer = await send(`${root}${path}`, { ...init, signal }).catch((error: unknown) => {
        throw new ImportFault(`${root} could not be reached: ${String(error)}`, {
          topic: 'import_unreachable',
        });
      });
      const body: unknown = await answer.json().catch(() => null);
      if (answer.ok && isFound(body) && body['status'] !== 'error') return body;
      if (answer.status !== 429 || tries === TRIES) throw refusal(path, answer.status, body);
      const pauseS = Number(answer.headers.get('retry-after') ?? 1);
      await wait(Math.min(PAUSE_MAX_S, pauseS) * 1_000, undefined, { signal: stopping });
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
    host: new URL(root).host,
    readsStatistics: keys.statistics !== null,
    bots: () => records('/bots', ['bot_id', 'id']),
    orders: () => records('/orders', ['order_id', 'ads_id', 'id']),
    excluded: async (of) => {
      if (keys.statistics === null) return [];
      const [action, ofName, name, id] =
        'order' in of ? ['source', 'ads_id', 'bot_id', of.order] : ['sponsor', 'bot_id', 'ads_id', of.bot];
      return listIn(await statistic({ action, [ofName]: String(id) }), 'table_data')
        .filter((row) => row['is_excluded'] === true || row['is_excluded'] === 1)
        .map((row) => Number(row[name]));
    },
    filters: async () => (await ask('/filters', {}))['filters'] as Found,
    days: (of, range) =>
      daysIn(range, ({ fromDay, toDay }) =>
        statistic({ ...subjectOf(of), start_date: formatDay(fromDay), end_date: formatDay(toDay) }),
      ),
  };
}

function subjectOf(of: DaysOf): Record<string, string> {
  if (typeof of === 'string') return { action: `all${of === 'orders' ? 'ads' : 'bots'}` };
  return 'order' in of
    ? { action: 'ads', ads_id: String(of.order) }
    : { action: 'bots', bot_id: String(of.bot) };
}

function refusal(path: string, status: number, body: unknown): ImportFault {
  const message = isFound(body) && typeof body['message'] === 'string' ? body['message'] : '';
  const said = message.slice(0, SAID_LENGTH_MAX);
  const code = isFound(body) && typeof body['code'] === 'number' ? body['code'] : status;
  const words = `${path.split('?')[0] ?? ''} answered ${String(status)}: ${said || 'no JSON'}`;
  if (code === 401 || code === 403) return new ImportFault(words, { topic: 'import_key_refused' });
  if (said === '') return new ImportFault(words, { topic: 'import_unreadable' });
  return new ImportFault(words, { topic: 'import_refused', values: { said } });
}
