import { type FakeOptions, openNetwork, refusal, type Standing } from './network.js';

/** A service of the interface that bots speak here. It asks who it does not know a question before it lists. */
export const openSponsorgate = (options?: FakeOptions & { asksGender?: boolean }) =>
  openNetwork(async ({ key }, { path, headers, body, standing, one }) => {
    if (headers['auth'] !== key) return refusal(401, answer('error', 401));
    const userId = body['user_id'];
    if (typeof userId !== 'number') return refusal(400, answer('error', 400, 'user_id: a number is wanted.'));
    if (path === '/get-user-subscriptions') {
      const ids = (body['ads_ids'] ?? []) as number[];
      const known = await Promise.all(ids.map((id) => one(userId, String(id))));
      return {
        body: answer(
          'ok',
          200,
          '',
          known.filter((offer) => offer !== undefined),
        ),
      };
    }
    if (path !== '/get-sponsors') return refusal(404, answer('error', 404));
    if (options?.asksGender === true && body['gender'] === undefined)
      return { body: { ...answer('gender', 200, 'Who are you?'), additional: {} } };
    const listed = (await standing(userId)).slice(0, Number(body['max_sponsors'] ?? 4));
    if (listed.length === 0) return refusal(404, answer('ok', 404));
    return {
      body: answer(listed.some(({ state }) => state === 'open') ? 'warning' : 'ok', 200, 'Join', listed),
    };
  }, options);

const answer = (status: string, code: number, message = '', listed: readonly Standing[] = []) => ({
  status,
  code,
  message,
  additional: { sponsors: listed.map(sponsorOf) },
});

const sponsorOf = ({ id, chat, link, kind = 'channel', title, state }: Standing) => ({
  ads_id: id,
  link,
  resource_id: chat,
  type: kind,
  resource_name: title ?? `Sponsor ${id}`,
  resource_logo: '',
  status: state === 'done' || state === 'held' ? 'subscribed' : 'unsubscribed',
  available_now: state !== 'withdrawn',
  button_text: 'Subscribe',
});
