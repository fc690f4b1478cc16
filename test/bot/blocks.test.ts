/** The blocks that the service shows itself: from a request to the user's screen, over the store and the platform. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../bot/blocks/deliver.js';
import { blockActions, buttonsOf, dataOf, hans, introducePeople, ulyana } from './block-actions.js';
import { emma } from './emma.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot | null;

beforeEach(async () => {
  // The pictures of these tests lie on this machine.
  stage = await openServiceStage({ OUTGOING_PRIVATE: '1' });
  scene = await setScene(stage);
  bot = null;
  await introducePeople(stage, scene);
});

afterEach(async () => {
  await bot?.stop();
  await stage.close();
});

const { request, screenOf, blockOf, settled } = blockActions(() => ({ stage, scene }));

describe('the block', () => {
  it('is in the user’s language: Russian, English, and English for all others', async () => {
    await addOrder(stage, 'gardening_one');
    bot = await stage.startBot();
    for (const person of [ulyana, emma, hans]) expect((await request(person)).status).toBe('warning');
    expect((await blockOf(ulyana)).text).toContain('подпишитесь');
    expect((await blockOf(emma)).text).toContain('subscribe');
    expect((await blockOf(hans)).text).toContain('subscribe');
  });

  it('has a button a sponsor, and the confirm button last', async () => {
    const first = await addOrder(stage, 'gardening_one');
    const second = await addOrder(stage, 'gardening_two');
    bot = await stage.startBot();
    await request(emma);
    const block = await blockOf(emma);
    const buttons = buttonsOf(block);
    const urls = buttons.flatMap((button) => ('url' in button ? [button.url] : []));
    expect(new Set(urls)).toEqual(new Set([first.link, second.link]));
    expect(buttons.at(-1)).toMatchObject({ callback_data: 'subgram-op' });
  });

  it('has the publisher’s own text, safe, and the image as a photo', async () => {
    await addOrder(stage, 'gardening_one');
    const picture = await servePicture();
    const text = 'Join <b>us</b> <script>x</script> 1 < 2 <i>now';
    await stage.service.bots.update(801, scene.botId, { settings: { text, image: `${picture.url}/a.png` } });
    bot = await stage.startBot();
    await request(emma);
    const block = await blockOf(emma);
    picture.server.close();
    expect(block.photo).toBeDefined();
    expect(block.caption).toBe('Join us <script>x</script> 1 < 2 now');
    expect(block.caption_entities?.map(({ type }) => type)).toEqual(['bold', 'italic']);
  });

  it('falls back to text when the image cannot be fetched, and stays in place then', async () => {
    await addOrder(stage, 'gardening_one');
    await stage.service.bots.update(801, scene.botId, {
      settings: { text: 'Hello', image: 'http://127.0.0.1:9/none.png' },
    });
    bot = await stage.startBot();
    await request(emma);
    const block = await blockOf(emma);
    expect(block.photo).toBeUndefined();
    expect(block.text).toBe('Hello');
    await addOrder(stage, 'gardening_two');
    await settled();
    expect(await screenOf(emma)).toHaveLength(1);
  });

  it('goes away when the user is through', async () => {
    const { chatId } = await addOrder(stage, 'gardening_one');
    bot = await stage.startBot();
    await request(emma);
    const block = await blockOf(emma);
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    expect((await request(emma)).status).toBe('ok');
    await stage.client.waitForChat(emma.id, scene.botName, (messages) =>
      messages.some(({ message_id }) => message_id === block.message_id) ? undefined : true,
    );
  });

  it('is left alone by requests for links about the same user', async () => {
    const { chatId } = await addOrder(stage, 'gardening_one');
    bot = await stage.startBot();
    await request(emma);
    const block = await blockOf(emma);
    expect(await request(emma, { getLinks: true })).toMatchObject({ status: 'warning' });
    await stage.client.join(emma.id, chatId);
    await stage.until(async () => (await request(emma, { getLinks: true })).status === 'ok');
    await settled();
    expect((await screenOf(emma)).map((message) => message.message_id)).toEqual([block.message_id]);
    expect(await request(emma)).toMatchObject({ status: 'ok' });
    await settled();
    expect(await screenOf(emma)).toEqual([]);
  });

  it('is edited in place when its sponsors changed', async () => {
    const { chatId, link, orderId } = await addOrder(stage, 'gardening_one');
    await addOrder(stage, 'gardening_two');
    bot = await stage.startBot();
    await request(emma);
    const block = await blockOf(emma);
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    // Who was out a moment ago is asked about again only while there is a turn for it; the update always comes.
    await stage.until(async () => (await stage.service.orders.info(advertiserId, orderId)).quantityNow === 1);
    await request(emma);
    const edited = await stage.client.waitForMessage(
      emma.id,
      scene.botName,
      (message) => message.edit_date !== undefined,
    );
    expect(edited.message_id).toBe(block.message_id);
    expect(JSON.stringify(edited.reply_markup)).not.toContain(link);
    expect(await screenOf(emma)).toHaveLength(1);
  });

  it('stays as it is when pressed twice at once', async () => {
    await addOrder(stage, 'gardening_one');
    bot = await stage.startBot();
    await Promise.all([request(emma), request(emma)]);
    const block = await blockOf(emma);
    await request(emma);
    await settled();
    expect((await screenOf(emma)).map(({ message_id }) => message_id)).toEqual([block.message_id]);
  });
});

describe('an unchanged block', () => {
  it('is left alone for three seconds, then deleted and sent anew', async () => {
    await addOrder(stage, 'gardening_one');
    let nowMs = Date.now();
    const parts = {
      platform: stage.infrastructure.platform,
      prefix: 'subgram',
      blocks: { noteShown: () => Promise.resolve() },
      nowMs: () => nowMs,
    };
    await request(emma);
    const [task] = await stage.service.blocks.claim('test', 1, 60_000);
    if (task === undefined) throw new Error('no task');
    const first = await deliver(task, parts);
    if (first.kind !== 'shown' || first.shown === null) throw new Error('not shown');
    nowMs += 2_900;
    expect(await deliver({ ...task, shown: first.shown }, parts)).toEqual(first);
    nowMs += 200;
    const again = await deliver({ ...task, shown: first.shown }, parts);
    expect(again).toMatchObject({ kind: 'shown', shown: { contentHash: first.shown.contentHash } });
    const screen = await screenOf(emma);
    expect(screen).toHaveLength(1);
    expect(screen[0]?.message_id).toBeGreaterThan(first.shown.messageId);
  });
});

describe('questions and the form', () => {
  it('are asked one after the other, with the callback data that publishers know', async () => {
    await addOrder(stage, 'gardening_one');
    await stage.service.bots.update(801, scene.botId, {
      settings: { genderQuestion: true, ageQuestion: true },
    });
    bot = await stage.startBot();
    expect((await request(ulyana)).status).toBe('warning');
    const gender = await stage.client.waitForMessage(
      ulyana.id,
      scene.botName,
      (message) => dataOf(message).length === 2,
    );
    expect(dataOf(gender)).toEqual(['subgram_gender_male', 'subgram_gender_female']);
    await request(ulyana, { user: { userId: ulyana.id, gender: 'female' } });
    const age = await stage.client.waitForMessage(
      ulyana.id,
      scene.botName,
      (message) => dataOf(message).length === 6,
    );
    expect(dataOf(age)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `subgram_age_c${String(number)}`));
    expect(age.message_id).toBe(gender.message_id);
    await request(ulyana, { user: { userId: ulyana.id, age: 5 } });
    expect((await blockOf(ulyana)).message_id).toBe(gender.message_id);
  });

  it('the form opens in the messenger, and has a button to go on', async () => {
    await addOrder(stage, 'gardening_one');
    await stage.service.bots.update(801, scene.botId, { settings: { showQuiz: true } });
    bot = await stage.startBot();
    await request(emma);
    const form = await blockOf(emma);
    const [open, on] = buttonsOf(form);
    expect(open).toMatchObject({ web_app: { url: expect.stringContaining('/form/') as unknown } });
    expect(on).toMatchObject({ callback_data: 'subgram-op' });
  });

  it('the form opens in the browser where the service has no https, which the messenger wants of its apps', async () => {
    await stage.close();
    stage = await openServiceStage({ PUBLIC_URL: 'http://sponsors.example.org' });
    scene = await setScene(stage);
    await introducePeople(stage, scene);
    await addOrder(stage, 'gardening_one');
    await stage.service.bots.update(801, scene.botId, { settings: { showQuiz: true } });
    bot = await stage.startBot();
    await request(emma);
    const [open] = buttonsOf(await blockOf(emma));
    expect(open).toMatchObject({ url: expect.stringMatching(/^http:.*\/form\//) as unknown });
  });
});

async function servePicture(): Promise<{ server: Server; url: string }> {
  const onePixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(onePixel, 'base64'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}
