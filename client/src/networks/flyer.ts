/**
 * Flyer, with a key for tasks: `get_tasks` lists, `check_task` says how one stands. The key goes in the body; errors come with
 * HTTP 200 and `error`.
 */
import { NotFoundError } from '../errors.js';
import type { Asked, Network, Offer } from '../gate/network.js';
import { stateOf } from '../gate/network.js';
import { rowsOf, textOf } from '../http.js';
import { ask, isLink, type NetworkOptions, offerOf } from './asking.js';

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
  const post = async (method: string, body: Record<string, unknown>) =>
    (await ask({ url: `${url}/${method}`, key, fetch, none: [403], body: { key, ...body } }))?.['result'];

  return {
    name,
    list: async ({ user, limit }: Asked) => {
      const result = await post('get_tasks', {
        user_id: user.id,
        language_code: user.language_code,
        limit: Math.min(limit, TASKS_MAX),
      });
      const offers = rowsOf(result).flatMap(
        ({ signature, links, name: title, status, resource_id: chat, price }) => {
          const [link] = Array.isArray(links) ? (links as unknown[]) : [links];
          // Its signature is what a task is checked by; one without a link cannot be done.
          if (!isLink(link) || textOf(signature) === '') return [];
          const state = states[textOf(status)] ?? 'gone';
          return [
            offerOf({
              id: textOf(signature),
              chat: textOf(chat),
              link,
              title: textOf(title),
              state,
              price: priceOf(price),
            }),
          ];
        },
      );
      return { state: stateOf(offers), offers };
    },
    check: async (_, given) => {
      const offers = await Promise.all(
        given.map(async (offer): Promise<Offer> => {
          const result = await post('check_task', { signature: offer.id }).catch((error: unknown) => {
            // A signature that it no longer knows.
            if (error instanceof NotFoundError) return 'unavailable';
            throw error;
          });
          return { ...offer, state: states[textOf(result)] ?? 'gone' };
        }),
      );
      return { state: stateOf(offers), offers };
    },
  };
}

const priceOf = (price: unknown): number | undefined => {
  const count = Number(price);
  return price == null || !Number.isFinite(count) ? undefined : count;
};
