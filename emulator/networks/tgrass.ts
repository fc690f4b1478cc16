import { type FakeOptions, openNetwork, refusal } from './network.js';

/** One request lists and checks; who has done all gets no list. It knows no price, and often neither name nor chat. */
export const openTgrass = (options?: FakeOptions) =>
  openNetwork(async ({ key }, { path, headers, body, standing }) => {
    if (headers['auth'] !== key) return refusal(401, { detail: 'Auth token not provided' });
    const userId = body['tg_user_id'];
    if (path !== '/offers' || typeof userId !== 'number') return refusal(422, { detail: 'tg_user_id' });
    const offers = (await standing(userId))
      .slice(0, Number(body['offers_limit']))
      .map(({ id, chat, link, kind = 'channel', state }) => ({
        name: null,
        link,
        type: kind,
        offer_id: Number(id),
        subscribed: state !== 'open',
        channel_id: chat === '' ? null : chat,
      }));
    if (offers.length === 0) return { body: { status: 'no_offers', offers: [] } };
    const isDone = offers.every(({ subscribed }) => subscribed);
    return { body: isDone ? { status: 'ok' } : { status: 'not_ok', offers, description: 'not subscribed' } };
  }, options);
