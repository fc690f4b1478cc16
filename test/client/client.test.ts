/** The typed client: errors as classes, repeats only where they are safe, 429 obeyed, keys told to nobody. */
import {
  ConflictError,
  createClient,
  InvalidError,
  KeyError,
  NotFoundError,
  RateLimitError,
  SponsorgateError,
  UnavailableError,
} from 'sponsorgate-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientStage, openClientStage } from './stage.js';
import { openPeer, type Peer, type Reply } from '../../emulator/networks/peer.js';

const failure = async (work: Promise<unknown>): Promise<SponsorgateError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof SponsorgateError) return error;
    throw error;
  }
  throw new Error('Nothing failed.');
};

describe('the client before the service', () => {
  let opened: ClientStage;
  beforeEach(async () => {
    opened = await openClientStage({ orders: ['garden'] });
  });
  afterEach(() => opened.close());

  it('has every answer as a union on status', async () => {
    const client = createClient({ url: `${opened.url}/`, key: opened.key });
    const answer = await client.getSponsors({ user_id: 301, chat_id: 301, get_links: 1 });
    expect(answer.status).toBe('warning');
    if (answer.status === 'warning')
      expect(answer.additional.sponsors?.map(({ link }) => link)).toEqual(['https://t.me/garden']);
    expect((await client.getUserSubscriptions({ user_id: 301 })).additional.sponsors).toHaveLength(1);
    expect((await client.getBalance()).balance).toBe(0);
    expect((await client.filters()).filters.ads.ages).toHaveLength(6);
    expect((await client.healthz()).status).toBe('ok');
  });

  it('takes a 404 with ok for an answer', async () => {
    const client = createClient({ url: opened.url, key: opened.key });
    const answer = await client.getSponsors({
      user_id: 301,
      chat_id: 301,
      get_links: 1,
      exclude_ads_ids: [1],
    });
    expect(answer).toMatchObject({ status: 'ok', code: 404 });
  });

  it('speaks for an account: bots, orders, statistics', async () => {
    const { stage, url } = opened;
    const client = createClient({ url, key: await stage.service.accounts.replaceKey(801, 'access') });
    const { response } = await client.bots.list();
    expect(response.bots.map(({ bot_id }) => bot_id)).toEqual([opened.scene.botId]);
    const { result } = await client.bots.info({ bot_id: opened.scene.botId });
    expect(result.api_key).toBe(opened.key);
    const created = await client.orders.create({
      link: 'https://t.me/attic',
      ads_type: 'channel',
      quantity_all: 10,
    });
    expect((await client.orders.info({ order_id: created.response.order_id })).response.status).toBe(
      'Moderation',
    );
    const { response: file } = await client.orders.downloadId({ order_id: created.response.order_id });
    expect(await client.orders.idFile(file.file_id)).toBe('');
    const reading = createClient({ url, key: await stage.service.accounts.replaceKey(801, 'statistics') });
    expect((await reading.statistic({ action: 'allbots' })).data).toHaveProperty('labels');
  });

  it('throws the class of the cause, with its field and code, and never the key', async () => {
    const { url, key } = opened;
    const client = createClient({ url, key });
    const wrong = await failure(client.getSponsors({ user_id: 0, chat_id: 1 }));
    expect(wrong).toBeInstanceOf(InvalidError);
    expect(wrong).toMatchObject({ code: 422, field: 'user_id' });
    expect(wrong.requestId).toMatch(/\w/);
    expect(await failure(client.getUserInfo({ user_id: 4711 }))).toBeInstanceOf(NotFoundError);
    const unknown = await failure(createClient({ url, key: 'sg_bot_of_nobody' }).getBalance());
    expect(unknown).toBeInstanceOf(KeyError);
    for (const error of [wrong, unknown])
      expect(`${JSON.stringify(error)} ${String(error.stack)}`).not.toMatch(/sg_bot_of_nobody|sg_bot_\w{9}/);
    const account = createClient({
      url,
      key: await opened.stage.service.accounts.replaceKey(802, 'access'),
    });
    const order = { link: 'https://t.me/garden', ads_type: 'channel', quantity_all: 10 } as const;
    const there = await failure(account.orders.create(order));
    expect(there).toBeInstanceOf(ConflictError);
    expect(there.errorCode).toBe('exist');
  });
});

