/**
 * PiarFlow: `/sponsors` lists, `/sponsors/check` returns the states of links. It names sponsors by their links alone, and signs some
 * of them at each call: the stable part of a link is its name here.
 */
import type { Asked, Listing, Network, Offer } from '../gate/network.js';
import { stateOf } from '../gate/network.js';
import { rowsOf, textOf } from '../http.js';
import { ask, isLink, type NetworkOptions, offerOf, stableLink } from './asking.js';

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
  const request = async (path: string, body: Record<string, unknown>): Promise<Listing> => {
    const answer = await ask({
      url: url + path,
      key,
      body,
      fetch,
      headers: { Authorization: `Bearer ${key}` },
      // 404 is documented; a wrong key is 401, and 403 comes where there is nothing for this user.
      none: [403, 404],
    });
    const offers = rowsOf(answer?.['sponsors']).flatMap(({ link, status, price }) => {
      if (!isLink(link)) return [];
      const state = states[textOf(status)] ?? 'gone';
      return [
        offerOf({
          id: stableLink(link),
          chat: '',
          link,
          state,
          ...(typeof price === 'number' ? { price } : {}),
        }),
      ];
    });
    return { state: stateOf(offers), offers };
  };

  return {
    name,
    list: ({ user, chatId, limit }: Asked) =>
      request('/sponsors', {
        user_id: user.id,
        chat_id: chatId,
        max_sponsors: limit,
        // Of a bot without its token these are wanted; null where they are not known.
        first_name: user.first_name ?? null,
        username: user.username ?? null,
        language_code: user.language_code ?? null,
        bio: null,
      }),
    check: ({ user }, offers) =>
      request('/sponsors/check', { user_id: user.id, links: offers.map(({ link }) => link) }),
  };
}
