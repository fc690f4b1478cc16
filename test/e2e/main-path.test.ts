/**
 * The main job, over HTTP and chat only: from /start in the operator bot to a paid subscriber. It runs the built service
 * as its operator does, against the emulated platform.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve, hasButton, keysFromChat } from '../support/people.js';
import { runAdmin } from '../support/admin.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const publisher = { id: 501, first_name: 'Petra', language_code: 'en' };
const advertiser = { id: 502, first_name: 'Albert', language_code: 'en' };
const endUser = { id: 503, first_name: 'Ульяна', username: 'ulyana', language_code: 'ru' };
const publisherBot = {
  token: '9000000001:token-of-a-publishers-bot-in-a-test',
  username: 'PetrasBot',
  first_name: 'Petra',
};
const channel = { type: 'channel', title: 'Gardening', username: 'gardening_test' } as const;

describe('the main job, over HTTP and chat', () => {
  let demo: RunningDemo;

  beforeAll(async () => {
    demo = await startDemo();
    for (const person of [publisher, advertiser, endUser]) await demo.platform.users(person);
    await demo.platform.bots(publisherBot);
  }, 60_000);

  afterAll(async () => {
    await demo.stop();
    await removeFolder(demo.folder);
  });

  it('leads from /start to a subscriber who is charged once and paid for once', async () => {
    const { api, operator_bot: operatorBot, moderator_user_id: moderator } = demo.world;
    const { platform } = demo;

    const petra = await keysFromChat(platform, operatorBot, publisher.id);
    const albert = await keysFromChat(platform, operatorBot, advertiser.id);

    const added = await call(`${api}/bots`, petra.access, { action: 'add', bot_token: publisherBot.token });
    expect(added.body).toMatchObject({
      status: 'ok',
      result: { api_key: expect.stringMatching(/^sg_bot_/) as unknown },
    });
    const apiKey = (added.body['result'] as { api_key: string }).api_key;

    const { id: channelId } = await platform.chats(channel);
    await platform.members({ chat: channelId, user: `@${operatorBot}`, status: 'administrator' });
    await credit(demo, advertiser.id, '100');
    const created = await call(`${api}/orders`, albert.access, {
      action: 'create',
      link: `https://t.me/${channel.username}`,
      ads_type: 'channel',
      quantity_all: 10,
      price: 3,
    });
    expect(created.body).toMatchObject({ status: 'ok', code: 200 });
    const orderId = (created.body['response'] as { order_id: number }).order_id;
    await approve(platform, operatorBot, moderator, orderId);

    // Other orders of the demo run too; the test looks at its own alone.
    const others = demo.world.orders.map((order) => order.order_id);
    await platform.say(endUser.id, publisherBot.username, '/start');
    const who = { chat_id: endUser.id, user_id: endUser.id, language_code: 'ru', exclude_ads_ids: others };
    const first = await call(`${api}/get-sponsors`, apiKey, who);
    expect(first).toMatchObject({ http: 200, body: { status: 'warning', code: 200 } });
    const block = await platform.waitForMessage(endUser.id, publisherBot.username, hasButton('subgram-op'));
    expect(JSON.stringify(block.reply_markup)).toContain(`https://t.me/${channel.username}`);

    await platform.members({ chat: channelId, user: endUser.id, status: 'member' });
    const second = await call(`${api}/get-sponsors`, apiKey, who);
    expect(second).toMatchObject({ http: 200, body: { status: 'ok', code: 200 } });
    await platform.waitForChat(endUser.id, publisherBot.username, (messages) =>
      messages.some((message) => message.message_id === block.message_id) ? undefined : true,
    );
    const third = await call(`${api}/get-sponsors`, apiKey, { ...who, get_links: 1 });
    expect(third.body).toMatchObject({
      status: 'ok',
      additional: {
        sponsors: [{ ads_id: String(orderId), type: 'channel', status: 'subscribed', available_now: true }],
      },
    });

    expect((await call(`${api}/get-balance`, albert.statistics, {})).body).toMatchObject({ balance: 97 });
    expect((await call(`${api}/get-balance`, petra.statistics, {})).body).toMatchObject({
      balance: 2.1,
      bots_info: [{ bot_username: publisherBot.username, total_followers: 1, revenue: 2.1 }],
    });
    const info = await call(`${api}/orders`, albert.access, { action: 'info', order_id: orderId });
    expect(info.body['response']).toMatchObject({ quantity_now: 1, remains: 9, status: 'Processing' });
    expect(await statistic(api, albert.statistics, `action=ads&ads_id=${String(orderId)}`)).toMatchObject({
      total_subscribers: 1,
      total_value: 3,
    });
    expect(await statistic(api, petra.statistics, 'action=allbots')).toMatchObject({
      total_subscribers: 1,
      total_value: 2.1,
    });
  }, 60_000);

  it('stops within five seconds, and finds the same world when it is started again', async () => {
    const before = demo.world;
    const { code, tookMs } = await demo.stop();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(5_500);
    demo = await startDemo({ folder: demo.folder });
    const { api, phone, platform, metrics, network, ...same } = demo.world;
    const urls = [api, phone, platform, metrics.api, metrics.bot, network.url];
    expect(urls.every((url) => url.startsWith('http://127.0.0.1:'))).toBe(true);
    expect(before).toMatchObject(same);
  }, 60_000);
});

async function credit(demo: RunningDemo, userId: number, amount: string): Promise<void> {
  const said = await runAdmin(demo.folder, ['credit', '--user', String(userId), '--amount', amount]);
  expect(said).toContain('Booked');
}

async function statistic(api: string, token: string, query: string): Promise<unknown> {
  const response = await fetch(`${api}/statistic?api_token=${token}&output_format=json&${query}`);
  return ((await response.json()) as { data: unknown }).data;
}