describe('the client before a service that fails', () => {
  let peer: Peer;
  beforeEach(async () => {
    peer = await openPeer();
  });
  afterEach(() => peer.close());

  const client = (more: object = {}) =>
    createClient({ url: peer.url, key: 'sg_secret', timeoutMs: 200, ...more });
  const inTurn = (...replies: Reply[]) => {
    peer.answer = () => replies.shift() ?? { body: { status: 'ok', code: 200, message: '' } };
  };
  const error = (status: number, message = 'No.') => ({
    status,
    body: { status: 'error', code: status, message },
  });

  it.each<[string, Reply]>([
    ['502', error(502)],
    ['an answer that never comes', 'silent'],
    ['a connection that is closed', 'gone'],
    ['a page in between', { status: 200, body: '<html>' }],
  ])('repeats after %s what only reads', async (_, reply) => {
    inTurn(reply);
    expect((await client().getBalance()).status).toBe('ok');
    expect(peer.heard).toHaveLength(2);
  });

  it.each<[string, Reply]>([
    ['502', error(502)],
    ['an answer that never comes', 'silent'],
  ])('does not repeat after %s what would make a second one', async (_, reply) => {
    inTurn(reply);
    const order = { link: 'https://t.me/garden', ads_type: 'channel', quantity_all: 10 } as const;
    expect(await failure(client().orders.create(order))).toBeInstanceOf(UnavailableError);
    expect(peer.heard).toHaveLength(1);
  });

  it.each(['', '2001\n', '2001\n2002\n'])('hands out a file of ids as it came: %j', async (body) => {
    inTurn({ headers: { 'Content-Type': 'text/plain' }, body });
    expect(await client().orders.idFile('a-file')).toBe(body);
  });

  it('repeats nothing that was refused', async () => {
    inTurn(error(422, 'user_id: must be a whole number of at least 1.'));
    expect(await failure(client().getBalance())).toMatchObject({ code: 422, field: 'user_id' });
    expect(peer.heard).toHaveLength(1);
  });

  it('gives up after so many tries', async () => {
    peer.answer = () => error(503);
    expect(await failure(client({ tries: 2 }).getBalance())).toMatchObject({ code: 503 });
    expect(peer.heard).toHaveLength(2);
  });

  it('waits as a 429 asks, and then goes on, with what must not be made twice, too', async () => {
    inTurn({ ...error(429), headers: { 'Retry-After': '1' } });
    const startedAtMs = performance.now();
    const order = { link: 'https://t.me/garden', ads_type: 'channel', quantity_all: 10 } as const;
    expect((await client().orders.create(order)).status).toBe('ok');
    expect(performance.now() - startedAtMs).toBeGreaterThan(950);
    expect(peer.heard).toHaveLength(2);
  });

  it('throws what it will not wait for, and asks nothing until then', async () => {
    inTurn({ ...error(429), headers: { 'Retry-After': '60' } });
    const one = client();
    const refused = await failure(one.getBalance());
    expect(refused).toBeInstanceOf(RateLimitError);
    expect(refused.retryAfter).toBe(60);
    expect((await failure(one.filters())).retryAfter).toBeGreaterThan(50);
    expect(peer.heard).toHaveLength(1);
  });

  it('asks again after a minute where a 429 asks for a day', async () => {
    inTurn({ ...error(429), headers: { 'Retry-After': '86400' } });
    const one = client();
    expect((await failure(one.getBalance())).retryAfter).toBe(86_400);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await one.getBalance()).status).toBe('ok');
    vi.useRealTimers();
  });

  it('sends its key nowhere but to the service, and takes it out of what it is told', async () => {
    inTurn({ status: 302, headers: { Location: 'http://127.0.0.1:9/elsewhere' } });
    expect(await failure(client({ tries: 1 }).getBalance())).toMatchObject({ code: 0 });
    inTurn(error(401, 'The key sg_secret is unknown.'));
    const told = await failure(client().getBalance());
    expect(told.message).toBe('The key … is unknown.');
    expect(peer.heard.every(({ path }) => !path.includes('sg_secret'))).toBe(true);
    await client().statistic({ action: 'allbots', start_date: '2026-01-01' });
    expect(peer.heard.at(-1)?.path).toBe('/statistic?action=allbots&start_date=2026-01-01');
  });
});
