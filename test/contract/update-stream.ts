/** The operator bot's stream of updates over the store of a test, and an emulated platform that tells it of a channel. */
import { expect, onTestFinished } from 'vitest';
import { createCheckerBot } from '../../bot/checker.js';
import { startPolling } from '../../bot/polling.js';
import { ALLOWED_UPDATES, type UpdateWork } from '../../bot/updates.js';
import { createInfrastructure } from '../../core/adapters/index.js';
import { parseSettings } from '../../core/config.js';
import type { Store } from '../../core/ports.js';
import { createService } from '../../core/service.js';
import { PlatformClient } from '../../emulator/client.js';
import { quick } from '../../emulator/behaviour.js';
import { createPlatform } from '../../emulator/platform.js';

/** What is deferred is tried again a while after its server is back. */
export const LONG = { timeout: 30_000 };

let nextBot = 900;

export interface StreamParts {
  store: Store;
  /** Of the store's database. */
  url: string;
  /** Whose channel it is that the platform tells of. */
  orderId: number;
  /** Told of what is logged. */
  tell: (facts: unknown, words: string) => void;
}

/** Ends with the test. */
export async function openStream({ store, url, orderId, tell }: StreamParts) {
  // Each of a bot of its own, since a platform made anew begins with the same ids of updates.
  nextBot += 1;
  const token = `${String(nextBot)}:operator-secret-operator-secret`;
  const platform = await createPlatform({ port: 0, behaviour: quick });
  const client = new PlatformClient(platform.url);
  let polling: UpdateWork | null = null;
  onTestFinished(async () => {
    await polling?.stop();
    client.close();
    await platform.close();
  });
  await client.bots({ token, username: 'operator_bot', first_name: 'Operator' });
  await client.users({ id: 900_001, first_name: 'Writer' });
  const { id: chat } = await client.chats({ type: 'channel', title: 'Garden' });
  await client.members({ chat, user: '@operator_bot', status: 'administrator' });
  const order = await store.orders.find(orderId);
  if (order === null) throw new Error('there is the order');
  const resource = { ...order.resource, resourceId: String(chat) };
  await store.orders.setResource(orderId, resource, Date.now(), order.revision);
  const log = { info: tell, warn: tell, error: tell };
  const settings = parseSettings({
    BOT_TOKEN: token,
    PLATFORM_API_ROOT: platform.url,
    DATABASE_URL: url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const infrastructure = await createInfrastructure(settings, 'bot', log);
  const service = createService({ store, settings, ...infrastructure });
  const written: string[] = [];
  const makeBot = async () => {
    const client = infrastructure.platform.clientOf(token);
    const bot = createCheckerBot({ token, botId: nextBot, checkerBotId: null }, { service, log }, client);
    bot.on('message:text', (ctx) => {
      written.push(ctx.message.text);
    });
    await bot.init();
    return bot;
  };
  const first = await makeBot();
  await first.api.getUpdates({ allowed_updates: ALLOWED_UPDATES, timeout: 0 });
  return {
    begin: async () => {
      polling = startPolling(await makeBot(), log, { deferred: service.updates.deferred });
    },
    end: async () => {
      await polling?.stop();
      polling = null;
    },
    tell: (user: number, status: 'member' | 'left') =>
      client.users({ id: user, first_name: 'User' }).then(() => client.members({ chat, user, status })),
    say: async (text: string) => {
      await client.say(900_001, 'operator_bot', text);
      await expect.poll(() => written, LONG).toContain(text);
    },
    waiting: async (user: number) =>
      (await service.updates.deferred.ofQueue(`${String(chat)}:${String(user)}`, 10)).length,
    unconfirmed: () => first.api.getUpdates(),
    oldestMs: () => service.updates.deferred.oldestMs(),
    stateOf: async (user: number) =>
      (await store.memberships.known(user, [String(chat)])).get(String(chat))?.state,
  };
}
