/**
 * Another service with this interface, read with a person's own keys. What its documents leave open is taken in any shape:
 * where a list stands in an answer, and what the elements of lists are.
 */
import { setTimeout as wait } from 'node:timers/promises';

/** The other service refuses, or answers otherwise than the interface says; the message is for the operator. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';
}

export type Found = Record<string, unknown>;

export interface Keys {
  access: string;
  /** Null: what needs it is not read. */
  statistics: string | null;
}

export interface Elsewhere {
  /** Records of those that are not archived, one by one. */
  bots(): AsyncGenerator<Found>;
  orders(): AsyncGenerator<Found>;
  /** Ids of what is excluded: bots of an order, or orders of a bot. */
  excluded(of: { order: number } | { bot: number }): Promise<number[]>;
  filters(): Promise<Found>;
}

const WITHIN_MS = 30_000;
const TRIES = 5;
const PAUSE_MAX_S = 60;
const PAGE = 15;
const PAGES_MAX = 1_000;

export function openElsewhere(root: string, keys: Keys): Elsewhere {
  const ask = async (path: string, init: RequestInit): Promise<Found> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(`${root}${path}`, { ...init, signal: AbortSignal.timeout(WITHIN_MS) }).catch(
        (error: unknown) => {
          throw new ImportFault(`${root} could not be reached: ${String(error)}`);
        },
      );
      const body: unknown = await answer.json().catch(() => null);
      if (answer.ok && isFound(body) && body['status'] !== 'error') return body;
      if (answer.status !== 429 || tries === TRIES) {
        const said = isFound(body) && typeof body['message'] === 'string' ? body['message'] : '';
        throw new ImportFault(
          `${path.split('?')[0] ?? ''} answered ${String(answer.status)}: ${said || 'no JSON'}`,
        );
      }
      await wait(Math.min(PAUSE_MAX_S, Number(answer.headers.get('retry-after') ?? 1)) * 1_000);
    }
  };
  const post = (path: string, body: Found) =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: keys.access },
      body: JSON.stringify(body),
    });

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
    bots: () => records('/bots', ['bot_id', 'id']),
    orders: () => records('/orders', ['order_id', 'ads_id', 'id']),
    excluded: async (of) => {
      if (keys.statistics === null) return [];
      const [action, ofName, name, id] =
        'order' in of ? ['source', 'ads_id', 'bot_id', of.order] : ['sponsor', 'bot_id', 'ads_id', of.bot];
      const query = new URLSearchParams({
        api_token: keys.statistics,
        action,
        [ofName]: String(id),
        output_format: 'json',
      });
      const answer = await ask(`/statistic?${query.toString()}`, {});
      return listIn(answer, 'table_data')
        .filter((row) => row['is_excluded'] === true || row['is_excluded'] === 1)
        .map((row) => Number(row[name]));
    },
    filters: async () => (await ask('/filters', {}))['filters'] as Found,
  };
}

export const isFound = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const placesIn = (answer: Found): unknown[] => [
  answer,
  ...['response', 'result', 'data'].map((name) => answer[name]),
];

/** Wherever an answer has it. */
function listIn(answer: Found, name: string): Found[] {
  for (const place of placesIn(answer)) {
    const lists = isFound(place) ? [name, 'items', 'list'].map((each) => place[each]) : [place];
    const list: unknown = lists.find((each) => Array.isArray(each));
    if (Array.isArray(list)) return list.filter(isFound);
  }
  throw new ImportFault(`The other service answered without a list of ${name}.`);
}

function recordIn(answer: Found, name: string): Found {
  const place = placesIn(answer).slice(1).find(isFound) ?? answer;
  const inner = place[name];
  return isFound(inner) ? inner : place;
}
