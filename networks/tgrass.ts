/** Tgrass: one request, `/offers`, lists and checks. `status`: `not_ok` (something is left), `ok` (all done), `no_offers`. */
import { ask, isLink, networkOf, type NetworkOptions, rowsOf } from './asking.js';
import { textOf } from './http.js';
import { type Asked, type Listing, type Network, stateOf } from './network.js';
import { offerOf, priceOf } from './offers.js';

export function tgrass({
  key,
  url = 'https://tgrass.space',
  name = 'tgrass',
  fetch,
}: NetworkOptions): Network {
  const request = async ({ user, limit, signal }: Asked): Promise<Listing & { status: string }> => {
    const answer = await ask({
      url: `${url}/offers`,
      key,
      fetch,
      signal,
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
    if (answer === null || status === 'no_offers') return { status: 'no_offers', state: 'none', offers: [] };
    const isDone = status === 'ok';
    // Of who has done all it does not always list what.
    const listed = rowsOf(isDone ? (answer['offers'] ?? []) : answer['offers']);
    const offers = listed.flatMap(
      ({ offer_id: id, link, name: title, channel_id: chat, subscribed, type: said, price }) => {
        if (!isLink(link)) return [];
        const state = subscribed === true || isDone ? ('done' as const) : ('pending' as const);
        const known = { id: textOf(id) || link, chat: textOf(chat), link, title: textOf(title) };
        return [offerOf({ ...known, said, state, ...priceOf(price) })];
      },
    );
    return { status, state: isDone ? 'done' : stateOf(offers), offers };
  };

  return networkOf({
    name,
    list: request,
    check: async (asked, given) => {
      const { status, offers } = await request({ ...asked, limit: Math.max(asked.limit, given.length) });
      if (status !== 'ok') return { state: stateOf(offers), offers };
      return { state: 'done', offers: given.map((offer) => ({ ...offer, state: 'done' as const })) };
    },
  });
}
