/**
 * Flyer, with a key for tasks: `get_tasks` lists, `check_task` says how one stands. The key goes in the body; errors come with
 * HTTP 200 and `error`.
 */
import { ask, isLink, networkOf, type NetworkOptions, Refused, rowsOf, unreadable } from './asking.js';
import { textOf } from './http.js';
import { type Asked, type Network, type Offer, stateOf } from './network.js';
import { offerOf, priceOf } from './offers.js';

/** So many a request may ask for. */
const TASKS_MAX = 10;

/**
 * `waiting`: the user has done it and passes; the network settles it later. `unavailable`: withdrawn. States of later
 * versions hold no user.
 */
const states: Readonly<Record<string, Offer['state']>> = {
  incomplete: 'pending',
  abort: 'pending',
  complete: 'done',
  waiting: 'held',
  unavailable: 'gone',
};

export function flyer({
  key,
  url = 'https://api.flyerhubs.com',
  name = 'flyer',
  fetch,
}: NetworkOptions): Network {
  const post = (method: string, body: Record<string, unknown>, signal: Asked['signal']) =>
    ask({ url: `${url}/${method}`, key, fetch, signal, none: [403], body: { key, ...body } });

  const stateOfTask = async (signature: string, signal: Asked['signal']): Promise<Offer['state']> => {
    try {
      const answer = await post('check_task', { signature }, signal);
      if (answer === null) return 'gone';
      if (typeof answer['result'] !== 'string') throw unreadable();
      return states[answer['result']] ?? 'gone';
    } catch (error) {
      // A signature that it no longer knows.
      if (error instanceof Refused && error.failure.code === 404) return 'gone';
      throw error;
    }
  };

  return networkOf({
    name,
    list: async ({ user, limit, signal }) => {
      const wanted = {
        user_id: user.id,
        language_code: user.language_code,
        limit: Math.min(limit, TASKS_MAX),
      };
      const answer = await post('get_tasks', wanted, signal);
      const offers = rowsOf(answer === null ? [] : answer['result']).flatMap(taskOf);
      return { state: stateOf(offers), offers };
    },
    check: async ({ signal }, given) => {
      const offers = await Promise.all(
        given.map(async (offer) => ({ ...offer, state: await stateOfTask(offer.id, signal) })),
      );
      return { state: stateOf(offers), offers };
    },
  });
}

/** Its signature is what a task is checked by; one without a link cannot be done. */
function taskOf(task: Record<string, unknown>): Offer[] {
  const { signature, links, name, task: said, status, resource_id: chat, price } = task;
  const [link] = Array.isArray(links) ? (links as unknown[]) : [links];
  if (!isLink(link) || textOf(signature) === '') return [];
  const state = states[textOf(status)] ?? 'gone';
  const known = { id: textOf(signature), chat: textOf(chat), link, title: textOf(name) };
  return [offerOf({ ...known, said, state, ...priceOf(price) })];
}
