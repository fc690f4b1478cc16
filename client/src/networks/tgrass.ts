/** Tgrass: one request, `/offers`, lists and checks. `status`: `not_ok` (something is left), `ok` (all done), `no_offers`. */
import type { Asked, Listing, Network } from '../gate/network.js';
import { stateOf } from '../gate/network.js';
import { rowsOf, textOf } from '../http.js';
import { ask, isLink, type NetworkOptions, offerOf } from './asking.js';

export function tgrass({
  key,
  url = 'https://tgrass.space',
  name = 'tgrass',
  fetch,
}: NetworkOptions): Network {
  const request = async ({ user, limit }: Asked): Promise<Listing & { status: string }> => {
    const answer = await ask({
      url: `${url}/offers`,
      key,
      fetch,
      headers: { Auth: key },
      // A wrong key is 401 there; 403 is not documented, and comes where there is nothing for this user.
      none: [403],
      body: {
        tg_user_id: user.id,
        tg_login: user.username ?? '',
        lang: user.language_code ?? '',
        is_premium: user.is_premium ?? false,
        offers_limit: limit,
      },
    });
    const status = textOf(answer?.['status']);
    const offers = rowsOf(answer?.['offers']).flatMap(
      ({ offer_id: id, link, name: title, channel_id: chat, subscribed }) => {
        if (!isLink(link)) return [];
        const state = subscribed === true || status === 'ok' ? ('done' as const) : ('pending' as const);
        return [offerOf({ id: textOf(id) || link, chat: textOf(chat), link, title: textOf(title), state })];
      },
    );
    if (answer === null || status === 'no_offers') return { status: 'no_offers', state: 'none', offers: [] };
    return { status, state: status === 'ok' && offers.length === 0 ? 'done' : stateOf(offers), offers };
  };

  return {
    name,
    list: request,
    check: async (asked, given) => {
      const { status, offers } = await request({ ...asked, limit: Math.max(asked.limit, given.length) });
      // All done: it does not always list what.
      if (status === 'ok') {
        const done = given.map((offer) => ({ ...offer, state: 'done' as const }));
        return { state: 'done', offers: done };
      }
      return { state: stateOf(offers), offers };
    },
  };
}
