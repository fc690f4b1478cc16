/** The main job with a SIGKILL of api and bot between its steps: a restart at any point of the path loses nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlatformClient } from '../../emulator/client.js';
import { createPlatform, type Platform } from '../../emulator/platform.js';
import { approve, hasButton, keysFromChat } from '../support/people.js';
import { runAdmin } from '../support/admin.js';
import { call, removeFolder } from '../support/service-process.js';
import { createProcesses, type Processes } from '../support/service-processes.js';

const operatorBot = {
  token: '800:token-of-an-operator-bot-in-a-test',
  username: 'TestOperatorBot',
  first_name: 'O',
};
const publisherBot = {
  token: '801:token-of-a-publisher-bot-in-a-test',
  username: 'TestShopBot',
  first_name: 'S',
};
const [moderatorId, publisherId, advertiserId, userId] = [11, 12, 13, 14];

describe('the main job, killed between its steps', () => {
  let platform: Platform;
  let client: PlatformClient;
  let processes: Processes;

  beforeAll(async () => {
    platform = await createPlatform({ port: 0 });
    client = new PlatformClient(platform.url);
    for (const id of [moderatorId, publisherId, advertiserId, userId]) {
      await client.users({
        id,
        first_name: `Person ${String(id)}`,
        language_code: id === userId ? 'ru' : 'en',
      });
    }
    for (const bot of [operatorBot, publisherBot]) await client.bots(bot);
    processes = await createProcesses({
      BOT_TOKEN: operatorBot.token,
      PLATFORM_API_ROOT: platform.url,
      MODERATOR_IDS: String(moderatorId),
      LOG_LEVEL: 'warn',
    });
  });

  afterAll(async () => {
    await Promise.all([processes.stop('api'), processes.stop('bot')]);
    client.close();
    await platform.close();
    await removeFolder(processes.folder);
  });

  /** Kills both, starts both, and answers where the api is. */
  async function again(): Promise<string> {
    await Promise.all([processes.kill('api'), processes.kill('bot')]);
    const { api = '' } = await processes.start('api');
    await processes.start('bot');
    return api;
  }

  it('loses nothing', async () => {
    let api = await again();
    const publisher = await keysFromChat(client, operatorBot.username, publisherId);
    const advertiser = await keysFromChat(client, operatorBot.username, advertiserId);
    await client.say(moderatorId, operatorBot.username, '/start');
    await client.waitForMessage(moderatorId, operatorBot.username);

    api = await again();
    const added = await call(`${api}/bots`, publisher.access, {
      action: 'add',
      bot_token: publisherBot.token,
    });
    const { api_key: key } = added.body['result'] as { api_key: string };

    api = await again();
    await runAdmin(
      processes.folder,
      ['credit', '--user', String(advertiserId), '--amount', '10'],
      processes.environment,
    );
    const { id: chat } = await client.chats({ type: 'channel', title: 'Garden', username: 'garden_kill' });
    await client.members({ chat, user: `@${operatorBot.username}`, status: 'administrator' });
    const created = await call(`${api}/orders`, advertiser.access, {
      action: 'create',
      link: 'https://t.me/garden_kill',
      ads_type: 'channel',
      quantity_all: 10,
      price: 2,
    });
    const { order_id: orderId } = created.body['response'] as { order_id: number };

    api = await again();
    await approve(client, operatorBot.username, moderatorId, orderId);

    api = await again();
    await client.say(userId, publisherBot.username, '/start');
    // The bot process is down: the block waits in the store, also through a kill of the api that put it there.
    await processes.kill('bot');
    const request = { user_id: userId, chat_id: userId, language_code: 'ru' };
    expect((await call(`${api}/get-sponsors`, key, request)).body).toMatchObject({ status: 'warning' });

    api = await again();
    const block = await client.waitForMessage(userId, publisherBot.username, hasButton('subgram-op'));
    // A kill between sending a message and noting its id leaves a block that nobody can take away again; a stop does not.
    await processes.stop('bot');
    await client.members({ chat, user: userId, status: 'member' });

    api = await again();
    expect((await call(`${api}/get-sponsors`, key, request)).body).toMatchObject({ status: 'ok' });

    api = await again();
    await client.waitForChat(userId, publisherBot.username, (messages) =>
      messages.some((message) => message.message_id === block.message_id) ? undefined : true,
    );
    expect((await call(`${api}/get-balance`, advertiser.statistics, {})).body).toMatchObject({ balance: 8 });
    expect((await call(`${api}/get-balance`, publisher.statistics, {})).body).toMatchObject({ balance: 1.4 });
    const info = await call(`${api}/orders`, advertiser.access, { action: 'info', order_id: orderId });
    expect(info.body['response']).toMatchObject({ quantity_now: 1 });
    const ledger = await runAdmin(processes.folder, ['check'], processes.environment);
    expect(ledger).toContain('in balance');
  }, 90_000);
});
