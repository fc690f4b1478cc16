/** An advertiser's orders and wallet in the operator bot. */
import { describe, expect, it } from 'vitest';
import type { Message } from 'grammy/types';
import { workers } from '../../bot/workers/index.js';
import { startReportRunner } from '../../core/adapters/report-runner.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import { operatorName, operatorToken } from './stage.js';
import {
  addOrder,
  advertiserId,
  botBeforeEach,
  moderator,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
const running = botBeforeEach((opened) => {
  stage = opened;
});

async function newcomer(id: number, language: 'en' | 'ru'): Promise<Visitor> {
  await stage.client.users({ id, first_name: language === 'ru' ? 'Пётр' : 'Peter', language_code: language });
  return new Visitor(stage, id);
}

const dataOf = (message: Message, text: string): string => {
  const found = buttonsOf(message).find((one) => one.text.includes(text));
  return found !== undefined && 'callback_data' in found ? found.callback_data : '';
};

const list = () =>
  stage.service.orders.list(advertiserId, {
    search: '',
    inArchive: false,
    status: null,
    offset: 0,
    limit: 5,
  });

describe('orders', () => {
  it('are created step by step, by writing and by pressing, with a restart in the middle', async () => {
    await setScene(stage);
    await stage.client.chats({ type: 'channel', title: 'Gardens', username: 'gardens' });
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/orders');
    await albert.go('➕ New order', 'What shall be advertised');
    // A public channel says what it is, and what it is called.
    await albert.say('@gardens');
    await albert.shows('How many subscribers');
    await running.bot.stop();
    running.bot = await stage.startBot();
    expect((await albert.say('5')).text).toContain('from 10 to 10000000');
    await albert.go('500', 'How many a day');
    await albert.go('No limit', 'How much for a subscriber');
    expect((await albert.say('0,1')).text).toContain('from ₽0.50 to');
    await albert.say('2,5');
    const draft = await albert.shows('New order');
    expect(draft.text).toContain('Gardens');
    expect(draft.text).toMatch(/^Subscribers: 500$/m);
    await albert.go('Name', 'order’s name');
    await albert.say('Gardening');
    await albert.shows('New order · Gardening');
    expect((await list()).total).toBe(0);
    await running.bot.stop();
    running.bot = await stage.startBot();
    await albert.go('Targeting', 'Who should see it');
    await albert.go('Countries', 'Countries');
    await albert.press(/Russia/);
    expect((await albert.screen()).text).toMatch(/₽3\.75/);
    await albert.go('Back', 'Countries: Russia');
    await albert.go('Back', 'New order');
    await albert.go('Schedule', 'When shall it');
    await albert.press('Sun');
    await albert.shows('Not on: Sun');
    await albert.go('Back', 'New order');
    await albert.press('Send to the moderators');
    expect((await albert.shows('with the moderators')).text).toContain('Gardening');
    const { orders } = await list();
    expect(orders).toMatchObject([
      {
        link: 'https://t.me/gardens',
        name: 'Gardening',
        quantityAll: 500,
        basePriceMicros: 2_500_000n,
        realPriceMicros: 3_750_000n,
        status: 'Moderation',
        schedule: { excludedDays: [7] },
      },
    ]);
    expect(orders[0]?.targeting.countries).toHaveLength(1);
  });

  it('take a channel that is chosen with the platform’s own button, a private one by a link of our own', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    const choose = async (chat: number): Promise<void> => {
      await albert.say('/orders');
      await albert.go('➕ New order', 'What shall be advertised');
      await albert.press('Choose a channel');
      await albert.shows('Choose the channel or group');
      await stage.client.shareChat(advertiserId, operatorName, 1, chat);
      await albert.shows('How many subscribers');
    };
    const finish = async (): Promise<string> => {
      await albert.press('100');
      await albert.press('No limit');
      await albert.press('Standard');
      await albert.shows('New order');
      await albert.press('Send to the moderators');
      await albert.shows('with the moderators');
      return (await list()).orders[0]?.link ?? '';
    };
    const open = await stage.client.chats({ type: 'channel', title: 'Open', username: 'open_channel' });
    await choose(open.id);
    expect(await finish()).toBe('https://t.me/open_channel');
    const secret = await stage.client.chats({ type: 'channel', title: 'Secret' });
    await stage.client.members({ chat: secret.id, user: `@${operatorName}`, status: 'administrator' });
    await choose(secret.id);
    expect(await finish()).toMatch(/^https:\/\/t\.me\/\+[\w-]+$/);
    // Nobody has joined by it yet: who chose it has told which chat it is.
    const [hidden] = (await list()).orders;
    expect(hidden?.resource).toMatchObject({ resourceId: String(secret.id), name: 'Secret' });
    const { orderId = 0, revision = 0 } = hidden ?? {};
    const outcome = await stage.service.moderation.approve(moderator.id, orderId, revision);
    expect(outcome).toMatchObject({ kind: 'decided', order: { status: 'Processing' } });
    expect(
      (await albert.messages()).some((message) =>
        (message.text ?? '').includes('Choose the channel or group'),
      ),
    ).toBe(false);
  });

  it('take no chat that is only written: it may be somebody else’s', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    const secret = await stage.client.chats({ type: 'channel', title: 'Of another' });
    await stage.client.members({ chat: secret.id, user: `@${operatorName}`, status: 'administrator' });
    await albert.say('/orders');
    await albert.go('➕ New order', 'What shall be advertised');
    await albert.say(`chat:${String(secret.id)}:`);
    expect((await albert.screen()).text).toContain('What shall be advertised');
    const made = await stage.client.calls({ token: operatorToken, method: 'createChatInviteLink' });
    expect(made).toEqual([]);
  });

  it('are cancelled without a trace', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/orders');
    await albert.go('➕ New order', 'What shall be advertised');
    await albert.say('/cancel');
    expect((await albert.say('@gardens')).text).toContain('did not understand');
    await albert.say('/orders');
    await albert.go('➕ New order', 'What shall be advertised');
    await albert.go('Cancel', 'My orders');
    expect((await albert.say('@gardens')).text).toContain('did not understand');
    expect(
      (
        await stage.service.orders.list(advertiserId, {
          search: '',
          inArchive: false,
          status: null,
          offset: 0,
          limit: 5,
        })
      ).total,
    ).toBe(0);
  });

  it('are stopped, started, changed, copied and archived', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    const { orderId } = await addOrder(stage, 'gardens');
    await albert.shows('is approved');
    const info = () => stage.service.orders.info(advertiserId, orderId);
    await albert.say('/orders');
    await albert.go(`#${String(orderId)}`, 'running');
    await albert.press('Stop');
    expect((await info()).status).toBe('Stopped');
    await albert.press('Start');
    expect((await info()).status).toBe('Processing');
    await albert.go('Edit', '✏️');
    await albert.go('Name', 'order’s name');
    await albert.say('Another name');
    await albert.shows('Changed');
    expect((await info()).name).toBe('Another name');
    await albert.go('Edit', '✏️');
    await albert.go('Price', 'How much');
    await albert.say('3');
    await albert.shows('3.00');
    await albert.press('Copy');
    const copy = await albert.shows('A copy of order');
    expect(copy.text).toContain('stopped');
    await albert.press('To the archive');
    await albert.shows('archived');
    await albert.go('My orders', 'My orders');
    await albert.go('Archive', 'Archived orders');
    await albert.go('Another name', 'archived');
    await albert.press('Restore');
    await albert.shows('stopped');
  });

  it('of others cannot be reached', async () => {
    await setScene(stage);
    const { orderId } = await addOrder(stage, 'gardens');
    const stranger = await newcomer(20, 'en');
    await stranger.say('/start');
    const id = String(orderId);
    const screens = ['order', 'order-copy', 'order-edit'].map((name) => `${name}:${id}`);
    for (const data of [...screens, `order-on:${id}:1`, `order-archive:${id}:1`]) {
      const { note, isAlert } = await stranger.forge(data);
      expect([data, isAlert, note]).toEqual([data, true, expect.stringContaining('not yours') as unknown]);
    }
  });
});

