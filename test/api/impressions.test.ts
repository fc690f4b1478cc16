/** Which answers of /get-sponsors count as impressions of an order. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import { populate } from '../contract/makers.js';
import { type ApiStage, openApiStage } from './stage.js';

const USER = 4_001;
const SOMEBODY_ELSE = 4_002;

let stage: ApiStage;
beforeAll(async () => {
  stage = await openApiStage();
});
afterAll(() => stage.close());

it('a list that is pinned counts, also of what was shown a moment ago; the same list seen again does not', async () => {
  const { store, clock, keys, post } = stage;
  const { orderId } = await populate(store, { adsType: 'resource', link: 'https://example.org/shown' });
  const ask = async (action: string, userId = USER) => {
    const { body } = await post('/get-sponsors', keys.bot, {
      chat_id: userId,
      user_id: userId,
      first_name: 'Ann',
      language_code: 'ru',
      action,
    });
    expect(body).toMatchObject({ status: 'warning', total_fixed_link: 1 });
  };
  let looks = 0;
  /** Counts are written with the next commit, and remembered for a second. */
  const impressions = async (): Promise<number | undefined> => {
    const nowMs = clock.now() + 2_000 * (looks += 1);
    await store.sessions.write('look', String(looks), nowMs);
    const counters = await store.catalog.counters([orderId], dayNumberOf(nowMs, 'UTC'), nowMs);
    return counters.get(orderId)?.impressions;
  };

  await ask('newtask');
  await expect.poll(impressions).toBe(1);
  await ask('newtask');
  await ask('subscribe');
  await expect.poll(impressions).toBe(2);
  await ask('subscribe');
  await ask('subscribe');
  // What rests is written together, so that a count too many would come along with this one.
  await ask('subscribe', SOMEBODY_ELSE);
  await expect.poll(impressions).not.toBe(2);
  expect(await impressions()).toBe(3);
});
