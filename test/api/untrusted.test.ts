/** How much a bot without a token gets before a moderator trusts it, and once one has refused it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import { populate, settle, show } from '../contract/makers.js';
import { type ApiStage, openApiStage } from './stage.js';

const LISTS_MAX = 3;
const SUBSCRIBERS_MAX = 2;
/** The stage’s own bot is trusted. */
const BOT_ID = 7_050;

let stage: ApiStage;
let orderId: number;
let key: string;
beforeEach(async () => {
  stage = await openApiStage({
    UNTRUSTED_LISTS_DAY: String(LISTS_MAX),
    UNTRUSTED_SUBSCRIBERS_DAY: String(SUBSCRIBERS_MAX),
  });
  const order = await populate(stage.store, { adsType: 'resource', link: 'https://example.org/shown' });
  orderId = order.orderId;
  const identity = { botId: BOT_ID, name: 'Plain', nickname: 'plain_bot', settings: { getLinks: true } };
  ({ apiKey: key } = await stage.service.bots.add(stage.accountId, identity));
});
afterEach(() => stage.close());

const ask = async (userId: number) => {
  const { http, body } = await stage.post('/get-sponsors', key, {
    chat_id: userId,
    user_id: userId,
    first_name: 'Ann',
    language_code: 'ru',
  });
  return { http, status: body['status'], links: body['links'], code: body['code'], detail: body['detail'] };
};
const warned = { http: 200, status: 'warning' };
const saying = (text: string) => ({
  http: 404,
  status: 'ok',
  links: [],
  code: 404,
  detail: expect.stringContaining(text) as unknown,
});
const letThrough = saying(
  'it has had its share of today. Let the user through. More sponsors come tomorrow, or at once if the bot gets its token by /bots update, bot_token.',
);
const refused = saying('A moderator has refused this bot');
const isTrusted = async () => {
  const { body } = await stage.post('/bots', stage.keys.access, { action: 'info', bot_id: BOT_ID });
  return (body['result'] as Record<string, unknown>)['is_trusted'];
};

describe('a bot without a token', () => {
  it('gets so many lists a day, and is told to let users through beyond them; the next day it gets more', async () => {
    for (let userId = 1; userId <= LISTS_MAX; userId += 1) expect(await ask(userId)).toMatchObject(warned);
    expect(await ask(9)).toEqual(letThrough);
    // A user with a list is let through too, rather than stuck before it.
    expect(await ask(1)).toEqual(letThrough);
    stage.clock.pass(2_000);
    expect(await ask(9), 'the figures are read again').toEqual(letThrough);
    stage.clock.pass(86_400_000);
    expect(await ask(9)).toMatchObject(warned);
  });

  it('gets no lists once it brought so many subscribers on a day', async () => {
    const { store, clock } = stage;
    const nowMs = clock.now();
    const day = dayNumberOf(nowMs, stage.settings.SERVICE_TIMEZONE);
    for (let userId = 1; userId <= SUBSCRIBERS_MAX; userId += 1) {
      expect(await ask(9)).toMatchObject(warned);
      await show(store, userId, orderId, BOT_ID, nowMs);
      await settle(store, orderId, userId, { day, nowMs });
      clock.pass(2_000);
    }
    expect(await ask(9)).toEqual(letThrough);
  });

  it('has no limits once a moderator trusts it, and is_trusted says so', async () => {
    for (let userId = 1; userId <= LISTS_MAX; userId += 1) await ask(userId);
    expect(await isTrusted()).toBe(0);
    await stage.service.trust.bot(BOT_ID, 'trusted', null);
    expect(await isTrusted()).toBe(1);
    expect(await ask(9)).toMatchObject(warned);
    const { body } = await stage.post('/bots', stage.keys.access, { action: 'list' });
    const listed = expect.objectContaining({ bot_id: BOT_ID, is_trusted: 1 }) as unknown;
    expect(body).toMatchObject({ response: { bots: expect.arrayContaining([listed]) as unknown } });
  });

  it('gets no sponsors once a moderator has refused it: its users are let through', async () => {
    expect(await ask(1)).toMatchObject(warned);
    await stage.service.trust.bot(BOT_ID, 'refused', null);
    expect(await ask(1)).toEqual(refused);
    expect(await ask(2)).toEqual(refused);
    expect(await isTrusted()).toBe(0);
    await stage.service.trust.bot(BOT_ID, 'trusted', null);
    expect(await ask(2)).toMatchObject(warned);
  });
});
