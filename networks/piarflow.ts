/**
 * PiarFlow: `/sponsors` lists, `/sponsors/check` returns the states of links. It names sponsors by their links alone, and signs some
 * of them at each call: the stable part of a link is its name here.
 */
import { ask, isLink, networkOf, type NetworkOptions, rowsOf } from './asking.js';
import { textOf } from './http.js';
import { type Listing, type Network, type Offer, stateOf } from './network.js';
import { offerOf, priceOf, stableLink } from './offers.js';

/** `not_counted`: done, but unpaid. States of later versions hold no user. */
const states: Readonly<Record<string, Offer['state']>> = {
  unsubscribed: 'pending',
  subscribed: 'done',
  not_counted: 'done',
  hold: 'held',
};

export function piarflow({
  key,
  url = 'https://piarflow.com/v1',
  name = 'piarflow',
  fetch,
}: NetworkOptions): Network {
  const request = async (
    path: string,
    body: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Listing> => {
    const answer = await ask({
      url: url + path,
      key,
      body,
      fetch,
      signal,
      headers: { Authorization: `Bearer ${key}` },
      // 404 is documented; a wrong key is 401, and 403 comes where there is nothing for this user.
      none: [403, 404],
    });
    const offers = rowsOf(answer === null ? [] : answer['sponsors']).flatMap(
      ({ link, status, price, type: said }) => {
        if (!isLink(link)) return [];
        const state = states[textOf(status)] ?? 'gone';
        return [offerOf({ id: stableLink(link), chat: '', link, said, state, ...priceOf(price) })];
      },
    );
    return { state: stateOf(offers), offers };
  };

  return networkOf({
    name,
    list: ({ user, chatId, limit, signal }) => {
      const body = {
        user_id: user.id,
        chat_id: chatId,
        max_sponsors: limit,
        // Of a bot without its token these are wanted; null where they are not known.
        first_name: user.first_name ?? null,
        username: user.username ?? null,
        language_code: user.language_code ?? null,
        bio: null,
      };
      return request('/sponsors', body, signal);
    },
    check: ({ user, signal }, offers) =>
      request('/sponsors/check', { user_id: user.id, links: offers.map(({ link }) => link) }, signal),
  });
}
