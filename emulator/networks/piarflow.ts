import { type FakeOptions, openNetwork, refusal } from './network.js';

const words = { open: 'unsubscribed', done: 'subscribed', held: 'hold', withdrawn: 'expired' } as const;

/** Sponsors have no id. Links are signed at each call; an answer has its own, whatever was asked about. */
export const openPiarflow = (options?: FakeOptions) => {
  let count = 0;
  const sign = (link: string) => {
    count += 1;
    return `${link}${link.includes('?') ? '&' : '?'}sig=${String(count)}&exp=${String(count)}`;
  };
  return openNetwork(async ({ key }, { path, headers, body, standing }) => {
    const { authorization = '' } = headers;
    if (authorization !== `Bearer ${key}`)
      return refusal(401, { status: 'error', message: `Unknown key ${String(authorization)}` });
    const userId = Number(body['user_id']);
    const asked = (body['links'] ?? []) as string[];
    const isCheck = path === '/sponsors/check';
    const all = await standing(userId);
    const wanted = isCheck
      ? all.filter(({ link }) => asked.some((one) => one.startsWith(link)))
      : all.slice(0, Number(body['max_sponsors']));
    if (!isCheck && wanted.length === 0) return refusal(404, { status: 'error', message: 'Not found' });
    const sponsors = wanted.map(({ link, state, price = 5 }) => ({
      link: sign(link),
      status: words[state],
      price,
    }));
    return { body: { status: 'ok', sponsors } };
  }, options);
};