describe('subscriber ids', () => {
  it('come into the chat as a file, or it is said that there are none', async () => {
    const { botId } = await setScene(stage, { getLinks: true });
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    const { orderId, chatId } = await addOrder(stage, 'gardens');
    await albert.shows('is approved');
    await stage.client.users({ id: 303, first_name: 'Emma' });
    await stage.client.say(303, botId, '/start');
    await stage.service.sponsors.request(botId, {
      chatId: 303,
      user: { userId: 303, firstName: 'Emma', languageCode: 'en' },
      action: 'subscribe',
      excludeResourceIds: [],
      excludeOrderIds: [],
    });
    await stage.client.members({ chat: chatId, user: 303, status: 'member' });
    await stage.until(async () => (await stage.service.orders.info(advertiserId, orderId)).quantityNow === 1);
    await albert.say('/orders');
    await albert.go(`#${String(orderId)}`, 'running');
    await albert.go('Subscriber ids', 'which days');
    await albert.press('All');
    const sent = (await albert.messages()).find((message) => message.document !== undefined);
    expect(sent?.document?.file_name).toMatch(/\.txt$/);
    await albert.shows('are in this chat');
  });
});

describe('a report', () => {
  const startReports = () => {
    const { infrastructure, store, settings } = stage;
    const { clock, log } = infrastructure;
    return startReportRunner({ store, clock, log, settings, worker: workers.report });
  };

  it('comes into the chat when it is made', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    const { orderId } = await addOrder(stage, 'gardens');
    await albert.shows('is approved');
    const reports = startReports();
    try {
      await albert.say('/orders');
      await albert.go(`#${String(orderId)}`, 'running');
      await albert.go('Report', 'which days');
      await albert.press('Today');
      await albert.shows('is being made');
      expect((await albert.press('Is it ready')).note).toContain('Not ready yet');
      const hasCome = ({ document }: Message) => document !== undefined;
      const sent = await stage.client.waitForMessage(advertiserId, operatorName, hasCome, {
        timeoutMs: 15_000,
      });
      expect(sent.document?.file_name).toMatch(/\.xlsx$/);
      await albert.shows('is in this chat');
      // The service takes one report a minute for an order.
      await albert
        .forge(`report:${String(orderId)}:all:0`)
        .then(({ note }) => expect(note).toContain('Too often'));
    } finally {
      await reports.stop();
    }
  });

  it('leaves alone what its person reads by then', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    const { orderId } = await addOrder(stage, 'gardens');
    await albert.shows('is approved');
    await albert.forge(`report:${String(orderId)}:today:0`);
    const waiting = await albert.shows('is being made');
    const inPlace = async () =>
      (await albert.messages()).find(({ message_id: id }) => id === waiting.message_id);
    await albert.press('Back', waiting);
    await albert.press('Edit', await inPlace());
    const editing = await inPlace();
    const reports = startReports();
    try {
      const done = await albert.shows('is in this chat');
      expect(done.message_id).toBeGreaterThan(waiting.message_id);
    } finally {
      await reports.stop();
    }
    expect((await inPlace())?.text).toBe(editing?.text);
  });

  it('asked for before a restart comes by itself after it, once', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    const { orderId } = await addOrder(stage, 'gardens');
    await albert.shows('is approved');
    await albert.forge(`report:${String(orderId)}:today:0`);
    const waiting = await albert.shows('is being made');
    const taskId = /:([\w-]+)$/.exec(dataOf(waiting, 'Is it ready'))?.[1] ?? '';
    await running.bot.stop();
    // Made while no bot was there to send it.
    const reports = startReports();
    try {
      await stage.until(async () => (await stage.store.jobs.find(taskId))?.status === 'ready');
    } finally {
      await reports.stop();
    }
    running.bot = await stage.startBot();
    const done = await albert.shows('is in this chat');
    expect(done.message_id).toBe(waiting.message_id);
    const files = async () => (await albert.messages()).filter(({ document }) => document !== undefined);
    expect(await files()).toHaveLength(1);
    expect(await stage.store.sessions.keys('report:', 10)).toEqual([]);
    await running.bot.stop();
    running.bot = await stage.startBot();
    await albert.say('/orders');
    expect(await files()).toHaveLength(1);
    // The button of a screen that somebody kept sends it again.
    await albert.forge(`rep:${String(orderId)}:${taskId}`);
    expect(await files()).toHaveLength(2);
  });
});

describe('the wallet', () => {
  it('tells what there is and how it came to be', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    expect((await albert.say('/wallet')).text).toContain('1,000.00');
    await albert.press('History');
    const history = await albert.shows('latest first');
    expect(history.text).toContain('deposit');
    await albert.go('Back', 'Wallet');
  });
});
