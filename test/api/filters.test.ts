/** GET /filters for caches: what changes with the day and what does not (`decisions.md`, Statistics, filters, exclusions). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFilters } from '../../core/audience/index.js';
import { type ApiStage, openApiStage } from './stage.js';

let stage: ApiStage;

beforeAll(async () => {
  stage = await openApiStage();
});
afterAll(() => stage.close());

const ask = (ifNoneMatch?: string) =>
  stage.ask('/filters', ifNoneMatch === undefined ? {} : { headers: { 'If-None-Match': ifNoneMatch } });

const etagOf = (headers: Headers) => headers.get('etag') ?? '';

it('a caller that has it is told so, also behind a proxy that marks or lists tags', async () => {
  const { headers, text } = await ask();
  const etag = etagOf(headers);
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await ask(known);
    expect([known, again.http, again.text]).toEqual([known, 304, '']);
    expect(etagOf(again.headers)).toBe(etag);
    expect(again.headers.get('cache-control')).toBe('public, max-age=3600');
  }
  for (const unknown of ['"other"', etag.slice(0, -2), '']) {
    const again = await ask(unknown);
    expect([unknown, again.http, again.text]).toEqual([unknown, 200, text]);
  }
});

it('HEAD says the same without the body', async () => {
  const { headers } = await ask();
  const head = await stage.ask('/filters', { method: 'HEAD' });
  expect([head.http, head.text, etagOf(head.headers)]).toEqual([200, '', etagOf(headers)]);
});

it('a key that is no good changes nothing: it is public', async () => {
  const plain = await ask();
  const keyed = await stage.ask('/filters', { headers: { Auth: 'sg_wrong' } });
  expect([keyed.http, keyed.text]).toEqual([200, plain.text]);
});

it('shares are counted anew with the next day, and the tag changes with them', async () => {
  const before = await ask();
  const people = Array.from({ length: 40 }, (_, index) => 600_000 + index);
  for (const userId of people) {
    await stage.store.audience.learn(userId, { gender: 'female', age: 4 }, stage.clock.now());
  }
  expect(etagOf((await ask()).headers)).toBe(etagOf(before.headers));
  stage.clock.pass(86_400_000);
  const after = await ask(etagOf(before.headers));
  expect(after.http).toBe(200);
  expect(etagOf(after.headers)).not.toBe(etagOf(before.headers));
  const share = ({ body }: typeof after) => {
    const { ads } = body['filters'] as { ads: { ages: { id: number; percentage: number }[] } };
    return ads.ages.find(({ id }) => id === 4)?.percentage ?? 0;
  };
  expect(share(after)).toBeGreaterThan(share(before));
});

it('another process shows the same day, with foreign cities by their names, whatever it has met since', async () => {
  stage.clock.pass(86_400_000);
  const learn = (userId: number, cityId: number, city: string) =>
    stage.store.audience.learn(userId, { cityId, city }, stage.clock.now());
  await learn(700_001, 20_500, 'Umeå');
  const { body } = await ask();
  const { ads } = body['filters'] as { ads: { cities: { id: number; name: string }[] } };
  expect(ads.cities.find(({ id }) => id === 20_500)).toMatchObject({ name: 'Umeå' });
  await learn(700_002, 20_501, 'Luleå');
  const { store, settings, clock } = stage;
  const { kinds: _, ...lists } = ads as { kinds?: unknown };
  const shown = { ...(body['filters'] as object), ads: lists };
  expect(await createFilters({ store, settings, clock }).all()).toEqual(shown);
});

it('has the kinds of orders, with what they alone have and which links they take', async () => {
  const { body } = await ask();
  const { ads } = body['filters'] as { ads: { kinds: { id: string; names: object }[] } };
  const ofBots = { fields: ['bot_token', 'to_bot_member'], links: ['username'] };
  expect(ads.kinds.map(({ id }) => id)).toEqual(['channel', 'bot', 'resource']);
  expect(ads.kinds[1]).toMatchObject({ id: 'bot', names: { en: 'bot', ru: 'бот' }, ...ofBots });
});
